import SimulatedExchange

/// Judges what an outsider sees of the board: its lines, its buses, its requests and its files. It
/// knows what was traded, what reached the board and when something was wrong, and nothing of how the
/// board works.
public final class Oracle {
  /// What the board was told to show, and by which exchange.
  public struct Market {
    public let name: String
    public let exchange: String
    /// What is traded, and what it is paid in: `XRP`, `KRW`.
    public let base: String
    public let quote: String
    /// What it is called in words.
    public let titles: [String]
    /// What was traded in a second of the exchange's clock, earliest first.
    public let trades: (_ second: Int64) -> [SimulatedTrade]
    /// The newest of the last six hours, at or before a millisecond of the exchange's clock.
    public let lastTrade: (_ time: Int64) -> SimulatedTrade?
    /// What its exchange tells of its day.
    public let day: () -> SimulatedServer.Day?
    /// How the exchange's clock differs from the true one, in milliseconds.
    public let clockOffset: () -> Int64

    public init(
      exchange: String, listing: SimulatedListing, trades: @escaping (Int64) -> [SimulatedTrade],
      lastTrade: @escaping (Int64) -> SimulatedTrade?,
      day: @escaping () -> SimulatedServer.Day?, clockOffset: @escaping () -> Int64
    ) {
      (name, self.exchange) = ("\(exchange):\(listing.code)", exchange)
      (base, quote, titles) = (listing.base, listing.quote, [listing.english, listing.korean])
      (self.trades, self.lastTrade) = (trades, lastTrade)
      (self.day, self.clockOffset) = (day, clockOffset)
    }
  }

  /// A rule that was broken.
  public struct Violation: Equatable, Sendable {
    public let rule: Rule
    public let detail: String
    /// The true time in Unix milliseconds.
    public let time: Int64
  }

  /// Since when the configuration is one that a reload takes; nil while it is not.
  public var readableSince: Int64? = 0
  /// How much longer than usual what is said to exchanges and their answer take together.
  public var delayMilliseconds: Int64 = 0
  /// The market that the configuration has left out last, since when and until when, and the one before.
  private var leftOut: (name: String, since: Int64, until: Int64?)?
  private var leftOutBefore: (name: String, since: Int64, until: Int64?)?
  public private(set) var violations: [Violation] = []
  /// How often each rule was asked.
  public private(set) var checks: [Rule: Int] = [:]
  public let markets: [Market]
  /// Nil where each market has one exchange.
  private(set) var pair: Pair?
  var pairState = PairState()
  var hearsay = Hearsay()
  var beats = Beats()
  /// Exchanges that are heard only while others are silent.
  public var standIns: Set<String> = []
  /// So long after the last press the first page returns; nil where it does not.
  public var homeAfter: Int64?
  /// The minute of the board's day, of its own clock.
  public var minuteOfDay: (_ wall: Int64) -> Int = { _ in 0 }
  public var staleMilliseconds: Int64 = 15_000
  /// How old a price may be that is called live: it may have been under way.
  var livePriceMilliseconds: Int64 { staleMilliseconds + 2_000 }
  public private(set) var lines = 0
  /// The newest line.
  public private(set) var newest: Line?
  private(set) var records: [String: ExchangeRecord] = [:]
  /// Since when the machine has had no network, and knows it; nil while it has one.
  var networkDownAt: Int64?
  private(set) var boardWellSince: Int64 = 0
  private var lineTimes: [Int64] = []
  /// How long the board slept last, and when it woke.
  private(set) var sleptMilliseconds: Int64 = 0
  private(set) var wokeAt = Int64.min / 2
  /// The price that was shown last of each market.
  var shown: [String: Double] = [:]
  /// When the price that is shown of each market was surely that of a trade, by the exchange's clock.
  var wasTrueAt: [String: Int64] = [:]
  var chosen = ChoiceRecord()
  public var choices = CardChoices()
  /// Since when files are replaced as they should be.
  private(set) var cardWellSince: Int64 = 0
  /// When somebody has asked for something last.
  private var wishedAt: Int64 = .min / 2
  private(set) var startedAt: Int64 = 0
  /// What counters stood at when they were read last in this life, by their names and labels.
  var counters: [String: Double] = [:]
  var book = AlertBook()
  var money = MoneyBook()
  /// What was said in words, and is not judged yet.
  var sayings: [Saying] = []
  /// The lines of the last seconds.
  private(set) var recent: [(time: Int64, line: Line)] = []

