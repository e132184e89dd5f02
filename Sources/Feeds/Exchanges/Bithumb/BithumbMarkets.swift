import MarketData

extension BithumbAPI {
  public var listPaths: [String] {
    ["/v1/market/all?isDetails=true", "/v1/market/virtual_asset_warning"]
  }

  public func readList(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into list: inout [Listing]
  ) -> Bool {
    part == 0 ? readMarkets(bytes, into: &list) : Self.readWarnings(bytes, into: &list)
  }

  /// `[{"market":"KRW-XYZ","warning_type":"PRICE_DIFFERENCE_HIGH","warning_step":"CAUTION",
  /// "end_date":"2026-11-21 06:59:59"}]`
  private static func readWarnings(
    _ bytes: UnsafeBufferPointer<UInt8>, into list: inout [Listing]
  ) -> Bool {
    var found: [String: [(caution: Caution, end: CivilDay?)]] = [:]
    let isWhole = JSONScanner.readObjects(bytes) { scanner in
      var code: String?
      var caution: Caution?
      var end: CivilDay?
      while let key = scanner.nextKey() {
        if key == "market" {
          code = scanner.string()?.string
        } else if key == "warning_type" {
          caution = scanner.string().flatMap { self.caution($0) }
        } else if key == "end_date" {
          end = CivilDay.read(&scanner)
        } else {
          scanner.skip()
        }
      }
      if let code, let caution { found[code, default: []].append((caution, end)) }
      return true
    }
    guard isWhole else { return false }
    for index in list.indices {
      for (caution, end) in found[list[index].code] ?? [] {
        list[index].cautions.insert(caution)
        list[index].cautionEnds[caution] = end
      }
    }
    return true
  }

  private static func caution(_ type: JSONText) -> Caution? {
    if type == "PRICE_SUDDEN_FLUCTUATION" { return .priceFluctuation }
    if type == "TRADING_VOLUME_SUDDEN_FLUCTUATION" { return .volumeSoaring }
    if type == "DEPOSIT_AMOUNT_SUDDEN_FLUCTUATION" { return .depositSoaring }
    if type == "PRICE_DIFFERENCE_HIGH" { return .priceDifference }
    if type == "SPECIFIC_ACCOUNT_HIGH_TRANSACTION" { return .concentration }
    if type == "EXCHANGE_TRADING_CONCENTRATION" { return .exchangeConcentration }
    return nil
  }
}
