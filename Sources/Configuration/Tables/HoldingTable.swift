import MarketData
import State

/// `[[holding]]`: how much of a currency the user has.
struct HoldingTable {
  var amount: Double?
  var averagePrice: Double?
  var market: String?
  var asset: String?

  static let countMax = 100
  private static let amounts = ValueType<Double>.number(1e-12...1e16)
  private static let marketKey = Key<Self>(
    "market", optional: \.market, .text("a text \"exchange:CODE\" or \"BASE/QUOTE\""))
  private static let assetKey = Key<Self>(
    "asset", optional: \.asset, .text("the coin's code on exchanges: \"BTC\""))

  static let table = Table<Self>(
    "[[holding]]", Self(),
    [
      Key("amount", optional: \.amount, amounts, need: .reason("how much you hold")),
      Key("average_price", optional: \.averagePrice, amounts),
      marketKey, assetKey,
    ], oneOf: [[marketKey], [assetKey]])
}

extension HoldingTable {
  /// What is held, each market once. A market that is not followed yet is followed, too.
  static func holdings(
    _ tables: [TableValues<HoldingTable>], _ markets: inout Markets, _ resolver: MarketResolver,
    _ diagnostics: inout Diagnostics
  ) -> [Holding] {
    var holdings: [Holding] = []
    var held: [Market: Location] = [:]
    for table in tables {
      let location = table.location(of: table.has(marketKey) ? marketKey : assetKey)
      let market = market(of: table, markets, resolver, &diagnostics)
      if let market, let first = held[market] {
        let spot = first.line.map { " on line \($0)" } ?? ""
        diagnostics.error(
          "\(market) already has a holding\(spot); give each market one", at: location)
      } else if let market {
        held[market] = location
      }
      if holdings.count == countMax {
        diagnostics.error(
          "too many holdings: at most \(countMax)", at: table.location)
      }
      guard let market, let amount = table.amount else { continue }
      markets.follow(market)
      holdings.append(Holding(market: market, amount: amount, averagePrice: table.averagePrice))
    }
    return holdings
  }

  private static func market(
    of table: TableValues<HoldingTable>, _ markets: Markets, _ resolver: MarketResolver,
    _ diagnostics: inout Diagnostics
  ) -> Market? {
    guard table.has(marketKey) != table.has(assetKey) else {
      diagnostics.error(
        "[[holding]] needs either \(marketKey.name), for example \"upbit:KRW-BTC\", "
          + "or \(assetKey.name), \"BTC\"", at: table.location(of: assetKey))
      return nil
    }
    if let text = table.market {
      do throws(Complaint) {
        let candidates = try resolver.markets(of: text)
        return candidates.first(where: markets.markets.contains) ?? candidates[0]
      } catch {
        diagnostics.error(error.text, at: table.location(of: marketKey))
      }
    }
    if let asset = table.asset {
      // The first configured market of it, else one like the first market that is not paid in it.
      let shown = markets.shown
      if let market = shown.first(where: { resolver.mayTrade(asset, $0) })
        ?? shown.first(where: { $0.quote != asset }).flatMap({
          resolver.market(of: asset, like: $0)
        })
      {
        return market
      }
      if !shown.isEmpty, shown.allSatisfy({ $0.quote == asset }) {
        let fix =
          Dollars.coins.contains(asset)
          ? "write which one its price comes from, for example \(marketKey.name) = \"upbit:KRW-\(asset)\""
          : "what is no coin has no market; remove this holding"
        diagnostics.error(
          "all markets are paid in \(asset); \(fix)", at: table.location(of: assetKey))
        return nil
      }
      diagnostics.error(
        "\"\(asset)\" is not a coin's code; write the code that exchanges use, for example \"BTC\"",
        at: table.location(of: assetKey))
    }
    return nil
  }
}
