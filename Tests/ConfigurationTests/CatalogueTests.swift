import Testing

@testable import Configuration

@Suite("What a configuration may name")
struct CatalogueTests {
  @Test("each exchange has an example of its own codes")
  func examples() {
    for exchange in Catalogue().exchanges {
      let market = exchange.market(code: exchange.exampleCode)
      #expect(market?.code == exchange.exampleCode, "\(exchange.name)")
      #expect(market.flatMap { exchange.market(base: $0.base, quote: $0.quote) } == market)
    }
  }
}
