/// The last twenty minutes of one market in five-second candles, the forming one last.
///
/// Buckets are contiguous. A bucket without trades is flat at the last close while the exchange is
/// heard, and a gap (nil) while it is not: what cannot be known is never invented.
public struct CandleRing: Equatable, Sendable {
  /// How many buckets are kept, the forming one included.
  public static let capacity = 240
  /// The ring's whole span in milliseconds.
  public static let span = Int64(capacity) * Candle.span
  /// How many trade ids are remembered at most, whatever a hostile stream sends.
  static let idLimit = 65_536
  /// How many of the newest trades are kept as they came, to be laid over history that ends in the
  /// middle of a bucket.
  static let recentLimit = 4_096
  /// How many trades from the future wait at most.
  static let earlyLimit = 1_024
  /// From how many buckets before the forming one trades are kept: an answer may take ten seconds.
  private static let recentBuckets = 4
  /// How old a price may be that is told without the time of its trade: the trades since then
  /// count in its place.
  public static let undatedMilliseconds: Int64 = 2_000

  /// What a bucket holds while nothing is heard of it.
  public enum GapPolicy: Sendable {
    /// The stream is live, so there was no trade: the last price goes on.
    case forwardFill
    /// Prices are polled: the last one goes on, marked as a sample.
    case sampled
    /// The exchange is not heard: a gap.
    case unknown
  }

  /// The newest price known, and when it was made.
  private struct LastPrice: Equatable, Sendable {
    var price: Double
    var time: Int64
    /// It was polled, so its time is that of the answer.
    var isSampled = false
    /// Until when trades after this price may have been missed; nil where none were.
    var missedUntil: Int64?

    var isOld: Bool { missedUntil != nil }
  }

  /// Trades that came too late for the ring, or twice.
  public private(set) var dropped = 0
  /// When the first slot starts.
  private var oldest: Int64 = 0
  private(set) var slots = Slots()
  private var streamed = StreamedTrades()
  private var recent: [Trade] = []
  /// Recent trades that the endpoint before told with ids of another kind, until they are told again.
  private var toldBefore: [Trade] = []
  /// The start of the bucket in which another endpoint took over.
  private var changedAt = Int64.min
  private var lastPrice: LastPrice?
  /// The time of a trade that a ticker tells, and that has not come although its bucket is over. An
  /// exchange's ticker may bear a time of its own, which is about that of the trade.
  private var awaited: Int64?
  /// Trades from the future, by the exchange's clock.
  private var early: [Trade] = []
  /// The end of the range missed last: from then on the stream is heard. Nil before any was told.
  private var heardFrom: Int64?
  /// The newest policy for buckets in which nothing is heard.
  private var gaps = GapPolicy.unknown

  public init() {}

  /// The candle that is being made, nil while nothing is known of it.
  public var live: Candle? { slots.isEmpty ? nil : shown(slots.count - 1) }

  /// When the oldest candle starts, Unix milliseconds; nil before there is one.
  var oldestStart: Int64? { slots.isEmpty ? nil : oldest }

  /// When the forming candle starts, Unix milliseconds; nil before there is one.
  public var newestStart: Int64? { slots.isEmpty ? nil : start(of: slots.count - 1) }

  /// The newest finished candle.
  public var closed: Candle? { slots.dropLast().lastIndex { $0.isKnown }.flatMap(shown) }

  /// The newest `count` buckets, oldest first, the forming one last; nil is a gap.
  public func candles(last count: Int) -> [Candle?] { slots.candles(last: count, from: oldest) }

  /// The same, without a copy.
  public func recentCandles(last count: Int) -> RecentCandles {
    RecentCandles(slots, last: count, from: oldest)
  }

  /// What is known of a bucket; nil is a gap.
  func shown(_ index: Int) -> Candle? { slots[index].shown(from: start(of: index)) }

  private func start(of index: Int) -> Int64 { oldest + Int64(index) * Candle.span }

  /// Finishes every bucket whose time is over at `time`, by the exchange's clock.
  public mutating func advance(to time: Int64, gaps: GapPolicy) {
    reach(time, gaps)
    self.gaps = gaps
    guard !early.isEmpty else { return }
    let due = early.filter { $0.time <= time }
    early.removeAll { $0.time <= time }
    for trade in due { add(trade) }
  }

