import Feeds
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

  @Test("each endpoint of an exchange has a title of its own, which tells whose ids trades have")
  func titles() {
    for exchange in Catalogue().exchanges {
      let titles = [exchange.title] + Endpoint.fallbacks(of: exchange).map(\.exchange.title)
      #expect(Set(titles).count == titles.count, "\(titles)")
    }
  }
}
