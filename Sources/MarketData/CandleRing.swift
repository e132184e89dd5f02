/// The last twenty minutes of one market in five-second candles, the forming one last.
///
/// Buckets are contiguous. A bucket without trades is flat at the last close while the exchange is
/// heard, and a gap (nil) while it is not: what cannot be known is never invented.
public struct CandleRing: Equatable, Sendable {
  /// How many buckets are kept, the forming one included.
  public static let capacity = 240
  /// The ring's whole span in milliseconds.
  public static let span = Int64(capacity) * Candle.span
  /// Trade ids remembered at most, whatever a hostile stream sends.
  static let idLimit = 65_536
  /// Newest trades kept as they came, to be laid over history that ends in the middle of a bucket.
  static let recentLimit = 4_096
  /// Trades from times to come that wait at most.
  static let earlyLimit = 1_024
  /// In how many buckets before the forming one: an answer may take ten seconds.
  private static let recentBuckets = 4

  /// What stands in a bucket of which nothing is heard.
  public enum GapPolicy: Sendable {
    /// The stream is live, so there was no trade: the last price goes on.
    case forwardFill
    /// Prices are polled: the last one goes on, marked as a sample.
    case sampled
    /// The exchange is not heard: a gap.
    case unknown
  }

  struct Slot: Equatable, Sendable {
    /// What is known of a bucket. `first` and `last` are the trades that gave open and close; where
    /// history or a sample gave them, they are earlier and later than any trade that may still
    /// come.
    enum Content: Equatable, Sendable {
      /// A gap.
      case unknown
      /// Nothing was heard in it: the price stands where it stood before.
      case flat(Candle)
      /// Made of trades, those of the stream or of history.
      case traded(Candle, first: TradeKey, last: TradeKey)
      /// Prices are polled, the last at `time`; trades may have come to them.
      case sampled(Candle, time: Int64, first: TradeKey, last: TradeKey)
    }

    var start: Int64
    var content = Content.unknown
    /// History holds every trade before this time.
    var watermark = Int64.min
    /// The end of what was not heard in its time.
    var missedUntil = Int64.min
    var ids: [Int64] = []

    var candle: Candle? {
      switch content {
      case .unknown: nil
      case .flat(let candle), .traded(let candle, _, _), .sampled(let candle, _, _, _): candle
      }
    }

    /// Whether it is no gap.
    var isKnown: Bool {
      if case .unknown = content { false } else { true }
    }

    /// Whether anything was heard of the price in its time.
    var isHeard: Bool {
      switch content {
      case .unknown, .flat: false
      case .traded, .sampled: true
      }
    }

    /// The candle, with what is known of it.
    var shown: Candle? {
      guard missedUntil > watermark, var candle, candle.source == .trades else { return candle }
      candle.source = .partial
      return candle
    }
  }

  /// The order of trades: by time, then by the exchange's id.
  struct TradeKey: Equatable, Comparable, Sendable {
    var time: Int64
    var id: Int64
    static let earliest = TradeKey(time: .min, id: .min)
    static func < (a: TradeKey, b: TradeKey) -> Bool { (a.time, a.id) < (b.time, b.id) }
  }

  /// The newest price known, and when it was made.
  private struct LastPrice: Equatable, Sendable {
    var price: Double
    var time: Int64
  }

  /// Trades that came too late for the ring, or twice.
  public private(set) var dropped = 0
  private(set) var slots: [Slot] = []
  private var recent: [Trade] = []
  private var lastPrice: LastPrice?
  private var ids: Set<Int64> = []
  /// Trades from a time that has not come by the exchange's clock.
  private var early: [Trade] = []

  public init() {}

  /// The candle that is being made, nil while nothing is known of it.
  public var live: Candle? { slots.last?.shown }

  /// When the forming candle starts, Unix milliseconds; nil before there is one.
  public var newestStart: Int64? { slots.last?.start }

