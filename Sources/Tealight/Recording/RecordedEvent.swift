import Feeds
import Wire

/// One thing that a recording keeps: what was asked of the wire, or what came over it.
enum RecordedEvent: Equatable {
  /// The program asked for a socket, or for a URL. Neither of the URLs holds secrets.
  case connect(SocketID, url: String)
  case get(TransferID, url: String)
  case opened(SocketID)
  case message(SocketID, [UInt8])
  case pong(SocketID, number: Int?)
  case closed(
    SocketID, reason: String, status: Int?, retryAfterSeconds: Int64?, cause: Wire.Cause)
  case answered(TransferID, status: Int, fields: [String], body: [UInt8])
  case unanswered(TransferID, reason: String, cause: Wire.Cause)
  case delayed(SocketID, reason: String, cause: Wire.Cause)
  case network(isUp: Bool)
  /// An event of the hubs that are followed.
  case hub(HubEvent)
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
    case .connect(let id, let url): return text("#\(id.number) connect", Escaped.text(url))
    case .get(let id, let url): return text("@\(id.number) get", Escaped.text(url))
    case .opened(let id): return text("#\(id.number) opened")
    case .message(let id, let bytes):
      return text("#\(id.number) message", bytes.withUnsafeBufferPointer { Escaped.text($0) })
    case .pong(let id, let ping): return text("#\(id.number) pong", Array(number(ping).utf8))
    case .closed(let id, let reason, let status, let wait, let cause):
      return text(
        "#\(id.number) closed", Array(cause.rawValue.utf8), Array(number(status).utf8),
        Array(number(wait).utf8), Escaped.text(reason))
    case .answered(let id, let status, let fields, let body):
      // A header is never empty: an empty part ends them.
      var line = text("@\(id.number) answered", Array("\(status)".utf8))
      for field in fields { line += [0x09] + Escaped.text(field) }
      return line + [0x09, 0x09] + body.withUnsafeBufferPointer { Escaped.text($0) }
    case .unanswered(let id, let reason, let cause):
      return text("@\(id.number) unanswered", Array(cause.rawValue.utf8), Escaped.text(reason))
    case .delayed(let id, let reason, let cause):
      return text("#\(id.number) delayed", Array(cause.rawValue.utf8), Escaped.text(reason))
    case .network(let isUp): return text("network \(isUp ? "up" : "down")")
    case .hub(.message(let hub, let path, let payload, let isRetained)):
      return text(
        "hub \(isRetained ? "kept" : "message")", Escaped.text(hub), Escaped.text(path),
        payload.withUnsafeBufferPointer { Escaped.text($0) })
    case .hub(.connected): return text("hub connected")
    case .hub(.closed), .hub(.time): return text("hub closed")
    case .hub(.lost): return text("hub lost")
    case .clock(let isSynchronised):
      return text("clock \(isSynchronised ? "synchronised" : "free")")
    }
  }

  /// Nil where the text is not what `text` makes.
  init?(_ line: ArraySlice<UInt8>) {
    let parts = line.split(
      separator: 0x09, maxSplits: Self.partsMax, omittingEmptySubsequences: false)
    let words = String(decoding: parts[0], as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count == 2 else { return nil }
    if words[0] == "network" {
      guard parts.count == 1, ["up", "down"].contains(words[1]) else { return nil }
      self = .network(isUp: words[1] == "up")
      return
    }
    if words[0] == "hub" {
      guard let event = HubEvent(words[1], parts.dropFirst().map(Escaped.bytes)) else { return nil }
      self = .hub(event)
      return
    }
    if words[0] == "clock" {
      guard parts.count == 1, ["synchronised", "free"].contains(words[1]) else { return nil }
      self = .clock(isSynchronised: words[1] == "synchronised")
      return
    }
    guard let kind = words[0].first, kind == "#" || kind == "@",
      let number = Int(words[0].dropFirst()), number >= 0
    else { return nil }
    let (socket, transfer) = (SocketID(number), TransferID(number))
    let rest = parts.dropFirst().map(Escaped.bytes)
    guard !rest.contains(where: { $0 == nil }) else { return nil }
    let texts = rest.map { String(decoding: $0!, as: UTF8.self) }
    switch ("\(kind)\(words[1])", texts.count) {
    case ("#connect", 1): self = .connect(socket, url: texts[0])
    case ("@get", 1): self = .get(transfer, url: texts[0])
    case ("#opened", 0): self = .opened(socket)
    case ("#message", 1): self = .message(socket, rest[0]!)
    // Older recordings do not say which ping it answers.
    case ("#pong", 0): self = .pong(socket, number: nil)
    case ("#pong", 1):
      guard let ping = Self.number(texts[0], in: 0...Int.max) else { return nil }
      self = .pong(socket, number: ping)
    case ("#closed", 4):
      guard let cause = Wire.Cause(rawValue: texts[0]),
        let status = Self.number(texts[1], in: Self.statuses),
        let wait = Self.number(texts[2], in: 0...Int.max)
      else { return nil }
      self = .closed(
        socket, reason: texts[3], status: status,
        retryAfterSeconds: wait.map { min(Int64($0), Self.waitSecondsMax) }, cause: cause)
    case ("@answered", 3...):
      guard let status = Int(texts[0]), Self.statuses.contains(status),
        texts[texts.count - 2].isEmpty
      else { return nil }
      self = .answered(
        transfer, status: status, fields: Array(texts[1..<(texts.count - 2)]), body: rest.last!!)
    case ("@unanswered", 2):
      guard let cause = Wire.Cause(rawValue: texts[0]) else { return nil }
      self = .unanswered(transfer, reason: texts[1], cause: cause)
    case ("#delayed", 2):
      guard let cause = Wire.Cause(rawValue: texts[0]) else { return nil }
      self = .delayed(socket, reason: texts[1], cause: cause)
    default: return nil
    }
  }

  /// A number, or none where there is a dash; nil where it is neither.
  private static func number(_ text: String, in range: ClosedRange<Int>) -> Int?? {
    if text == "-" { return .some(nil) }
    return Int(text).flatMap { range.contains($0) ? .some($0) : nil }
  }

  private static let statuses = 0...999
  /// More fields than the headers of an answer have.
  private static let partsMax = 10_000
  /// An exchange may name any wait; longer than a year counts as a year.
  private static let waitSecondsMax: Int64 = 365 * 86_400
}

