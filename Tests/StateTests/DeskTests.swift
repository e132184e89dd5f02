import MarketData
import TestSupport
import Testing
import Timing

@testable import State

@Suite("What the desk knows of a market")
struct DeskTests {
  private func desk(_ updates: Update...) -> Desk {
    .streaming(
      updates, at: Moment(monotonic: 5_000, wall: 1_795_147_953_000),
      exchangeTime: 1_795_147_950_000)
  }

  private func trade(_ id: Int64, volume: Double) -> Update {
    .trade(market: 0, Trade(id: id, price: 100, volume: volume, time: 1_795_147_950_000))
  }

  @Test("what is beyond all numbers is null, not a word that no reader of JSON knows")
  func infinite() {
    let ticker = Ticker(price: 1e300, tradeTime: 1_795_147_950_000, baselinePrice: 1e-300)
    let desk = desk(.ticker(market: 0, ticker), trade(1, volume: 1e308), trade(2, volume: 1e308))
    let line = desk.report.json(wall: 0)
    #expect(line.contains("\"change\":null"))
    #expect(line.contains("\"volume\":null"))
    #expect(!line.contains("inf") && !line.contains("nan"))
  }

  @Test("an answer older than the stream's last trade is sampled neither as price nor as candle")
  func oldAnswer() {
    let ticker = Ticker(price: 100, tradeTime: 1_795_147_950_000)
    let old = Ticker(price: 90, tradeTime: 1_795_147_940_000)
    let desk = desk(
      .ticker(market: 0, ticker), trade(1, volume: 1), .ticker(market: 0, old),
      .sample(market: 0, price: 90, time: 1_795_147_952_000))
    #expect(desk.report.price == 100)
    #expect(desk.report.live?.low == 100 && desk.report.live?.close == 100)
  }

  @Test("base and quote are those of the exchange's list, once it is known")
  func listed() {
    let guess = Market(exchange: "upbit", code: "TRUAEUR", base: "TRUA", quote: "EUR")
    var desk = Desk(
      markets: [MarketState(market: guess, exchangeTitle: "Upbit", baseline: "24 h")])
    func list(base: String, quote: String) {
      let names = MarketNames(english: "TrueFi", korean: "트루파이")
      let listing = Listing(code: "TRUAEUR", base: base, quote: quote, names: names)
      desk.apply(.update(.listing(market: 0, listing)))
    }
    list(base: "", quote: "AEUR")
    #expect(desk.markets[0].market.base == "TRUA")
    list(base: "TRU", quote: "AEUR")
    #expect(desk.markets[0].market.base == "TRU" && desk.markets[0].market.quote == "AEUR")
    #expect(desk.markets[0].market == guess)
  }
}
