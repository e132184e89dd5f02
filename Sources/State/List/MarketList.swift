import MarketData

/// The rows of the list page: the places, or the markets that an exchange ranks first.
///
/// They are sorted when the page is opened, when the user asks for another order, and when a market
/// comes, goes or has its first price; meanwhile prices move and rows do not.
public struct MarketList: Sendable {
  /// The markets that an exchange ranks first, and when it said so, by our monotonic clock.
  public private(set) var ranked: [RankedMarket] = []
  public private(set) var rankedAt: Int64?
  /// Why the exchange did not tell its ranking; nil where it told it when asked last, or was not
  /// asked.
  public private(set) var outage: Outage?
  /// Whether a ranking was told since the page was opened: rows of an earlier visit keep no place.
  private var isRankedAnew = false
  /// Which of the ranked markets the user points at.
  private(set) var cursor: Market?
  /// The rows in the order in which they are shown; nil while they are to be sorted.
  private(set) var sorted: [Int]?

  /// Why an exchange has no ranking.
  public struct Outage: Equatable, Sendable {
    /// What it is called on the screen.
    public var exchange: String
    public var failureReason: FailureReason

    public init(exchange: String, failureReason: FailureReason) {
      (self.exchange, self.failureReason) = (exchange, failureReason)
    }
  }

  /// Marks the rows to be sorted when they are shown next.
  mutating func invalidate() { sorted = nil }

  mutating func setSorted(_ rows: [Int]) { sorted = rows }

  /// The page was left.
  mutating func close() { (sorted, cursor, isRankedAnew) = (nil, nil, false) }

  mutating func point(at market: Market) { cursor = market }

  /// Another ranking is asked for.
  mutating func forgetRanking() { (ranked, outage) = ([], nil) }

  mutating func fail(_ outage: Outage) { self.outage = outage }

  /// Takes the markets that an exchange ranks first now. A market that stays keeps its order, and
  /// newcomers stand below until the list is sorted again.
  mutating func rank(_ newest: [RankedMarket], at monotonic: Int64) {
    let indices = Dictionary(
      newest.enumerated().map { ($1.market, $0) }, uniquingKeysWith: { first, _ in first })
    let rows = isRankedAnew ? sorted ?? [] : []
    let staying = rows.compactMap { indices[ranked[$0].market] }
    (ranked, rankedAt, isRankedAnew) = (newest, monotonic, true)
    outage = nil
    let newcomers = Set(newest.indices).subtracting(staying).sorted()
    sorted = staying.isEmpty ? nil : staying + newcomers
  }
}

extension Desk {
  /// One row of the list: what it shows, and what it is sorted by.
  public struct Row: Sendable {
    public var market: Market
    public var price: Double?
    public var change: Double?
    public var turnover: Double?
  }

  /// How many rows the list has.
  public var rowCount: Int { settings.ranking == nil ? places.count : list.ranked.count }

  /// - Parameter index: of a place, or of a ranked market.
  public func row(_ index: Int) -> Row {
    if settings.ranking != nil {
      let ranked = list.ranked[index]
      return Row(
        market: ranked.market, price: ranked.price, change: ranked.change,
        turnover: ranked.turnover)
    }
    let state = markets[places[PlaceID(index)].market]
    return Row(
      market: state.market, price: state.price, change: state.change,
      turnover: state.ticker?.tradedValue)
  }

  /// The rows as they stand on the screen, by their indices.
  public var rows: [Int] { list.sorted ?? sortedRows() }

  /// The position of the row that is pointed at.
  public func pointedRow(in rows: [Int]) -> Int? {
    guard settings.ranking != nil else { return rows.firstIndex(of: currentPlace.index) }
    let market = list.cursor ?? markets[places[currentPlace].market].market
    return rows.firstIndex { list.ranked[$0].market == market } ?? (rows.isEmpty ? nil : 0)
  }

  /// The market that the user means: the one on the screen, or pointed at in a list of others.
  var pointedMarket: Market {
    let rows = page == .list && settings.ranking != nil ? rows : []
    return pointedRow(in: rows).map { list.ranked[rows[$0]].market } ?? markets[shown].market
  }

  /// A market of the ranked list by its name; it needs no place.
  func rankedMarket(named name: String) -> Market? {
    settings.ranking == nil ? nil : list.ranked.lazy.map(\.market).first { "\($0)" == name }
  }

  /// The row that is pointed at after so many steps, by its index.
  func rowPointed(after steps: Int) -> Int? {
    let rows = rows
    guard let row = pointedRow(in: rows) else { return nil }
    return rows[(row + steps + rows.count) % rows.count]
  }

  func sortedRows() -> [Int] {
    let entries = (0..<rowCount).map(row)
    // One rate for each quote, since finding a rate searches all places. Amounts are compared in the
    // quote of most rows, so that as many as possible can be compared where no rate is known.
    let counts = Dictionary(entries.map { ($0.market.quote, 1) }, uniquingKeysWith: +)
    let usual = entries.map(\.market.quote).max { counts[$0]! < counts[$1]! }
    var rates: [String: Double] = [:]
    for quote in counts.keys { rates[quote] = rate(of: quote, in: usual ?? quote) }
    let values = entries.map { sortValue(of: $0, rate: rates[$0.market.quote]) }
    let isUp = preferences.order.isUp
    let marks = settings.putsFavouritesFirst ? entries.map { isFavourite($0.market) } : []
    return entries.indices.sorted { a, b in
      if settings.putsFavouritesFirst {
        if marks[a] != marks[b] { return marks[a] }
      }
      // Rows that are equal, or of which nothing is known, stay in the configured order.
      guard let first = values[a], let second = values[b] else {
        return values[a] == nil && values[b] == nil ? a < b : values[a] != nil
      }
      return first == second ? a < b : isUp ? first < second : first > second
    }
  }

  private func rate(of currency: String, in other: String) -> Double? {
    currency == other ? 1 : rate(from: currency, to: other)?.value
  }

  /// The value that a row is sorted by; an amount in another currency is converted. Without a rate the
  /// value is nil: bare numbers of won and dollars cannot be compared.
  private func sortValue(of row: Row, rate: Double?) -> Double? {
    func worth(_ amount: Double?) -> Double? {
      guard let amount, let rate else { return nil }
      return amount * rate
    }
    let value =
      switch preferences.order.key {
      case .price: worth(row.price)
      case .change: row.change
      case .turnover: worth(row.turnover)
      case nil: Double?.none
      }
    return value.flatMap { $0.isNaN ? nil : $0 }
  }
}
