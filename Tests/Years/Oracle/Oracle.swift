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
    /// The lowest and the highest price of its day.
    public let day: () -> (low: Double, high: Double)?
    /// How the exchange's clock differs from the true one, in milliseconds.
    public let clockOffset: () -> Int64

    public init(
      exchange: String, listing: SimulatedListing, trades: @escaping (Int64) -> [SimulatedTrade],
      lastTrade: @escaping (Int64) -> SimulatedTrade?,
      day: @escaping () -> (low: Double, high: Double)?, clockOffset: @escaping () -> Int64
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
  public var staleMilliseconds: Int64 = 15_000
  public private(set) var lines = 0
  /// The newest line.
  public private(set) var newest: Line?
  /// When something reached the board from an exchange last, in true milliseconds, and since when it
  /// has been heard without a silence.
  private(set) var heard: [String: Int64] = [:]
  private var heardSince: [String: Int64] = [:]
  /// How late its newest words came.
  private var late: [String: [Int64]] = [:]
  /// When it said the newest of what has reached the board.
  private var spoke: [String: Int64] = [:]
  /// Since when what comes of it is late.
  private var lateSince: [String: Int64] = [:]
  /// When its newest stream was opened.
  private var openedAt: [String: Int64] = [:]
  /// Since when nothing has been wrong with an exchange or the board; nil while something is.
  private var wellSince: [String: Int64] = [:]
  /// The same, but not begun anew once everything is as it should be.
  private var untroubledSince: [String: Int64] = [:]
  /// Until when what an exchange tells may be false, late or missing.
  private(set) var doubtUntil: [String: Int64] = [:]
  /// Until when it may be false.
  private var falseUntil: [String: Int64] = [:]
  /// When an exchange was asked for prices, or has told anything that counts against the limit of
  /// those; nil where it has refused since.
  private var pricesToldAt: [String: Int64] = [:]
  /// Since when an exchange has no stream.
  private var streamlessSince: [String: Int64] = [:]
  private(set) var boardWellSince: Int64 = 0
  private var lineTimes: [Int64] = []
  /// How long the board slept last, and when it woke.
  private(set) var sleptMilliseconds: Int64 = 0
  private(set) var wokeAt = Int64.min / 2
  /// The price that was shown last of each market.
  private var shown: [String: Double] = [:]
  /// When an exchange has last said that it has no such thing.
  private var missedAt: [String: Int64] = [:]
  private var connects: [String: [Int64]] = [:]
  /// When a connection to an exchange was last tried, and until when it wants to be left alone.
  private(set) var triedAt: [String: Int64] = [:]
  private var leftAloneUntil: [String: Int64] = [:]
  /// Until when some of its calls are made less often.
  private var askedLessUntil: [String: Int64] = [:]
  /// When it has refused anything last.
  private var refusedAt: [String: Int64] = [:]
  /// Its address was found then, and nothing was made of it yet.
  private var foundAt: [String: Int64] = [:]
  /// Markets that the stream of their exchange leaves out, since when, and when the price of each was
  /// asked for last.
  private var leftOut: [String: (since: Int64, askedAt: Int64)] = [:]
  /// A stream that had lasted has ended then, and was not tried again yet.
  private var lostAt: [String: Int64] = [:]
  /// Since when the network that leads to an exchange is there again, after a while without one.
  private var networkBackAt: [String: Int64] = [:]
  private var networkDownAt: Int64?
  /// Since when nothing keeps the board from connecting, whatever is answered.
  private var reachableSince: [String: Int64] = [:]
  /// By exchange and question: when it was asked, whether it was told, and when it may be asked again.
  private var askedAt: [String: Int64] = [:]
  private var told: Set<String> = []
  /// When the board may have turned to another server of an exchange: it hears no answer of the last one.
  private var leftAt: [String: Int64] = [:]
  private var waitsUntil: [String: Int64] = [:]
  /// The same of streams, and since when.
  private var streamWaits: [String: (since: Int64, until: Int64)] = [:]
  /// By an exchange's server: since when it has banned all calls, and until when.
  private var bans: [String: (since: Int64, until: Int64)] = [:]
  /// When an exchange was asked anything, where that is limited.
  private var calledAt: [String: Int64] = [:]
  /// When the board has turned from the usual server of an exchange's streams to the spare one.
  private var onSpareSince: [String: Int64] = [:]
  /// How often a stream was tried in vain since one last lasted, while the machine had a network, or the
  /// exchange has refused all that comes from here.
  private var triedInVain: [String: Int] = [:]
  private var cardWrittenAt: Int64?
  /// What may be on the card: what was chosen about when it was written last. Since when it takes
  /// what is written.
  private var keptChoices: Set<String> = []
  /// Whether what was written last was seen: nothing was in front of it.
  private var wasCardSeen = false
  var cardWellSince: Int64 = 0
  public var choices = CardChoices()
  /// Since when an alert or a notice is in front of what was chosen.
  private var coveredSince: Int64?
  /// When somebody has asked for something last.
  private var wishedAt: Int64 = .min / 2
  private(set) var startedAt: Int64 = 0
  /// What counters stood at when they were read last in this life, by their names and labels.
  var counters: [String: Double] = [:]
  var book = AlertBook()
  /// What was said in words, and is not judged yet.
  var sayings: [Saying] = []
  /// The lines of the last seconds.
  private var recent: [(time: Int64, line: Line)] = []
  /// What the first line of a life is to show, and since when that has been chosen.
  private var choice: (page: String, market: String)?
  private var chosen: (page: String, market: String, since: Int64)?

  public init(markets: [Market]) { self.markets = markets }

  // MARK: What the simulation knows

  /// The program was started.
  /// - Parameter keptBefore: what was chosen before then is on the card; nil where nothing may be.
  public func started(at time: Int64, keptBefore: Int64?) {
    startedAt = time
    pairState = PairState()
    hearsay = Hearsay()
    sayings = []
    choice = nil
    // What was chosen below an alert was not seen.
    let isSeen = coveredSince.map { !isAsked(since: $0 - 1_000) } ?? true
    if let keptBefore, let chosen, isSeen, chosen.since < keptBefore,
      !isAsked(since: time - 4_000)
    {
      choice = (chosen.page, chosen.market)
    }
    alertsStarted()
    // What a life begins with is what the card holds.
    wasCardSeen = true
    counters = [:]
    (newest, chosen, cardWrittenAt, keptChoices, coveredSince) = (nil, nil, nil, [], nil)
    (heard, late, heardSince, lineTimes, connects) = ([:], [:], [:], [], [:])
    spoke = [:]
    (triedAt, lostAt, askedAt, waitsUntil, calledAt) = ([:], [:], [:], [:], [:])
    (pricesToldAt, streamlessSince, foundAt) = ([:], [:], [:])
    (told, leftAt, bans, streamWaits) = ([], [:], [:], [:])
    (onSpareSince, triedInVain) = ([:], [:])
  }

  /// The market that lines call so.
  func market(_ name: String) -> Market? { markets.first { $0.name == name } }

  /// Whether a link tells what an exchange says now.
  static func isLive(_ link: String) -> Bool { link == "streaming" || link == "polling" }

  public func setPair(_ pair: Pair?) { self.pair = pair }

  /// Bytes of an exchange's data have reached the board.
  /// - Parameter sentAt: when the exchange sent them.
  public func heard(_ exchange: String, sentAt: Int64, at time: Int64) {
    if time - (heard[exchange] ?? .min / 2) > staleMilliseconds { heardSince[exchange] = time }
    // A word may come in parts, and every other one may be a pong, which has no stamp.
    if spoke[exchange] != sentAt {
      late[exchange] = (late[exchange, default: []] + [time - sentAt]).suffix(6)
    }
    heard[exchange] = time
    spoke[exchange] = max(spoke[exchange] ?? .min, sentAt)
    lateSince[exchange] = time - sentAt > 1_000 ? lateSince[exchange] ?? time : nil
    pairHeard(exchange, at: time)
  }

  /// Nothing is wrong with it any more, or something is.
  public func isWell(_ exchange: String, _ isWell: Bool, at time: Int64) {
    wellSince[exchange] = isWell ? wellSince[exchange] ?? time : nil
    untroubledSince[exchange] = isWell ? untroubledSince[exchange] ?? time : nil
  }

  /// Something was wrong with it for a moment.
  public func disturbed(_ exchange: String, at time: Int64) {
    if wellSince[exchange] != nil { wellSince[exchange] = time }
    if untroubledSince[exchange] != nil { untroubledSince[exchange] = time }
  }

  /// Whether the board's ways lead to an exchange.
  public func isReachable(_ exchange: String, _ isReachable: Bool, at time: Int64) {
    reachableSince[exchange] = isReachable ? reachableSince[exchange] ?? time : nil
  }

  /// The machine has lost its network, and knows it.
  public func networkIsDown(at time: Int64) {
    networkDownAt = networkDownAt ?? time
    networkBackAt = [:]
  }

  /// It has one again, which leads to these exchanges.
  public func networkIsBack(to exchanges: [String], at time: Int64) {
    guard let downAt = networkDownAt else { return }
    networkDownAt = nil
    guard time - downAt > 3_000 else { return }
    for exchange in exchanges { networkBackAt[exchange] = time }
  }

  /// The stream of its exchange says nothing of a market; nil: it does again.
  public func leavesOut(_ market: String, since time: Int64?) {
    leftOut[market] = time.map { ($0, $0) }
  }

  /// The board has found an exchange's address.
  public func finds(_ exchange: String, at time: Int64) {
    foundAt[exchange] = time
    // That was not in vain. A stream may have lasted since it was looked for.
    triedInVain[exchange] = max(0, triedInVain[exchange, default: 0] - 1)
  }

  /// The board connects to where an exchange was found.
  public func follows(_ exchange: String) {
    if foundAt.removeValue(forKey: exchange) != nil { checks[.nameIsUsed, default: 0] += 1 }
  }

  /// Everything is as it should be from now on.
  public func settle(_ exchange: String, at time: Int64) {
    wellSince[exchange] = time
    doubtUntil[exchange] = time
    falseUntil[exchange] = time
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
  }

  public func boardIsWell(since time: Int64) { boardWellSince = time }

  /// What it tells until then may not be what was traded.
  /// - Parameter isLate: whether nothing of it is false: it is told late, or not at all.
  public func doubt(_ exchange: String, until time: Int64, isLate: Bool = false) {
    doubtUntil[exchange] = max(doubtUntil[exchange] ?? 0, time)
    if !isLate { falseUntil[exchange] = max(falseUntil[exchange] ?? 0, time) }
  }

  /// An exchange has answered a request.
  /// - Parameters:
  ///   - isOnPurpose: a fault may have chosen the status.
  ///   - waitSeconds: how long the exchange wants not to be asked so.
  public func answered(
    _ exchange: String, _ target: String, status: Int, waitSeconds: Int64?, isOnPurpose: Bool,
    at time: Int64
  ) {
    check(.requestLimit, isOnPurpose || (status != 429 && status != 418), at: time) {
      "\(exchange) answered \(status)"
    }
    if status == 404 { missedAt[exchange] = time }
    let question = "\(exchange) \(target)"
    if status < 300, askedAt[question] ?? time >= leftAt[exchange] ?? .min { told.insert(question) }
    // Of the others one call counts against the limit of all: who is refused one leaves all alone.
    if Self.asksForPrices(target) || exchange != "upbit" {
      pricesToldAt[exchange] = status < 300 ? time : nil
      if status >= 400 { refusedAt[exchange] = time }
    }
    if status == 429, let waitSeconds {
      waitsUntil[Self.question(exchange, target)] = time + waitSeconds * 1_000
    }
    // Exchanges' documentation: 418 bans for up to an hour, 403 and 451 are no passing states.
    let alone: Int64 =
      switch status {
      case 418: 3_600_000
      case 403, 451: 900_000
      default: 0
      }
    if alone > 0 {
      leave(exchange, aloneUntil: time + alone)
      triedInVain[exchange, default: 0] += 1
    }
    if status == 418 { banned(exchange, target, waitSeconds: waitSeconds, at: time) }
    // A call that was asked too often has nothing to do with the stream.
    if status == 429 {
      let wait = max(120_000, (waitSeconds ?? 0) * 1_000)
      askedLessUntil[exchange] = max(askedLessUntil[exchange] ?? 0, time + wait)
    }
  }

  /// An exchange has refused a stream.
  /// - Parameter waitSeconds: how long it wants not to be asked for one.
  public func refusedStream(
    _ exchange: String, _ target: String, status: Int, waitSeconds: Int64?, at time: Int64
  ) {
    if status == 418 { banned(exchange, target, waitSeconds: waitSeconds, at: time) }
    guard let waitSeconds else { return }
    streamWaits[Self.question(exchange, target)] = (time, time + waitSeconds * 1_000)
  }

  /// An exchange has answered a call or an upgrade with 418: nothing is asked of that server for the time
  /// that it names, or for half a minute. A ban grows with each call that is made meanwhile.
  public func banned(_ exchange: String, _ target: String, waitSeconds: Int64?, at time: Int64) {
    bans[Self.server(exchange, target)] = (time, time + max(waitSeconds ?? 0, 30) * 1_000)
  }

  /// The board asks an exchange anything, or for a stream.
  public func turns(to exchange: String, _ target: String, isStream: Bool, at time: Int64) {
    if isStream {
      pairTurns(to: exchange, at: time)
      judgeServer(exchange, isSpare: Self.isSpare(target), at: time)
    }
    if isStream, let wait = streamWaits[Self.question(exchange, target)] {
      // What leaves before the answer was read knows nothing of it.
      let mayLeave = time < wait.since + 1_000 || time >= wait.until - 1_000
      check(.waitIsKept, mayLeave, at: time) {
        "a stream of \(exchange) is asked for \(wait.until - time) ms too soon"
      }
    }
    guard let ban = bans[Self.server(exchange, target)] else { return }
    // What leaves before the answer was read knows nothing of it.
    let mayLeave = time < ban.since + 1_000 || time >= ban.until - 1_000
    check(.waitIsKept, mayLeave, at: time) {
      "\(exchange) is asked \(target) \(time - ban.since) ms after it has banned all calls"
    }
  }

  /// The board looks for the address of an exchange's server, for a stream: whether or not it is found,
  /// that is a try.
  public func looks(for exchange: String, _ target: String) {
    if !Self.isSpare(target) { onSpareSince[exchange] = nil }
  }

  /// A spare server is for trouble with the usual one, and that is tried again within the hour.
  private func judgeServer(_ exchange: String, isSpare: Bool, at time: Int64) {
    guard isSpare else {
      onSpareSince[exchange] = nil
      return
    }
    if onSpareSince[exchange] == nil {
      onSpareSince[exchange] = time
      check(.spareIsForTrouble, triedInVain[exchange, default: 0] > 0, at: time) {
        "\(exchange) is asked at another server, and the usual one has not failed"
      }
    }
  }

  /// Binance's server of data alone, and Bithumb's older one.
  public static func isSpare(_ target: String) -> Bool {
    target.contains("/data/") || target.contains("/pub/")
  }

  /// One that gives data only is another server than the usual one.
  private static func server(_ exchange: String, _ target: String) -> String {
    target.contains("/data/") ? "\(exchange) data" : exchange
  }

  /// An exchange has refused so that it may be left alone until then.
  public func leave(_ exchange: String, aloneUntil time: Int64) {
    leftAloneUntil[exchange] = max(leftAloneUntil[exchange] ?? 0, time)
  }

  /// Whether an exchange has asked to be left alone, or had until a moment ago.
  func isLeftAlone(_ exchange: String, at time: Int64) -> Bool {
    time < (leftAloneUntil[exchange] ?? 0) + 60_000
  }

  /// Until when the exchange that is to be left alone longest is.
  public var allLeftAloneUntil: Int64 {
    max(leftAloneUntil.values.max() ?? 0, askedLessUntil.values.max() ?? 0)
  }

  private static func question(_ exchange: String, _ target: String) -> String {
    "\(exchange) \(target.prefix { $0 != "?" })"
  }

  /// `/ticker`, or `/Ticker` on Kraken.
  private static func asksForPrices(_ target: String) -> Bool {
    target.contains("/ticker") || target.contains("/Ticker")
  }

  /// The board asks an exchange.
  /// - Parameter isFound: its address has been known; calls that have waited for it leave together.
  public func asked(_ exchange: String, _ target: String, isFound: Bool, at time: Int64) {
    let wait = waitsUntil[Self.question(exchange, target)] ?? 0
    check(.waitIsKept, time >= wait - 1_000, at: time) {
      "\(exchange) is asked \(target) \(wait - time) ms too soon"
    }
    // Its documentation calls one call a second safe.
    if exchange == "kraken" {
      let last = calledAt[exchange] ?? .min / 2
      calledAt[exchange] = isFound ? time : nil
      check(.requestLimit, !isFound || time - last >= 1_000, at: time) {
        "\(exchange) is asked \(target) \(time - last) ms after another call"
      }
    }
    if Self.asksForPrices(target) {
      pricesToldAt[exchange] = time
      for market in markets where market.exchange == exchange {
        let code = market.name.drop { $0 != ":" }.dropFirst()
        if target.contains(code) { leftOut[market.name]?.askedAt = time }
      }
    }
    guard Self.asksForPrices(target) else { return }
    let question = "\(exchange) \(target)"
    // A network that comes back is a reason to ask at once.
    if let last = askedAt.updateValue(time, forKey: question), told.remove(question) != nil,
      last >= boardWellSince
    {
      check(.pollsArePaced, time - last >= 900, at: time) {
        "\(exchange) is asked \(target) again after \(time - last) ms"
      }
    }
  }

  /// The board sends messages on a connection.
  /// - Parameter times: of those of the last minute.
  public func says(_ exchange: String, _ times: [Int64], at time: Int64) {
    // As their documentation has it: Upbit's websocket-message, Binance's incoming messages, Coinbase's
    // messages of a client.
    let limits: [(count: Int, milliseconds: Int64)] =
      switch exchange {
      case "upbit": [(5, 1_000), (100, 60_000)]
      case "binance": [(5, 1_000)]
      case "coinbase": [(100, 1_000)]
      default: []
      }
    for limit in limits {
      let said = times.count { $0 > time - limit.milliseconds }
      check(.messageLimit, said <= limit.count, at: time) {
        "\(said) messages to \(exchange) within \(limit.milliseconds) ms"
      }
    }
  }

  /// This choice was written to the card. It may be older than what is shown, where it has waited for
  /// a slow card, or newer: it is written before it is shown.
  public func cardIsWritten(page: String, place: String, at time: Int64) {
    let last = cardWrittenAt ?? .min / 2
    // What was slow is followed at once by what has waited for it, and a turn may take its time.
    let isSlow = cardWellSince > last - 120_000
    check(.cardIsSpared, isSlow || time - last >= 29_000, at: time) {
      "after \(time - last) ms"
    }
    cardWrittenAt = time
    keptChoices = ["\(page) \(placeName(of: place))"]
    if let chosen, isSlow || chosen.since > time - 1_500 {
      keptChoices.insert("\(chosen.page) \(placeName(of: chosen.market))")
    }
    wasCardSeen = coveredSince == nil
  }

  /// Somebody asks for something, which may be done before it is answered.
  public func wishes(at time: Int64) { wishedAt = time }

  func isAsked(since time: Int64) -> Bool { max(book.pressedAt, wishedAt) >= time }

  /// Since when files are replaced as they should be; nil while they are not.
  public func cardIsWell(since time: Int64?) { cardWellSince = time ?? .max / 4 }

  /// A line of the log.
  public func logged(_ text: String, at time: Int64) {
    check(.fileIsWhole, !text.contains("damaged"), at: time) { text }
    alertLogged(text, at: time)
  }

  /// The board tries to connect to an exchange's stream.
  /// - Parameter isLookup: whether it only asks for the address, for that or for a call.
  public func tries(_ exchange: String, isLookup: Bool, at time: Int64) {
    triedAt[exchange] = time
    lostAt[exchange] = nil
    // A lookup may be for a call.
    if !isLookup { networkBackAt[exchange] = nil }
    leaves(exchange, at: time)
    if networkDownAt == nil { triedInVain[exchange, default: 0] += 1 }
    guard !isLookup else { return }
    var times = connects[exchange, default: []]
    times.removeAll { $0 < time - 60_000 }
    times.append(time)
    connects[exchange] = times
    check(.connectLimit, times.count <= 40, at: time) {
      "\(times.count) connections to \(exchange) within a minute"
    }
  }

  /// The board gives up a stream, or begins one: what follows may be told by another of its servers.
  public func leaves(_ exchange: String, at time: Int64) {
    leftAt[exchange] = time
    told = told.filter { !$0.hasPrefix("\(exchange) ") }
  }

  /// A stream has said its first words. How late they are is found out anew.
  public func opens(_ exchange: String, at time: Int64) {
    openedAt[exchange] = time
    lateSince[exchange] = nil
  }

  /// The board was told that its stream has ended.
  /// - Parameter lasted: for how long it had brought data.
  public func lost(_ exchange: String, lasted: Int64, at time: Int64) {
    if lasted > 70_000, time - startedAt > 70_000 { lostAt[exchange] = time }
  }

  /// Time has passed.
  /// - Parameters:
  ///   - streams: whether the board has a stream of that exchange that has said something.
  ///   - hasLasted: whether one of its usual server has brought data for a while.
  public func watch(_ exchange: String, streams: Bool, hasLasted: Bool, at time: Int64) {
    let isAlone = isLeftAlone(exchange, at: time)
    // Who only stands in for another one need not be heard.
    if standIns.contains(exchange) { return }
    if streams { networkBackAt[exchange] = nil }
    // One that ends after its first words, or answers pings alone, was in vain as well.
    if hasLasted { triedInVain[exchange] = 0 }
    let streamless = streams ? time : streamlessSince[exchange] ?? time
    streamlessSince[exchange] = streams ? nil : streamless
    if let reachable = reachableSince[exchange], !streams, !isAlone {
      // A minute is the longest wait, and an attempt may take its time.
      let since = max(
        reachable, startedAt, triedAt[exchange] ?? 0, boardWellSince, streamless)
      check(.attemptsGoOn, time - since <= 130_000, at: time) {
        "\(exchange) was not tried for \(time - since) ms"
      }
      if let lostAt = lostAt[exchange] {
        // Who was heard for long is tried again at once.
        let since = max(lostAt, reachable, boardWellSince)
        check(.attemptsGoOn, time - since <= 12_000, at: time) {
          "\(exchange) was lost \(time - since) ms ago, and was not tried again"
        }
      }
      if let back = networkBackAt[exchange], max(boardWellSince, startedAt) <= back {
        // Whatever it had waited for.
        check(.attemptsGoOn, time - back <= 10_000, at: time) {
          "the network is there again for \(time - back) ms, and \(exchange) was not tried"
        }
      }
    }
    guard !isAlone else { return }
    // After refusals prices are asked for up to sixteen times slower.
    let isRefused = (refusedAt[exchange] ?? .min / 2) > time - 900_000
    if let told = pricesToldAt[exchange], let streamless = streamlessSince[exchange],
      let reachable = reachableSince[exchange]
    {
      let since = max(told, streamless, reachable, boardWellSince, startedAt)
      check(.pollsGoOn, time - since <= (isRefused ? 100_000 : 40_000), at: time) {
        "\(exchange) was not asked for prices for \(time - since) ms"
      }
    }
    for market in markets where market.exchange == exchange {
      guard let out = leftOut[market.name], let reachable = reachableSince[exchange], streams,
        let opened = openedAt[exchange], opened > out.since
      else { continue }
      let since = max(
        max(opened, out.askedAt, askedLessUntil[exchange] ?? 0),
        max(reachable, boardWellSince, startedAt))
      check(.pollsGoOn, time - since <= (isRefused ? 600_000 : 60_000), at: time) {
        "the price of \(market.name), of which the stream says nothing, was not asked for "
          + "in \(time - since) ms"
      }
    }
    if let since = onSpareSince[exchange], isWell(exchange, for: 120_000, at: time) {
      check(.spareIsForTrouble, time - since < 3_700_000, at: time) {
        "the usual server of \(exchange) was not tried again for \(time - since) ms"
      }
    }
    if isWell(exchange, for: 120_000, at: time) {
      check(.linkRecovers, streams, at: time) {
        "\(exchange) does not stream, although nothing was wrong for two minutes"
      }
    }
    // What is wrong with others does not hold it up.
    if let well = wellSince[exchange], max(well, boardWellSince) < startedAt - 1_000 {
      check(.beginsAtOnce, streams || time - startedAt < 15_000, at: time) {
        "\(exchange) does not stream \(time - startedAt) ms after the start"
      }
    }
  }

  // MARK: Lines

  /// A line of standard output, without its end.
  /// - Parameter wall: the board's own clock, Unix milliseconds.
  public func line(_ bytes: some Sequence<UInt8>, wall: Int64, at time: Int64) {
    lines += 1
    checks[.lineIsWhole, default: 0] += 1
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
    recent.removeAll { $0.time < time - 2_000 }
    recent.append((time, line))
    see(line, at: time)
    guard let market = market(line.market) else {
      return fail(.marketIsShown, line.market, at: time)
    }
    checks[.marketIsShown, default: 0] += 1
    if let choice, line.page != "alert" {
      let isSame =
        choice.page == line.page && placeName(of: choice.market) == placeName(of: line.market)
      check(.choiceSurvives, isSame, at: time) {
        "it was \(choice.page) of \(choice.market), and is \(line.page) of \(line.market)"
      }
    }
    choice = nil
    // What an alert covers is not known to change.
    let isCovered = line.page == "alert" || line.page == "notice"
    let covered = coveredSince
    coveredSince = isCovered ? coveredSince ?? time : nil
    if let seen = book.uncovered {
      if chosen?.page != seen.page
        || placeName(of: chosen?.market ?? "") != placeName(of: seen.market)
      {
        if let chosen {
          let asked = max(book.pressedAt, wishedAt)
          let isHome =
            homeAfter.map { seen.page == "glance" && time - chosen.since >= $0 - 1_500 } ?? false
          check(.choiceStays, isHome || asked > (covered ?? time) - 5_000, at: time) {
            "\(seen.page) of \(seen.market) is shown in place of \(chosen.page) of \(chosen.market)"
          }
        }
        chosen = (seen.page, seen.market, time)
        // What is chosen is written before it is said, and may be chosen below an alert.
        if keptChoices.isEmpty || time - (cardWrittenAt ?? .min / 2) < 1_000 || covered != nil {
          keptChoices.insert("\(seen.page) \(placeName(of: seen.market))")
        }
      }
    } else {
      chosen = nil
    }
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
    if let closed = line.closed { judge(closed, market, isOver: true, at: time) }
    // Who tells something late or not at all has the right time all the same.
    if time > falseUntil[market.exchange] ?? 0 { judgeTime(line, market, at: time) }
    if time > doubtUntil[market.exchange] ?? 0 { judgePrice(line, market, at: time) }
    judgeNewest(line, market, at: time)
  }

  private func judgeShape(_ line: Line, at time: Int64) {
    for candle in [line.live, line.closed].compactMap({ $0 }) {
      let (low, high) = (candle.low, candle.high)
      check(
        .candleIsOne,
        low <= candle.open && low <= candle.close && candle.open <= high && candle.close <= high
          && candle.start % 5 == 0, at: time
      ) { "\(line.market) \(candle)" }
    }
    guard let live = line.live, let closed = line.closed else { return }
    check(.candleIsOne, closed.start < live.start, at: time) {
      "\(line.market): \(closed.start) is finished while \(live.start) forms"
    }
  }

  /// Two candles that a ring holds one after the other.
  func judge(_ candle: Candle, after earlier: Candle, _ market: Market, at time: Int64) {
    guard candle.start == earlier.start + 5, candle.isFlat, candle.source == "trades",
      earlier.source == "trades", isAfter(falseUntil, earlier, market, at: time),
      isConfirmed(earlier, of: market.name)
    else { return }
    // A ticker may tell the price of a trade after that which closed before the trade is told, and
    // where that is lost, for as long as a stream without data is not suspected.
    let isLate = !isAfter(doubtUntil, earlier, market, at: time)
    let longest: Int64 = isLate && earlier.isFlat ? 70 : 0
    let trades = (earlier.start - longest..<candle.start + 5).flatMap(market.trades)
    // Which trade closed it is not known where some are late: the first one that may have.
    let mayHaveClosed = { (trade: SimulatedTrade) in
      trade.price == earlier.close && trade.time < candle.start * 1_000
    }
    let closed =
      isLate ? trades.firstIndex(where: mayHaveClosed) : trades.lastIndex(where: mayHaveClosed)
    let isTold = trades[(closed.map { $0 + 1 } ?? 0)...].contains { $0.price == candle.close }
    check(.flatFollows, candle.close == earlier.close || isTold, at: time) {
      "\(market.name) \(candle) after \(earlier)"
    }
  }

  /// Whether a candle is of a time after that in which its exchange was in doubt. What was in doubt
  /// while it formed stays in doubt.
  private func isAfter(
    _ doubts: [String: Int64], _ candle: Candle, _ market: Market, at time: Int64
  ) -> Bool {
    let end = doubts[market.exchange] ?? 0
    return time > end && candle.start * 1_000 > end + market.clockOffset()
  }

  /// Time has passed. What the newest line says is still said.
  public func watch(at time: Int64) {
    watchAlerts(at: time)
    judgeSayings(at: time)
    for exchange in foundAt.keys.sorted() {
      guard let found = foundAt[exchange], time - found > 500 else { continue }
      foundAt[exchange] = nil
      // Something may have come in between.
      guard let well = wellSince[exchange], max(well, boardWellSince) <= found else { continue }
      check(.nameIsUsed, false, at: time) {
        "the address of \(exchange) was found \(time - found) ms ago, and nothing connects to it"
      }
    }
    // What is written is shown a moment later.
    if let chosen, let written = cardWrittenAt, time - written > 2_000, !keptChoices.isEmpty,
      wasCardSeen, book.uncovered != nil
    {
      let since = max(chosen.since, cardWellSince, boardWellSince, book.pressedAt)
      let choice = "\(chosen.page) \(placeName(of: chosen.market))"
      check(.choiceIsKept, keptChoices.contains(choice) || time - since < 45_000, at: time) {
        "\(choice) was chosen \(time - since) ms ago, and \(keptChoices.sorted()) is on the card"
      }
    }
    guard let newest, Self.isLive(newest.link),
      let market = market(newest.market)
    else { return }
    let silence = silence(of: market.exchange, at: time)
    if let age = newest.age, let heard = heard[market.exchange] {
      check(.lineIsTrueStill, Int64(age) * 1_000 >= time - heard - 2_500, at: time) {
        "\(newest.market) is said to be heard \(age) s ago still, it was \(time - heard) ms"
      }
    }
    check(.lineIsTrueStill, silence <= staleMilliseconds + 1_500, at: time) {
      "\(newest.market) is \(newest.link) still, heard \(silence) ms ago"
    }
  }

  private func judgeLink(_ line: Line, _ market: Market, at time: Int64) {
    let silence = heard[market.exchange].map { time - $0 }
    let isLive = Self.isLive(line.link)
    if isLive {
      // A line may be written up to a draw later than what it tells.
      let silence = liveAt(market.exchange).map { time - $0 }
      check(
        .liveIsHeard, silence.map { $0 <= staleMilliseconds + 250 } ?? false, at: time
      ) { "\(market.name) is \(line.link), heard \(silence.map { "\($0) ms ago" } ?? "never")" }
    }
    if let age = line.age {
      judgeAge(Int64(age) * 1_000, of: market.name, line.link, at: time)
    }
    if let age = line.age, let silence {
      check(.ageIsRight, Int64(age) * 1_000 >= silence - 1_250, at: time) {
        "\(market.name) says \(age) s, heard \(silence) ms ago"
      }
      if let late = late[market.exchange], late.count == 6, line.link == "streaming",
        time > doubtUntil[market.exchange] ?? 0,
        let lateSince = lateSince[market.exchange], time - lateSince > 10_000,
        (openedAt[market.exchange] ?? .min / 2) < lateSince - 30_000
      {
        // A stream that is late from its beginning on knows no better. What comes late only now
        // and then is not called late, and clocks may differ by a second in a minute.
        let drift = (time - lateSince) / 60
        check(.ageIsOfTheWord, Int64(age) * 1_000 >= late.min()! - 2_500 - drift, at: time) {
          "\(market.name) says \(age) s, its newest words came \(late) ms late"
        }
      }
      if let well = wellSince[market.exchange], time - max(well, boardWellSince) > 120_000 {
        // Who is left alone is asked for what it has kept, at most.
        let isAlone = isLeftAlone(market.exchange, at: time)
        check(.ageIsNotOlder, isAlone || Int64(age) * 1_000 <= silence + 11_000, at: time) {
          "\(market.name) says \(age) s, heard \(silence) ms ago"
        }
      }
    } else if line.age == nil, isLive {
      fail(.ageIsRight, "\(market.name) is \(line.link) and has no age", at: time)
    }
    // A market that is said not to be there any more has a lost face as well.
    let mayBeUnlisted =
      time <= doubtUntil[market.exchange] ?? 0 || seemsUnlisted(market, at: time)
    check(
      .faceIsLost, (line.mood == "lost") == !isLive || isLive && mayBeUnlisted, at: time
    ) {
      "\(market.name) is \(line.link), its face \(line.mood)"
    }
  }

  /// What is called live is no older than what is called so may be.
  /// - Parameter age: milliseconds.
  func judgeAge(_ age: Int64, of name: String, _ link: String, at time: Int64) {
    guard Self.isLive(link) else { return }
    check(.liveIsYoung, age <= staleMilliseconds + 1_000, at: time) {
      "\(name) is \(link), and says that it is \(age) ms old"
    }
  }

  /// Whether the board may take a market for one that is not listed: what the exchange said was false,
  /// or an answer was 404.
  func seemsUnlisted(_ market: Market, at time: Int64) -> Bool {
    time <= falseUntil[market.exchange] ?? 0
      || (missedAt[market.exchange] ?? .min / 2) > time - 3_600_000
  }

  /// The candles are those of now.
  private func judgeTime(_ line: Line, _ market: Market, at time: Int64) {
    guard let live = line.live else { return }
    let now = time + market.clockOffset()
    // Until an exchange says what time it is, that of the board counts: polls do not say so.
    let since = [heardSince[market.exchange], triedAt[market.exchange]].compactMap { $0 }
    let isNew =
      line.link == "polling" || time - max(startedAt, since.max() ?? startedAt) < 60_000
    // That may be wrong, or have been until now.
    guard !isNew || time - book.clockSetAt > 60_000 else { return }
    let latest = isNew ? max(now, time) : now
    // What was known of an exchange's clock serves until a new connection's first messages.
    guard time - (openedAt[market.exchange] ?? .min / 2) > 3_000 else { return }
    check(.candleIsNow, live.start * 1_000 <= latest + 1_500, at: time) {
      "\(market.name) has a candle that begins in \(live.start * 1_000 - now) ms"
    }
    guard line.link == "streaming", isWell(market, for: 60_000, at: time),
      let since = heardSince[market.exchange], time - since > 60_000,
      // Who only stood in for another one has heard nothing until then.
      pair == nil || time - (openedAt[market.exchange] ?? .min / 2) > 60_000
    else { return }
    check(
      .candleIsNow,
      (live.start + 5) * 1_000 >= now - 3_000 && line.closed?.start == live.start - 5, at: time
    ) {
      "\(market.name) forms one of \(live.start) after \(line.closed?.start ?? 0) at \(now) ms"
    }
  }

  private func judgePrice(_ line: Line, _ market: Market, at time: Int64) {
    guard let price = line.price else { return }
    let isKnown = shown[market.name] == price
    shown[market.name] = price
    let now = time + market.clockOffset()
    let newest = market.lastTrade(now)
    var isTraded = isKnown || newest?.price == price
    var second = (newest?.time ?? now) / 1_000
    // Who has just woken shows what it knew before.
    let oldest =
      now / 1_000 - 6 * 3_600 - (line.link == "streaming" ? 0 : sleptMilliseconds / 1_000)
    while second > oldest, !isTraded {
      isTraded = market.trades(second).contains { $0.time <= now && $0.price == price }
      second -= 1
      // Long searches are for prices that are old, and only those that are called old may be.
      if now / 1_000 - second > 900, line.link == "streaming", newest != nil { break }
    }
    check(.priceIsTraded, isTraded, at: time) {
      "\(market.name) \(price) as \(line.link)"
    }
  }

  /// The price is that of the newest trade, whatever was told before the exchange was well again.
  private func judgeNewest(_ line: Line, _ market: Market, at time: Int64) {
    let now = time + market.clockOffset()
    guard let price = line.price, line.link == "streaming", isWell(market, for: 60_000, at: time),
      let well = wellSince[market.exchange], let newest = market.lastTrade(now),
      newest.time < now - 2_500
    else { return }
    let isAfterTrouble = newest.time > well + market.clockOffset() + 30_000
    let isCalm = time > doubt(of: market) && isWell(market, for: 120_000, at: time)
    guard isAfterTrouble || isCalm else { return }
    let near = market.trades(newest.time / 1_000).filter { newest.time - $0.time <= 50 }
    check(.priceIsNewest, near.contains { $0.price == price }, at: time) {
      "\(market.name) \(price), traded last \(newest.price) \(now - newest.time) ms ago"
    }
  }

  /// The lines since then, the oldest first.
  public func lines(since time: Int64) -> [Line] {
    recent.filter { $0.time >= time }.map(\.line)
  }

  func doubt(of market: Market) -> Int64 { doubtUntil[market.exchange] ?? .min / 2 }

  /// Whether what an exchange has said last is so old that nothing may come of it. A stream that is late
  /// from its beginning on knows no better, and clocks may differ by a second in a minute.
  func isOld(_ exchange: String, at time: Int64) -> Bool {
    var drift: Int64 = 0
    if let lateSince = lateSince[exchange] {
      guard (openedAt[exchange] ?? .min / 2) < lateSince - 10_000 else { return false }
      drift = (time - lateSince) / 60
    }
    return spoke[exchange].map { time - $0 > staleMilliseconds + 2_500 + drift } ?? true
  }

  func heardAt(_ exchange: String) -> Int64? { heard[exchange] }

  var startTime: Int64 { startedAt }

  func isWell(_ market: Market, for milliseconds: Int64, at time: Int64) -> Bool {
    isWell(market.exchange, for: milliseconds, at: time)
  }

  /// Whether it has had time to ask for all that it had missed of a market: it is asked for again
  /// within about a minute.
  func mayBeWhole(_ market: Market, at time: Int64) -> Bool {
    guard let since = untroubledSince[market.exchange], !standIns.contains(market.exchange) else {
      return false
    }
    let left = max(leftAloneUntil[market.exchange] ?? 0, askedLessUntil[market.exchange] ?? 0)
    return time - max(since, max(boardWellSince, max(startedAt, left))) > 200_000
  }

  /// Whether candles are told by the exchange's own clock: what was asked for by the board's, which is
  /// ahead of it, is asked for again once a stream has said that.
  func isDated(_ market: Market, at time: Int64) -> Bool {
    guard market.clockOffset() < 0 else { return true }
    let since = [heardSince[market.exchange], openedAt[market.exchange]].compactMap { $0 }.max()
    return time - (since ?? time) > 10_000
  }

  /// Whether nothing has been wrong with an exchange and the board for so long.
  public func isWell(_ exchange: String, for milliseconds: Int64, at time: Int64) -> Bool {
    guard let well = wellSince[exchange] else { return false }
    return time - max(well, max(boardWellSince, startedAt)) > milliseconds
  }

  /// - Parameter isOver: whether its time is over.
  func judge(_ candle: Candle, _ market: Market, isOver: Bool, at time: Int64) {
    guard isDated(market, at: time) else { return }
    guard isAfter(falseUntil, candle, market, at: time) else { return }
    let trades = (candle.start..<candle.start + 5).flatMap(market.trades)
      .filter { $0.time <= time + market.clockOffset() }
    guard isAfter(doubtUntil, candle, market, at: time) else {
      // What is told late or not at all invents nothing, and counts nothing twice.
      guard candle.source != "samples" else { return }
      let whole = Candle(trades)
      // Late is no excuse where all have come.
      let isAll = candle.source == "trades" && whole.map { candle.holdsAll(of: $0) } ?? false
      let isTraded = isAll ? candle.isSame(as: whole!) : candle.isWithin(trades) || candle.isFlat
      return check(.candleIsTraded, isTraded, at: time) {
        "\(market.name) \(candle), traded \(whole.map { "\($0)" } ?? "nothing")"
      }
    }
    switch candle.source {
    case "trades":
      let isTraded =
        candle.isPrefix(of: trades)
        || (candle.isFlat && trades.allSatisfy { $0.time > time + market.clockOffset() - 1_500 })
        || (candle.isFlat && !isWell(market, for: 60_000, at: time))
      check(.candleIsTraded, isTraded, at: time) {
        "\(market.name) \(candle), traded \(Candle(trades).map { "\($0)" } ?? "nothing")"
      }
      if isOver, candle.isFlat, !isTold(candle, of: market.name),
        let heard = heard[market.exchange]
      {
        let silence = candle.start * 1_000 - market.clockOffset() - heard
        check(.silenceIsAGap, silence <= staleMilliseconds + 2_000, at: time) {
          "\(market.name) \(candle) begins \(silence) ms after anything was heard"
        }
      }
      if isOver, isWell(market, for: 120_000, at: time),
        time + market.clockOffset() >= (candle.start + 8) * 1_000
      {
        let isSilent = trades.isEmpty
        let last = isSilent ? market.lastTrade(candle.start * 1_000 - 1)?.price : nil
        check(
          .candleIsComplete,
          Candle(trades).map { $0.isSame(as: candle) }
            ?? (candle.isFlat && candle.close == last ?? candle.close), at: time
        ) {
          "\(market.name) \(candle), traded \(Candle(trades).map { "\($0)" } ?? "nothing")"
        }
      }
    case "partial":
      check(.candleIsTraded, candle.isWithin(trades) || candle.isFlat, at: time) {
        "\(market.name) \(candle), traded \(Candle(trades).map { "\($0)" } ?? "nothing")"
      }
    case "samples":
      // Who was only ever asked has not said what time it is.
      let error = abs(market.clockOffset()) / 1_000 + 1
      let first = candle.start - 30 - error
      var around = (first..<candle.start + 6 + error).flatMap(market.trades).map(\.price)
      // Who asks then is told the last price before.
      if let last = market.lastTrade(first * 1_000 - 1) { around.append(last.price) }
      guard let low = around.min(), let high = around.max() else { return }
      check(.sampleIsTraded, candle.low >= low && candle.high <= high || candle.isFlat, at: time) {
        "\(market.name) \(candle), traded between \(low) and \(high)"
      }
    default: fail(.lineIsWhole, "a candle's source is \(candle.source)", at: time)
    }
  }

  // MARK: What holds

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
