import MarketData

extension Coinbase {
  /// `[{"trade_id":7,"side":"sell","size":"0.01","price":"104810.01","time":"2026-11-20T…Z"},…]`,
  /// newest first; the side is that of the order that was there before.
  public func readTrades(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Trade]? {
    var trades: [Trade] = []
    let isWhole = JSONScanner.readObjects(bytes) { scanner in
      var id: Int64?
      var price: Double?
      var volume: Double?
      var time: Int64?
      var isBuy: Bool?
      while let key = scanner.nextKey() {
        if key == "trade_id" {
          id = scanner.number()?.integer
        } else if key == "price" {
          price = scanner.number()?.double
        } else if key == "size" {
          volume = scanner.number()?.double
        } else if key == "time" {
          time = Timestamp.milliseconds(scanner.string())
        } else if key == "side" {
          isBuy = scanner.string().flatMap { $0 == "sell" ? true : $0 == "buy" ? false : nil }
        } else {
          scanner.skip()
        }
      }
      guard
        let trade = Trade(id: id, toldPrice: price, volume: volume, time: time, isBuy: isBuy)
      else { return false }
      trades.append(trade)
      return true
    }
    return isWhole ? trades.reversed() : nil
  }

  public func readHistory(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> HistoryPage? {
    guard let trades = readTrades(bytes, of: code) else { return nil }
    // How long a page is, is up to the exchange: what is older than its last trade is not known.
    let oldest = trades.map(\.time).min() ?? range.upperBound
    return HistoryPage(trades, in: range, knownFrom: oldest)
  }

  /// `[[1795147920,103799,105901.11,104300.5,104810.01,12.5],…]`: time in seconds, low, high, open,
  /// close, volume; newest first, and none where nobody traded.
  public func readCandles(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64
  ) -> [Candle]? {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .array else { return nil }
    let candles = Candle.read(&scanner, numbers: 6) {
      Candle(seconds: $0[0], open: $0[3], high: $0[2], low: $0[1], close: $0[4], volume: $0[5])
    }
    guard scanner.isComplete else { return nil }
    return candles.flatMap(Candle.inOrder)
  }

  /// The first part: `[{"id":"BTC-USD","base_currency":"BTC","quote_currency":"USD",
  /// "quote_increment":"0.01","status":"online","trading_disabled":false,…}]`; the second:
  /// `[{"id":"BTC","name":"Bitcoin",…}]`.
  public func readList(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into list: inout [Listing]
  ) -> Bool {
    part == 0 ? readProducts(bytes, into: &list) : readNames(bytes, into: &list)
  }

  private func readProducts(
    _ bytes: UnsafeBufferPointer<UInt8>, into list: inout [Listing]
  ) -> Bool {
    var found: [Listing] = []
    let isWhole = JSONScanner.readObjects(bytes) { scanner in
      var code: String?
      var base: String?
      var quote: String?
      var step: JSONDecimal?
      var status: String?
      var isDisabled = false
      while let key = scanner.nextKey() {
        if key == "id" {
          code = scanner.string()?.name
        } else if key == "base_currency" {
          base = scanner.string()?.name
        } else if key == "quote_currency" {
          quote = scanner.string()?.name
        } else if key == "quote_increment" {
          step = scanner.number()
        } else if key == "status" {
          status = scanner.string()?.name
        } else if key == "trading_disabled" {
          isDisabled = scanner.boolean() ?? false
        } else {
          scanner.skip()
        }
      }
      guard let code, let market = market(code: code), status != "delisted" else { return true }
      let name = base ?? market.base
      found.append(
        Listing(
          code: code, base: name, quote: quote ?? market.quote,
          names: MarketNames(english: name, korean: name),
          decimals: step.flatMap { $0.double.isPrice ? $0.decimals : nil },
          isTrading: status ?? "online" == "online" && !isDisabled))
      return true
    }
    // An empty list would declare every market unknown: it is no answer.
    guard isWhole, !found.isEmpty else { return false }
    list = found
    return true
  }

  private func readNames(
    _ bytes: UnsafeBufferPointer<UInt8>, into list: inout [Listing]
  ) -> Bool {
    var names: [String: String] = [:]
    let isWhole = JSONScanner.readObjects(bytes) { scanner in
      var id: String?
      var name: String?
      while let key = scanner.nextKey() {
        if key == "id" {
          id = scanner.string()?.name
        } else if key == "name" {
          name = scanner.string()?.name
        } else {
          scanner.skip()
        }
      }
      if let id, let name, !name.isEmpty { names[id] = name }
      return true
    }
    guard isWhole else { return false }
    for place in list.indices {
      if let name = names[list[place].base] {
        list[place].names = MarketNames(english: name, korean: name)
      }
    }
    return true
  }
}
