import MarketData

/// The codes of one exchange that may be followed, and which markets they are.
///
/// A hash table with open addressing, at most half full: a list of hundreds of markets comes every
/// second where an exchange has such a stream.
public struct MarketTable: Sendable {
  private struct Entry: Sendable {
    var start = 0
    var count = -1
    var market = MarketID(0)
  }

  private var entries: [Entry]
  /// The codes' bytes, one after the other.
  private var codes: [UInt8] = []
  /// The markets that are followed; nil: all.
  private var followed: Set<MarketID>?

  /// - Parameter markets: where a code occurs twice, the first entry counts.
  public init(_ markets: [(code: String, market: MarketID)]) {
    var size = 4
    while size < markets.count * 2 { size *= 2 }
    entries = Array(repeating: Entry(), count: size)
    for (code, market) in markets {
      let bytes = Array(code.utf8)
      bytes.withUnsafeBufferPointer { buffer in
        let slot = slot(of: JSONBytes(buffer))
        guard entries[slot].count < 0 else { return }
        entries[slot] = Entry(start: codes.count, count: bytes.count, market: market)
        codes += bytes
      }
    }
  }

  func follows(_ market: MarketID) -> Bool { followed?.contains(market) ?? true }
  mutating func follow(_ markets: [MarketID]) { followed = Set(markets) }

  /// The market of a code, which is compared byte for byte.
  @inline(__always)
  func market(of code: JSONText) -> MarketID? {
    code.isEscaped ? market(of: code.string) : market(of: code.raw)
  }

  /// The market of a code.
  func market(of code: String) -> MarketID? {
    Array(code.utf8).withUnsafeBufferPointer { market(of: JSONBytes($0)) }
  }

  private func market(of bytes: JSONBytes) -> MarketID? {
    let entry = entries[slot(of: bytes)]
    return entry.count < 0 ? nil : entry.market
  }

  /// The slot of a code, or the free slot that it would take.
  private func slot(of bytes: JSONBytes) -> Int {
    let mask = entries.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(bytes)) & mask
    while true {
      let entry = entries[slot]
      if entry.count < 0 || entry.count == bytes.count && matches(bytes, at: entry.start) {
        return slot
      }
      slot = (slot + 1) & mask
    }
  }

  private func matches(_ bytes: JSONBytes, at start: Int) -> Bool {
    codes.withUnsafeBufferPointer { codes in
      for offset in 0..<bytes.count where codes[start + offset] != bytes[offset] { return false }
      return true
    }
  }

  /// FNV-1a (Fowler, Noll, Vo, 1991), its high bits folded in.
  @inline(__always)
  private static func hash(_ bytes: JSONBytes) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for offset in 0..<bytes.count { hash = (hash ^ UInt64(bytes[offset])) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}
