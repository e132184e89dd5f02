// What stands where no trade was heard: the last price, polled ones, or a gap.
extension CandleRing {
  /// The price that flat candles stand at until the first trade, from an exchange's snapshot.
  public mutating func anchor(price: Double, time: Int64) {
    guard time >= lastPrice?.time ?? .min else { return }
    lastPrice = LastPrice(price: price, time: time)
    guard let bucket = slots.last, !bucket.isTraded, bucket.sampled == nil else {
      return
    }
    slots[slots.count - 1].candle = .flat(at: price, start: bucket.start)
  }

  /// Puts a polled price into the bucket of `time`.
  public mutating func sample(price: Double, time: Int64) {
    advance(to: time, silence: .sampled)
    lastPrice = LastPrice(price: price, time: max(time, lastPrice?.time ?? .min))
    let index = slots.count - 1
    let isFirst = !slots[index].isTraded && slots[index].sampled == nil
    slots[index].sampled = time
    guard !isFirst, var candle = slots[index].candle else {
      slots[index].candle = .flat(at: price, start: slots[index].start, source: .samples)
      return
    }
    candle.high = max(candle.high, price)
    candle.low = min(candle.low, price)
    candle.close = price
    candle.volume = nil
    candle.source = .samples
    slots[index].candle = candle
  }

  /// In that time (Unix milliseconds by the exchange's clock) nobody was heard. A bucket that lies in
  /// it is a gap where nothing was traded, and one that reaches into it is known in part, until
  /// history fills it.
  public mutating func miss(_ range: Range<Int64>) {
    for index in slots.indices {
      let (start, end) = (slots[index].start, slots[index].start + Candle.span)
      let until = min(end, range.upperBound)
      guard end > range.lowerBound else { continue }
      // The newest word counts: a stream may be back sooner than was expected, and by an exchange's
      // clock that shows less than before.
      slots[index].missedUntil = start < range.upperBound ? until : .min
      if range.lowerBound <= start, until == end, until > slots[index].settled,
        !slots[index].isTraded, slots[index].sampled == nil
      {
        slots[index].candle = nil
      }
    }
  }
}
