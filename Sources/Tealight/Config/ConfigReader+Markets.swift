import Feeds
import MarketData

/// Which markets are shown, and which exchanges may serve them.
extension ConfigReader {
  private static let example =
    "write \"exchange:CODE\", for example \"upbit:KRW-BTC\", or \"BASE/QUOTE\", for example \"BTC/KRW\""

  mutating func readMarkets(_ file: inout TableReader) {
    exchanges = readPreferences(&file)
    let allowed = "a list of texts \"exchange:CODE\" or \"BASE/QUOTE\", at least one"
    if !file.has("markets"), let market = try? candidates("upbit:KRW-BTC", exchanges).get() {
      place(market)
    }
    for item in file.list("markets", allowed) ?? [] {
      guard
        let (text, spot) = file.text(
          item, named: "a market", "a text \"exchange:CODE\" or \"BASE/QUOTE\"")
      else { continue }
      switch candidates(text, exchanges) {
      case .success(let markets):
        if !place(markets) {
          config.warnings.append(Mistake(place: spot, text: "\(text) stands twice; shown once"))
        }
      case .failure(let refusal): file.complain(refusal.text, at: spot)
      }
    }
  }

  /// How long silence is put up with: under [link] like its kind, or at the top beside `exchanges`.
  mutating func readFailover(_ table: inout TableReader) {
    if let seconds = table.integer("failover_after_seconds", in: 5...86_400) {
      config.failoverAfterSeconds = seconds
    }
  }

  /// The exchanges that may serve a market which names none, in their order.
  private mutating func readPreferences(_ file: inout TableReader) -> [any Exchange] {
    let known = catalogue.exchanges.map(\.name)
    let allowed = "a list of exchanges, at least one: \(known.joined(separator: ", "))"
    var exchanges: [any Exchange] = []
    for item in file.list("exchanges", allowed) ?? [] {
      guard let (name, spot) = file.text(item, named: "an exchange", "a text") else { continue }
      guard let exchange = catalogue.exchanges.first(where: { $0.name == name }) else {
        file.complain("unknown exchange \"\(name)\"\(hint(name, among: known))", at: spot)
        continue
      }
      if exchanges.contains(where: { $0.name == name }) {
        config.warnings.append(Mistake(place: spot, text: "\(name) stands twice"))
      } else {
        exchanges.append(exchange)
      }
    }
    return exchanges.isEmpty ? catalogue.exchanges : exchanges
  }

  /// False where these stand at a place already.
  @discardableResult
  private mutating func place(_ markets: [Market]) -> Bool {
    let candidates = markets.map { market in
      if let index = config.markets.firstIndex(of: market) { return index }
      config.markets.append(market)
      return config.markets.count - 1
    }
    guard !config.places.contains(candidates) else { return false }
    config.places.append(candidates)
    return true
  }

  struct Refusal: Error {
    let text: String
  }

  func candidates(
    _ text: String, _ exchanges: [any Exchange]
  ) -> Result<[Market], Refusal> {
    guard let colon = text.firstIndex(of: ":") else { return anywhere(text, exchanges) }
    let name = String(text[..<colon])
    let code = String(text[text.index(after: colon)...])
    guard let exchange = catalogue.exchanges.first(where: { $0.name == name }) else {
      let hint = hint(name, among: catalogue.exchanges.map(\.name))
      return .failure(Refusal(text: "unknown exchange \"\(name)\"\(hint)"))
    }
    guard let market = exchange.market(code: code) else {
      return .failure(
        Refusal(text: "\"\(code)\" cannot be a code of \(name); \(Self.example)"))
    }
    guard exchange is any Replaceable else { return .success([market]) }
    let others = exchanges.filter { $0.name != name }
    return .success(
      [market] + others.compactMap { $0.market(base: market.base, quote: market.quote) })
  }

  /// `BTC/KRW`: whoever has it.
  private func anywhere(
    _ text: String, _ exchanges: [any Exchange]
  ) -> Result<[Market], Refusal> {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy(Currency.isName) else {
      let problem = text.contains("/") ? "is no market" : "names no exchange"
      return .failure(Refusal(text: "\"\(text)\" \(problem); \(Self.example)"))
    }
    let markets = exchanges.compactMap { $0.market(base: parts[0], quote: parts[1]) }
    guard !markets.isEmpty else {
      let names = exchanges.map(\.name).joined(separator: ", ")
      return .failure(Refusal(text: "none of \(names) can have \"\(text)\""))
    }
    return .success(markets)
  }
}
