import MarketData

extension Upbit {
  /// `[{"market":"KRW-BTC","candle_date_time_utc":"2026-11-20T04:12:33","opening_price":…}]`,
  /// newest first. One that makes no sense, or is another market's, spoils the answer: without it
  /// the rest would claim that nothing was traded then.
  public func readHistory(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Candle]? {
    var candles: [Candle] = []
    let isWhole = readObjects(bytes) { scanner in
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
    candles.sort { $0.start < $1.start }
    let isUnique = zip(candles, candles.dropFirst()).allSatisfy { $0.start != $1.start }
    return isWhole && isUnique ? candles : nil
  }

  /// `[{"market":"KRW-BTC","korean_name":"비트코인","english_name":"Bitcoin",…}]`
  public func readList(_ bytes: UnsafeBufferPointer<UInt8>) -> [Listing]? {
    var list: [Listing] = []
    let isWhole = readObjects(bytes) { scanner in
      var code: String?
      var korean: String?
      var english: String?
      while let key = scanner.nextKey() {
        if key == "market" {
          code = scanner.string()?.string
        } else if key == "korean_name" {
          korean = scanner.string()?.name
        } else if key == "english_name" {
          english = scanner.string()?.name
        } else {
          scanner.skip()
        }
      }
      guard let code else { return true }
      let fallback = code.split(separator: "-").last.map(String.init) ?? code
      list.append(
        Listing(
          code: code,
          names: MarketNames(english: english ?? fallback, korean: korean ?? english ?? fallback)))
      return true
    }
    // An empty list would declare every market unknown: it is no answer.
    return isWhole && !list.isEmpty ? list : nil
  }

  /// Reads a list of objects; `object` reads one to its end and says whether it makes sense.
  private func readObjects(
    _ bytes: UnsafeBufferPointer<UInt8>, _ object: (inout JSONScanner) -> Bool
  ) -> Bool {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .array else { return false }
    scanner.enter(.array)
    var makesSense = true
    while scanner.nextElement() {
      guard scanner.kind == .object else { return false }
      scanner.enter(.object)
      if !object(&scanner) { makesSense = false }
    }
    return scanner.isComplete && makesSense
  }
}

extension JSONText {
  /// What fits on a screen of it: four megabytes would be measured anew in every frame.
  fileprivate var name: String { String(string.unicodeScalars.prefix(60)) }
}
