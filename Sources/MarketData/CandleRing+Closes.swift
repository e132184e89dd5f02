extension CandleRing {
  /// At most `count` closes from all over the ring, oldest first, the newest always among them.
  public func closes(_ count: Int) -> [Double] {
    var known: [Double] = []
    known.reserveCapacity(slots.count)
    // By their places: a slot is never copied.
    for index in slots.indices {
      if let close = slots[index].candle?.close { known.append(close) }
    }
    guard !known.isEmpty, count > 0 else { return [] }
    let step = (known.count + count - 1) / count
    return stride(from: (known.count - 1) % step, to: known.count, by: step).map { known[$0] }
  }
}