  /// The newest finished candle.
  public var closed: Candle? { slots.dropLast().last { $0.candle != nil }?.shown }

  /// The newest `count` buckets, oldest first, the forming one last; nil is a gap.
  public func candles(last count: Int) -> [Candle?] { slots.suffix(count).map(\.shown) }

  /// Finishes every bucket whose time is over at `time`, by the exchange's clock.
  public mutating func advance(to time: Int64, gaps: GapPolicy) {
    reach(time, gaps)
    guard !early.isEmpty else { return }
    let due = early.filter { $0.time <= time }
    early.removeAll { $0.time <= time }
    for trade in due { add(trade) }
  }

  private mutating func reach(_ time: Int64, _ gaps: GapPolicy) {
    let bucket = Candle.bucket(of: time)
    guard let newest = slots.last?.start else {
      append(bucket, gaps)
      return
    }
    if bucket < newest - 60_000 {
      self = CandleRing(droppedSoFar: dropped)  // The exchange's clock was set back.
      append(bucket, gaps)
      return
    }
    if bucket < newest - Candle.span { return rewind(to: bucket, gaps) }
    guard bucket > newest else { return }
    for start in stride(
      from: max(newest + Candle.span, bucket - Self.span + Candle.span), through: bucket,
      by: Int(Candle.span))
    {
      append(start, gaps)
    }
    recent.removeAll { $0.time < bucket - Int64(Self.recentBuckets) * Candle.span }
  }

  /// Puts a trade into its bucket, once it is there.
  /// - Parameter clock: what the exchange's shows, in Unix milliseconds. A trade that claims to be
  ///   more than a bucket ahead of it waits: the candles before it are not made up.
  /// - Returns: false where it was there already, or is older than the ring.
  @discardableResult
  public mutating func add(_ trade: Trade, clock: Int64? = nil) -> Bool {
    if let clock, trade.time > clock + Candle.span {
      guard early.count < Self.earlyLimit else {
        dropped += 1
        return false
      }
      early.append(trade)
      return true
    }
    let bucket = Candle.bucket(of: trade.time)
    if slots.isEmpty || bucket > slots[slots.count - 1].start {
      reach(trade.time, .forwardFill)
    }
    let index = slots.count - 1 - Int((slots[slots.count - 1].start - bucket) / Candle.span)
    guard index >= 0, remember(trade, in: index) else {
      if index < 0, lastPrice == nil {
        lastPrice = LastPrice(price: trade.price, time: trade.time)
      }
      dropped += 1
      return false
    }
    if recent.count == Self.recentLimit { recent.removeFirst(Self.recentLimit / 4) }
    if index >= slots.count - 1 - Self.recentBuckets { recent.append(trade) }
    guard trade.time >= slots[index].watermark else { return false }
    put(trade, into: index)
    if trade.time >= lastPrice?.time ?? .min {
      lastPrice = LastPrice(price: trade.price, time: trade.time)
    }
    forwardFill(from: index + 1)
    return true
  }

  private init(droppedSoFar: Int) { dropped = droppedSoFar }

  private mutating func append(_ start: Int64, _ gaps: GapPolicy) {
    var slot = Slot(start: start)
    if let lastPrice, gaps != .unknown {
      slot.content = .flat(
        .flat(at: lastPrice.price, start: start, source: gaps == .sampled ? .samples : .trades))
    }
    if let newest = slots.last?.start, newest + Candle.span != start { forget(slots.count) }
    slots.append(slot)
    if slots.count > Self.capacity { forget(1) }
  }

  /// The clock was too far ahead: buckets of a time that has not come, in which nothing was traded,
  /// were invented.
  private mutating func rewind(to bucket: Int64, _ gaps: GapPolicy) {
    while let newest = slots.last, newest.start > bucket, !newest.isHeard {
      for id in newest.ids { ids.remove(id) }
      slots.removeLast()
    }
    if slots.isEmpty { append(bucket, gaps) }
  }

