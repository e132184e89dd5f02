import Wire

/// One thing that a recording keeps: what was asked of the wire, or what came over it.
enum RecordedEvent: Equatable {
  /// A socket was asked for; a URL was. Neither holds secrets.
  case connect(Int, url: String)
  case get(Int, url: String)
  case opened(Int)
  case message(Int, [UInt8])
  case pong(Int)
  case closed(Int, reason: String, status: Int?, retryAfterSeconds: Int64?, cause: Wire.Cause)
  case answered(Int, status: Int, fields: [String], body: [UInt8])
  case unanswered(Int, reason: String, cause: Wire.Cause)
  case delayed(Int, reason: String, cause: Wire.Cause)
  case network(isUp: Bool)
  /// What the kernel said of the wall clock from here on; before the first it was not synchronised.
  case clock(isSynchronised: Bool)

  /// `#0 opened`: a socket's number or a call's, what happened, and the rest between tabs.
  var text: [UInt8] {
    func text(_ head: String, _ parts: [UInt8]...) -> [UInt8] {
      parts.reduce(Array(head.utf8)) { $0 + [0x09] + $1 }
    }
    func number<Number: FixedWidthInteger>(_ number: Number?) -> String {
      number.map { "\($0)" } ?? "-"
    }
    switch self {
    case .connect(let id, let url): return text("#\(id) connect", Escaped.text(url))
    case .get(let id, let url): return text("@\(id) get", Escaped.text(url))
    case .opened(let id): return text("#\(id) opened")
    case .message(let id, let bytes):
      return text("#\(id) message", bytes.withUnsafeBufferPointer { Escaped.text($0) })
    case .pong(let id): return text("#\(id) pong")
    case .closed(let id, let reason, let status, let wait, let cause):
      return text(
        "#\(id) closed", Array(cause.rawValue.utf8), Array(number(status).utf8),
        Array(number(wait).utf8), Escaped.text(reason))
    case .answered(let id, let status, let fields, let body):
      // A header is never empty: an empty part ends them.
      var line = text("@\(id) answered", Array("\(status)".utf8))
      for field in fields { line += [0x09] + Escaped.text(field) }
      return line + [0x09, 0x09] + body.withUnsafeBufferPointer { Escaped.text($0) }
    case .unanswered(let id, let reason, let cause):
      return text("@\(id) unanswered", Array(cause.rawValue.utf8), Escaped.text(reason))
    case .delayed(let id, let reason, let cause):
      return text("#\(id) delayed", Array(cause.rawValue.utf8), Escaped.text(reason))
    case .network(let isUp): return text("network \(isUp ? "up" : "down")")
    case .clock(let isSynchronised):
      return text("clock \(isSynchronised ? "synchronised" : "free")")
    }
  }