  private mutating func reach(_ time: Int64, _ gaps: GapPolicy) {
    let bucket = Candle.bucket(of: time)
    guard let newest = newestStart else {
      append(bucket, gaps)
      return
    }
    if bucket < newest - 60_000 {
      self = CandleRing(droppedSoFar: dropped)  // The exchange's clock was set back.
      append(bucket, gaps)
      return
    }
    guard bucket > newest else {
      // A measured clock may step back a little. A newest bucket that has not begun by that clock, and
      // is a gap, is removed: it is appended again when it begins.
      let isEarly = bucket < newest && slots.last.map { !$0.isKnown && $0.watermark == 0 } ?? false
      if isEarly || bucket < newest - Candle.span || isSampled(after: time + 1_000) {
        rewind(to: time, gaps)
      }
      return
    }
    for start in stride(
      from: max(newest + Candle.span, bucket - Self.span + Candle.span), through: bucket,
      by: Int(Candle.span))
    {
      append(start, gaps)
    }
    let first = bucket - Int64(Self.recentBuckets) * Candle.span
    recent.removeAll { $0.time < first }
    if !toldBefore.isEmpty { toldBefore.removeAll { $0.time < first } }
  }

  /// Puts a trade into its bucket, once it is there.
  /// - Parameter clock: what the exchange's shows, in Unix milliseconds. A trade that claims to be
  ///   more than a bucket ahead of it waits: the candles before it are not made up.
  public mutating func add(_ trade: Trade, clock: Int64? = nil) {
    if let clock, trade.time > clock + Candle.span {
      guard early.count < Self.earlyLimit else {
        dropped += 1
        return
      }
      early.append(trade)
      return
    }
    let bucket = Candle.bucket(of: trade.time)
    if bucket > newestStart ?? .min { reach(trade.time, .forwardFill) }
    let index = Int((bucket - oldest) / Candle.span)
    if index < 0, lastPrice == nil {
      lastPrice = LastPrice(price: trade.price, time: trade.time)
    }
    // A clock that was ahead may have begun the ring too late. History extends it back: the trade
    // waits for that.
    let isRecent = index >= slots.count - 1 - Self.recentBuckets
    guard index >= 0 || isRecent, remember(trade, from: bucket) else {
      dropped += 1
      return
    }
    if recent.count == Self.recentLimit { recent.removeFirst(Self.recentLimit / 4) }
    if isRecent {
      recent.makeRoomForOne()
      recent.append(trade)
    }
    guard index >= 0, trade.time >= bucket + Int64(slots[index].watermark) else { return }
    if let told = awaited, Candle.bucket(of: told) == bucket, abs(trade.time - told) <= 1_000 {
      slots[index].setMissed(until: 0)
      awaited = nil
    }
    count(trade, in: index)
    fillBehindGaps(from: forwardFill(from: index + 1))
  }

  /// Puts a trade into its candle, and remembers its price where it is the newest.
  private mutating func count(_ trade: Trade, in index: Int) {
    put(trade, into: index)
    guard trade.time >= lastPrice?.time ?? .min else { return }
    // Of two trades in one millisecond the one that comes last need not be the newest.
    let isTraded = slots[index].content == .traded
    lastPrice = LastPrice(price: isTraded ? slots[index].close : trade.price, time: trade.time)
  }

  private init(droppedSoFar: Int) { dropped = droppedSoFar }

  private mutating func append(_ start: Int64, _ gaps: GapPolicy) {
    if let newest = newestStart, newest + Candle.span != start { forget(slots.count) }
    if slots.count == Self.capacity { forget(1) }
    if slots.isEmpty { oldest = start }
    var slot = Slot()
    // A clock that was told after the gap may have removed the gap's buckets: they are marked again.
    let missed = min((heardFrom ?? start) - start, Candle.span)
    if missed > 0 { slot.setMissed(until: Int16(missed)) }
    if let price = closeBeforeNext, gaps != .unknown, missed < Candle.span {
      let source: Candle.Source = gaps == .sampled ? .samples : .trades
      slot.fill(.flat, .flat(at: price, start: start, source: source))
    } else if gaps == .forwardFill, missed <= 0, heardFrom != nil {
      slot.setQuiet()
    }
    slots.append(slot)
  }