  private mutating func forget(_ count: Int) {
    for id in slots[..<count].flatMap(\.ids) { ids.remove(id) }
    slots.removeFirst(count)
  }

  /// False where the id was seen before.
  private mutating func remember(_ trade: Trade, in index: Int) -> Bool {
    guard let id = trade.id else { return true }
    guard ids.insert(id).inserted else { return false }
    slots[index].ids.append(id)
    if ids.count > Self.idLimit, let oldest = slots.firstIndex(where: { !$0.ids.isEmpty }) {
      for id in slots[oldest].ids { ids.remove(id) }
      slots[oldest].ids = []
    }
    return true
  }

  private mutating func put(_ trade: Trade, into index: Int) {
    let key = TradeKey(time: trade.time, id: trade.id ?? .max)
    switch slots[index].content {
    case .unknown, .flat:
      let candle = Candle(
        start: slots[index].start, open: trade.price, high: trade.price, low: trade.price,
        close: trade.price, volume: trade.volume, source: .trades)
      slots[index].content = .traded(candle, first: key, last: key)
    case .traded(var candle, var first, var last):
      candle.add(trade, key, &first, &last)
      slots[index].content = .traded(candle, first: first, last: last)
    case .sampled(var candle, let time, var first, var last):
      candle.add(trade, key, &first, &last)
      slots[index].content = .sampled(candle, time: time, first: first, last: last)
    }
  }

  /// Flat candles from `index` on follow the close before them, up to the next that was heard.
  private mutating func forwardFill(from index: Int) {
    var index = max(index, 1)
    while index < slots.count, let close = slots[index - 1].candle?.close {
      guard case .flat(let candle) = slots[index].content, candle.source == .trades else { return }
      slots[index].content = .flat(.flat(at: close, start: slots[index].start))
      index += 1
    }
  }
}

// What stands where no trade was heard: the last price, polled ones, or a gap.
extension CandleRing {
  /// The price that flat candles stand at until the first trade, from an exchange's snapshot.
  public mutating func anchor(price: Double, time: Int64) {
    guard time >= lastPrice?.time ?? .min else { return }
    lastPrice = LastPrice(price: price, time: time)
    guard let newest = slots.last, !newest.isHeard else { return }
    slots[slots.count - 1].content = .flat(.flat(at: price, start: newest.start))
  }

  /// Puts a polled price into the bucket of `time`.
  public mutating func sample(price: Double, time: Int64) {
    advance(to: time, gaps: .sampled)
    lastPrice = LastPrice(price: price, time: max(time, lastPrice?.time ?? .min))
    let index = slots.count - 1
    switch slots[index].content {
    case .unknown, .flat:
      let candle = Candle.flat(at: price, start: slots[index].start, source: .samples)
      slots[index].content = .sampled(candle, time: time, first: .earliest, last: .earliest)
    case .traded(var candle, let first, let last), .sampled(var candle, _, let first, let last):
      candle.high = max(candle.high, price)
      candle.low = min(candle.low, price)
      candle.close = price
      candle.volume = nil
      candle.source = .samples
      slots[index].content = .sampled(candle, time: time, first: first, last: last)
    }
  }

  /// In that time (Unix milliseconds by the exchange's clock) the exchange was not heard. A bucket
  /// that lies in it is a gap where nothing was traded, and one that reaches into it is known in
  /// part, until history fills it.
  public mutating func miss(_ range: Range<Int64>) {
    for index in slots.indices {
      let (start, end) = (slots[index].start, slots[index].start + Candle.span)
      let until = min(end, range.upperBound)
      guard end > range.lowerBound else { continue }
      // The newest word counts: a stream may be back sooner than was expected, and by an exchange's
      // clock that shows less than before.
      slots[index].missedUntil = start < range.upperBound ? until : .min
      if range.lowerBound <= start, until == end, until > slots[index].watermark,
        !slots[index].isHeard
      {
        slots[index].content = .unknown
      }
    }
  }
}

