extension CandleRing {
  /// At most `count` closes from all over the ring, oldest first, the newest always among them.
  public func closes(_ count: Int) -> [Double] {
    let known = slots.count { $0.candle != nil }
    guard known > 0, count > 0 else { return [] }
    let step = (known + count - 1) / count
    var closes: [Double] = []
    closes.reserveCapacity(min(known, count))
    var place = known
    for slot in slots {
      guard let close = slot.candle?.close else { continue }
      place -= 1
      if place.isMultiple(of: step) { closes.append(close) }
    }
    return closes
  }
}