  /// The price of a bucket without a trade. A polled price may be newer than the last trade that the
  /// ring holds, or older.
  private var closeBeforeNext: Double? {
    guard let lastPrice else { return nil }
    if lastPrice.isSampled, let slot = slots.last, slot.isWhole { return slot.close }
    return lastPrice.price
  }

  /// Whether a price was polled later than that, by a clock that was ahead.
  private func isSampled(after time: Int64) -> Bool {
    guard let newest = newestStart, let slot = slots.last, slot.content == .sampled else {
      return false
    }
    return newest + Int64(slot.sampledAt) > time
  }

  /// Takes back what a clock too far ahead has made: buckets of the future without a trade, and prices
  /// that were polled later than `time`, which are of an earlier time.
  private mutating func rewind(to time: Int64, _ gaps: GapPolicy) {
    let bucket = Candle.bucket(of: time)
    // By the right clock the endpoint changed no later than now.
    changedAt = min(changedAt, bucket)
    while let newest = newestStart, let slot = slots.last,
      newest > bucket && slot.content != .traded || isSampled(after: time)
    {
      streamed.forget(from: newest)
      slots.removeLast()
    }
    // A price that was polled by that clock is older than the trades that come now.
    if let last = lastPrice, last.time > time { lastPrice?.time = bucket - Candle.span }
    if newestStart ?? .min < bucket { append(bucket, gaps) }
  }

  private mutating func forget(_ count: Int) {
    oldest = start(of: count)
    slots.removeFirst(count)
    streamed.forget(before: oldest)
  }

  /// Another endpoint of the exchange tells the trades from now on, perhaps with other ids: a trade
  /// that it tells again is recognised by its time, price and size.
  public mutating func changeSource() {
    toldBefore = recent
    changedAt = newestStart ?? .min
  }

  /// False where it was told before.
  private mutating func remember(_ trade: Trade, from start: Int64) -> Bool {
    // Trades this old are no longer remembered one by one; but a bucket whose trades are all known
    // already contains it.
    if let newest = newestStart,
      start < min(changedAt, newest - Int64(Self.recentBuckets) * Candle.span), start >= oldest,
      case let slot = slots[Int((start - oldest) / Candle.span)], slot.content == .traded,
      slot.isWhole
    {
      return false
    }
    let known = toldBefore.lastIndex { before in
      before.time == trade.time && before.price == trade.price && before.volume == trade.volume
    }
    if let known { toldBefore.remove(at: known) }
    let isNew = trade.id.map { streamed.remember($0, from: start, limit: Self.idLimit) } ?? true
    return isNew && known == nil
  }

  /// Puts a trade that history does not hold into its candle.
  private mutating func put(_ trade: Trade, into index: Int) {
    let start = start(of: index)
    let key = TradeKey(id: trade.id ?? .max, time: Int16(trade.time - start))
    guard slots[index].isHeard, var candle = slots[index].candle(from: start) else {
      let candle = Candle(
        start: start, open: trade.price, high: trade.price, low: trade.price,
        close: trade.price, volume: trade.volume, source: .trades)
      slots[index].fill(.traded, candle)
      streamed.setEnds(TradeEnds(first: key, last: key), from: start)
      return
    }
    // What history or a sample gave is earlier and later than any trade that may still come.
    var ends =
      streamed.ends(from: start)
      ?? TradeEnds(
        first: TradeKey(id: .min, time: 0),
        last: TradeKey(id: .min, time: slots[index].watermark))
    if candle.volume == 0 {
      // History has told of the time before the bucket's first trade.
      candle = .flat(at: trade.price, start: start, source: candle.source)
      ends.first = key
    }
    candle.add(trade, key, &ends)
    slots[index].fill(slots[index].content, candle, sampledAt: slots[index].sampledAt)
    streamed.setEnds(ends, from: start)
  }

  /// Sets the flat candles from `index` on to the close before them, up to the next that was heard.
  /// - Returns: where they end.
  @discardableResult
  private mutating func forwardFill(from index: Int) -> Int {
    var index = max(index, 1)
    // Behind a trade that has not come they stand at the price that the ticker told.
    let told = awaited.map(Candle.bucket)
    while index < slots.count, slots[index - 1].isKnown, slots[index].isForwardFilled,
      start(of: index - 1) != told
    {
      slots[index].fill(.flat, .flat(at: slots[index - 1].close, start: start(of: index)))
      index += 1
    }
    return index
  }