  /// Nil where the text is not what `text` makes.
  init?(_ line: ArraySlice<UInt8>) {
    let parts = line.split(separator: 0x09, omittingEmptySubsequences: false)
    let words = String(decoding: parts[0], as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count == 2 else { return nil }
    if words[0] == "network" {
      guard parts.count == 1, ["up", "down"].contains(words[1]) else { return nil }
      self = .network(isUp: words[1] == "up")
      return
    }
    if words[0] == "clock" {
      guard parts.count == 1, ["synchronised", "free"].contains(words[1]) else { return nil }
      self = .clock(isSynchronised: words[1] == "synchronised")
      return
    }
    guard let kind = words[0].first, kind == "#" || kind == "@",
      let id = Int(words[0].dropFirst()), id >= 0
    else { return nil }
    let rest = parts.dropFirst().map(Escaped.bytes)
    guard !rest.contains(where: { $0 == nil }) else { return nil }
    let texts = rest.map { String(decoding: $0!, as: UTF8.self) }
    switch ("\(kind)\(words[1])", texts.count) {
    case ("#connect", 1): self = .connect(id, url: texts[0])
    case ("@get", 1): self = .get(id, url: texts[0])
    case ("#opened", 0): self = .opened(id)
    case ("#message", 1): self = .message(id, rest[0]!)
    case ("#pong", 0): self = .pong(id)
    case ("#closed", 4):
      guard let cause = Wire.Cause(rawValue: texts[0]),
        let status = Self.number(texts[1], in: Self.statuses),
        let wait = Self.number(texts[2], in: 0...Int.max)
      else { return nil }
      self = .closed(
        id, reason: texts[3], status: status,
        retryAfterSeconds: wait.map { min(Int64($0), Self.waitSecondsMax) }, cause: cause)
    case ("@answered", 3...):
      guard let status = Int(texts[0]), Self.statuses.contains(status),
        texts[texts.count - 2].isEmpty
      else { return nil }
      self = .answered(
        id, status: status, fields: Array(texts[1..<(texts.count - 2)]), body: rest.last!!)
    case ("@unanswered", 2):
      guard let cause = Wire.Cause(rawValue: texts[0]) else { return nil }
      self = .unanswered(id, reason: texts[1], cause: cause)
    case ("#delayed", 2):
      guard let cause = Wire.Cause(rawValue: texts[0]) else { return nil }
      self = .delayed(id, reason: texts[1], cause: cause)
    default: return nil
    }
  }

  /// A number, or none where there is a dash; nil where it is neither.
  private static func number(_ text: String, in range: ClosedRange<Int>) -> Int?? {
    if text == "-" { return .some(nil) }
    return Int(text).flatMap { range.contains($0) ? .some($0) : nil }
  }

  private static let statuses = 0...999
  /// An exchange may name any wait; nobody waits longer than a year.
  private static let waitSecondsMax: Int64 = 365 * 86_400
}

extension RecordedEvent {
  /// What came over the wire, without headers that hold secrets.
  init(_ event: Wire.Event) {
    switch event {
    case .opened(let id): self = .opened(id)
    case .message(let id, let bytes): self = .message(id, Array(bytes))
    case .pong(let id): self = .pong(id)
    case .closed(let id, let reason, let status, let wait, let cause):
      self = .closed(id, reason: reason, status: status, retryAfterSeconds: wait, cause: cause)
    case .answered(let id, let status, let fields, let body):
      let kept = fields.filter { !$0.name.namesSecret }.map { "\($0.name): \($0.value)" }
      self = .answered(id, status: status, fields: kept, body: Array(body))
    case .unanswered(let id, let reason, let cause):
      self = .unanswered(id, reason: reason, cause: cause)
    case .delayed(let id, let reason, let cause):
      self = .delayed(id, reason: reason, cause: cause)
    case .network(let isUp): self = .network(isUp: isUp)
    }
  }

  /// What the wire would deliver; nothing where it is what was asked.
  /// - Parameter id: the number that the program has given it this time.
  func deliver(as id: Int, _ deliver: (Wire.Event) -> Void) {
    switch self {
    case .connect, .get, .clock: break
    case .opened: deliver(.opened(id))
    case .message(_, let bytes): bytes.withUnsafeBufferPointer { deliver(.message(id, $0)) }
    case .pong: deliver(.pong(id))
    case .closed(_, let reason, let status, let wait, let cause):
      deliver(.closed(id, reason: reason, status: status, retryAfterSeconds: wait, cause: cause))
    case .answered(_, let status, let fields, let body):
      let pairs = fields.map { field in
        let colon = field.firstIndex(of: ":") ?? field.endIndex
        return (name: String(field[..<colon]), value: String(field[colon...].dropFirst(2)))
      }
      body.withUnsafeBufferPointer {
        deliver(.answered(id, status: status, fields: pairs, body: $0))
      }
    case .unanswered(_, let reason, let cause):
      deliver(.unanswered(id, reason: reason, cause: cause))
    case .delayed(_, let reason, let cause):
      deliver(.delayed(id, reason: reason, cause: cause))
    case .network(let isUp): deliver(.network(isUp: isUp))
    }
  }
}
