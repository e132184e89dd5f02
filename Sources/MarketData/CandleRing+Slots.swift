extension CandleRing {
  /// The buckets of a ring, oldest first, in little memory: a board may follow hundreds of markets, of
  /// which most are not traded in most buckets.
  struct Slots: RandomAccessCollection, MutableCollection, Equatable, Sendable {
    /// The bar index of a bucket that has no bar.
    private static let none = UInt8.max

    private var heads: [Slot.Head] = []
    /// The index in `bars` of each bucket's bar.
    private var barIndices: [UInt8] = []
    /// In any order.
    private var bars: [Slot.Bar] = []

    var startIndex: Int { 0 }
    var endIndex: Int { heads.count }

    subscript(index: Int) -> Slot {
      get {
        let barIndex = barIndices[index]
        return Slot(heads[index], barIndex == Self.none ? nil : bars[Int(barIndex)])
      }
      set {
        heads[index] = newValue.head
        setBar(of: index, newValue.bar)
      }
    }

    /// What is known of each bucket without its bar.
    func withHeads<Result>(_ body: (UnsafeBufferPointer<Slot.Head>) -> Result) -> Result {
      heads.withUnsafeBufferPointer(body)
    }

    /// What is known of the newest `count` buckets; nil is a gap.
    /// - Parameter oldest: when the first of all buckets starts.
    func candles(last count: Int, from oldest: Int64) -> [Candle?] {
      heads.withUnsafeBufferPointer { heads in
        barIndices.withUnsafeBufferPointer { barIndices in
          bars.withUnsafeBufferPointer { bars in
            heads.indices.suffix(count).map { index -> Candle? in
              let barIndex = barIndices[index]
              let slot = Slot(heads[index], barIndex == Self.none ? nil : bars[Int(barIndex)])
              return slot.shown(from: oldest + Int64(index) * Candle.span)
            }
          }
        }
      }
    }

    /// Whether every high and every low in the newest `count` buckets is a multiple of a unit.
    func areMultiples(of unit: Double, last count: Int) -> Bool {
      withHeads { heads in
        barIndices.withUnsafeBufferPointer { barIndices in
          heads.indices.suffix(count).allSatisfy { index in
            guard heads[index].isKnown else { return true }
            let barIndex = barIndices[index]
            if barIndex == Self.none { return heads[index].close.isMultiple(of: unit) }
            let bar = bars[Int(barIndex)]
            return bar.high.isMultiple(of: unit) && bar.low.isMultiple(of: unit)
          }
        }
      }
    }

    mutating func append(_ slot: Slot) {
      if isEmpty {
        heads.reserveCapacity(CandleRing.capacity)
        barIndices.reserveCapacity(CandleRing.capacity)
      }
      heads.append(slot.head)
      barIndices.append(Self.none)
      setBar(of: count - 1, slot.bar)
    }

    /// Adds gaps in front.
    mutating func insertGaps(_ count: Int) {
      heads.insert(contentsOf: repeatElement(Slot.Head(), count: count), at: 0)
      barIndices.insert(contentsOf: repeatElement(Self.none, count: count), at: 0)
    }

    mutating func removeFirst(_ count: Int) {
      for index in 0..<count { setBar(of: index, nil) }
      heads.removeFirst(count)
      barIndices.removeFirst(count)
    }

    mutating func removeLast() {
      setBar(of: count - 1, nil)
      heads.removeLast()
      barIndices.removeLast()
    }

    private mutating func setBar(of index: Int, _ bar: Slot.Bar?) {
      let barIndex = barIndices[index]
      switch (bar, barIndex == Self.none) {
      case (let bar?, false): bars[Int(barIndex)] = bar
      case (let bar?, true):
        barIndices[index] = UInt8(bars.count)
        bars.makeRoomForOne()
        bars.append(bar)
      case (nil, false):
        // The last bar takes the place of the removed one.
        let last = UInt8(bars.count - 1)
        if let other = barIndices.firstIndex(of: last) { barIndices[other] = barIndex }
        barIndices[index] = Self.none
        bars[Int(barIndex)] = bars[Int(last)]
        bars.removeLast()
      case (nil, true): break
      }
    }

    static func == (a: Slots, b: Slots) -> Bool { a.elementsEqual(b) }

    /// Whether one is a copy of the other, and neither has changed since: every change writes a head.
    func sharesMemory(with other: Slots) -> Bool {
      count == other.count
        && withHeads { own in other.withHeads { own.baseAddress == $0.baseAddress } }
    }
  }
}