  public init(markets: [Market]) { self.markets = markets }

  /// The program was started.
  /// - Parameter keptBefore: what was chosen before then is on the card; nil where nothing may be.
  public func started(at time: Int64, keptBefore: Int64?) {
    startedAt = time
    pairState = PairState()
    hearsay = Hearsay()
    sayings = []
    choiceStarted(at: time, keptBefore: keptBefore)
    alertsStarted()
    awayStarted(at: time, keptBefore: keptBefore)
    money.begin()
    (newest, counters, lineTimes) = (nil, [:], [])
    for record in records.values { record.begin() }
  }

  func record(_ market: Market) -> ExchangeRecord { record(market.exchange) }

  /// What is known of an exchange.
  func record(_ exchange: String) -> ExchangeRecord {
    if let record = records[exchange] { return record }
    let record = ExchangeRecord()
    records[exchange] = record
    return record
  }

  /// The market that lines call so.
  func market(_ name: String) -> Market? { markets.first { $0.name == name } }

  /// Whether a link tells what an exchange says now.
  static func isLive(_ link: String) -> Bool { link == "streaming" || link == "polling" }

  public func setPair(_ pair: Pair?) { self.pair = pair }

  /// Bytes of an exchange's data have reached the board.
  /// - Parameters:
  ///   - sentAt: when the exchange sent them.
  ///   - isStreamed: whether they are the newest of a stream.
  public func heard(
    _ exchange: String, sentAt: Int64, isStreamed: Bool = false, at time: Int64
  ) {
    let record = record(exchange)
    if isStreamed { record.words.streamedAt = max(record.words.streamedAt ?? .min, sentAt) }
    if time - (record.words.heardAt ?? .min / 2) > staleMilliseconds {
      record.words.heardSince = time
    }
    // A word may come in parts, and every other one may be a pong, which has no stamp.
    if record.words.spokeAt != sentAt {
      record.words.lateness = (record.words.lateness + [time - sentAt]).suffix(6)
    }
    record.words.heardAt = time
    record.words.spokeAt = max(record.words.spokeAt ?? .min, sentAt)
    record.lateSince = time - sentAt > 1_000 ? record.lateSince ?? time : nil
    pairHeard(exchange, at: time)
  }

  /// Something of a stream that has brought a message has reached the board, or is read there.
  public func streamHeard(_ exchange: String, at time: Int64) {
    record(exchange).words.streamHeardAt = time
  }

  /// Nothing is wrong with it any more, or something is.
  public func isWell(_ exchange: String, _ isWell: Bool, at time: Int64) {
    let record = record(exchange)
    record.wellSince = isWell ? record.wellSince ?? time : nil
    record.untroubledSince = isWell ? record.untroubledSince ?? time : nil
  }

  /// Something was wrong with it for a moment.
  public func disturbed(_ exchange: String, at time: Int64) {
    let record = record(exchange)
    if record.wellSince != nil { record.wellSince = time }
    if record.untroubledSince != nil { record.untroubledSince = time }
  }

  /// Everything is as it should be from now on.
  public func settle(_ exchange: String, at time: Int64) {
    let record = record(exchange)
    record.wellSince = time
    record.doubt.end(at: time)
    for name in record.marketDoubts.keys { record.marketDoubts[name]!.end(at: time) }
  }

