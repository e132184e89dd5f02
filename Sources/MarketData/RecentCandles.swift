/// Buckets in a row, oldest first, the forming one last; nil is a gap.
///
/// Those of a ring share its memory until it changes: a picture is made from them at each change, and
/// draws only some of them.
public struct RecentCandles: RandomAccessCollection, Equatable, Sendable {
  private var slots = CandleRing.Slots()
  /// When the first of all slots starts.
  private var oldest: Int64 = 0
  public private(set) var startIndex = 0

  public init() {}

  /// - Parameter candles: in successive buckets: each starts where the one before it ends. Of more than
  ///   a ring holds only the newest count.
  public init(_ candles: [Candle?]) {
    for candle in candles.suffix(CandleRing.capacity) {
      var slot = CandleRing.Slot()
      if let candle {
        slot.fill(.traded, candle)
        oldest = candle.start - Int64(slots.count) * Candle.span
      }
      slots.append(slot)
    }
  }

  init(_ slots: CandleRing.Slots, last count: Int, from oldest: Int64) {
    (self.slots, self.oldest) = (slots, oldest)
    startIndex = Swift.max(0, slots.count - count)
  }

  public var endIndex: Int { slots.endIndex }

  public subscript(index: Int) -> Candle? {
    slots[index].shown(from: oldest + Int64(index) * Candle.span)
  }

  /// The newest `count` of them, or all. One by one they would cost four times as much.
  public func newest(_ count: Int) -> [Candle?] {
    slots.candles(last: Swift.min(count, self.count), from: oldest)
  }

  /// Whether every high and every low is a multiple of a unit.
  public func areMultiples(of unit: Double) -> Bool {
    slots.areMultiples(of: unit, last: count)
  }

  public static func == (a: Self, b: Self) -> Bool {
    guard a.count == b.count else { return false }
    return a.oldest == b.oldest && a.slots.sharesMemory(with: b.slots) || a.elementsEqual(b)
  }
}
