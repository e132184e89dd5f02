import MarketData
import Testing

@testable import Feeds

/// Bithumb's two APIs behind one feed.
@Suite struct BithumbFeedTests {
  private func rig(_ codes: String...) -> FeedRig {
    FeedRig("KRW-BTC", "KRW-ETH", of: Bithumb())
  }

  /// A rig that hears API 1.x.
  private func classic() -> FeedRig {
    let rig = rig()
    rig.closed(TransportFailure(reason: "blocked", status: 403))
    rig.pass(10)
    rig.intents = []
    rig.opened()
    return rig
  }

  private func paths(_ rig: FeedRig) -> [String] {
    rig.wanted().compactMap { if case .get(_, let path, _) = $0 { path } else { nil } }
  }

  private func ticker(_ rig: FeedRig) -> String {
    let korean = CivilTime(unix: rig.exchangeTime / 1_000 + 9 * 3_600).text.filter { $0 != "-" }
    return """
      {"type":"ticker","content":{"tickType":"24H","date":"\(korean.prefix(8))","time":\
      "\(korean.suffix(8).filter { $0 != ":" })","closePrice":"100","symbol":"BTC_KRW"}}
      """
  }

  @Test("an address that is blocked goes on over the other stream, and says so on the screen")
  func otherWay() {
    let rig = rig()
    rig.closed(TransportFailure(reason: "blocked", status: 403))
    #expect(rig.intents.contains(.connect(0, endpoint: 1)))
    #expect(rig.updates.contains(.title(exchange: "bithumb", "Bithumb 1.x")))
  }

  @Test("the other way is kept although the list, which both share, is barred")
  func barredList() {
    let rig = rig()
    rig.answer(rig.call("/v1/market/all")!, "", status: 451)
    rig.pass(10)
    #expect(rig.feed.exchange.title == "Bithumb 1.x")
    rig.answer(rig.call("/v1/market/all")!, "", status: 451)
    rig.pass(10)
    #expect(rig.feed.exchange.title == "Bithumb 1.x")
  }

  @Test("an order book is withdrawn where the other stream has none, and where nobody looks at it")
  func books() {
    let rig = rig()
    rig.follow([0], books: [0])
    rig.stream()
    let book = """
      {"type":"orderbook","code":"KRW-BTC","timestamp":\(rig.exchangeTime),"orderbook_units":\
      [{"ask_price":101,"bid_price":100,"ask_size":1,"bid_size":2}],"stream_type":"REALTIME"}
      """
    func books() -> [Bool] {
      rig.updates.compactMap { if case .book(_, let book) = $0 { book.bids.isEmpty } else { nil } }
    }
    rig.updates = []
    rig.message(book)
    #expect(books() == [false])
    rig.follow([0])
    rig.message(book)
    #expect(books() == [false, true])
    rig.follow([0], books: [0])
    rig.message(book)
    rig.closed(TransportFailure(reason: "blocked", status: 403))
    #expect(books() == [false, true, false, true])
    // That none will come is said at once, and of a market that is looked at later, too.
    #expect(rig.updates.contains(.book(market: 0, .notOffered)))
    rig.follow([0, 1], books: [1])
    #expect(rig.updates.contains(.book(market: 1, .notOffered)))
  }

