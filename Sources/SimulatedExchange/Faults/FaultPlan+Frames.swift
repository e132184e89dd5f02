extension FaultPlan {
  /// A message's bytes on the wire, spoilt by a fault; nil if no fault strikes and the message is sent
  /// in the ordinary way.
  func frames(of payload: [UInt8], isText: Bool) -> [UInt8]? {
    guard !faults.isEmpty else { return nil }
    let whole = RawFrame(opcode: isText ? .text : .binary, payload: payload)
    if let wrong = wrongFrame(like: whole) { return wrong.bytes }
    let pings = strike(.interleavedPings) != nil
    guard let count = strike(.fragments)?.number(3) ?? (pings ? 3 : nil) else { return nil }
    let ping = pings ? RawFrame(opcode: .ping, payload: Array("tealight".utf8)).bytes : []
    return Self.fragments(of: whole, count: Int(max(2, min(count, 1_000)))).reduce(into: []) {
      if !$0.isEmpty { $0 += ping }
      $0 += $1.bytes
    }
  }

  private func wrongFrame(like whole: RawFrame) -> RawFrame? {
    var frame = whole
    if strike(.masked) != nil {
      frame.isMasked = true
    } else if strike(.reservedBits) != nil {
      frame.hasReservedBit = true
    } else if strike(.reservedOpcode) != nil {
      frame.opcode = .reserved
    } else if strike(.shortClose) != nil {
      frame = RawFrame(opcode: .close, payload: [3])
    } else if strike(.longPing) != nil {
      frame = RawFrame(opcode: .ping, payload: Array(repeating: 0, count: 126))
    } else if strike(.fragmentedPing) != nil {
      frame = RawFrame(opcode: .ping, payload: [], isFinal: false)
    } else if strike(.strayContinuation) != nil {
      frame.opcode = .continuation
    } else if strike(.invalidUTF8) != nil {
      frame = RawFrame(
        opcode: .text, payload: whole.payload.dropLast(2) + [0xC3, 0x28, 0x22, 0x7D])
    } else {
      return nil
    }
    return frame
  }

  private static func fragments(of whole: RawFrame, count: Int) -> [RawFrame] {
    let size = max(1, (whole.payload.count + count - 1) / count)
    return stride(from: 0, to: max(1, whole.payload.count), by: size).map { start in
      RawFrame(
        opcode: start == 0 ? whole.opcode : .continuation,
        payload: Array(whole.payload.dropFirst(start).prefix(size)),
        isFinal: start + size >= whole.payload.count)
    }
  }
}
