extension CandleRing {
  /// The buckets of a ring, oldest first, in little memory: a board may follow hundreds of markets, of
  /// which most are not traded in most buckets.
  struct Slots: RandomAccessCollection, MutableCollection, Equatable, Sendable {
    /// Says of a bucket that it has no bar.
    private static let none = UInt8.max

    private var heads: [Slot.Head] = []
    /// Where in `bars` those of each bucket is.
    private var places: [UInt8] = []
    /// In any order.
    private var bars: [Slot.Bar] = []

    var startIndex: Int { 0 }
    var endIndex: Int { heads.count }

    subscript(index: Int) -> Slot {
      get {
        let place = places[index]
        return Slot(heads[index], place == Self.none ? nil : bars[Int(place)])
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

    mutating func append(_ slot: Slot) {
      if isEmpty {
        heads.reserveCapacity(CandleRing.capacity)
        places.reserveCapacity(CandleRing.capacity)
      }
      heads.append(slot.head)
      places.append(Self.none)
      setBar(of: count - 1, slot.bar)
    }

    /// Adds gaps in front.
    mutating func insertGaps(_ count: Int) {
      heads.insert(contentsOf: repeatElement(Slot.Head(), count: count), at: 0)
      places.insert(contentsOf: repeatElement(Self.none, count: count), at: 0)
    }

    mutating func removeFirst(_ count: Int) {
      for index in 0..<count { setBar(of: index, nil) }
      heads.removeFirst(count)
      places.removeFirst(count)
    }

    mutating func removeLast() {
      setBar(of: count - 1, nil)
      heads.removeLast()
      places.removeLast()
    }

    private mutating func setBar(of index: Int, _ bar: Slot.Bar?) {
      let place = places[index]
      switch (bar, place == Self.none) {
      case (let bar?, false): bars[Int(place)] = bar
      case (let bar?, true):
        places[index] = UInt8(bars.count)
        bars.makeRoomForOne()
        bars.append(bar)
      case (nil, false):
        // The last one takes its place.
        let last = UInt8(bars.count - 1)
        if let other = places.firstIndex(of: last) { places[other] = place }
        places[index] = Self.none
        bars[Int(place)] = bars[Int(last)]
        bars.removeLast()
      case (nil, true): break
      }
    }

    static func == (a: Slots, b: Slots) -> Bool { a.elementsEqual(b) }
  }
}