  /// The board was suspended for so long, and wakes.
  public func slept(_ milliseconds: Int64, at time: Int64) {
    // Who falls asleep again at once shows what it knew before the first time.
    let before = time - milliseconds - wokeAt < 60_000 ? sleptMilliseconds : 0
    (sleptMilliseconds, wokeAt) = (milliseconds + before, time)
    // Markets that take turns once a day take theirs.
    if sleptMilliseconds > 86_000_000 { wishedAt = time }
    // Lines that would have been written are not.
    sayings = []
    // What the card was slow with goes on where it was.
    if cardWellSince > time - milliseconds - 120_000 {
      cardWellSince = max(cardWellSince + milliseconds, time)
    }
    // What somebody asked for just before is done now.
    if wishedAt > time - milliseconds - 5_000 { wishedAt = time }
    alertsSlept(since: time - milliseconds, at: time)
    connectionsSlept(since: time - milliseconds)
  }

  public func boardIsWell(since time: Int64) { boardWellSince = time }

  /// What it tells until then may not be what was traded.
  /// - Parameter isLate: whether nothing of it is false: it is told late, or not at all.
  public func doubt(_ exchange: String, until time: Int64, isLate: Bool = false) {
    record(exchange).doubt.extend(until: time, isLate: isLate)
  }

  /// What it has told in a time that is over was false, late or missing.
  public func doubted(_ exchange: String, since begin: Int64, until end: Int64) {
    record(exchange).doubt.note(begin, until: end)
  }

  /// What is told of one market from now on is late, or missing.
  func doubt(_ market: Market) {
    record(market).marketDoubts[market.name, default: .init()].extend(until: .max / 4, isLate: true)
  }

  /// The configuration leaves a market out from now on, and no other one.
  public func leavesOut(_ name: String, at time: Int64) {
    (leftOutBefore, leftOut) = (leftOut, (name, time, nil))
    if let market = market(name) {
      doubt(market)
      // Who comes back begins anew.
      if !markets.contains(where: { $0.exchange == market.exchange && $0.name != name }) {
        book.liveSaid[market.exchange] = nil
      }
    }
    commanded(at: time)
  }

  /// It leaves out none. The market begins anew.
  public func leavesOutNone(at time: Int64) {
    if let market = leftOut.flatMap({ market($0.name) }) {
      record(market).marketDoubts[market.name]!.end(at: time + 10_000)
    }
    leftOut?.until = time
    commanded(at: time)
  }

  /// Whether the configuration has left a market out for so long.
  func isLeftOut(_ name: String, for milliseconds: Int64, at time: Int64) -> Bool {
    guard let leftOut, leftOut.name == name, leftOut.until == nil, let readableSince else {
      return false
    }
    return time - max(leftOut.since, readableSince, wokeAt) >= milliseconds
  }

  /// Whether it does, or did until a moment ago.
  func mayBeLeftOut(_ market: Market, at time: Int64) -> Bool {
    [leftOut, leftOutBefore].compactMap { $0 }.contains { leftOut in
      guard leftOut.name == market.name else { return false }
      guard let until = leftOut.until, let readableSince else { return true }
      return time - max(until, readableSince, wokeAt) < 5_000
    }
  }

  /// Until when what is told of a market may be false, late or missing.
  func doubtUntil(_ market: Market) -> Int64 {
    let record = record(market)
    return max(record.doubt.until, record.marketDoubts[market.name]?.until ?? 0)
  }

  /// Somebody asks for something, which may be done before it is answered.
  public func wishes(at time: Int64) { wishedAt = time }

  /// When somebody has asked for something last, or has pressed.
  var askedAt: Int64 { max(book.pressedAt, wishedAt) }

  func isAsked(since time: Int64) -> Bool { askedAt >= time }

  /// Since when files are replaced as they should be; nil while they are not.
  public func cardIsWell(since time: Int64?) { cardWellSince = time ?? .max / 4 }

  /// A line of the log.
  public func logged(_ text: String, at time: Int64) {
    check(.fileIsWhole, !text.contains("damaged"), at: time) { text }
    alertLogged(text, at: time)
  }

