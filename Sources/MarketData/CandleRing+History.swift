extension CandleRing {
  /// Lays the exchange's own candles over the ring: they are all there was in `covering`.
  ///
  /// - Parameters:
  ///   - candles: oldest first; their span divides `Candle.span`, and a time without one had no
  ///     trade.
  ///   - covering: Unix milliseconds by the exchange's clock. Trades that the stream brought from
  ///     its end on are laid over it again, so a bucket may be half history and half stream.
  public mutating func merge(_ candles: [Candle], covering: Range<Int64>) {
    guard let newest = slots.last?.start, covering.lowerBound < newest + Candle.span else { return }
    reach(back: covering.lowerBound)
    var next = candles.startIndex
    var close = closeBefore(covering.lowerBound)
    for index in slots.indices {
      let start = slots[index].start
      guard start >= covering.lowerBound, start < covering.upperBound else { continue }
      let end = min(start + Candle.span, covering.upperBound)
      while next < candles.endIndex, candles[next].start < start {
        close = candles[next].close
        next += 1
      }
      var bucket: Candle?
      while next < candles.endIndex, candles[next].start < end {
        bucket = bucket.map { $0.joined(with: candles[next]) } ?? candles[next].moved(to: start)
        next += 1
      }
      // An answer that was asked for earlier may hold less of the bucket than a later one did.
      if slots[index].settled <= end { replace(index, with: bucket, else: close, settled: end) }
      close = slots[index].candle?.close ?? close
    }
    let lastCovered = slots.lastIndex { $0.start < covering.upperBound } ?? 0
    carryOn(from: lastCovered + 1)
    if let candle = candles.last(where: { $0.start < covering.upperBound }),
      candle.start >= lastPrice?.time ?? .min
    {
      lastPrice = LastPrice(price: candle.close, time: candle.start)
    }
    // A stream that began before its past was known started from nothing: now there is a close.
    if let close = lastPrice?.price, slots[slots.count - 1].candle == nil,
      covering.upperBound >= newest
    {
      slots[slots.count - 1].candle = .flat(at: close, start: newest)
    }
  }

  /// Adds empty buckets in front, as far as the ring is long.
  private mutating func reach(back time: Int64) {
    let newest = slots[slots.count - 1].start
    let oldest = max(
      Candle.bucket(of: time + Candle.span - 1), newest - Self.span + Candle.span)
    let missing = (slots[0].start - oldest) / Candle.span
    guard missing > 0 else { return }
    slots.insert(
      contentsOf: (0..<missing).map { Slot(start: oldest + $0 * Candle.span) }, at: 0)
  }

  /// The close of the bucket just before `time`: what was known earlier says nothing of it.
  private func closeBefore(_ time: Int64) -> Double? {
    let start = Candle.bucket(of: time + Candle.span - 1) - Candle.span
    return slots.first { $0.start == start }?.candle?.close
  }

  /// One bucket becomes what history says, with the stream's trades from `settled` on over it.
  private mutating func replace(
    _ index: Int, with bucket: Candle?, else close: Double?, settled: Int64
  ) {
    let start = slots[index].start
    let known = bucket ?? close.map { .flat(at: $0, start: start) }
    if let sampled = slots[index].sampled, sampled >= settled, let later = slots[index].candle {
      // History knows how the bucket began, and samples what came after it.
      slots[index].candle = known?.joined(with: later) ?? later
    } else {
      slots[index].candle = known
      slots[index].sampled = nil
    }
    slots[index].isTraded = bucket != nil
    slots[index].settled = settled
    slots[index].first = bucket == nil ? .none : Key(time: start, id: .min)
    slots[index].last = bucket == nil ? .none : Key(time: settled, id: .min)
    for trade in recent where trade.time >= settled && Candle.bucket(of: trade.time) == start {
      put(trade, into: index)
    }
  }
}

extension Candle {
  func moved(to start: Int64) -> Candle {
    var candle = self
    candle.start = start
    return candle
  }

  /// Both as one; `other` is the later.
  func joined(with other: Candle) -> Candle {
    var candle = self
    candle.high = max(high, other.high)
    candle.low = min(low, other.low)
    candle.close = other.close
    candle.volume = volume.flatMap { a in other.volume.map { a + $0 } }
    candle.source = [source, other.source].contains(.partial) ? .partial : other.source
    return candle
  }
}
