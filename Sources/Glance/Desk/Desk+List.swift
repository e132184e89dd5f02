import MarketData

// The list's rows: places, or the markets that an exchange ranks first. They are sorted when the
// page is opened, when a hand asks for another order, and when a market comes, goes or has its first
// price; meanwhile prices move and rows do not.
extension Desk {
  /// One row: what it shows, and what it is sorted by.
  struct Entry {
    var market: Market
    var price: Double?
    var change: Double?
    var turnover: Double?
  }

  /// How many rows the list has.
  var rosterCount: Int { settings.ranking == nil ? places.count : ranked.count }

  func entry(_ row: Int) -> Entry {
    if settings.ranking != nil {
      let ranked = ranked[row]
      return Entry(
        market: ranked.market, price: ranked.price, change: ranked.change,
        turnover: ranked.turnover)
    }
    let state = markets[places[row].market]
    return Entry(
      market: state.market, price: state.price, change: state.change, turnover: state.turnover)
  }

  /// The rows as they stand on the screen.
  var rows: [Int] { roster ?? sorted() }

  /// Where among them the one stands that is pointed at.
  func pointedRow(in rows: [Int]) -> Int? {
    guard settings.ranking != nil else { return rows.firstIndex(of: choices.position) }
    let market = cursor ?? markets[places[choices.position].market].market
    return rows.firstIndex { ranked[$0].market == market } ?? (rows.isEmpty ? nil : 0)
  }

  /// The market that a hand means: the one on the screen, or pointed at in a list of others.
  var pointed: Market {
    let rows = page == .list && settings.ranking != nil ? rows : []
    return pointedRow(in: rows).map { ranked[rows[$0]].market } ?? markets[shown].market
  }

  mutating func pointNext(_ steps: Int) {
    let rows = rows
    guard let row = pointedRow(in: rows) else { return }
    let next = rows[(row + steps + rows.count) % rows.count]
    guard settings.ranking != nil else {
      choices.position = next
      return
    }
    cursor = ranked[next].market
    let place = places.firstIndex { markets[$0.market].market == cursor }
    choices.position = place ?? choices.position
  }

  mutating func sortNext() {
    choices.order = choices.order.next
    roster = nil
  }

  /// Takes what an exchange ranks first now: who stays keeps its row, and newcomers stand below
  /// until the list is sorted again.
  mutating func take(_ newest: [RankedMarket], of exchange: String) {
    guard settings.ranking?.exchange == exchange else { return }
    let places = Dictionary(
      newest.enumerated().map { ($1.market, $0) }, uniquingKeysWith: { first, _ in first })
    let staying = (roster ?? []).compactMap { places[ranked[$0].market] }
    (ranked, rankedAt) = (newest, now.monotonic)
    let newcomers = Set(newest.indices).subtracting(staying).sorted()
    roster = staying.isEmpty ? nil : staying + newcomers
  }

  /// Sorts what is to be sorted, once the page is shown.
  mutating func keepRoster() {
    if choices.page != .list {
      (roster, cursor) = (nil, nil)
    } else if roster == nil {
      roster = sorted()
    }
  }

  private func sorted() -> [Int] {
    let entries = (0..<rosterCount).map(entry)
    let values = entries.map { worth(of: $0, in: entries[0].market.quote) }
    let isUp = choices.order.isUp
    return entries.indices.sorted { a, b in
      if settings.putsFavouritesFirst {
        let marks = [a, b].map { choices.favourites.contains(entries[$0].market) }
        if marks[0] != marks[1] { return marks[0] }
      }
      // What is equal, or not known, stands as configured.
      guard let first = values[a], let second = values[b] else {
        return values[a] == nil && values[b] == nil ? a < b : values[a] != nil
      }
      return first == second ? a < b : isUp ? first < second : first > second
    }
  }

  /// What a row is sorted by; amounts of other currencies by what they are worth, where that is
  /// known.
  private func worth(of entry: Entry, in currency: String) -> Double? {
    func converted(_ amount: Double?) -> Double? {
      amount.map { $0 * (rate(from: entry.market.quote, to: currency)?.value ?? 1) }
    }
    let value =
      switch choices.order.term {
      case .price: converted(entry.price)
      case .change: entry.change
      case .turnover: converted(entry.turnover)
      default: Double?.none
      }
    return value.flatMap { $0.isNaN ? nil : $0 }
  }
}