extension CandleRing {
  /// Whoever told it knows no better than that nothing is known of these buckets: one without a trade
  /// is a gap again. What was traded stays.
  public mutating func retract(_ range: Range<Int64>) {
    for index in slots.indices where range.contains(slots[index].start) {
      guard let candle = slots[index].candle, candle.volume == 0 else { continue }
      slots[index].content = .unknown
      slots[index].watermark = .min
    }
  }
}

// History, as the exchange tells it later.
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
      if slots[index].watermark <= end { replace(index, with: bucket, else: close, until: end) }
      close = slots[index].candle?.close ?? close
    }
    let lastCovered = slots.lastIndex { $0.start < covering.upperBound } ?? 0
    forwardFill(from: lastCovered + 1)
    if let candle = candles.last(where: { $0.start < covering.upperBound }),
      candle.start >= lastPrice?.time ?? .min
    {
      lastPrice = LastPrice(price: candle.close, time: candle.start)
    }
    // A stream that began before its past was known started from nothing: now there is a close.
    if let close = lastPrice?.price, slots[slots.count - 1].candle == nil,
      covering.upperBound >= newest
    {
      slots[slots.count - 1].content = .flat(.flat(at: close, start: newest))
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

  /// One bucket becomes what history says, with the stream's trades from `watermark` on over it.
  private mutating func replace(
    _ index: Int, with bucket: Candle?, else close: Double?, until watermark: Int64
  ) {
    let start = slots[index].start
    let first = bucket == nil ? .earliest : TradeKey(time: start, id: .min)
    let last = bucket == nil ? .earliest : TradeKey(time: watermark, id: .min)
    let known = bucket ?? close.map { .flat(at: $0, start: start) }
    if case .sampled(let later, let time, _, _) = slots[index].content, time >= watermark {
      // History knows how the bucket began, and samples what came after it.
      let candle = known?.joined(with: later) ?? later
      slots[index].content = .sampled(candle, time: time, first: first, last: last)
    } else if let bucket {
      slots[index].content = .traded(bucket, first: first, last: last)
    } else {
      slots[index].content = known.map { .flat($0) } ?? .unknown
    }
    slots[index].watermark = watermark
    for trade in recent where trade.time >= watermark && Candle.bucket(of: trade.time) == start {
      put(trade, into: index)
    }
  }
}

extension CandleRing {
  /// At most `count` closes from all over the ring, oldest first, the newest always among them.
  public func closes(_ count: Int) -> [Double] {
    // By index: slots are too large to be copied.
    slots.withUnsafeBufferPointer { slots in
      var left = slots.indices.reduce(0) { slots[$1].isKnown ? $0 + 1 : $0 }
      guard left > 0, count > 0 else { return [] }
      let step = (left + count - 1) / count
      var closes: [Double] = []
      closes.reserveCapacity(min(left, count))
      for index in slots.indices {
        guard slots[index].isKnown else { continue }
        left -= 1
        if left % step == 0, let close = slots[index].candle?.close { closes.append(close) }
      }
      return closes
    }
  }
}

extension Candle {
  /// - Parameters:
  ///   - key: the trade's.
  ///   - first: that of the trade that gave the open.
  ///   - last: that of the trade that gave the close.
  fileprivate mutating func add(
    _ trade: Trade, _ key: CandleRing.TradeKey, _ first: inout CandleRing.TradeKey,
    _ last: inout CandleRing.TradeKey
  ) {
    high = max(high, trade.price)
    low = min(low, trade.price)
    volume = volume.map { $0 + trade.volume }
    if key < first {
      open = trade.price
      first = key
    }
    if key >= last {
      close = trade.price
      last = key
    }
  }

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
    candle.source = source == .partial ? .partial : other.source
    return candle
  }
}
