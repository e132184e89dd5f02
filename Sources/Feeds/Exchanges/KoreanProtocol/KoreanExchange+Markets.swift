import MarketData

extension KoreanExchange {
  /// `[{"market":"KRW-BTC","korean_name":"비트코인","english_name":"Bitcoin","market_event":…}]`
  func readMarkets(_ bytes: UnsafeBufferPointer<UInt8>, into list: inout [Listing]) -> Bool {
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
          // Upbit's form before 2024-11, and Bithumb's form.
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
