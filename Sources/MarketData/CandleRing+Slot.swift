extension CandleRing {
  /// One bucket in 48 bytes: a ring has 240 of them, and a board may follow hundreds of markets.
  ///
  /// When it starts is told by its place in the ring, and times in it are milliseconds from there.
  struct Slot: Equatable, Sendable {
    enum Content: UInt8, Sendable {
      /// A gap.
      case unknown
      /// Nothing was heard in it: the price stands where it stood before.
      case flat
      /// Made of trades, those of the stream or of history.
      case traded
      /// Prices are polled, the last `sampledAt`; trades may have come to them.
      case sampled
    }

    private(set) var content = Content.unknown
    private var source = Candle.Source.trades
    /// History holds every trade before this time.
    private(set) var watermark: Int16 = 0
    /// The end of what was not heard in its time.
    private var missedUntil: Int16 = 0
    /// When its price was polled last; 0 where none was.
    private(set) var sampledAt: Int16 = 0
    private(set) var open = 0.0
    private var high = 0.0
    private var low = 0.0
    private(set) var close = 0.0
    /// Below 0 where none is known.
    private var volume = 0.0

    /// Whether it is no gap.
    var isKnown: Bool { content != .unknown }

    /// Whether it holds every trade of its time, as far as is known.
    var isWhole: Bool { isKnown && source == .trades && missedUntil <= watermark }

    /// Whether anything was heard of the price in its time.
    var isHeard: Bool { content == .traded || content == .sampled }

    /// A time in which the exchange was heard, or of which history says that nothing was traded, up to
    /// where it was heard again: it follows the close before it, once there is one.
    var isForwardFilled: Bool {
      isFlat || content == .unknown && watermark > 0 && missedUntil <= watermark
    }

    /// Whether the exchange was heard in it, and told of no price.
    var isFlat: Bool { content == .flat && source == .trades }

    func candle(from start: Int64) -> Candle? {
      guard isKnown else { return nil }
      return Candle(
        start: start, open: open, high: high, low: low, close: close,
        volume: volume < 0 ? nil : volume, source: source)
    }

    /// The candle, with what is known of it.
    func shown(from start: Int64) -> Candle? {
      guard missedUntil > watermark, var candle = candle(from: start), source == .trades else {
        return candle(from: start)
      }
      candle.source = .partial
      return candle
    }

    /// Takes over all of a candle but its start.
    mutating func fill(_ content: Content, _ candle: Candle, sampledAt: Int16 = 0) {
      (self.content, self.sampledAt, source) = (content, sampledAt, candle.source)
      (open, high, low, close) = (candle.open, candle.high, candle.low, candle.close)
      volume = candle.volume ?? -1
    }

    mutating func setWatermark(_ time: Int16) { watermark = time }
    mutating func setMissed(until time: Int16) { missedUntil = time }

    /// Makes a gap of it. What history and the silence told of its time stays.
    mutating func empty() {
      var slot = Slot()
      (slot.watermark, slot.missedUntil) = (watermark, missedUntil)
      self = slot
    }
  }
}
