import MarketData
import Pixels
import State

/// What the list page says: the rows around the one that is pointed at.
public struct ListScene: PageScene {
  static let name = PageName.list
  static let title = PageTitle(english: "List", korean: "목록")

  public struct Row: Equatable, Sendable {
    /// What the market is called, where that is more than its code: `비트코인`.
    public var name = ""
    /// `BTC/KRW`, and what is traded: `BTC`.
    public var code = ""
    public var base = ""
    public var price: Money?
    public var change: Double?
    public var isFavourite = false
    /// Its exchange is not heard any more.
    public var isOld = false
    /// The last twenty minutes, oldest first; empty where they are not known.
    public var prices: [Double] = []

    /// `BTC Upbit`, where another row has the same pair of another exchange; nil elsewhere.
    public var exchangeName: String?

    /// Whether its price, without the quote, would be taken for one in the chosen currency.
    public var saysQuote = false

    /// The name without the quote.
    var label: String { name.isEmpty ? base : name }

    /// The quote, as the code ends with it: `/KRW`.
    var quote: Substring { code.dropFirst(base.count) }
  }

  public var statusHeader = StatusHeader()
  public var order = ListOrder.configured
  /// The rows from `first` on, of `count` in all.
  public var rows: [Row] = []
  public var first = 0
  public var count = 0
  /// Which one is pointed at, counted from the first of all.
  public var shown = 0
  /// Why the exchange has no ranking, when there are no rows.
  public var outage: MarketList.Outage?

  /// What is said where there are no rows.
  func explanation(in words: Strings) -> String {
    guard let outage else { return words[.noRanking] }
    return words.sentence(for: outage.failureReason, of: outage.exchange, since: nil)
  }

  /// Each market's change as a bar up or down from the middle, full at ten per cent. There are eight of
  /// them, among them the one that is pointed at.
  var lights: LEDView {
    let bars = page(of: 8).map { row in
      let change = max(-0.1, min(0.1, rows[row].change ?? 0))
      return LEDView.Bar(
        ColourRole(change: rows[row].change, isOld: rows[row].isOld), from: 0.5,
        to: 0.5 + change * 5)
    }
    let row = shown - first
    return LEDView(
      rows.indices.contains(row)
        ? ColourRole(change: rows[row].change, isOld: rows[row].isOld)
        : outage == nil ? .dim : .warning, bars: bars)
  }

  /// Labels of more than one row.
  var twins: Set<String> {
    var seen: Set<String> = []
    return Set(rows.map(\.label).filter { !seen.insert($0).inserted })
  }

  /// The quote of most rows, the first of several: it is left out where room is scarce.
  var usualQuote: Substring {
    let counts = rows.reduce(into: [:]) { $0[$1.quote, default: 0] += 1 }
    return rows.max { counts[$0.quote]! < counts[$1.quote]! }?.quote ?? ""
  }

  /// The indices in `rows` of those that are seen together with the one that is pointed at.
  func page(of size: Int) -> Range<Int> {
    guard size > 0 else { return 0..<0 }
    let start = min(shown / size * size, max(0, count - size)) - first
    let inside = max(0, min(start, rows.count))
    return inside..<max(inside, min(start + size, rows.count))
  }
}

extension ListScene {
  static func make(from desk: Desk) -> ListScene { desk.listScene }

  static func requirements(of desk: Desk) -> DataRequirements {
    var requirements = DataRequirements()
    requirements.ranking = desk.settings.ranking
    return requirements
  }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    ListPage(layout).draw(self, on: &frame)
  }

  var subject: [String?] {
    ["\(order)", rows.first?.price?.mark.currency]
      + [rows.dropFirst(shown - first).first?.code]
      + rows.filter(\.isFavourite).map(\.code).sorted()
  }
  var missingCount: Int { rows.isEmpty ? 1 : rows.count { $0.price == nil } }
  var isStill: Bool { rows.allSatisfy(\.isOld) }
}

extension Desk {
  /// No panel shows more rows than this.
  private static let rowsMax = 48
  private static let pricesMax = 24
  /// A ranking that was not heard for so long is old.
  private static let rankingKeptMilliseconds: Int64 = 100_000

