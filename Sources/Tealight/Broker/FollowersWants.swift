import Feeds
import MarketData
import State
import Timing

/// What the followers of a hub look at, besides prices: each says so every twenty seconds.
struct FollowersWants {
  /// A client that may write to the topics of the hub can invent followers: more than these are ignored.
  private static let followersMax = 1_024
  /// Charts and trades come for one market at a time. The markets take turns: each has so long, and
  /// there are so many at most.
  private static let shiftMilliseconds: Int64 = 5_000
  private static let shiftsMax = 16
  private static let marketsMax = 32
  /// The least time between two changes of what a follower wants: each change makes the board ask
  /// exchanges.
  private static let changeMilliseconds: Int64 = 1_000
  /// An answer that stays the same is told again: messages may be lost, and followers begin anew.
  private static let againMilliseconds: Int64 = 20_000

  private var followers: [String: Follower] = [:]
  /// What all of them look at, by the names of markets; nil until that is put together again.
  private var all: Union? = Union()
  /// When the first follower may expire, or what it wants next is heeded.
  private var changesAt = Deadline.never
  /// The tape and the chart of this shift, which new followers do not change. The next shift has
  /// those that come next in order.
  private var shift: (number: Int64, tape: MarketID?, chart: Chart?) = (.min, nil, nil)

  private struct Follower {
    var wants = HubWants()
    var until = Int64.min
    /// What the follower has said since; it counts from `mayChangeAt` on.
    var next: HubWants?
    var mayChangeAt = Int64.min
  }

  fileprivate struct Union {
    var books: Set<String> = []
    var trades: Set<String> = []
    var wallets: Set<String> = []
    var charts: [(market: String, span: ChartSpan)] = []
  }

  /// What was answered last and when, by the path of its topic. Where the answer carries an age,
  /// the text has the time when it was heard in place of the age.
  private var told: [String: (text: String, at: Int64)] = [:]

  var isEmpty: Bool { followers.isEmpty }

  /// - Parameter wants: wants of markets that are not here are ignored.
  /// - Returns: whether a follower wants something that it did not want before.
  mutating func hear(
    _ wants: HubWants, from follower: String, _ desk: Desk, at now: Int64
  ) -> Bool {
    let wants = wants.only(Set(desk.markets.map { "\($0.market)" }))
    var known = followers[follower] ?? Follower()
    guard followers[follower] != nil || !wants.isEmpty && followers.count < Self.followersMax else {
      return false
    }
    // A follower that wants nothing is remembered only until it may change its wants again.
    known.until = wants.isEmpty ? known.mayChangeAt : now + HubSchedule.leaseMilliseconds
    // A follower that has turned a page and back again is answered anew: it may have stopped
    // listening meanwhile.
    known.next = wants == known.wants && known.next == nil ? nil : wants
    followers[follower] = known
    changesAt.advance(to: Deadline(known.until))
    return heed(follower, at: now)
  }

  /// Takes over what a follower wants next, if it may change that now.
  /// - Returns: whether it wants something that it did not want before.
  private mutating func heed(_ follower: String, at now: Int64) -> Bool {
    guard var known = followers[follower], let next = known.next else { return false }
    // A follower that wants nothing costs nothing, so it need not wait.
    guard next.isEmpty || known.mayChangeAt <= now else {
      changesAt.advance(to: Deadline(known.mayChangeAt))
      return false
    }
    (known.wants, known.next, all) = (next, nil, nil)
    if !next.isEmpty {
      known.mayChangeAt = now + Self.changeMilliseconds
      // The follower has not got these answers yet.
      told = [:]
    }
    followers[follower] = known
    return !next.isEmpty
  }

  /// Makes the next answers tell everything anew.
  mutating func forgetTold() { told = [:] }

  /// Adds what followers look at to what the screen here needs, which goes first.
  mutating func add(to requirements: inout DataRequirements, _ desk: Desk, at now: Int64) {
    advance(to: now)
    guard !followers.isEmpty else { return }
    let all = wanted(of: desk)
    requirements.books.formUnion(all.books)
    requirements.wallets.formUnion(all.wallets)
    let number = now / Self.shiftMilliseconds
    let isOver = shift.number != number
    func choose<Item: Equatable>(
      _ held: Item?, of all: [Item], _ isBefore: (Item, Item) -> Bool
    ) -> Item? {
      guard let held else { return all.first }
      if !isOver, all.contains(held) { return held }
      return all.first { isBefore(held, $0) } ?? all.first
    }
    shift = (
      number, choose(shift.tape, of: all.trades, <),
      choose(shift.chart, of: all.charts, Self.isBefore)
    )
    requirements.tape = requirements.tape ?? shift.tape
    requirements.chart = requirements.chart ?? shift.chart
  }

  /// What is to be told now, by the paths of the topics.
  mutating func answers(_ desk: Desk, at now: Int64) -> [(path: String, json: String)] {
    advance(to: now)
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

  private static func isBefore(_ one: Chart, _ other: Chart) -> Bool {
    (one.market, one.span.rawValue) < (other.market, other.span.rawValue)
  }

  /// What all followers look at, of the markets that are here, always in the same order.
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
    }.sorted(by: Self.isBefore)
    return (
      markets(all.books, Self.marketsMax), markets(all.trades, Self.shiftsMax),
      markets(all.wallets, Self.marketsMax), Array(charts.prefix(Self.shiftsMax))
    )
  }

  /// Forgets the followers that have not said again what they want, and heeds what others want next.
  private mutating func advance(to now: Int64) {
    guard changesAt.isDue(at: now) else { return }
    followers = followers.filter { $0.value.until > now }
    changesAt = followers.values.map { Deadline($0.until) }.min() ?? .never
    all = nil
    for follower in followers.keys { _ = heed(follower, at: now) }
  }
}

extension FollowersWants.Union {
  /// Made only when a follower turns a page, and once in a turn: there may be a thousand followers.
  fileprivate init(_ all: [HubWants]) {
    for wants in all {
      books.formUnion(wants.books)
      trades.formUnion(wants.trades)
      wallets.formUnion(wants.wallets)
      if let chart = wants.chart, !charts.contains(where: { $0 == chart }) { charts.append(chart) }
    }
  }
}

extension HubWants {
  /// The part of these wants that is about markets of these names.
  fileprivate func only(_ names: Set<String>) -> HubWants {
    var wants = self
    wants.books.removeAll { !names.contains($0) }
    wants.trades.removeAll { !names.contains($0) }
    wants.wallets.removeAll { !names.contains($0) }
    if let market = chart?.market, !names.contains(market) { wants.chart = nil }
    return wants
  }
}
