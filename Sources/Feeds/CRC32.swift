/// The checksum of ISO 3309, as zlib, PNG and Kraken's order books have it.
struct CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
    }
  }

  private var state: UInt32 = .max

  var value: UInt32 { ~state }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
    }
  }
}
