import Testing

@testable import SimulatedExchange

struct StreamTests {
  private let both = """
    [{"ticket":"t"},{"type":"ticker","codes":["KRW-BTC","XXX-YYY","krw-eth"]},\
    {"type":"trade","codes":["KRW-BTC"]}]
    """

  @Test("a subscription is answered by a snapshot of each known code, then by what happens")
  func snapshotThenRealtime() throws {
    let rig = try Rig()
    let client = rig.subscribe(both)
    let first = client.takeMessages()
    #expect(first.map { $0["type"]?.text } == ["ticker", "trade"])
    #expect(first.allSatisfy { $0["stream_type"]?.text == "SNAPSHOT" })
    rig.advance(milliseconds: 20_000)
    let later = client.takeMessages()
    #expect(later.count > 4)
    #expect(later.allSatisfy { $0["stream_type"]?.text == "REALTIME" })
    #expect(later.allSatisfy { $0["code"]?.text == "KRW-BTC" })
  }

  @Test("a ticker has its 33 fields, a trade its 18")
  func fields() throws {
    let rig = try Rig()
    let client = rig.subscribe(both)
    let messages = client.takeMessages()
    #expect(
      messages[0].keys == [
        "type", "code", "opening_price", "high_price", "low_price", "trade_price",
        "prev_closing_price", "change", "change_price", "signed_change_price", "change_rate",
        "signed_change_rate", "trade_volume", "acc_trade_volume", "acc_trade_volume_24h",
        "acc_trade_price", "acc_trade_price_24h", "trade_date", "trade_time", "trade_timestamp",
        "ask_bid", "acc_ask_volume", "acc_bid_volume", "highest_52_week_price",
        "highest_52_week_date", "lowest_52_week_price", "lowest_52_week_date", "market_state",
        "is_trading_suspended", "delisting_date", "market_warning", "timestamp", "stream_type",
      ])
    #expect(
      messages[1].keys == [
        "type", "code", "timestamp", "trade_date", "trade_time", "trade_timestamp", "trade_price",
        "trade_volume", "ask_bid", "prev_closing_price", "change", "change_price",
        "sequential_id", "best_ask_price", "best_ask_size", "best_bid_price", "best_bid_size",
        "stream_type",
      ])
  }

  @Test("data comes in binary frames")
  func binary() throws {
    let rig = try Rig()
    #expect(WireFrame.read(rig.subscribe(both).take()).allSatisfy { $0.first == 0x82 })
  }

  @Test(
    "the format spells names short and puts lists around objects",
    arguments: [
      ("DEFAULT", "type", false), ("SIMPLE", "ty", false), ("JSON_LIST", "type", true),
      ("SIMPLE_LIST", "ty", true),
    ])
  func formats(format: String, key: String, isList: Bool) throws {
    let rig = try Rig()
    let client = rig.subscribe(
      "[{\"format\":\"\(format)\"},{\"ticket\":\"t\"},{\"type\":\"trade\",\"codes\":[\"KRW-BTC\"]}]"
    )
    let message = try #require(client.takeMessages().first)
    #expect((message.elements != nil) == isList)
    #expect((message.elements?.first ?? message)[key]?.text == "trade")
  }

  @Test("a new request replaces the old one")
  func replacement() throws {
    let rig = try Rig()
    let client = rig.subscribe(both)
    rig.say(#"[{"ticket":"u"},{"type":"trade","codes":["KRW-ETH"]}]"#, on: client)
    _ = client.take()
    rig.advance(milliseconds: 20_000)
    let messages = client.takeMessages()
    #expect(messages.count > 2)
    #expect(messages.allSatisfy { $0["code"]?.text == "KRW-ETH" && $0["type"]?.text == "trade" })
  }

  @Test(
    "the wish for snapshots or for the stream alone is obeyed, in both spellings",
    arguments: [
      ("is_only_snapshot", true, false), ("isOnlySnapshot", true, false),
      ("is_only_realtime", false, true), ("isOnlyRealtime", false, true),
    ])
  func only(key: String, snapshot: Bool, realtime: Bool) throws {
    let rig = try Rig()
    let client = rig.subscribe(
      "[{\"ticket\":\"t\"},{\"type\":\"trade\",\"codes\":[\"KRW-BTC\"],\"\(key)\":true}]")
    #expect(client.takeMessages().isEmpty != snapshot)
    rig.advance(milliseconds: 20_000)
    #expect(client.takeMessages().isEmpty != realtime)
  }

  @Test(
    "a bad request is answered by name",
    arguments: [
      ("", "WRONG_FORMAT"), ("ping", "WRONG_FORMAT"), ("{}", "WRONG_FORMAT"),
      ("[1]", "WRONG_FORMAT"), ("[]", "NO_TICKET"),
      (#"[{"type":"trade","codes":["KRW-BTC"]}]"#, "NO_TICKET"),
      (#"[{"ticket":""},{"type":"trade","codes":["KRW-BTC"]}]"#, "NO_TICKET"),
      (#"[{"ticket":"t"}]"#, "NO_TYPE"), (#"[{"ticket":"t"},{"codes":["KRW-BTC"]}]"#, "NO_TYPE"),
      (#"[{"ticket":"t"},{"type":"trades","codes":["KRW-BTC"]}]"#, "WRONG_FORMAT"),
      (#"[{"ticket":"t"},{"type":"trade"}]"#, "NO_CODES"),
      (#"[{"ticket":"t"},{"type":"trade","codes":[]}]"#, "INVALID_PARAM"),
      (#"[{"ticket":"t"},{"type":"trade","codes":[7]}]"#, "WRONG_FORMAT"),
      (#"[{"ticket":"t"},{"type":"myOrder","codes":["KRW-BTC"]}]"#, "INVALID_AUTH"),
      (#"[{"ticket":"t"},{"type":"trade","codes":["KRW-BTC"]},{"format":"X"}]"#, "WRONG_FORMAT"),
    ])
  func errors(request: String, name: String) throws {
    let rig = try Rig()
    let messages = rig.subscribe(request).takeMessages()
    #expect(messages.map { $0["error"]?["name"]?.text } == [name])
  }

  @Test("the sixth message in one second is too many")
  func messageLimit() throws {
    let rig = try Rig()
    let client = rig.openSocket()
    for _ in 0..<6 { rig.say(both, on: client) }
    let names = client.takeMessages().compactMap { $0["error"]?["name"]?.text }
    #expect(names == ["TOO_MANY_REQUEST"])
    rig.advance(milliseconds: 1_000)
    _ = client.take()
    rig.say(both, on: client)
    #expect(client.takeMessages().allSatisfy { $0["error"] == nil })
  }

  @Test("PING as text is answered by a status every ten seconds, a ping frame by a pong")
  func pings() throws {
    let rig = try Rig()
    let client = rig.openSocket()
    rig.say("PING", on: client)
    #expect(client.takeMessages() == [.object(["status": .string("UP")])])
    rig.advance(milliseconds: 30_000)
    #expect(client.takeMessages().count == 3)
    client.send(WireFrame.client(opcode: 9, [1, 2, 3]))
    rig.settle()
    #expect(
      WireFrame.read(client.take()) == [.init(first: 0x8A, isMasked: false, payload: [1, 2, 3])])
    #expect(rig.exchange.record.pings == 1)
  }

  @Test("after 120 s of silence the connection ends without a Close frame")
  func silence() throws {
    let rig = try Rig(scripted: true)
    let client = rig.openSocket()
    rig.advance(milliseconds: 119_900)
    #expect(client.end == nil)
    rig.advance(milliseconds: 300)
    #expect(client.end == .closed)
    #expect(client.take().isEmpty)
  }

  @Test("a second handshake with an Origin in ten seconds is refused")
  func origin() throws {
    let rig = try Rig()
    let statuses = (0..<2).map { _ in
      let client = rig.connect()
      client.send(Array((Rig.upgradeHead + "Origin: https://example.com\r\n\r\n").utf8))
      rig.settle()
      return Rig.response(client.take()).status
    }
    #expect(statuses == [101, 429])
    #expect(rig.exchange.record.handshakes.map(\.status) == [101, 429])
  }

  @Test("the subscriptions are listed, and the list's format is the stream's from then on")
  func subscriptions() throws {
    let rig = try Rig()
    let client = rig.subscribe(both)
    _ = client.take()
    rig.say(
      #"[{"ticket":"x"},{"method":"LIST_SUBSCRIPTIONS"},{"format":"SIMPLE"}]"#, on: client)
    let list = String(decoding: WireFrame.read(client.take())[0].payload, as: UTF8.self)
    #expect(
      list == """
        {"mthd":"LIST_SUBSCRIPTIONS","rslt":[\
        {"ty":"ticker","cds":["KRW-BTC","XXX-YYY","krw-eth"]},\
        {"ty":"trade","cds":["KRW-BTC"]}],"tckt":"x"}
        """)
    rig.advance(milliseconds: 10_000)
    #expect(client.takeMessages().first?["ty"] != nil)
  }

  @Test("now and then a ticker comes again with nothing new but its timestamp")
  func repeatedTickers() throws {
    let rig = try Rig()
    let client = rig.subscribe(#"[{"ticket":"t"},{"type":"ticker","codes":["KRW-WAVES"]}]"#)
    rig.advance(milliseconds: 60_000)
    let messages = client.takeMessages()
    let trades = Set(messages.compactMap { $0["trade_timestamp"]?.number })
    let stamps = Set(messages.compactMap { $0["timestamp"]?.number })
    #expect(stamps.count == messages.count && trades.count < messages.count)
  }

  @Test("the second that is over comes as a candle, and books as deep as asked for")
  func candlesAndBooks() throws {
    let rig = try Rig()
    let client = rig.subscribe(
      """
      [{"ticket":"t"},{"type":"candle.1s","codes":["KRW-BTC"]},\
      {"type":"orderbook","codes":["KRW-BTC.5"]}]
      """)
    rig.advance(milliseconds: 5_000)
    let messages = client.takeMessages()
    let books = messages.filter { $0["type"]?.text == "orderbook" }
    #expect(books.count == 6)
    #expect(books.allSatisfy { $0["orderbook_units"]?.elements?.count == 5 })
    #expect(messages.count { $0["type"]?.text == "candle.1s" } > 2)
  }
}