  /// Flat candles after a gap stand at the newest price, which a late trade from before the gap may
  /// change.
  private mutating func fillBehindGaps(from index: Int) {
    guard let last = lastPrice, !last.isSampled else { return }
    for index in (index..<max(index, slots.count)).reversed() {
      guard slots[index].isFlat, start(of: index) > last.time else { return }
      slots[index].fill(.flat, .flat(at: last.price, start: start(of: index)))
    }
  }
}

// Buckets in which no trade was heard: they hold the last price, polled prices, or a gap.
extension CandleRing {
  /// Takes from an exchange's snapshot the price that flat candles stand at until the first trade.
  public mutating func anchor(price: Double, time: Int64) {
    guard time >= lastPrice?.time ?? .min else { return }
    // Of two trades in one millisecond the snapshot may know only the first.
    let price = lastPrice.map { $0.time == time ? $0.price : price } ?? price
    let isNews = lastPrice.map { $0.time < time && $0.price != price && !$0.isOld } ?? false
    lastPrice = LastPrice(price: price, time: time)
    guard let newest = newestStart, case let slot = slots[slots.count - 1], !slot.isHeard else {
      return
    }
    if isNews, time < newest { expectTrade(of: time, at: price) }
    // By a clock that is behind, the trade may be of a bucket that has not begun.
    if slot.isKnown, time >= newest + Candle.span { return }
    slots[slots.count - 1].fill(.flat, .flat(at: price, start: newest))
  }

  /// A trade of a bucket that is over has not come: that bucket is known only in part, and the buckets
  /// after it stand at the trade's price. Mostly the trade comes a moment later.
  private mutating func expectTrade(of time: Int64, at price: Double) {
    let index = Int((Candle.bucket(of: time) - oldest) / Candle.span)
    guard time >= oldest, slots[index].isWhole else { return }
    slots[index].setMissed(until: Int16(Candle.span))
    awaited = time
    let next = index + 1
    guard slots[next].isForwardFilled else { return }
    slots[next].fill(.flat, .flat(at: price, start: start(of: next)))
    forwardFill(from: next + 1)
  }

  /// The same by a snapshot that does not say when its price was made: any price that is known is
  /// better.
  public mutating func anchorFirst(price: Double, time: Int64) {
    guard lastPrice?.isOld ?? true else { return }
    anchor(price: price, time: time)
    lastPrice?.isSampled = true
  }

  /// Puts a polled price into the bucket of `time`.
  public mutating func sample(price: Double, time: Int64) {
    advance(to: time, gaps: .sampled)
    lastPrice = LastPrice(
      price: price, time: max(time - Self.undatedMilliseconds, lastPrice?.time ?? .min),
      isSampled: true)
    let index = slots.count - 1
    let start = start(of: index)
    let sampledAt = Int16(max(0, min(time - start, Candle.span)))
    guard slots[index].isHeard, var candle = slots[index].candle(from: start) else {
      let candle = Candle.flat(at: price, start: start, source: .samples)
      return slots[index].fill(.sampled, candle, sampledAt: sampledAt)
    }
    candle.high = max(candle.high, price)
    candle.low = min(candle.low, price)
    candle.close = price
    candle.volume = nil
    candle.source = .samples
    slots[index].fill(.sampled, candle, sampledAt: sampledAt)
  }

  /// In that time (Unix milliseconds by the exchange's clock) the exchange was not heard. A bucket
  /// that lies in it is a gap where nothing was traded, and one that reaches into it is known in
  /// part, until history fills it.
  public mutating func miss(_ range: Range<Int64>) {
    // A clock may be known to be in the next bucket before that begins.
    if let newest = newestStart, range.upperBound > newest + Candle.span {
      reach(range.upperBound - 1, .unknown)
    }
    if let last = lastPrice, range.upperBound > last.time {
      lastPrice?.missedUntil = max(range.upperBound, last.missedUntil ?? .min)
    }
    heardFrom = range.upperBound
    // A clock that was ahead may have begun the bucket that starts at that time. It is appended again when
    // it begins, and is flat only if the exchange is heard then.
    if newestStart == range.upperBound, let slot = slots.last, !slot.isHeard, slot.watermark == 0 {
      changedAt = min(changedAt, range.upperBound - Candle.span)
      slots.removeLast()
    }
    for index in slots.indices {
      let (start, end) = (start(of: index), start(of: index + 1))
      guard end > range.lowerBound else { continue }
      // The newest word counts: a stream may be back sooner than was expected, and by an exchange's
      // clock that shows less than before.
      let until = start < range.upperBound ? Int16(min(end, range.upperBound) - start) : 0
      slots[index].setMissed(until: until)
      if range.lowerBound <= start, until == Candle.span, until > slots[index].watermark,
        !slots[index].isHeard
      {
        slots[index].empty()
      }
    }
  }
}

