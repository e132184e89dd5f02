import SimulatedExchange

/// Judges what an outsider sees of the board: its lines, its buses, its requests and its files. It
/// knows what was traded, what reached the board and when something was wrong, and nothing of how the
/// board works.
public final class Oracle {
  /// A market that the board shows, and its exchange.
  public struct Market {
    public let name: String
    public let exchange: String
    /// The coin that is traded, and the currency in which it is paid: `XRP`, `KRW`.
    public let base: String
    public let quote: String
    /// The coin's English and Korean names, as they are said in words.
    public let titles: [String]
    /// The trades in a second of the exchange's clock, earliest first.
    public let trades: (_ second: Int64) -> [SimulatedTrade]
    /// The newest trade at or before a millisecond of the exchange's clock, within six hours.
    public let lastTrade: (_ time: Int64) -> SimulatedTrade?
    /// What the exchange tells of the market's day.
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

  /// Since when a reload would accept the configuration; nil while it would not.
  public var readableSince: Int64? = 0
  /// How much longer than usual a message to an exchange and its answer take together.
  public var delayMilliseconds: Int64 = 0
  /// The market that the configuration left out last, since when and until when; then the one before it.
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
  /// How long after the last press the first page returns, in milliseconds; nil where it does not.
  public var homeAfter: Int64?
  /// The minute of the day by the board's own clock.
  public var minuteOfDay: (_ wall: Int64) -> Int = { _ in 0 }
  /// The day by the board's own clock, in each language: `Mon 4 Oct`, `10월 4일 (월)`.
  public var dayInWords: (_ wall: Int64) -> [String] = { _ in [] }
  public var staleMilliseconds: Int64 = 15_000
  /// The greatest age of a live price, with the time that it may have been under way.
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
  /// When the price that is shown of each market was last known to be true, by the exchange's clock.
  var wasTrueAt: [String: Int64] = [:]
  var chosen = ChoiceRecord()
  public var choices = CardChoices()
  /// Since when files are replaced as they should be.
  private(set) var cardWellSince: Int64 = 0
  /// When somebody has asked for something last.
  private var wishedAt: Int64 = .min / 2
  private(set) var startedAt: Int64 = 0
  /// The counters' values when they were last read in this life, by their names and labels.
  var counters: [String: Double] = [:]
  var book = AlertBook()
  var money = MoneyBook()
  /// Sentences that the board has said, and that are not judged yet.
  var sayings: [Saying] = []
  /// The lines of the last seconds.
  private(set) var recent: [(time: Int64, line: Line)] = []

  public init(markets: [Market]) { self.markets = markets }

  /// The program was started.
  /// - Parameter keptBefore: the card holds what was chosen before then; nil where it may hold nothing.
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

  /// The market that has this name in lines.
  func market(_ name: String) -> Market? { markets.first { $0.name == name } }

  /// Whether a link is live: it tells what the exchange says now.
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
    // A message may come in parts, and every other one may be a pong, which has no stamp.
    if record.words.spokeAt != sentAt {
      record.words.lateness = (record.words.lateness + [time - sentAt]).suffix(6)
    }
    record.words.heardAt = time
    record.words.spokeAt = max(record.words.spokeAt ?? .min, sentAt)
    record.lateSince = time - sentAt > 1_000 ? record.lateSince ?? time : nil
    pairHeard(exchange, at: time)
  }

  /// Bytes of a stream that has brought a message have reached the board, or are read there.
  public func streamHeard(_ exchange: String, at time: Int64) {
    record(exchange).words.streamHeardAt = time
  }

  /// Nothing is wrong with an exchange any more, or something is.
  public func isWell(_ exchange: String, _ isWell: Bool, at time: Int64) {
    let record = record(exchange)
    record.wellSince = isWell ? record.wellSince ?? time : nil
    record.untroubledSince = isWell ? record.untroubledSince ?? time : nil
  }

  /// Something was wrong with an exchange for a moment.
  public func disturbed(_ exchange: String, at time: Int64) {
    let record = record(exchange)
    if record.wellSince != nil { record.wellSince = time }
    if record.untroubledSince != nil { record.untroubledSince = time }
  }

  /// Everything about an exchange is as it should be from now on.
  public func settle(_ exchange: String, at time: Int64) {
    let record = record(exchange)
    record.wellSince = time
    record.doubt.end(at: time)
    for name in record.marketDoubts.keys { record.marketDoubts[name]!.end(at: time) }
  }

  /// The board was suspended for so long, and wakes.
  public func slept(_ milliseconds: Int64, at time: Int64) {
    // A board that falls asleep again soon shows what it knew before it slept the first time.
    let before = time - milliseconds - wokeAt < 60_000 ? sleptMilliseconds : 0
    (sleptMilliseconds, wokeAt) = (milliseconds + before, time)
    // Where markets take turns once a day, their turn may have come. It is no choice, so no card has it.
    if sleptMilliseconds > 86_000_000 { wishedAt = time }
    if sleptMilliseconds > 3_600_000 { chosen.turnedAt = time }
    // The lines that would have shown what was said are not written any more.
    sayings = []
    // What the slow card was busy with before the sleep goes on where it was.
    if cardWellSince > time - milliseconds - 120_000 {
      cardWellSince = max(cardWellSince + milliseconds, time)
    }
    // What somebody asked for just before the sleep is done now.
    if wishedAt > time - milliseconds - 5_000 { wishedAt = time }
    alertsSlept(since: time - milliseconds, at: time)
    connectionsSlept(since: time - milliseconds)
  }

  public func boardIsWell(since time: Int64) { boardWellSince = max(boardWellSince, time) }

  /// What an exchange tells until then may not be what was traded.
  /// - Parameter isLate: whether it is told late, or not at all, and nothing of it is false.
  public func doubt(_ exchange: String, until time: Int64, isLate: Bool = false) {
    record(exchange).doubt.extend(until: time, isLate: isLate)
  }

  /// What an exchange told between these two times was false, late or missing.
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
      // No other market uses the exchange: it begins anew when this one comes back.
      if !markets.contains(where: { $0.exchange == market.exchange && $0.name != name }) {
        book.liveSaid[market.exchange] = nil
      }
    }
    commanded(at: time)
  }

  /// The configuration leaves out none any more. The market that it had left out begins anew.
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

  /// Whether the configuration leaves a market out, or did so until a moment ago.
  public func mayBeLeftOut(_ name: String, at time: Int64) -> Bool {
    [leftOut, leftOutBefore].compactMap { $0 }.contains { leftOut in
      guard leftOut.name == name else { return false }
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
    // The line before this one stays, however old it is.
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

  /// Time has passed. What the newest line says must still be true.
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
    // A line in which only the age changes may come a second later, and one that tells that hubs were
    // late comes after the first beat that was not.
    guard time - hearsay.lateAt > 3_000 else { return }
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