  var listScene: ListScene {
    let rows = rows
    var scene = ListScene(statusHeader: statusHeader)
    // Prices may still stream while the ranking is no longer updated.
    if !rows.isEmpty, let heard = oldRankingHeard, !scene.statusHeader.isOld {
      let minutes = Int((now.monotonic - heard) / 60_000)
      (scene.statusHeader.link, scene.statusHeader.age) = (.stale, minutes * 60)
      scene.statusHeader.heardAt = localTime(at: heard)
    }
    scene.order = preferences.order
    scene.count = rows.count
    if rows.isEmpty { scene.outage = rankingOutage }
    scene.shown = pointedRow(in: rows) ?? 0
    scene.first = max(0, scene.shown - Self.rowsMax)
    let seen = rows[scene.first..<min(rows.count, scene.shown + Self.rowsMax)]
    let pairsOfSeveral = settings.ranking == nil ? pairsOfSeveral : []
    scene.rows = seen.map { index in
      var row = settings.ranking == nil ? placeRow(index, pairsOfSeveral) : rankedRow(index)
      let entry = self.row(index)
      row.change = row.price == nil ? nil : entry.change?.roundedChange
      row.isFavourite = isFavourite(entry.market)
      row.code = "\(entry.market.base)/\(entry.market.quote)"
      row.base = entry.market.base
      let isOwn = row.price.map { $0.mark.currency == nil } ?? false
      row.saysQuote = lacksRate(entry.market.quote, isOwn: isOwn)
      return row
    }
    return scene
  }

  /// When the ranking was last heard, if that is too long ago; else nil.
  private var oldRankingHeard: Int64? {
    guard settings.ranking != nil, let heard = list.rankedAt,
      now.monotonic - heard > Self.rankingKeptMilliseconds
    else { return nil }
    return heard
  }

  /// Why there is no ranking; if none was asked for, why the exchange is not heard.
  private var rankingOutage: MarketList.Outage? {
    if let outage = list.outage { return outage }
    guard let name = settings.ranking?.exchange, let state = exchange(name), !state.link.isLive,
      let failureReason = state.failureReason,
      let market = markets.first(where: { $0.market.source == name })
    else { return nil }
    return MarketList.Outage(exchange: market.exchangeTitle, failureReason: failureReason)
  }

  /// Pairs that places have from several exchanges.
  private var pairsOfSeveral: Set<String> {
    var sources: [String: String] = [:]
    return places.reduce(into: []) { pairs, place in
      let market = markets[place.market].market
      let first = sources[market.pair] ?? market.source
      sources[market.pair] = first
      if first != market.source { pairs.insert(market.pair) }
    }
  }

  private func placeRow(_ index: Int, _ pairsOfSeveral: Set<String>) -> ListScene.Row {
    let place = places[PlaceID(index)]
    let state = markets[place.market]
    var row = ListScene.Row()
    row.name = language == .korean ? state.names?.korean ?? "" : ""
    let isOfSeveral = pairsOfSeveral.contains(state.market.pair)
    if place.isShared || isOfSeveral {
      row.name = "\(row.name.isEmpty ? state.market.base : row.name) \(state.exchangeTitle)"
    }
    if isOfSeveral { row.exchangeName = "\(state.market.base) \(state.exchangeTitle)" }
    row.price = money(state.shownPrice(at: now.monotonic), of: place.market)
    let link = link(of: place.market)
    row.isOld = !state.isListed || link == .stale || link == .offline
    row.prices = state.ring.closes(Self.pricesMax)
    return row
  }

  private func rankedRow(_ index: Int) -> ListScene.Row {
    let ranked = list.ranked[index]
    var row = ListScene.Row()
    row.price = money(of: ranked)
    row.name = language == .korean ? ranked.names.korean : ""
    row.isOld = list.rankedAt == nil || oldRankingHeard != nil
    if let state = markets.first(where: { $0.market == ranked.market }) {
      row.prices = state.ring.closes(Self.pricesMax)
    }
    return row
  }

  private func money(of ranked: RankedMarket) -> Money {
    let quote = ranked.market.quote
    guard let currency, currency != quote, let rate = rate(from: quote, to: currency),
      case let amount = ranked.price * rate.value, amount.isFinite
    else { return Money(ranked.price, decimals: ranked.decimals) }
    return Money(
      amount, decimals: Money.decimals(of: currency, near: amount),
      mark: CurrencyMark(currency, isRough: rate.isRough))
  }
}

extension Market {
  fileprivate var pair: String { "\(base)/\(quote)" }
}