extension CandleRing {
  /// Nothing is known of these buckets after all: one without a trade is a gap again. What was traded
  /// stays.
  public mutating func retract(_ range: Range<Int64>) {
    for index in slots.indices where range.contains(start(of: index)) {
      guard let candle = slots[index].candle(from: start(of: index)), candle.volume == 0 else {
        continue
      }
      slots[index].empty()
      slots[index].setWatermark(0)
      streamed.clearEnds(from: start(of: index))
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
    guard let newest = newestStart, covering.lowerBound < newest + Candle.span else { return }
    let reached = reach(back: covering.lowerBound)
    // History now tells what was traded in the time that was missed, if anything was.
    if let last = lastPrice, let until = last.missedUntil,
      covering.lowerBound <= last.time, until <= covering.upperBound
    {
      lastPrice?.missedUntil = nil
    }
    // It also tells the trade that only a ticker has told.
    if let told = awaited, covering.contains(told) { awaited = nil }
    replaceCovered(by: candles, covering)
    fillBetween(reached, covering)
    let lastCovered = slots.indices.last { start(of: $0) < covering.upperBound } ?? 0
    forwardFill(from: lastCovered + 1)
    fillBack(covering)
    settleLastPrice(candles, covering)
    // A stream that began before its past was known had no close for the forming bucket: now there is
    // one. History that ends where that bucket begins does not tell of it: unheard, it stays a gap.
    if let close = lastPrice?.price, !slots[slots.count - 1].isKnown,
      covering.upperBound > newest || covering.upperBound == newest && gaps != .unknown
    {
      slots[slots.count - 1].fill(.flat, .flat(at: close, start: newest))
    }
  }

  /// Replaces each bucket that history covers by what history tells.
  private mutating func replaceCovered(by candles: [Candle], _ covering: Range<Int64>) {
    var next = candles.startIndex
    var close = closeBefore(covering.lowerBound)
    for index in slots.indices {
      let start = start(of: index)
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
      let watermark = Int16(end - start)
      if slots[index].watermark <= watermark {
        replace(index, with: bucket, else: close, until: watermark)
      }
      if slots[index].isKnown { close = slots[index].close }
    }
  }

  /// Fills the buckets between history's end and the ring's former start with what the stream has
  /// brought: that is all of the newest ones, if it was heard, as their trades are kept.
  /// - Parameter reached: the time that was added in front of the ring.
  private mutating func fillBetween(_ reached: Range<Int64>, _ covering: Range<Int64>) {
    let kept = start(of: slots.count - 1 - Self.recentBuckets)
    let past = Candle.bucket(of: covering.upperBound + Candle.span - 1)
    let between = reached.clamped(to: past..<max(past, reached.upperBound))
    for index in slots.indices where between.contains(start(of: index)) {
      let start = start(of: index)
      let missed = start < kept ? Candle.span : (heardFrom ?? .max) - start
      slots[index].setMissed(until: Int16(min(max(0, missed), Candle.span)))
      if missed <= 0 { slots[index].setQuiet() }
    }
    for trade in recent where between.contains(trade.time) {
      count(trade, in: Int((Candle.bucket(of: trade.time) - oldest) / Candle.span))
    }
  }

  /// The last price is history's where that is newer, and where it was of a trade that history tells of.
  private mutating func settleLastPrice(_ candles: [Candle], _ covering: Range<Int64>) {
    if let candle = candles.last(where: { $0.start < covering.upperBound }),
      candle.start >= lastPrice?.time ?? .min
    {
      lastPrice = LastPrice(price: candle.close, time: candle.start)
    } else if let last = lastPrice, !last.isSampled, covering.contains(last.time),
      last.time >= oldest
    {
      // A trade that was missed may be later in the same second.
      let index = Int((last.time - oldest) / Candle.span)
      if index < slots.count, slots[index].content == .traded {
        lastPrice?.price = slots[index].close
      }
    }
  }

  /// Fills flat buckets back from the first price: where nothing was traded before it, it stood there
  /// already.
  /// - Parameter covering: what history has told of.
  private mutating func fillBack(_ covering: Range<Int64>) {
    guard let first = slots.firstIndex(where: \.isKnown), slots[first].content != .traded,
      let lastPrice, !lastPrice.isOld, covering.lowerBound <= start(of: first),
      start(of: first) <= covering.upperBound
    else { return }
    // History may be a little behind: it must be later than what made the price.
    let isLater =
      lastPrice.isSampled
      ? lastPrice.time + Self.undatedMilliseconds <= covering.upperBound
      : lastPrice.time < covering.lowerBound
    let isTold =
      slots[first].watermark == Candle.span
      || start(of: first + 1) + Candle.span <= covering.upperBound
    guard isLater || isTold else { return }
    for index in slots[..<first].indices.reversed() {
      guard slots[index].watermark == Candle.span else { return }
      slots[index].fill(.flat, .flat(at: slots[first].open, start: start(of: index)))
    }
  }

  /// Adds empty buckets in front, as far as the ring is long.
  /// - Returns: their time.
  private mutating func reach(back time: Int64) -> Range<Int64> {
    let start = max(
      Candle.bucket(of: time + Candle.span - 1),
      start(of: slots.count - 1) - Self.span + Candle.span)
    guard start < oldest else { return oldest..<oldest }
    let missing = Int((oldest - start) / Candle.span)
    slots.insertGaps(missing)
    defer { oldest = start }
    return start..<oldest
  }

  /// The close of the bucket just before `time`; nil where that is a gap: no earlier close tells it.
  private func closeBefore(_ time: Int64) -> Double? {
    let start = Candle.bucket(of: time + Candle.span - 1) - Candle.span
    guard start >= oldest else { return nil }
    let slot = slots[Int((start - oldest) / Candle.span)]
    return slot.isKnown ? slot.close : nil
  }

  /// One bucket becomes what history says, with the stream's trades from `watermark` on over it.
  private mutating func replace(
    _ index: Int, with bucket: Candle?, else close: Double?, until watermark: Int16
  ) {
    let start = start(of: index)
    let known = bucket ?? close.map { .flat(at: $0, start: start) }
    let sampledAt = slots[index].sampledAt
    if slots[index].content == .sampled, sampledAt >= watermark,
      let later = slots[index].candle(from: start)
    {
      // History knows how the bucket began, and samples what came after it.
      slots[index].fill(.sampled, known?.joined(with: later) ?? later, sampledAt: sampledAt)
    } else if let known {
      slots[index].fill(bucket == nil ? .flat : .traded, known)
    } else if slots[index].isKnown, slots[index].content != .traded, lastPrice?.isOld == false {
      // Nothing was traded, and no close before is known: the price that was told is that close.
      slots[index].fill(.flat, .flat(at: slots[index].close, start: start))
    } else {
      slots[index].empty()
    }
    slots[index].setWatermark(watermark)
    streamed.clearEnds(from: start)
    let told = start + Int64(watermark)
    for trade in recent where trade.time >= told && Candle.bucket(of: trade.time) == start {
      put(trade, into: index)
    }
  }
}

extension CandleRing {
  /// At most `count` closes from all over the ring, oldest first, the newest always among them.
  public func closes(_ count: Int) -> [Double] {
    slots.withHeads { heads in
      var left = heads.reduce(0) { $1.isKnown ? $0 + 1 : $0 }
      guard left > 0, count > 0 else { return [] }
      let step = (left + count - 1) / count
      var closes: [Double] = []
      closes.reserveCapacity(min(left, count))
      for head in heads where head.isKnown {
        left -= 1
        if left % step == 0 { closes.append(head.close) }
      }
      return closes
    }
  }
}

extension Candle {
  /// - Parameters:
  ///   - key: the trade's.
  ///   - ends: those of the trades that gave open and close.
  fileprivate mutating func add(_ trade: Trade, _ key: TradeKey, _ ends: inout TradeEnds) {
    high = max(high, trade.price)
    low = min(low, trade.price)
    volume = volume.map { $0 + trade.volume }
    if key < ends.first {
      open = trade.price
      ends.first = key
    }
    if key >= ends.last {
      close = trade.price
      ends.last = key
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