extension RecordedEvent {
  /// What came over the wire, without headers that hold secrets.
  init(_ event: Wire.Event) {
    switch event {
    case .opened(let id): self = .opened(id)
    case .message(let id, let bytes): self = .message(id, Array(bytes))
    case .pong(let id, let ping): self = .pong(id, number: ping)
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

  /// Delivers the event as the wire would; nothing for what the program asked.
  /// - Parameter transfer: the id that the call has in this run, for an event that answers a call;
  ///   nil for the recorded one.
  func deliver(answering transfer: TransferID? = nil, _ deliver: (Wire.Event) -> Void) {
    switch self {
    case .connect, .get, .clock, .hub: break
    case .opened(let id): deliver(.opened(id))
    case .message(let id, let bytes): bytes.withUnsafeBufferPointer { deliver(.message(id, $0)) }
    case .pong(let id, let ping): deliver(.pong(id, number: ping))
    case .closed(let id, let reason, let status, let wait, let cause):
      deliver(.closed(id, reason: reason, status: status, retryAfterSeconds: wait, cause: cause))
    case .answered(let id, let status, let fields, let body):
      let pairs = fields.map { field in
        let colon = field.firstIndex(of: ":") ?? field.endIndex
        return (name: String(field[..<colon]), value: String(field[colon...].dropFirst(2)))
      }
      body.withUnsafeBufferPointer {
        deliver(.answered(transfer ?? id, status: status, fields: pairs, body: $0))
      }
    case .unanswered(let id, let reason, let cause):
      deliver(.unanswered(transfer ?? id, reason: reason, cause: cause))
    case .delayed(let id, let reason, let cause):
      deliver(.delayed(id, reason: reason, cause: cause))
    case .network(let isUp): deliver(.network(isUp: isUp))
    }
  }
}

extension HubEvent {
  /// - Parameter parts: the parts after the word, unescaped; nil where an escape is malformed.
  fileprivate init?(_ word: String, _ parts: [[UInt8]?]) {
    switch (word, parts.count) {
    case ("connected", 0): self = .connected
    case ("closed", 0): self = .closed
    case ("lost", 0): self = .lost
    case ("message", 3), ("kept", 3):
      guard let hub = parts[0], let path = parts[1], let payload = parts[2] else { return nil }
      self = .message(
        hub: String(decoding: hub, as: UTF8.self), path: String(decoding: path, as: UTF8.self),
        payload: payload, isRetained: word == "kept")
    default: return nil
    }
  }
}
