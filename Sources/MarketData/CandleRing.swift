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

  /// What is known of a bucket in which nothing is said.
  public enum Silence: Sendable {
    /// The stream is live: no trade was made.
    case quiet
    /// Prices are polled: this is the last one.
    case sampled
    /// Nobody is heard.
    case unknown
  }

  struct Slot: Equatable, Sendable {
    var start: Int64
    var candle: Candle?
    /// True where the candle is made of trades, not carried on from the one before.
    var isTraded = false
    /// When a polled price was last put into it.
    var sampled: Int64?
    /// Keys of the trades that gave open and close: time, then id.
    var first = Key.none
    var last = Key.none
    /// History holds every trade before this time.
    var settled = Int64.min
    /// The end of what was not heard in its time.
    var missedUntil = Int64.min
    var ids: [Int64] = []

    /// The candle, with what is known of it.
    var shown: Candle? {
      guard missedUntil > settled, var candle, candle.source == .trades else { return candle }
      candle.source = .partial
      return candle
    }
  }

  /// The order of trades: by time, then by the exchange's id.
  struct Key: Equatable, Comparable, Sendable {
    var time: Int64
    var id: Int64
    static let none = Key(time: .min, id: .min)
    static func < (a: Key, b: Key) -> Bool { (a.time, a.id) < (b.time, b.id) }
  }

  /// Trades that came too late for the ring, or twice.
  public private(set) var dropped = 0
  var slots: [Slot] = []
  var recent: [Trade] = []
  /// The newest price known, and when it was made.
  struct LastPrice: Equatable, Sendable {
    var price: Double
    var time: Int64
  }
  var lastPrice: LastPrice?
  private var ids: Set<Int64> = []
  /// Trades from a time that has not come by the exchange's clock.
  private var early: [Trade] = []

  public init() {}

  /// The candle that is being made, nil while nothing is known of it.
  public var live: Candle? { slots.last?.shown }

  /// The newest finished candle.
  public var closed: Candle? { slots.dropLast().last { $0.candle != nil }?.shown }

  /// The newest `count` buckets, oldest first, the forming one last; nil is a gap.
  public func candles(last count: Int) -> [Candle?] { slots.suffix(count).map(\.shown) }

  /// Finishes every bucket whose time is over at `time`, by the exchange's clock.
  public mutating func advance(to time: Int64, silence: Silence) {
    reach(time, silence)
    guard !early.isEmpty else { return }
    let due = early.filter { $0.time <= time }
    early.removeAll { $0.time <= time }
    for trade in due { add(trade) }
  }

  private mutating func reach(_ time: Int64, _ silence: Silence) {
    let bucket = Candle.bucket(of: time)
    guard let newest = slots.last?.start else {
      append(bucket, silence)
      return
    }
    if bucket < newest - 60_000 {
      self = CandleRing(droppedSoFar: dropped)  // The exchange's clock was set back.
      append(bucket, silence)
      return
    }
    if bucket < newest - Candle.span { return takeBack(to: bucket, silence) }
    guard bucket > newest else { return }
    for start in stride(
      from: max(newest + Candle.span, bucket - Self.span + Candle.span), through: bucket,
      by: Int(Candle.span))
    {
      append(start, silence)
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
      reach(trade.time, .quiet)
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
    guard trade.time >= slots[index].settled else { return false }
    put(trade, into: index)
    if trade.time >= lastPrice?.time ?? .min {
      lastPrice = LastPrice(price: trade.price, time: trade.time)
    }
    carryOn(from: index + 1)
    return true
  }

  private init(droppedSoFar: Int) { dropped = droppedSoFar }

  private mutating func append(_ start: Int64, _ silence: Silence) {
    var slot = Slot(start: start)
    if let lastPrice, silence != .unknown {
      slot.candle = .flat(
        at: lastPrice.price, start: start, source: silence == .sampled ? .samples : .trades)
    }
    if let newest = slots.last?.start, newest + Candle.span != start { forget(slots.count) }
    slots.append(slot)
    if slots.count > Self.capacity { forget(1) }
  }

  /// The clock was too far ahead: buckets of a time that has not come, in which nothing was traded,
  /// were invented.
  private mutating func takeBack(to bucket: Int64, _ silence: Silence) {
    while let newest = slots.last, newest.start > bucket, !newest.isTraded, newest.sampled == nil {
      for id in newest.ids { ids.remove(id) }
      slots.removeLast()
    }
    if slots.isEmpty { append(bucket, silence) }
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

  mutating func put(_ trade: Trade, into index: Int) {
    let key = Key(time: trade.time, id: trade.id ?? .max)
    let isBegun = slots[index].isTraded || slots[index].sampled != nil
    guard isBegun, var candle = slots[index].candle else {
      slots[index].candle = Candle(
        start: slots[index].start, open: trade.price, high: trade.price, low: trade.price,
        close: trade.price, volume: trade.volume, source: .trades)
      slots[index].isTraded = true
      slots[index].first = key
      slots[index].last = key
      return
    }
    candle.high = max(candle.high, trade.price)
    candle.low = min(candle.low, trade.price)
    candle.volume = candle.volume.map { $0 + trade.volume }
    if key < slots[index].first {
      candle.open = trade.price
      slots[index].first = key
    }
    if key >= slots[index].last {
      candle.close = trade.price
      slots[index].last = key
    }
    slots[index].candle = candle
    slots[index].isTraded = true
  }

  /// Flat candles from `index` on follow the close before them, up to the next that traded.
  mutating func carryOn(from index: Int) {
    var index = max(index, 1)
    while index < slots.count, let close = slots[index - 1].candle?.close {
      let slot = slots[index]
      guard !slot.isTraded, let candle = slot.candle, candle.source == .trades else { return }
      slots[index].candle = .flat(at: close, start: slot.start)
      index += 1
    }
  }
}
