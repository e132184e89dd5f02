extension CandleRing {
  /// One bucket. Its index in the ring gives its start, and times in it are milliseconds from there.
  struct Slot: Equatable, Sendable {
    enum Content: UInt8, Sendable {
      /// A gap.
      case unknown
      /// A gap in which the exchange was heard but told no trade, while no price was known: once the
      /// close before it is known, it becomes flat.
      case quiet
      /// Nothing was heard in it: the price stands where it stood before.
      case flat
      /// Made of trades, those of the stream or of history.
      case traded
      /// Prices are polled, the last `sampledAt`; trades may have come to them.
      case sampled
    }

    /// What every bucket has, in 24 bytes.
    struct Head: Equatable, Sendable {
      fileprivate(set) var content = Content.unknown
      fileprivate var source = Candle.Source.trades
      fileprivate var watermark: Int16 = 0
      fileprivate var missedUntil: Int16 = 0
      fileprivate var sampledAt: Int16 = 0
      fileprivate(set) var close = 0.0
      /// Below 0 where none is known.
      fileprivate var volume = 0.0

      var isKnown: Bool { content != .unknown && content != .quiet }
    }

    /// What a bucket has in addition if its price did not stand still, in 24 bytes.
    struct Bar: Equatable, Sendable {
      fileprivate var open: Double
      fileprivate(set) var high: Double
      fileprivate(set) var low: Double
    }

    private(set) var head = Head()
    private(set) var bar: Bar?

    init() {}

    init(_ head: Head, _ bar: Bar?) { (self.head, self.bar) = (head, bar) }

    var content: Content { head.content }

    /// History holds every trade before this time.
    var watermark: Int16 { head.watermark }

    /// When its price was polled last; 0 where none was.
    var sampledAt: Int16 { head.sampledAt }

    var open: Double { bar?.open ?? close }
    var close: Double { head.close }

    /// Whether it is no gap.
    var isKnown: Bool { head.isKnown }

    /// Whether it holds every trade of its time, as far as is known.
    var isWhole: Bool { isKnown && head.source == .trades && !isMissed }

    /// Whether in a part of its time the exchange was not heard, and history does not tell of that.
    private var isMissed: Bool { head.missedUntil > watermark }

    /// Whether anything was heard of the price in its time.
    var isHeard: Bool { content == .traded || content == .sampled }

    /// Whether it follows the close before it, once there is one: the exchange was heard in it, or
    /// history says that nothing was traded up to where the exchange was heard again.
    var isForwardFilled: Bool {
      isFlat || !isKnown && (content == .quiet || watermark > 0) && !isMissed
    }

    /// Whether the exchange was heard in it, and told of no price.
    var isFlat: Bool { content == .flat && head.source == .trades }

    func candle(from start: Int64) -> Candle? {
      guard isKnown else { return nil }
      let bar = bar ?? Bar(open: close, high: close, low: close)
      return Candle(
        start: start, open: bar.open, high: bar.high, low: bar.low, close: close,
        volume: head.volume < 0 ? nil : head.volume, source: head.source)
    }

    /// The candle, with what is known of it.
    func shown(from start: Int64) -> Candle? {
      guard isMissed, var candle = candle(from: start), head.source == .trades else {
        return candle(from: start)
      }
      candle.source = .partial
      return candle
    }

    /// Takes over all of a candle but its start.
    mutating func fill(_ content: Content, _ candle: Candle, sampledAt: Int16 = 0) {
      (head.content, head.sampledAt, head.source) = (content, sampledAt, candle.source)
      (head.close, head.volume) = (candle.close, candle.volume ?? -1)
      let bar = Bar(open: candle.open, high: candle.high, low: candle.low)
      let isStill = bar == Bar(open: candle.close, high: candle.close, low: candle.close)
      self.bar = isStill ? nil : bar
    }

    /// The exchange is heard in it, and no price is known.
    mutating func setQuiet() { head.content = .quiet }

    mutating func setWatermark(_ time: Int16) { head.watermark = time }
    mutating func setMissed(until time: Int16) { head.missedUntil = time }

    /// Makes a gap of it, but keeps how much of its time history tells and how much was missed.
    mutating func empty() {
      var slot = Slot()
      (slot.head.watermark, slot.head.missedUntil) = (watermark, head.missedUntil)
      self = slot
    }
  }
}
