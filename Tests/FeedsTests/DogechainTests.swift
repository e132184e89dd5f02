import MarketData
import Testing

@testable import Feeds

private let dogechain = Dogechain()

private func price(_ value: String, op: String = "price", more: String = "") -> String {
  #"{"op":"\#(op)","x":{"type":"price","value":\#(value),"exchange_name":"example"\#(more)}}"#
}

@Suite struct DogechainTests {
  @Test("what it lists is what it knows")
  func list() {
    #expect(dogechain.fixedList.map(\.code).compactMap(dogechain.market(code:)).count == 1)
  }

  @Test("a price is a value without a hash, whatever its op", arguments: ["price", "x", ""])
  func prices(op: String) {
    let reading = dogechain.reading(price(#""0.07345100""#, op: op), "DOGE-USD")
    #expect(
      reading
        == ParsedMessage(statements: [
          Statement(market: 0, ticker: Ticker(price: 0.073451, decimals: 6))
        ]))
  }

  @Test("numbers of any size are read as numbers and as texts", arguments: ForeignField.numbers)
  func sizes(text: String, value: Double) {
    for json in [text, "\"\(text)\""] {
      #expect(dogechain.reading(price(json), "DOGE-USD").statements.first?.ticker?.price == value)
    }
  }

  @Test("what is no price is dropped", arguments: ForeignField.wrong)
  func wrong(json: String) {
    #expect(dogechain.reading(price(json), "DOGE-USD") == ParsedMessage(dropped: 1))
  }

  @Test(
    "states, blocks, transactions and prices in other money say nothing",
    arguments: [
      #"{"op":"status","msg":"welcome"}"#, #"{"op":"status","x":null}"#, "{}",
      #"{"op":"block","x":{"hash":"1a","height":7,"value":5}}"#,
      #"{"op":"utx","x":{"hash":"1a","outputs":[{"value":1}],"value_out":9}}"#,
      #"{"op":"utx","x":{"outputs":[{"value":1}]}}"#, price("1", more: #","price_base":"EUR""#),
    ])
  func others(text: String) {
    #expect(dogechain.reading(text, "DOGE-USD") == ParsedMessage())
  }

  @Test("it has one market, and no calls")
  func poor() {
    #expect(dogechain.market(code: "DOGE-USD") == dogechain.market(base: "DOGE", quote: "USD"))
    #expect(
      dogechain.market(code: "BTC-USD") == nil
        && dogechain.market(base: "DOGE", quote: "KRW") == nil)
    let endpoint = Endpoint(dogechain)
    #expect(endpoint.marketList == nil && endpoint.tickers == nil && !endpoint.tellsBooks)
  }

  @Test("who has DOGE for dollars may stand in, and those who are paid in won do not")
  func standIns() {
    let all: [any Exchange] = [Coinbase(), Kraken(), dogechain]
    #expect(
      all.map { $0.market(base: "DOGE", quote: "USD")?.base } == Array(repeating: "DOGE", count: 3))
    let korean: [any Exchange] = [Upbit(), Bithumb()]
    #expect(korean.allSatisfy { $0.market(base: "DOGE", quote: "USD") == nil })
    #expect(korean.allSatisfy { $0.market(base: "DOGE", quote: "BTC") != nil })
  }

  @Test("a connection that answers and says no price is not believed; its prices make samples")
  func believes() {
    let rig = FeedRig("DOGE-USD", of: dogechain)
    rig.opened()
    rig.message(#"{"op":"status","msg":"welcome"}"#)
    rig.message(#"{"op":"status","msg":"subscribed"}"#)
    rig.pass(12_000)
    rig.pong()
    #expect(rig.link == .offline)
    rig.message(price("0.25"))
    #expect(rig.link == .streaming)
    // Nobody says what time it is, so it is ours.
    #expect(rig.updates.contains(.sample(market: 0, price: 0.25, time: rig.now.wall)))
    #expect(
      rig.wanted().allSatisfy { if case .get = $0 { false } else { true } })
  }

  @Test("it is greeted each minute, and tried again after half a minute to half an hour")
  func manners() {
    let rig = FeedRig("DOGE-USD", of: dogechain)
    #expect(rig.wanted() == [.connect()])
    rig.opened()
    #expect(rig.wanted() == [.send(#"{"op":"price_sub"}"#, 0)])
    for _ in 0..<13 {
      rig.pass(5_000)
      rig.message(#"{"op":"status"}"#)
    }
    #expect(rig.wanted() == [.send(#"{"op":"ping_block"}"#, 0)])
    var waits: [Int64] = []
    for _ in 0..<12 {
      rig.closed(TransportFailure(reason: "gone"))
      let since = rig.now.monotonic
      #expect(rig.pass(1_000) { $0.wanted() == [.connect()] })
      waits.append(rig.now.monotonic - since)
    }
    #expect(waits.min()! >= 30_000 && waits.max()! <= 1_801_000 && waits.max()! > 300_000)
  }
}
