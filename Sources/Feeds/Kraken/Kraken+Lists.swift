import MarketData

extension Kraken {
  /// `{"BTC/USD":{"a":["104810.1","1","1.0"],"b":[…],"c":["104810.0","0.01"],"v":[today, 24 h],
  /// "p":[…],"l":[…],"h":[…],"o":"104300.0"},…}`: ask, bid, last, volume, average, low, high. It says
  /// neither when that was nor what the price was a day ago: `o` is that of midnight UTC.
  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    var reading = ParsedMessage()
    let answer = KrakenAnswer(bytes) { key, scanner in
      guard let code = asked.first(where: { KrakenAnswer.names(key, $0) }),
        let market = markets.index(of: code), scanner.kind == .object
      else { return scanner.skip() }
      if let ticker = Self.readTicker(&scanner) {
        reading.statements.append(Statement(market: market, ticker: ticker))
      } else {
        reading.dropped += 1
      }
    }
    guard let answer else { return ParsedMessage(isWellFormed: false, dropped: 1) }
    guard let error = answer.error else { return reading }
    return ParsedMessage(refusal: error, trouble: answer.trouble)
  }

  private static func readTicker(_ scanner: inout JSONScanner) -> Ticker? {
    var values: [String: [JSONDecimal?]] = [:]
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      guard scanner.kind == .array else {
        scanner.skip()
        continue
      }
      var numbers: [JSONDecimal?] = []
      scanner.enter(.array)
      while scanner.nextElement() { numbers.append(scanner.number()) }
      values[key.name] = numbers
    }
    func value(_ key: String, _ place: Int) -> Double? {
      guard let list = values[key], place < list.count else { return nil }
      return list[place]?.price
    }
    guard let price = value("c", 0), let decimals = values["c"]?[0]?.decimals else { return nil }
    let volume = value("v", 1)
    return Ticker(
      price: price, dayLow: value("l", 1), dayHigh: value("h", 1), volume: volume,
      turnover: value("p", 1).flatMap { average in volume.map { $0 * average } },
      bid: value("b", 0), ask: value("a", 0), decimals: decimals)
  }

  /// `{"BTC/USD":[["104810.0","0.01",1795147953.1234,"b","m","",61044952],…],"last":"…"}`: price,
  /// volume, time in seconds, the taker's side, kind, nothing, id; oldest first.
  public func readTrades(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Trade]? {
    var trades: [Trade]?
    let answer = KrakenAnswer(bytes) { key, scanner in
      guard KrakenAnswer.names(key, code), scanner.kind == .array else { return scanner.skip() }
      trades = []
      scanner.readLists { scanner in
        if let trade = Self.readTrade(&scanner) { trades?.append(trade) } else { trades = nil }
      }
    }
    guard let answer, answer.error == nil else { return nil }
    return trades
  }

  public func readHistory(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> HistoryPage? {
    guard let trades = readTrades(bytes, of: code) else { return nil }
    let asked = Self.pastAsked(in: range)
    // A full page ends somewhere in between.
    let isWhole =
      trades.count < Self.tradesPerCall || trades.contains { $0.time >= asked.upperBound }
    return HistoryPage(trades, in: range, knownFrom: isWhole ? asked.lowerBound : asked.upperBound)
  }

  private static func readTrade(_ scanner: inout JSONScanner) -> Trade? {
    var numbers: [JSONDecimal?] = []
    var isBuy: Bool?
    while numbers.count < 7, scanner.nextElement() {
      if numbers.count == 3 {
        isBuy = scanner.string().flatMap { $0 == "b" ? true : $0 == "s" ? false : nil }
        numbers.append(nil)
      } else {
        numbers.append(scanner.number())
      }
    }
    guard numbers.count >= 3, let price = numbers[0]?.double, price.isPrice,
      let volume = numbers[1]?.double, volume.isFinite, volume >= 0,
      let seconds = numbers[2]?.double, seconds >= 0, seconds < 4e9
    else { return nil }
    return Trade(
      id: numbers.count > 6 ? numbers[6]?.integer : nil, price: price, volume: volume,
      time: Int64(seconds * 1_000), isBuy: isBuy)
  }

  /// `{"BTC/USD":[[1795147920,"104300.5","105901.1","103799.0","104810.0","104700.1","12.5",320],…]`:
  /// time in seconds, open, high, low, close, average, volume, number of trades; oldest first.
  public func readCandles(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64
  ) -> [Candle]? {
    var candles: [Candle]?
    let answer = KrakenAnswer(bytes) { key, scanner in
      guard KrakenAnswer.names(key, code), scanner.kind == .array else { return scanner.skip() }
      candles = Candle.read(&scanner, numbers: 7) {
        Candle(seconds: $0[0], open: $0[1], high: $0[2], low: $0[3], close: $0[4], volume: $0[6])
      }
    }
    guard let answer, answer.error == nil else { return nil }
    return candles.flatMap(Candle.inOrder)
  }

  /// `{"BTC/USD":{"wsname":"XBT/USD","base":"BTC","quote":"USD","pair_decimals":1,
  /// "status":"online",…},…}`
  public func readList(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into list: inout [Listing]
  ) -> Bool {
    var found: [Listing] = []
    let answer = KrakenAnswer(bytes) { key, scanner in
      guard scanner.kind == .object else { return scanner.skip() }
      var name = key.name
      var decimals: Int64?
      var status = "online"
      scanner.enter(.object)
      while let key = scanner.nextKey() {
        if key == "wsname" {
          // The member's own name has a slash where names are new.
          if let own = scanner.string()?.name, !name.contains("/") { name = own }
        } else if key == "pair_decimals" {
          decimals = scanner.number()?.integer
        } else if key == "status" {
          status = scanner.string()?.name ?? status
        } else {
          scanner.skip()
        }
      }
      let code = name.split(separator: "/", omittingEmptySubsequences: false)
        .map { KrakenAnswer.newName($0) }.joined(separator: "/")
      guard let market = market(code: code), status != "delisted" else { return }
      found.append(
        Listing(
          code: code, base: market.base, quote: market.quote,
          names: MarketNames(english: market.base, korean: market.base),
          decimals: decimals.flatMap { (0...20).contains($0) ? Int($0) : nil },
          isTrading: status == "online"))
    }
    guard let answer, answer.error == nil, !found.isEmpty else { return false }
    list = found
    return true
  }
}