  /// A line of standard output, without its end.
  /// - Parameter wall: the board's own clock, Unix milliseconds.
  public func line(_ bytes: some Sequence<UInt8>, wall: Int64, at time: Int64) {
    lines += 1
    holds(.lineIsWhole)
    guard let line = Line(bytes) else {
      return fail(.lineIsWhole, String(decoding: Array(bytes), as: UTF8.self), at: time)
    }
    check(.timeIsTheBoards, abs(line.time - Double(wall) / 1_000) < 0.002, at: time) {
      "\(line.time), by the board's clock it is \(wall)"
    }
    judgeShape(line, at: time)
    lineTimes.removeAll { $0 <= time - 1_000 }
    lineTimes.append(time)
    check(.lineRate, lineTimes.count <= 11, at: time) { "\(lineTimes.count) lines in a second" }
    newest = line
    // And the one before them.
    recent.removeFirst(recent.dropLast().count { $0.time < time - 2_000 })
    recent.append((time, line))
    see(line, at: time)
    guard let market = market(line.market) else {
      return fail(.marketIsShown, line.market, at: time)
    }
    check(.marketIsShown, !isLeftOut(line.market, for: 2_000, at: time), at: time) {
      "\(line.market), which the configuration leaves out"
    }
    judgeChoice(line, at: time)
    pairLine(line, at: time)
    judgeGaps(line, at: time)
    judgeHearsay(line, market, at: time)
    judgeHubsPrice(line, market, at: time)
    judgeHubsLink(line, market, at: time)
    judgeLink(line, market, at: time)
    if let live = line.live {
      judge(live, market, isOver: false, at: time)
      if let closed = line.closed { judge(live, after: closed, market, at: time) }
    }
    if let closed = line.closed {
      judge(closed, market, isOver: true, age: Int64(line.age ?? 0) * 1_000, at: time)
    }
    judgeTime(line, market, at: time)
    judgePrice(line, market, at: time)
    if let price = line.price { judgeChange(line.change, of: price, line.link, market, at: time) }
    judgeFace(line, market, at: time)
  }

  /// Time has passed. What the newest line says is still said.
  public func watch(at time: Int64) {
    watchAlerts(at: time)
    judgeSayings(at: time)
    judgeFound(at: time)
    judgeCard(at: time)
    guard let newest, Self.isLive(newest.link),
      let market = market(newest.market)
    else { return }
    let silence = silence(of: market.exchange, at: time)
    if let age = newest.age, let heard = record(market).words.heardAt {
      check(.lineIsTrueStill, Int64(age) * 1_000 >= time - heard - 2_500, at: time) {
        "\(newest.market) is said to be heard \(age) s ago still, it was \(time - heard) ms"
      }
    }
    check(.lineIsTrueStill, silence <= staleMilliseconds + 1_500, at: time) {
      "\(newest.market) is \(newest.link) still, heard \(silence) ms ago"
    }
    // A line that is only older may be a second later.
    judgeHubsPrice(newest, market, leeway: 3_000, at: time)
  }

  /// The lines since then, the oldest first.
  public func lines(since time: Int64) -> [Line] {
    recent.filter { $0.time >= time }.map(\.line)
  }

  func isWell(_ market: Market, for milliseconds: Int64, at time: Int64) -> Bool {
    isWell(market.exchange, for: milliseconds, at: time)
  }

  /// Whether nothing has been wrong with an exchange and the board for so long.
  public func isWell(_ exchange: String, for milliseconds: Int64, at time: Int64) -> Bool {
    let record = record(exchange)
    guard let well = record.wellSince else { return false }
    return time - max(well, boardWellSince, startedAt) > milliseconds
  }

  /// A rule was asked, and holds.
  func holds(_ rule: Rule) { checks[rule, default: 0] += 1 }

  public func check(
    _ rule: Rule, _ holds: Bool, at time: Int64, _ detail: () -> String
  ) {
    checks[rule, default: 0] += 1
    if !holds { fail(rule, detail(), at: time) }
  }

  public func fail(_ rule: Rule, _ detail: String, at time: Int64) {
    violations.append(Violation(rule: rule, detail: detail, time: time))
  }
}
