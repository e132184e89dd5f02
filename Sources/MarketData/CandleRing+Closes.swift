extension CandleRing {
  /// At most `count` closes from all over the ring, oldest first, the newest always among them.
  public func closes(_ count: Int) -> [Double] {
    // By their places: slots are too large to be copied.
    slots.withUnsafeBufferPointer { slots in
      var left = slots.indices.reduce(0) { slots[$1].candle == nil ? $0 : $0 + 1 }
      guard left > 0, count > 0 else { return [] }
      let step = (left + count - 1) / count
      var closes: [Double] = []
      closes.reserveCapacity(min(left, count))
      for index in slots.indices {
        guard let close = slots[index].candle?.close else { continue }
        left -= 1
        if left % step == 0 { closes.append(close) }
      }
      return closes
    }
  }
}
