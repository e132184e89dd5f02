import MarketData

extension BithumbClassic {
  /// One call for all markets of a quote, unless only one code is asked for.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    if codes.count == 1 {
      return [
        TickerCall(codes: codes, path: CallPath("/public/ticker/\(Self.symbol(codes[0]))").text)
      ]
    }
    let groups = Dictionary(grouping: codes) { String($0.prefix { $0 != "-" }) }
    return groups.sorted { $0.key < $1.key }.map { quote, codes in
      TickerCall(codes: codes, path: CallPath("/public/ticker/ALL_\(quote)").text)
    }
  }

  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    BithumbCoin.read(bytes, asked: asked, of: markets)
  }
}

/// One market in an answer of API 1.x to a call for tickers. All its numbers are strings.
struct BithumbCoin {
  private var price: JSONDecimal?
  private var baselinePrice: Double?
  private var dayLow: Double?
  private var dayHigh: Double?
  private var volume: Double?
  private var turnover: Double?

  /// `{"status":"0000","data":{"BTC":{…},"ETH":{…},"date":"1795147953168"}}`, or one market alone
  /// in `data` where one was asked for.
  /// - Parameter asked: codes of one quote.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    var parsed = ParsedMessage()
    var time: Int64?
    let wanted = asked.map {
      (code: $0, base: Array($0.utf8.drop { $0 != UInt8(ascii: "-") }.dropFirst()))
    }
    func add(_ coin: BithumbCoin, of code: String) {
      guard let market = markets.market(of: code) else { return }
      if parsed.statements.count < asked.count, let ticker = coin.ticker {
        parsed.statements.append(Statement(market: market, ticker: ticker))
      } else {
        parsed.dropped += 1
      }
    }
    let envelope = BithumbEnvelope(bytes) { scanner in
      guard scanner.kind == .object else { return scanner.skip() }
      var alone = BithumbCoin()
      var isAlone = false
      scanner.enter(.object)
      while let key = scanner.nextKey() {
        if scanner.kind != .object {
          if key == "date" {
            time = scanner.number()?.integer
          } else {
            isAlone = true
            alone.read(key, &scanner)
          }
        } else if let code = wanted.first(where: { key == $0.base })?.code {
          var coin = BithumbCoin()
          scanner.enter(.object)
          while let key = scanner.nextKey() { coin.read(key, &scanner) }
          add(coin, of: code)
        } else {
          scanner.skip()
        }
      }
      if isAlone, asked.count == 1 { add(alone, of: asked[0]) }
    }
    guard envelope.isWellFormed else { return ParsedMessage(isWellFormed: false, dropped: 1) }
    guard envelope.isGood else {
      return BithumbEnvelope.rejection(envelope.status, envelope.message)
    }
    for index in parsed.statements.indices { parsed.statements[index].time = time }
    return parsed
  }

  private mutating func read(_ key: JSONText, _ scanner: inout JSONScanner) {
    if key == "closing_price" {
      price = scanner.number()
    } else if key == "prev_closing_price" {
      baselinePrice = scanner.number()?.price
    } else if key == "min_price" {
      dayLow = scanner.number()?.price
    } else if key == "max_price" {
      dayHigh = scanner.number()?.price
    } else if key == "units_traded_24H" {
      volume = scanner.number()?.sum
    } else if key == "acc_trade_value_24H" {
      turnover = scanner.number()?.sum
    } else {
      scanner.skip()
    }
  }

  private var ticker: Ticker? {
    guard let decimal = price, let price = decimal.price else { return nil }
    return Ticker(
      price: price, baselinePrice: baselinePrice, dayLow: dayLow, dayHigh: dayHigh,
      volume: volume, turnover: turnover, decimals: decimal.decimals)
  }
}
