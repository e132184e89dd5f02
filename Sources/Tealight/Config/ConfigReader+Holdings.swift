import Feeds
import Glance
import MarketData
import State

/// What somebody has of what.
extension ConfigReader {
  private static let holdingsMax = 100
  private static let amounts = 1e-12...1e16

  /// After the markets: a holding is worth what the first of them says, and one of another market
  /// has that followed, too.
  mutating func readHoldings(_ file: inout TableReader) {
    for table in file.tables("holding") { readHolding(table) }
  }

  private mutating func readHolding(_ holding: TableReader) {
    var table = holding
    let isAmountMissing = !table.has("amount")
    let amount = table.number("amount", in: Self.amounts)
    let averagePrice = table.number("average_price", in: Self.amounts)
    let place = table.place(of: table.has("market") ? "market" : "asset")
    let market = readHeldMarket(&table)
    for key in ["market", "asset"] { _ = table.take(key) }
    if let market, let first = held[market] {
      let spot = first.line.map { " on line \($0)" } ?? ""
      table.complain("\(market) is held\(spot) already; name each market once", at: place)
    } else if let market {
      held[market] = place
    }
    if isAmountMissing { table.complain("[[holding]] needs amount: how much of it there is") }
    if config.settings.holdings.count == Self.holdingsMax {
      table.complain("this is one holding too many; at most \(Self.holdingsMax) are allowed")
    }
    mistakes += table.finish()
    guard let market, let amount else { return }
    if !config.markets.contains(market) { config.markets.append(market) }
    config.settings.holdings.append(
      Holding(market: market, amount: amount, averagePrice: averagePrice))
  }

  private func readHeldMarket(_ table: inout TableReader) -> Market? {
    let needs = "[[holding]] needs either market, for example \"upbit:KRW-BTC\", or asset, \"BTC\""
    switch (table.has("market"), table.has("asset")) {
    case (true, false):
      guard let (text, place) = table.text("market", "a text \"exchange:CODE\" or \"BASE/QUOTE\"")
      else { return nil }
      switch candidates(text, catalogue.exchanges) {
      case .success(let markets): return markets.first(where: config.markets.contains) ?? markets[0]
      case .failure(let refusal): table.complain(refusal.text, at: place)
      }
    case (false, true):
      guard let (asset, place) = table.text("asset", "what it is called on exchanges: \"BTC\"")
      else { return nil }
      if let market = heldMarket(of: asset) { return market }
      table.complain(
        "no market can have \"\(asset)\"; write what exchanges call it, for example \"BTC\"",
        at: place)
    case (true, true):
      table.complain(needs, at: table.place(of: "asset"))
    case (false, false): table.complain(needs)
    }
    return nil
  }

  /// Whether that may be what a market trades, as far as its code tells.
  private func couldTrade(_ asset: String, _ market: Market) -> Bool {
    let exchange = catalogue.exchanges.first { $0.name == market.exchange }
    return exchange?.markets(code: market.code).contains { $0.base == asset } ?? false
  }

  /// The first configured market of an asset, else one like the first of all.
  private func heldMarket(of asset: String) -> Market? {
    let known = config.places.map { config.markets[$0[0]] }
    if let market = known.first(where: { couldTrade(asset, $0) }) { return market }
    guard Currency.isName(asset), let first = known.first else { return nil }
    let exchanges =
      catalogue.exchanges.filter { $0.name == first.exchange }
      + catalogue.exchanges.filter { $0.name != first.exchange }
    return exchanges.lazy.compactMap { $0.market(base: asset, quote: first.quote) }.first
  }
}
