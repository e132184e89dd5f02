import Feeds
import MarketData
import State
import Timing

/// What the followers of a hub look at, besides prices: each says so every twenty seconds.
struct HubRequests {
  /// A client that may write to the hub's topics can make followers up: more are not heard.
  private static let followersMax = 1_024
  /// Charts and trades are had for one market at a time: so long each, and so many.
  private static let shiftMilliseconds: Int64 = 5_000
  private static let shiftsMax = 16
  private static let marketsMax = 32
  /// An answer that stays the same is told again: messages may be lost, and followers begin anew.
  private static let againMilliseconds: Int64 = 20_000

  private var followers: [String: (wants: HubWants, until: Int64)] = [:]
  /// What all of them look at, by the names of markets; nil until that is put together again.
  private var all: Union? = Union()
  /// When the first follower may expire.
  private var lapsesAt = Deadline.never

  fileprivate struct Union {
    var books: Set<String> = []
    var trades: Set<String> = []
    var wallets: Set<String> = []
    var charts: [(market: String, span: ChartSpan)] = []
  }

  /// What was answered last and when, by the path of its topic; of what carries its age, with when it
  /// was heard.
  private var told: [String: (text: String, at: Int64)] = [:]

  var isEmpty: Bool { followers.isEmpty }

  /// - Parameter wants: what it says of markets that are not here counts for nothing.
  /// - Returns: whether a follower needs something that it did not need before.
  mutating func hear(
    _ wants: HubWants, from follower: String, _ desk: Desk, at now: Int64
  ) -> Bool {
    let wants = wants.only(Set(desk.markets.map { "\($0.market)" }))
    if wants.isEmpty {
      if followers.removeValue(forKey: follower) != nil { all = nil }
      return false
    }
    guard followers[follower] != nil || followers.count < Self.followersMax else { return false }
    let before = followers.updateValue(
      (wants, now + HubSchedule.leaseMilliseconds), forKey: follower)
    lapsesAt.advance(to: Deadline(now + HubSchedule.leaseMilliseconds))
    guard before?.wants != wants else { return false }
    all = nil
    // It has heard nothing of it yet.
    told = [:]
    return true
  }

  /// What was answered is to be told anew.
  mutating func forgetTold() { told = [:] }

  /// Adds what followers look at to what the screen here needs, which goes first.
  mutating func add(to requirements: inout DataRequirements, _ desk: Desk, at now: Int64) {
    forget(at: now)
    guard !followers.isEmpty else { return }
    let all = wanted(of: desk)
    requirements.books.formUnion(all.books)
    requirements.wallets.formUnion(all.wallets)
    let shift = Int(now / Self.shiftMilliseconds)
    if requirements.tape == nil, !all.trades.isEmpty {
      requirements.tape = all.trades[shift % all.trades.count]
    }
    if requirements.chart == nil, !all.charts.isEmpty {
      requirements.chart = all.charts[shift % all.charts.count]
    }
  }

  /// What is to be told now, by the paths of the topics.
  mutating func answers(_ desk: Desk, at now: Int64) -> [(path: String, json: String)] {
    forget(at: now)
    if followers.isEmpty { told = [:] }
    let all = wanted(of: desk)
    var answers: [(path: String, json: String)] = []
    func answer(_ path: String, _ answer: HubAnswer?, as news: HubAnswer? = nil) {
      guard let answer else { return }
      let text = (news ?? answer).json
      if let last = told[path], last.text == text, now - last.at < Self.againMilliseconds { return }
      told[path] = (text, now)
      answers.append((path, answer.json))
    }
    for id in all.books {
      let state = desk.markets[id]
      answer(HubTopics.book("\(state.market)"), state.book.map { .book($0) })
    }
    for id in all.trades {
      let state = desk.markets[id]
      let trades = Array(state.tape.trades.reversed())
      answer(HubTopics.trades("\(state.market)"), trades.isEmpty ? nil : .trades(trades))
    }
    for id in all.wallets {
      let state = desk.markets[id]
      guard let wallet = state.wallet, let heard = state.walletHeard else { continue }
      answer(
        HubTopics.wallet("\(state.market)"), .wallet(wallet, age: max(0, now - heard)),
        as: .wallet(wallet, age: heard))
    }
    if let chart = desk.chartHistory,
      all.charts.contains(Chart(market: chart.market, span: chart.history.span))
    {
      answer(HubTopics.chart("\(desk.markets[chart.market].market)"), .chart(chart.history))
    }
    return answers
  }

  /// What all of them together look at, of the markets that are here.
  private mutating func wanted(
    of desk: Desk
  ) -> (books: [MarketID], trades: [MarketID], wallets: [MarketID], charts: [Chart]) {
    let all = all ?? Union(followers.values.map(\.wants))
    self.all = all
    var ids: [String: MarketID] = [:]
    for id in desk.markets.indices { ids["\(desk.markets[id].market)"] = id }
    func markets(_ names: Set<String>, _ countMax: Int) -> [MarketID] {
      Array(names.compactMap { ids[$0] }.sorted().prefix(countMax))
    }
    let charts = all.charts.compactMap { chart in
      ids[chart.market].map { Chart(market: $0, span: chart.span) }
    }
    return (
      markets(all.books, Self.marketsMax), markets(all.trades, Self.shiftsMax),
      markets(all.wallets, Self.marketsMax), Array(charts.prefix(Self.shiftsMax))
    )
  }

  /// Forgets the followers that have not said again what they need.
  private mutating func forget(at now: Int64) {
    guard lapsesAt.isDue(at: now) else { return }
    followers = followers.filter { $0.value.until > now }
    lapsesAt = followers.values.map { Deadline($0.until) }.min() ?? .never
    all = nil
  }
}

extension HubRequests.Union {
  /// A thousand followers are asked only when one of them turns a page, and once in a turn.
  fileprivate init(_ all: [HubWants]) {
    for wants in all {
      books.formUnion(wants.books)
      trades.formUnion(wants.trades)
      wallets.formUnion(wants.wallets)
      if let chart = wants.chart, !charts.contains(where: { $0 == chart }) { charts.append(chart) }
    }
    charts.sort { ($0.market, $0.span.rawValue) < ($1.market, $1.span.rawValue) }
  }
}

extension HubWants {
  /// What of this is about markets of these names.
  fileprivate func only(_ names: Set<String>) -> HubWants {
    var wants = self
    wants.books.removeAll { !names.contains($0) }
    wants.trades.removeAll { !names.contains($0) }
    wants.wallets.removeAll { !names.contains($0) }
    if let market = chart?.market, !names.contains(market) { wants.chart = nil }
    return wants
  }
}
