/// The bytes of one WebSocket frame, right or wrong (RFC 6455, section 5.2).
struct RawFrame {
  enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case reserved = 3
    case close = 8
    case ping = 9
  }

  var opcode: Opcode
  var payload: [UInt8]
  var isFinal = true
  var hasReservedBit = false
  var isMasked = false

  var bytes: [UInt8] {
    var bytes = [opcode.rawValue | (isFinal ? 0x80 : 0) | (hasReservedBit ? 0x40 : 0)]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: bytes.append(UInt8(payload.count) | mask)
    case ..<65_536:
      bytes.append(126 | mask)
      bytes += stride(from: 8, through: 0, by: -8).map { UInt8(payload.count >> $0 & 0xFF) }
    default:
      bytes.append(127 | mask)
      bytes += stride(from: 56, through: 0, by: -8).map { UInt8(payload.count >> $0 & 0xFF) }
    }
    guard isMasked else { return bytes + payload }
    let key: [UInt8] = [0x12, 0x34, 0x56, 0x78]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
  }
}
