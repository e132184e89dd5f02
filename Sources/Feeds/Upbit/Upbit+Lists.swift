import MarketData

extension Upbit {
  /// `[{"market":"KRW-BTC","candle_date_time_utc":"2026-11-20T04:12:33","opening_price":…}]`,
  /// newest first. One that makes no sense, or is another market's, spoils the answer: without it
  /// the rest would claim that nothing was traded then.
  public func readCandles(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64
  ) -> [Candle]? {
    var candles: [Candle] = []
    let isWhole = JSONScanner.readObjects(bytes) { scanner in
      var isOurs = true
      var start: Int64?
      var open: Double?
      var high: Double?
      var low: Double?
      var close: Double?
      var volume: Double?
      while let key = scanner.nextKey() {
        if key == "market" {
          if let market = scanner.string()?.string { isOurs = market == code }
        } else if key == "candle_date_time_utc" {
          start = scanner.string().flatMap { CivilTime($0.raw.buffer) }.map { $0.unix * 1_000 }
        } else if key == "opening_price" {
          open = scanner.number()?.double
        } else if key == "high_price" {
          high = scanner.number()?.double
        } else if key == "low_price" {
          low = scanner.number()?.double
        } else if key == "trade_price" {
          close = scanner.number()?.double
        } else if key == "candle_acc_trade_volume" {
          volume = scanner.number()?.double
        } else {
          scanner.skip()
        }
      }
      guard isOurs, let start, ExchangeClock.era.contains(start), let open, let high, let low,
        let close, let volume, volume.isFinite, volume >= 0, high.isPrice, low.isPrice,
        low <= min(open, close), high >= max(open, close)
      else { return false }
      candles.append(
        Candle(
          start: start, open: open, high: high, low: low, close: close, volume: volume,
          source: .trades))
      return true
    }
    return isWhole ? Candle.inOrder(candles) : nil
  }

  /// `[{"market":"KRW-BTC","korean_name":"비트코인","english_name":"Bitcoin","market_event":…}]`
  public func readList(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into list: inout [Listing]
  ) -> Bool {
    var found: [Listing] = []
    let isWhole = JSONScanner.readObjects(bytes) { scanner in
      var code: String?
      var korean: String?
      var english: String?
      var cautions: Set<Caution> = []
      while let key = scanner.nextKey() {
        if key == "market" {
          code = scanner.string()?.string
        } else if key == "korean_name" {
          korean = scanner.string()?.name
        } else if key == "english_name" {
          english = scanner.string()?.name
        } else if key == "market_event" {
          Self.readEvents(&scanner, into: &cautions)
        } else if key == "market_warning" {
          // Upbit's before 2024-11, and Bithumb's.
          if scanner.string().map({ $0 == "CAUTION" }) ?? false { cautions.insert(.designated) }
        } else {
          scanner.skip()
        }
      }
      guard let code else { return true }
      let parts = code.split(separator: "-", maxSplits: 1).map(String.init)
      let base = parts.last ?? code
      found.append(
        Listing(
          code: code, base: base, quote: parts.count == 2 ? parts[0] : "",
          names: MarketNames(english: english ?? base, korean: korean ?? english ?? base),
          cautions: cautions))
      return true
    }
    // An empty list would declare every market unknown: it is no answer.
    guard isWhole, !found.isEmpty else { return false }
    list = found
    return true
  }

  /// `{"warning":false,"caution":{"PRICE_FLUCTUATIONS":true,…}}`
  private static func readEvents(_ scanner: inout JSONScanner, into cautions: inout Set<Caution>) {
    guard scanner.kind == .object else { return scanner.skip() }
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "caution" {
        readEvents(&scanner, into: &cautions)
      } else if let caution = caution(key) {
        if scanner.boolean() == true { cautions.insert(caution) }
      } else {
        scanner.skip()
      }
    }
  }

  private static func caution(_ key: JSONText) -> Caution? {
    if key == "warning" { return .designated }
    if key == "PRICE_FLUCTUATIONS" { return .priceFluctuation }
    if key == "TRADING_VOLUME_SOARING" { return .volumeSoaring }
    if key == "DEPOSIT_AMOUNT_SOARING" { return .depositSoaring }
    if key == "GLOBAL_PRICE_DIFFERENCES" { return .priceDifference }
    if key == "CONCENTRATION_OF_SMALL_ACCOUNTS" { return .concentration }
    return nil
  }
}
