extension CandleRing {
  /// The candles of a span, at most `CandleHistory.capacity`, the forming one last: what an
  /// exchange keeps, and the ring's own for what came after it was asked. Nil is a gap: it was not
  /// kept, and the ring does not have all of it.
  public func candles(of span: ChartSpan, after history: CandleHistory? = nil) -> [Candle?] {
    if span == .fiveSeconds { return candles(last: Self.capacity) }
    let kept = history?.span == span ? history!.candles : []
    let asked = kept.isEmpty ? nil : history?.time
    guard let newest = [newestStart, asked].compactMap({ $0 }).max(),
      let oldest = [oldestStart, kept.first?.start].compactMap({ $0 }).min()
    else { return [] }
    let length = span.milliseconds
    // Days begin when the exchange's do.
    let phase = (kept.last?.start ?? 0) % length
    func begin(_ time: Int64) -> Int64 { time - ((time - phase) % length + length) % length }
    let last = begin(newest)
    let first = max(begin(oldest), last - Int64(CandleHistory.capacity - 1) * length)
    var next = kept.startIndex
    var close: Double?
    let candles = stride(from: first, through: last, by: Int(length)).map { start -> Candle? in
      while next < kept.endIndex, kept[next].start < start {
        close = kept[next].close
        next += 1
      }
      let end = start + length
      let own = gathered(start..<end)
      guard let asked, start <= asked, start >= begin(kept[0].start) else { return own }
      let isKept = next < kept.endIndex && kept[next].start == start
      let known = isKept ? kept[next] : close.map { .flat(at: $0, start: start) }
      if end + Candle.settlingMilliseconds <= asked { return known }
      // Where the ring has the whole candle, nothing is counted twice.
      if let own, own.source == .trades { return own }
      return known.flatMap { joined($0, from: asked, to: end) } ?? own
    }
    return Array(candles.drop { $0 == nil })
  }

  /// All buckets of a range as one candle, as far as the ring has come; nil where one is not known.
  private func gathered(_ range: Range<Int64>) -> Candle? {
    guard let oldest = oldestStart, oldest <= range.lowerBound else { return nil }
    return joined(nil, indices(in: range).lazy.map(shown))?.moved(to: range.lowerBound)
  }

  /// A candle that an exchange kept, with what came after it was asked. What is missing since is
  /// missing from the forming candle, and makes a gap of a finished one.
  private func joined(_ candle: Candle, from asked: Int64, to end: Int64) -> Candle? {
    guard asked < end, let oldest = oldestStart, let newest = newestStart else {
      return candle
    }
    let isForming = newest < end
    guard oldest <= asked else { return isForming ? candle : nil }
    var later = indices(in: Candle.bucket(of: asked)..<end).map(shown)
    if isForming { later.removeAll { $0 == nil } }
    var first = joined(candle, later.prefix(1))
    // The exchange has counted what was traded in the bucket in which it was asked.
    if !candle.isTradeless { first?.volume = candle.volume }
    return first.flatMap { joined($0, later.dropFirst()) }?.moved(to: candle.start)
  }

  /// Nil where one is missing.
  private func joined(_ first: Candle?, _ later: some Sequence<Candle?>) -> Candle? {
    var candle = first
    var isPartial = first?.source == .partial
    for next in later {
      guard let next else { return nil }
      isPartial = isPartial || next.source == .partial
      // A forward-filled price says nothing where other prices were paid.
      if candle?.isTradeless ?? true {
        candle = next
      } else if !next.isTradeless {
        candle = candle?.joined(with: next)
      }
    }
    if isPartial { candle?.source = .partial }
    return candle
  }

  /// The buckets that begin in a range.
  private func indices(in range: Range<Int64>) -> Range<Int> {
    guard let oldest = oldestStart else { return 0..<0 }
    func index(_ time: Int64) -> Int {
      max(0, min(slots.count, Int((time - oldest + Candle.span - 1) / Candle.span)))
    }
    return index(range.lowerBound)..<max(index(range.lowerBound), index(range.upperBound))
  }
}

extension Candle {
  /// Nobody traded in it.
  fileprivate var isTradeless: Bool { source != .samples && volume == 0 }
}
