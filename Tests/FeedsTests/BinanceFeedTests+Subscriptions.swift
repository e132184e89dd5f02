import MarketData
import Testing

@testable import Feeds

/// What a connection carries, and which markets are listed.
extension BinanceFeedTests {
  @Test("after any reconnect exactly what was carried last is asked for")
  func restored() {
    let rig = rig("BTCUSDT", "ETHUSDT", "XRPUSDT")
    stream(rig)
    rig.follow([2, 0], books: [0])
    rig.pass(2_000)
    rig.closed(TransportFailure(reason: "cut"))
    rig.pass(10_000)
    _ = rig.wanted()
    rig.opened()
    let texts = sent(rig.wanted())
    #expect(texts.count == 1)
    #expect(
      texts.first?.contains(
        #"["xrpusdt@trade","xrpusdt@miniTicker","btcusdt@trade","btcusdt@miniTicker","#
          + #""btcusdt@depth20"]"#) == true)
  }

  @Test("a thousand wishes in a second stay within the limit, and the last one counts")
  func manyWishes() {
    let rig = FeedRig(Binance(), (0..<40).map { "A\($0)USDT" })
    rig.opened()
    rig.message(trade(rig, "A0USDT"))
    var carried: Set<String> = []
    var times: [Int64] = []
    var numbers: Set<Substring> = []
    func keep() {
      for text in sent(rig.wanted()) {
        times.append(rig.now.monotonic)
        let streams = text.split(separator: "[")[1].split(separator: "]")[0]
          .split(separator: ",").map { String($0.dropFirst().dropLast()) }
        if text.contains("UNSUBSCRIBE") {
          carried.subtract(streams)
        } else {
          carried.formUnion(streams)
        }
        #expect(numbers.insert(text.split(separator: ":").last!).inserted, "\(text)")
      }
    }
    keep()
    for wish in 0..<1_000 {
      let wanted = [wish * 7 % 40, (wish * 13 + 1) % 40].unique.map { MarketID($0) }
      rig.follow(wanted, books: [wanted[0]])
      keep()
      rig.pass(1)
      keep()
    }
    rig.pass(5_000)
    keep()
    for (place, time) in times.enumerated().dropFirst(4) {
      // However they arrive, if one is held up by a quarter of a second.
      #expect(time - times[place - 4] >= 1_250, "more than four in the second before \(time)")
    }
    let last = [999 * 7 % 40, (999 * 13 + 1) % 40]
    var wanted = Set(last.flatMap { ["a\($0)usdt@trade", "a\($0)usdt@miniTicker"] })
    wanted.insert("a\(last[0])usdt@depth20")
    #expect(carried == wanted)
  }

  @Test("an acknowledgement asks for the history of the markets that it is about, and of no others")
  func acknowledged() {
    let rig = rig("BTCUSDT", "ETHUSDT", "XRPUSDT")
    rig.follow([0, 1])
    /// The markets whose history is asked for, each call answered.
    func asked() -> Set<String> {
      var codes: Set<String> = []
      for _ in 0..<100 {
        rig.pass(100)
        for case .get(let call, let path, _) in rig.wanted() where path.hasPrefix("/klines") {
          codes.insert(path.split(separator: "=")[1].split(separator: "&")[0].description)
          let start = path.split(separator: "startTime=")[1].split(separator: "&")[0]
          rig.answer(
            call.number, #"[[\#(start),"1","1","1","1","1",0,"1",1,"1","1","0"]]"#)
        }
        rig.message(trade(rig))
      }
      return codes
    }
    stream(rig)
    #expect(asked() == ["BTCUSDT", "ETHUSDT"])
    for _ in 0..<3 { #expect(asked() == []) }
    rig.follow([0, 1], books: [0])
    for number in [100, 200] { rig.message(#"{"result":null,"id":\#(number)}"#) }
    #expect(asked() == [])
    rig.follow([0, 1, 2], books: [0])
    #expect(asked() == ["XRPUSDT"])
    rig.message(#"{"result":null,"id":300}"#)
    #expect(asked() == ["XRPUSDT"], "what was traded before it is not streamed")
  }

  @Test("a request that has no reply is repeated ever later, and not once it has one")
  func unanswered() {
    let rig = rig()
    var seconds = 0
    /// - Returns: the seconds in which anything was asked for.
    func asked(within duration: Int) -> [Int] {
      var found: [Int] = []
      for _ in 0..<duration {
        if !sent(rig.wanted()).isEmpty { found.append(seconds) }
        seconds += 1
        rig.message(trade(rig, id: seconds))
        rig.pass(1_000)
      }
      return found
    }
    rig.opened()
    #expect(asked(within: 340) == [0, 55, 120, 205, 330])
    rig.message(#"{"result":null,"id":500}"#)
    #expect(asked(within: 300) == [])
    #expect(rig.link == .streaming)
  }

  @Test("a request that has no reply is repeated although others have one meanwhile")
  func unansweredAmongOthers() {
    let rig = rig()
    rig.opened()
    /// The seconds in which the market is asked for, and not its book alone.
    var asked: [Int] = []
    for second in 0..<200 {
      if second % 30 == 29 { rig.follow([0], books: second % 60 == 29 ? [0] : []) }
      for request in sent(rig.wanted()) {
        if request.contains("btcusdt@trade") { asked.append(second) }
        let end = request.split(separator: "]").last!
        if second > 0 { rig.message(#"{"result":null\#(end)"#) }
      }
      rig.message(trade(rig, id: second + 1))
      rig.pass(1_000)
    }
    #expect(asked == [0, 55])
  }

  @Test("what a connection cannot carry is polled, and said once")
  func overlong() {
    let rig = FeedRig(Binance(), (0..<400).map { "A\($0)USDT" })
    rig.opened()
    rig.message(trade(rig, "A0USDT"))
    #expect(log(rig).filter { $0.contains("the other 60 are polled") }.count == 1)
    rig.pass(3_000)
    let streams = sent(rig.intents).joined().split(separator: "\"").filter { $0.contains("@") }
    #expect(streams.count == 680 && Set(streams).count == 680)
    let polls = rig.intents.contains {
      if case .get(_, let path, _) = $0 { path.contains("A399USDT") } else { false }
    }
    #expect(polls)
  }

  @Test("what only polls bring is old while they are refused, and new with the next answer")
  func refusedPolls() {
    let rig = FeedRig(Binance(), ["BTCUSDT"] + (1...340).map { "A\($0)USDT" })
    let last: MarketID = 340
    func told() -> [Unheard?] {
      rig.updates.compactMap {
        if case .unheard(last, let unheard) = $0 { .some(unheard) } else { nil }
      }
    }
    var trades = 1
    /// A second goes by in which the stream tells of another market.
    /// - Returns: the calls for tickers, the last of which asks for the market.
    func pass() -> [Int] {
      rig.pass(1_000)
      trades += 1
      rig.message(trade(rig, id: trades))
      return rig.wanted().compactMap {
        if case .get(let id, let path, _) = $0, path.hasPrefix("/ticker") { id.number } else { nil }
      }
    }
    func answer(_ calls: [Int]) {
      for call in calls { rig.answer(call, call == calls.last ? ticker() : "[]") }
    }
    func ticker() -> String {
      #"[{"symbol":"A340USDT","lastPrice":"1.5","closeTime":\#(rig.exchangeTime)}]"#
    }
    stream(rig)
    for _ in 0..<3 { answer(pass()) }
    let answeredAt = rig.now.monotonic - 1_000
    for second in 0..<40 {
      for call in pass() {
        rig.answer(call, "", status: 429, headers: [Header(name: "retry-after", value: "10")])
      }
      #expect(told() == (second < 13 ? [] : [Unheard(since: answeredAt)]), "\(second)")
    }
    #expect(rig.link == .streaming)
    for _ in 0..<600 where told().count == 1 { answer(pass()) }
    #expect(told() == [Unheard(since: answeredAt), nil])
  }

  @Test("what the stream is to bring from now on is asked for where nobody has told of it for long")
  func carriedAgain() {
    let rig = FeedRig(Binance(), ["BTCUSDT"] + (1...340).map { "A\($0)USDT" })
    let last: MarketID = 340
    stream(rig)
    for second in 1...20 {
      rig.pass(1_000)
      rig.message(trade(rig, id: second + 1))
    }
    func isUnheard() -> Bool? {
      for case .unheard(last, let unheard) in rig.updates.reversed() { return unheard != nil }
      return nil
    }
    #expect(isUnheard() == true)
    rig.follow([0, last])
    #expect(isUnheard() == true)
    rig.message(trade(rig, "A340USDT", id: 90))
    #expect(isUnheard() == false)
    rig.updates = []
    rig.follow([0])
    #expect(isUnheard() == nil)
  }

  @Test("one unknown code is found by halves, and the other markets are listed")
  func unknownCode() {
    let rig = rig("BTCUSDT", "ETHUSDT", "BADUSDT", "XRPUSDT")
    var asked = 0
    while let id = rig.call("/exchangeInfo"), asked < 20 {
      asked += 1
      let path = rig.intents.compactMap {
        if case .get(CallID(id), let path, _) = $0 { path } else { nil }
      }.last!
      rig.intents = []
      if path.contains("BADUSDT") {
        rig.answer(id, #"{"code":-1121,"msg":"Invalid symbol."}"#, status: 400)
      } else {
        let codes = path.split(separator: "%22").filter { $0.hasSuffix("USDT") }
        let symbols = codes.map { #"{"symbol":"\#($0)","status":"TRADING"}"# }
        rig.answer(id, #"{"symbols":[\#(symbols.joined(separator: ","))]}"#)
      }
    }
    #expect(asked == 5)
    #expect(rig.listed == [0, 1, 3])
  }

  @Test("a refusal that is about no code says nothing of the markets: the list is asked for later")
  func refusedList() {
    let rig = rig("BTCUSDT", "ETHUSDT", "XRPUSDT")
    let asked = rig.call("/exchangeInfo")!
    rig.intents = []
    rig.answer(
      asked, #"{"code":-1104,"msg":"Not all sent parameters were read."}"#, status: 400)
    #expect(rig.listed == [0, 1, 2])
    #expect(log(rig).filter { $0.contains("status 400") }.count == 1 && log(rig).count == 1)
    rig.pass(29_000)
    #expect(rig.call("/exchangeInfo") == nil)
    rig.pass(2_000)
    #expect(rig.call("/exchangeInfo") != nil && rig.listed == [0, 1, 2])
  }

  @Test("where every code is unknown no market is listed")
  func allUnknown() {
    let rig = rig("ABCUSDT", "BADUSDT", "XYZUSDT")
    var asked = 0
    while let id = rig.call("/exchangeInfo"), asked < 20 {
      asked += 1
      rig.intents = []
      rig.answer(id, #"{"code":-1121,"msg":"Invalid symbol."}"#, status: 400)
    }
    #expect(asked == 5 && rig.listed == [])
  }

  @Test("where many codes are unknown the list of all markets tells which are not")
  func manyUnknown() {
    let rig = FeedRig(Binance(), (0..<200).map { "A\($0)USDT" })
    var asked = 0
    while let id = rig.call("/exchangeInfo"), asked < 100 {
      asked += 1
      let isWhole = rig.underWay[id] == Binance().listPaths[0]
      rig.intents = []
      if isWhole {
        rig.answer(id, #"{"symbols":[{"symbol":"A7USDT"},{"symbol":"XUSDT"}]}"#)
      } else {
        rig.answer(id, #"{"code":-1121,"msg":"Invalid symbol."}"#, status: 400)
      }
    }
    #expect(asked == 34 && rig.listed == [7])
    // From now on it comes first. That a market is halted is told where it is asked for by its code alone.
    rig.pass(61_000)
    rig.answer(rig.call(Binance().listPaths[0])!, #"{"symbols":[{"symbol":"XUSDT"}]}"#)
    rig.answer(
      rig.call(Binance().listCalls(codes: ["A7USDT"])[0].path)!,
      #"{"symbols":[{"symbol":"A7USDT","status":"BREAK"}]}"#)
    #expect(rig.updates.contains(.listed(market: 7, false, isHalted: true)))
    #expect(!rig.underWay.values.contains { $0.hasPrefix("/exchangeInfo") })
  }

  @Test("a market that breaks off while it is shown is said to be gone, and comes back")
  func delisted() {
    let rig = rig("BTCUSDT", "OLDUSDT")
    func list(_ status: String) {
      let id = rig.call("/exchangeInfo")!
      rig.intents = []
      rig.answer(
        id,
        #"{"symbols":[{"symbol":"BTCUSDT"},{"symbol":"OLDUSDT","status":"\#(status)"}]}"#)
    }
    list("BREAK")
    #expect(rig.listed == [0])
    // It is on the list, as the log says.
    let lines = rig.intents.compactMap { if case .log(_, let line) = $0 { line } else { nil } }
    #expect(lines.contains { $0.hasSuffix("OLDUSDT is not traded there now") })
    rig.opened()
    #expect(sent(rig.wanted()).first?.contains("oldusdt") == false)
    rig.pass(600_000)
    list("TRADING")
    #expect(rig.listed == [0, 1])
  }

  @Test("trades of a market that is not listed make the list be asked for soon")
  func tradedAgain() {
    let rig = rig("OLDUSDT")
    func list(_ status: String) -> Bool {
      guard let id = rig.call("/exchangeInfo") else { return false }
      rig.intents = []
      rig.answer(id, #"{"symbols":[{"symbol":"OLDUSDT","status":"\#(status)"}]}"#)
      return true
    }
    #expect(list("BREAK"))
    rig.pass(60_000)
    #expect(list("BREAK"))
    // The next one is due two minutes later.
    rig.closed(TransportFailure(reason: "cut"))
    rig.pass(65_000)
    #expect(!list("BREAK") && rig.listed.isEmpty)
    stream(rig, of: "OLDUSDT")
    rig.pass(1_000)
    #expect(list("TRADING") && rig.listed == [0])
  }
}

extension [Int] {
  fileprivate var unique: [Int] { count == 2 && self[0] == self[1] ? [self[0]] : self }
}