  @Test("what was under way in the old words is asked for again in the new ones")
  func underWay() {
    let rig = rig()
    rig.stream()
    rig.pass(3_000)
    #expect(
      ["/v1/market/all", "/v1/trades/ticks"].allSatisfy { path in
        rig.underWay.values.contains { $0.hasPrefix(path) }
      })
    rig.intents = []
    rig.closed(TransportFailure(reason: "blocked", status: 403))
    let asked = paths(rig)
    #expect(asked.contains { $0.hasPrefix("/v1/market/all") })
    #expect(asked.contains { $0.hasPrefix("/v1/trades/ticks") })
  }

  @Test("a greeting is no data, and what was traded until the filter took effect is asked for")
  func lateAcknowledgement() {
    let rig = classic()
    rig.message(#"{"status":"0000","resmsg":"Connected Successfully"}"#)
    #expect(rig.link != .streaming)
    rig.pass(1_000)
    rig.message(ticker(rig))
    #expect(rig.link == .streaming)
    for _ in 0..<9 {
      rig.pass(1_000)
      rig.message(ticker(rig))
      for case .get(let id, let path, _) in rig.wanted() where path.hasPrefix("/v1/trades") {
        rig.answer(id.number, "[]")
      }
    }
    rig.message(#"{"status":"0000","resmsg":"Filter Registered Successfully"}"#)
    rig.pass(200)
    #expect(paths(rig).contains { $0.hasPrefix("/v1/trades/ticks") })
  }

  @Test("a refused filter is no stream, and 5600 is left alone for a minute")
  func rejections() {
    let rig = classic()
    rig.message(#"{"status":"5600","resmsg":"Please try again"}"#)
    #expect(rig.updates.contains(.failure(exchange: "bithumb", .maintenance)))
    rig.intents = []
    rig.pass(59_000)
    #expect(!rig.intents.contains { if case .connect = $0 { true } else { false } })
    rig.pass(62_000)
    #expect(rig.intents.contains { if case .connect = $0 { true } else { false } })
  }

  @Test("the usual stream that refuses what it is asked is no failure while the other goes on")
  func refusedReturn() {
    let rig = classic()
    rig.message(ticker(rig))
    for _ in 0..<722 {
      rig.pass(5_000)
      rig.message(ticker(rig))
    }
    #expect(rig.wanted().contains(.connect(1, endpoint: 0)))
    rig.opened(1)
    let said = rig.updates.count
    rig.message(#"{"error":{"name":"invalid_parameter","message":"x"}}"#, slot: 1)
    #expect(rig.link == .streaming && rig.feed.exchange.title == "Bithumb 1.x")
    #expect(!rig.updates[said...].contains { if case .failure = $0 { true } else { false } })
  }

  @Test("polls that are answered with 5600 wait a minute")
  func polls() {
    let rig = rig()
    rig.closed(TransportFailure(reason: "blocked", status: 403))
    rig.pass(5_000)
    let call = rig.call("/public/ticker/ALL_KRW")!
    rig.answer(call, #"{"status":"5600","message":"Request limit exceeded"}"#)
    #expect(rig.updates.contains(.failure(exchange: "bithumb", .limitReached)))
    rig.intents = []
    rig.pass(59_000)
    #expect(rig.call("/public/ticker") == nil)
    rig.pass(20_000)
    #expect(rig.call("/public/ticker") != nil)
  }

  @Test("an unknown code that is refused with status 200 makes each be asked for alone")
  func unknownCode() {
    let rig = rig()
    rig.closed(TransportFailure(reason: "cut"))
    rig.pass(3_000)
    let call = rig.call("/v1/ticker")!
    rig.intents = []
    rig.answer(call, #"{"error":{"name":404,"message":"Code not found"}}"#)
    #expect(
      Set(paths(rig).filter { $0.hasPrefix("/v1/ticker") }) == [
        "/v1/ticker?markets=KRW-BTC", "/v1/ticker?markets=KRW-ETH",
      ])
  }

  @Test("wallets are asked for while somebody looks, once a minute, and said of each market")
  func wallets() {
    let rig = rig()
    rig.pass(5_000)
    #expect(rig.call("/public/assetsstatus") == nil)
    rig.follow([0, 1], wallets: [1])
    rig.answer(
      rig.call("/public/assetsstatus/ALL")!,
      #"{"status":"0000","data":{"ETH":{"deposit_status":1,"withdrawal_status":0}}}"#)
    let state = WalletState(.init(canDeposit: true, canWithdraw: false))
    let heard = rig.now.monotonic
    #expect(rig.updates.contains(.wallet(market: 1, state, heard: heard)))
    rig.answer(
      rig.call("/public/assetsstatus/multichain")!,
      #"{"status":"0000","data":[{"currency":"ETH","net_type":"ARB","deposit_status":1}]}"#)
    let network = WalletState.Network(name: "ARB", passage: .init(canDeposit: true))
    #expect(
      rig.updates.contains(
        .wallet(market: 1, WalletState(state.passage, networks: [network]), heard: heard)))
    rig.intents = []
    rig.pass(59_000)
    rig.follow([0, 1])
    rig.updates = []
    rig.follow([0, 1], wallets: [1])
    #expect(rig.call("/public/assetsstatus") == nil)
    // What was said before is not said as if it were new.
    #expect(
      rig.updates.contains(
        .wallet(market: 1, WalletState(state.passage, networks: [network]), heard: heard)))
    rig.pass(1_100)
    rig.updates = []
    rig.answer(
      rig.call("/public/assetsstatus/ALL")!,
      #"{"status":"0000","data":{"ETH":{"deposit_status":0,"withdrawal_status":0}}}"#)
    // Its networks are asked for now: until they are told again they are as before.
    let wallets = rig.updates.compactMap {
      if case .wallet(1, let wallet, _) = $0 { wallet } else { nil }
    }
    #expect(
      wallets == [
        WalletState(.init(canDeposit: false, canWithdraw: false), networks: [network])
      ])
    // Where they are not told again they are none of now.
    rig.unanswered(
      rig.call("/public/assetsstatus/multichain")!, TransportFailure(reason: "timeout"))
    #expect(
      rig.updates.last
        == .wallet(
          market: 1, WalletState(.init(canDeposit: false, canWithdraw: false)),
          heard: rig.now.monotonic))
    rig.intents = []
    rig.follow([0, 1])
    rig.pass(130_000)
    #expect(rig.call("/public/assetsstatus") == nil)
  }
}
