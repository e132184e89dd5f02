/// A WebSocket frame as it was on the wire, read leniently: wrong ones too.
struct WireFrame: Equatable {
  let first: UInt8
  let isMasked: Bool
  let payload: [UInt8]

  var isFinal: Bool { first & 0x80 != 0 }
  var opcode: UInt8 { first & 0x0F }
  var text: String { String(decoding: payload, as: UTF8.self) }

  /// The whole frames at the start of `bytes`.
  static func read(_ bytes: [UInt8]) -> [WireFrame] {
    var frames: [WireFrame] = []
    var rest = bytes[...]
    while rest.count >= 2 {
      let head = Array(rest.prefix(10))
      var count = Int(head[1] & 0x7F)
      var start = 2
      if count == 126, head.count >= 4 {
        count = Int(head[2]) << 8 | Int(head[3])
        start = 4
      } else if count == 127, head.count >= 10 {
        count = head[2..<10].reduce(0) { $0 << 8 | Int($1) }
        start = 10
      }
      let isMasked = head[1] & 0x80 != 0
      if isMasked { start += 4 }
      guard rest.count >= start + count else { break }
      let payload = Array(rest.dropFirst(start).prefix(count))
      frames.append(WireFrame(first: head[0], isMasked: isMasked, payload: payload))
      rest = rest.dropFirst(start + count)
    }
    return frames
  }

  /// A final, masked frame, as a client sends it.
  static func client(opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let key: [UInt8] = [7, 3, 9, 1]
    let length: [UInt8] =
      payload.count < 126
      ? [0x80 | UInt8(payload.count)]
      : [UInt8(0x80 | 126), UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    return [0x80 | opcode] + length + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
  }
}
