/// A client's message on the WebSocket, parsed.
enum UpbitRequest: Equatable {
  case subscribe(Subscription, format: UpbitFormat)
  case list(ticket: String, format: UpbitFormat)

  init(_ bytes: [UInt8]) throws(UpbitError) {
    guard let parts = JSONValue(bytes)?.elements else { throw .wrongFormat }
    let allObjects = parts.allSatisfy { if case .object = $0 { true } else { false } }
    guard allObjects else { throw .wrongFormat }
    guard let ticket = parts.lazy.compactMap({ $0["ticket"] }).first?.text, !ticket.isEmpty else {
      throw .noTicket
    }
    var format = UpbitFormat.full
    if let wanted = parts.lazy.compactMap({ $0["format"] }).first {
      guard let known = wanted.text.flatMap(UpbitFormat.init(rawValue:)) else {
        throw .wrongFormat
      }
      format = known
    }
    if let method = parts.lazy.compactMap({ $0["method"] }).first {
      guard method.text == "LIST_SUBSCRIPTIONS" else { throw .wrongFormat }
      self = .list(ticket: ticket, format: format)
      return
    }
    let wanted = parts.filter { $0["ticket"] == nil && $0["format"] == nil }
    guard !wanted.isEmpty else { throw .noType }
    var subscription = Subscription(ticket: ticket)
    for part in wanted { subscription.streams.append(try Self.stream(part)) }
    self = .subscribe(subscription, format: format)
  }

  private static func stream(_ part: JSONValue) throws(UpbitError) -> Subscription.Stream {
    guard let type = part["type"] else { throw .noType }
    if type.text == "myOrder" || type.text == "myAsset" { throw .invalidAuthority }
    guard let kind = type.text.flatMap(StreamKind.init(name:)) else { throw .wrongFormat }
    guard let codes = part["codes"] else { throw .noCodes }
    guard let elements = codes.elements else { throw .wrongFormat }
    guard !elements.isEmpty else { throw .invalidParameter }
    var stream = Subscription.Stream(kind: kind, codes: elements.compactMap(\.text))
    guard stream.codes.count == elements.count else { throw .wrongFormat }
    let onlySnapshot = part["is_only_snapshot"] ?? part["isOnlySnapshot"]
    let onlyRealtime = part["is_only_realtime"] ?? part["isOnlyRealtime"]
    // Both wishes, or neither of them, mean the snapshot and the stream.
    if onlySnapshot != onlyRealtime {
      if onlySnapshot == .bool(true) { stream.wantsRealtime = false }
      if onlyRealtime == .bool(true) { stream.wantsSnapshot = false }
    }
    if case .number(let level) = part["level"] { stream.level = level }
    return stream
  }
}
