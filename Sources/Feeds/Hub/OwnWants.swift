import MarketData
import Timing

/// What this board wants of its hubs besides prices, and what it has told them of that.
struct OwnWants {
  private(set) var books: Set<MarketID> = []
  private var wallets: Set<MarketID> = []
  private(set) var chart: Chart?
  private var tape: MarketID?
  /// What each hub was told last, by its index.
  private var told: [Int: HubWants] = [:]
  /// What the hubs are still to be told.
  private var unsaid: [(hub: Int, wants: HubWants)] = []
  private var repeatsAt = Deadline.never

  /// When `advance` is wanted.
  var deadline: Deadline { repeatsAt }

  mutating func follow(
    books: Set<MarketID>, wallets: Set<MarketID>, chart: Chart?, tape: MarketID?
  ) {
    (self.books, self.wallets, self.tape) = (books, wallets, tape)
    // Five-second candles are in the ring: a chart of them is not asked for.
    self.chart = chart?.span == .fiveSeconds ? nil : chart
  }

  /// Forgets what the hubs were told: the connection is a new one.
  mutating func restart() { (told, unsaid) = ([:], []) }

  /// The paths at which a hub answers what is wanted of a market.
  func paths(of market: FollowedMarket) -> [String] {
    var paths: [String] = []
    if books.contains(market.id) { paths.append(HubTopics.book(market.name)) }
    if wallets.contains(market.id) { paths.append(HubTopics.wallet(market.name)) }
    if tape == market.id { paths.append(HubTopics.trades(market.name)) }
    if chart?.market == market.id { paths.append(HubTopics.chart(market.name)) }
    return paths
  }

  /// Says what is wanted: at once where it has changed, and again now and then.
  /// - Parameter markets: the markets that are taken from a hub, by its index.
  mutating func advance(to now: Int64, hubs: Range<Int>, markets: (Int) -> [FollowedMarket]) {
    let isDue = repeatsAt.isDue(at: now)
    var isWanted = false
    for hub in hubs {
      let wants = wants(of: markets(hub))
      isWanted = isWanted || !wants.isEmpty
      guard wants != told[hub] ?? HubWants() || isDue && !wants.isEmpty else { continue }
      told[hub] = wants
      unsaid.append((hub, wants))
    }
    if !isWanted {
      repeatsAt = .never
    } else if isDue || repeatsAt.isNever {
      repeatsAt = Deadline(now + HubSchedule.wantsMilliseconds)
    }
  }

  /// Takes what is to be said, and to which hub.
  mutating func drain() -> [(hub: Int, wants: HubWants)] {
    defer { unsaid = [] }
    return unsaid
  }

  private func wants(of markets: [FollowedMarket]) -> HubWants {
    var wants = HubWants()
    wants.books = markets.filter { books.contains($0.id) }.map(\.name)
    // A page may want more than a hub takes.
    wants.wallets = markets.filter { wallets.contains($0.id) }.prefix(HubWants.namesMax).map(\.name)
    wants.trades = markets.filter { tape == $0.id }.map(\.name)
    wants.chart = chart.flatMap { chart in
      markets.first { $0.id == chart.market }.map { ($0.name, chart.span) }
    }
    return wants
  }
}
