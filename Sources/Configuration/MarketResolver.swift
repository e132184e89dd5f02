import Feeds
import MarketData

/// Which exchanges and markets a configuration's texts mean.
struct MarketResolver {
  /// All that can be named.
  let known: [any Exchange]
  /// Those that may serve a market which names none, the preferred first.
  let preferred: [any Exchange]

  /// The markets that a text may mean, the preferred first.
  func markets(of text: String) throws(Complaint) -> [Market] {
    guard let colon = text.firstIndex(of: ":") else { return try markets(ofPair: text) }
    let name = String(text[..<colon])
    let code = String(text[text.index(after: colon)...])
    let exchanges = known + [Catalogue.publishedMarkets]
    guard let exchange = exchanges.first(where: { $0.name == name }) else {
      throw Complaint("unknown exchange \"\(name)\"\(name.hint(among: known.map(\.name)))")
    }
    guard let market = exchange.market(code: code) else {
      throw Complaint(
        "\"\(code)\" is not a valid code for \(name); write \"\(name):CODE\", for example "
          + "\"\(name):\(exchange.exampleCode)\"")
    }
    guard exchange is any Replaceable else { return [market] }
    let others = preferred.filter { $0.name != name }
    return [market] + others.compactMap { $0.market(base: market.base, quote: market.quote) }
  }

  /// `BTC/KRW`: every exchange that has it.
  private func markets(ofPair text: String) throws(Complaint) -> [Market] {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy(Currency.isName) else {
      let problem = text.contains("/") ? "is not a market" : "has no exchange"
      throw Complaint("\"\(text)\" \(problem); \(forms)")
    }
    let markets = preferred.compactMap { $0.market(base: parts[0], quote: parts[1]) }
    guard !markets.isEmpty else {
      let names = preferred.map(\.name).joined(separator: ", ")
      throw Complaint("\"\(text)\" cannot exist on any of \(names); check the two currencies")
    }
    return markets
  }

  /// How a market is written, by the example of the exchange that is asked first.
  private var forms: String {
    let (name, code) = (preferred[0].name, preferred[0].exampleCode)
    let pair = preferred[0].market(code: code).map { "\($0.base)/\($0.quote)" } ?? "BTC/KRW"
    return "write \"exchange:CODE\", for example \"\(name):\(code)\", or \"BASE/QUOTE\", "
      + "for example \"\(pair)\""
  }

  /// Whether a market may trade this asset, as far as its code tells.
  func mayTrade(_ asset: String, _ market: Market) -> Bool {
    let exchange = known.first { $0.name == market.exchange }
    return exchange?.markets(code: market.code).contains { $0.base == asset } ?? false
  }

  /// The market of an asset on whichever exchange can have it, that of `first` before all.
  func market(of asset: String, like first: Market) -> Market? {
    guard Currency.isName(asset) else { return nil }
    let exchanges =
      known.filter { $0.name == first.exchange } + known.filter { $0.name != first.exchange }
    return exchanges.lazy.compactMap { $0.market(base: asset, quote: first.quote) }.first
  }
}
