import MarketData

extension Kraken: MarketListSource {
  public var listPaths: [String] { ["/public/AssetPairs?assetVersion=1"] }

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
          // The member's own name has a slash where the answer uses the new names.
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
          isTrading: ["online", "limit_only", "reduce_only"].contains(status)))
    }
    guard let answer, answer.error == nil, !found.isEmpty else { return false }
    list = found
    return true
  }
}
