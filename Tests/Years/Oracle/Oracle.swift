import SimulatedExchange

/// Judges what an outsider sees of the board: its lines, its buses, its requests and its files. It
/// knows what was traded, what reached the board and when something was wrong, and nothing of how the
/// board works.
public final class Oracle {
  /// What the board was told to show, and by which exchange.
  public struct Market {
    public let name: String
    public let exchange: String
    /// What was traded in a second of the exchange's clock, earliest first.
    public let trades: (_ second: Int64) -> [SimulatedTrade]
    /// How the exchange's clock differs from the true one, in milliseconds.
    public let clockOffset: () -> Int64

    public init(
      name: String, exchange: String, trades: @escaping (Int64) -> [SimulatedTrade],
      clockOffset: @escaping () -> Int64
    ) {
      (self.name, self.exchange) = (name, exchange)
      (self.trades, self.clockOffset) = (trades, clockOffset)
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
  public var staleMilliseconds: Int64 = 15_000
  public private(set) var lines = 0
  /// The newest line.
  public private(set) var newest: Line?
  /// When something reached the board from an exchange last, in true milliseconds.
  private(set) var heard: [String: Int64] = [:]
  /// Since when nothing has been wrong with an exchange or the board; nil while something is.
  private var wellSince: [String: Int64] = [:]
  /// Until when an exchange may have told what is not so, or the board cannot know better.
  private(set) var doubtUntil: [String: Int64] = [:]
  private var boardWellSince: Int64 = 0
  private var lineTimes: [Int64] = []
  /// How long the board slept last.
  private var sleptMilliseconds: Int64 = 0
  /// The price that was shown last of each market.
  private var shown: [String: Double] = [:]
  /// When an exchange has last said that it has no such thing.
  private var missedAt: [String: Int64] = [:]
  private var connects: [String: [Int64]] = [:]
  private var startedAt: Int64 = 0
  var book = AlertBook()
  /// The lines of the last seconds.
  private var recent: [(time: Int64, line: Line)] = []
  /// What the first line of a life is to show.
  private var choice: (page: String, market: String)?

  public init(markets: [Market]) { self.markets = markets }

  // MARK: What the simulation knows

  /// - Parameter isKept: whether what was chosen in the life before was written down.
  public func started(at time: Int64, isKept: Bool) {
    startedAt = time
    pairState = PairState()
    hearsay = Hearsay()
    choice = isKept && newest != nil && book.pressedAt < time - 4_000 ? book.uncovered : nil
    alertsStarted()
    newest = nil
    heard = [:]
    lineTimes = []
    connects = [:]
  }

  public func setPair(_ pair: Pair?) { self.pair = pair }

  /// Bytes of an exchange's data have reached the board.
  public func heard(_ exchange: String, at time: Int64) {
    heard[exchange] = time
    pairHeard(exchange, at: time)
  }

  /// Nothing is wrong with it any more, or something is.
  public func isWell(_ exchange: String, _ isWell: Bool, at time: Int64) {
    wellSince[exchange] = isWell ? wellSince[exchange] ?? time : nil
    if !isWell { wellSince[exchange] = nil }
  }

  /// Everything is as it should be from now on.
  public func settle(_ exchange: String, at time: Int64) {
    wellSince[exchange] = time
    doubtUntil[exchange] = time
  }

  /// The board was suspended for so long.
  public func slept(_ milliseconds: Int64) { sleptMilliseconds = milliseconds }

  public func boardIsWell(since time: Int64) { boardWellSince = time }

  /// What it tells until then may not be what was traded.
  public func doubt(_ exchange: String, until time: Int64) {
    doubtUntil[exchange] = max(doubtUntil[exchange] ?? 0, time)
  }

  /// An exchange has answered a request.
  /// - Parameter isOnPurpose: a fault may have chosen the status.
  public func answered(_ exchange: String, status: Int, isOnPurpose: Bool, at time: Int64) {
    check(.requestLimit, isOnPurpose || (status != 429 && status != 418), at: time) {
      "\(exchange) answered \(status)"
    }
    if status == 404 { missedAt[exchange] = time }
  }

  /// A line of the log.
  public func logged(_ text: String, at time: Int64) {
    check(.fileIsWhole, !text.contains("damaged"), at: time) { text }
    alertLogged(text)
  }

  public func connected(to exchange: String, at time: Int64) {
    var times = connects[exchange, default: []]
    times.removeAll { $0 < time - 60_000 }
    times.append(time)
    connects[exchange] = times
    check(.connectLimit, times.count <= 60, at: time) {
      "\(times.count) connections to \(exchange) within a minute"
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
    if let choice {
      let isSame =
        choice.page == line.page && placeName(of: choice.market) == placeName(of: line.market)
      check(.choiceSurvives, isSame, at: time) {
        "it was \(choice.page) of \(choice.market), and is \(line.page) of \(line.market)"
      }
    }
    choice = nil
    guard let market = markets.first(where: { $0.name == line.market }) else {
      return fail(.marketIsShown, line.market, at: time)
    }
    checks[.marketIsShown, default: 0] += 1
    pairLine(line, at: time)
    judgeGaps(line, at: time)
    judgeLink(line, market, at: time)
    let doubts = doubtUntil[market.exchange] ?? 0
    guard time > doubts else { return }
    judgePrice(line, market, at: time)
    if let live = line.live { judge(live, market, isOver: false, at: time, doubts) }
    if let closed = line.closed { judge(closed, market, isOver: true, at: time, doubts) }
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

  /// Time has passed. What the newest line says is still said.
  public func watch(at time: Int64) {
    watchAlerts(at: time)
    guard let newest, newest.link == "streaming" || newest.link == "polling",
      let market = markets.first(where: { $0.name == newest.market })
    else { return }
    let silence = liveAt(market.exchange).map { time - $0 } ?? .max
    check(.lineIsTrueStill, silence <= staleMilliseconds + 1_500, at: time) {
      "\(newest.market) is \(newest.link) still, heard \(silence) ms ago"
    }
  }

  private func judgeLink(_ line: Line, _ market: Market, at time: Int64) {
    let silence = heard[market.exchange].map { time - $0 }
    let isLive = line.link == "streaming" || line.link == "polling"
    if isLive {
      // A line may be written up to a draw later than what it tells.
      let silence = liveAt(market.exchange).map { time - $0 }
      check(
        .liveIsHeard, silence.map { $0 <= staleMilliseconds + 250 } ?? false, at: time
      ) { "\(market.name) is \(line.link), heard \(silence.map { "\($0) ms ago" } ?? "never")" }
    }
    if let age = line.age, let silence {
      check(.ageIsRight, Int64(age) * 1_000 >= silence - 1_250, at: time) {
        "\(market.name) says \(age) s, heard \(silence) ms ago"
      }
      if let well = wellSince[market.exchange], time - max(well, boardWellSince) > 120_000 {
        check(.ageIsNotOlder, Int64(age) * 1_000 <= silence + 11_000, at: time) {
          "\(market.name) says \(age) s, heard \(silence) ms ago"
        }
      }
    } else if line.age == nil, isLive {
      fail(.ageIsRight, "\(market.name) is \(line.link) and has no age", at: time)
    }
    // An exchange whose answers fail may seem to have no such market.
    let mayBeUnlisted =
      line.mood == "lost" && (missedAt[market.exchange] ?? .min / 2) > time - 3_600_000
    check(.faceIsLost, (line.mood == "lost") == !isLive || mayBeUnlisted, at: time) {
      "\(market.name) is \(line.link), its face \(line.mood)"
    }
  }

  private func judgePrice(_ line: Line, _ market: Market, at time: Int64) {
    guard let price = line.price else { return }
    let isKnown = shown[market.name] == price
    shown[market.name] = price
    let now = time + market.clockOffset()
    // The newest trades of the last minutes; a quiet market's last may be older.
    var isTraded = false
    var second = now / 1_000
    // Who has just woken shows what it knew before.
    let oldest = second - 6 * 3_600 - (line.link == "streaming" ? 0 : sleptMilliseconds / 1_000)
    var newest: SimulatedTrade?
    while second > oldest, !isTraded, !isKnown || newest == nil {
      for trade in market.trades(second).reversed() where trade.time <= now {
        newest = newest ?? trade
        if trade.price == price {
          isTraded = true
          break
        }
      }
      second -= 1
      // Long searches are for prices that are old, and only those that are called old may be.
      if now / 1_000 - second > 900, line.link == "streaming", newest != nil { break }
    }
    check(.priceIsTraded, isTraded || isKnown, at: time) {
      "\(market.name) \(price) as \(line.link)"
    }
    guard line.link == "streaming", let newest, isWell(market, for: 120_000, at: time),
      newest.time < now - 2_500
    else { return }
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

  func heardAt(_ exchange: String) -> Int64? { heard[exchange] }

  var startTime: Int64 { startedAt }

  func isWell(_ market: Market, for milliseconds: Int64, at time: Int64) -> Bool {
    guard let well = wellSince[market.exchange] else { return false }
    return time - max(well, max(boardWellSince, startedAt)) > milliseconds
  }

  func judge(
    _ candle: Candle, _ market: Market, isOver: Bool, at time: Int64, _ doubts: Int64
  ) {
    // What was in doubt while it formed stays in doubt.
    guard candle.start * 1_000 > doubts + market.clockOffset() else { return }
    let trades = (candle.start..<candle.start + 5).flatMap(market.trades)
      .filter { $0.time <= time + market.clockOffset() }
    switch candle.source {
    case "trades":
      let isTraded =
        candle.isPrefix(of: trades)
        || (candle.isFlat && trades.allSatisfy { $0.time > time + market.clockOffset() - 1_500 })
        || (candle.isFlat && !isWell(market, for: 60_000, at: time))
      check(.candleIsTraded, isTraded, at: time) {
        "\(market.name) \(candle), traded \(Candle(trades).map { "\($0)" } ?? "nothing")"
      }
      if isOver, isWell(market, for: 120_000, at: time), time / 1_000 >= candle.start + 8 {
        check(
          .candleIsComplete,
          Candle(trades).map { $0.isSame(as: candle) } ?? candle.isFlat, at: time
        ) {
          "\(market.name) \(candle), traded \(Candle(trades).map { "\($0)" } ?? "nothing")"
        }
      }
    case "partial":
      check(.candleIsTraded, candle.isWithin(trades) || candle.isFlat, at: time) {
        "\(market.name) \(candle), traded \(Candle(trades).map { "\($0)" } ?? "nothing")"
      }
    case "samples":
      let recent = (candle.start - 30..<candle.start + 6).flatMap(market.trades)
      // The price before them stood until the first of them.
      let before = (1...900).lazy.compactMap { market.trades(candle.start - 30 - $0).last }.first
      let around = recent + (before.map { [$0] } ?? [])
      if recent.isEmpty { return }
      let low = around.map(\.price).min()!
      let high = around.map(\.price).max()!
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
