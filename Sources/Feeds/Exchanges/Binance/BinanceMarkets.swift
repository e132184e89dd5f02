import MarketData

extension Binance: MarketListByCode {
  /// All markets that are traded. Without the sets of permissions the answer is some three megabytes,
  /// compressed a tenth of that.
  public var listPaths: [String] {
    ["/exchangeInfo?permissions=SPOT&showPermissionSets=false&symbolStatus=TRADING"]
  }

  /// A feed asks for its own markets only; one unknown code fails a whole call.
  public func listCalls(codes: [String]) -> [ListCall] {
    codes.pieces(of: 100).map { codes in
      ListCall(
        part: 0, codes: codes,
        path: "/exchangeInfo?showPermissionSets=false&symbols=" + Self.list(codes))
    }
  }

  /// `{"code":-1121,"msg":"Invalid symbol."}`; -1100 where a code has letters that no code may have.
  public func refusesCodes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .object else { return false }
    var code: Int64?
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "code" {
        code = scanner.number()?.integer
      } else {
        scanner.skip()
      }
    }
    return scanner.isComplete && (code == -1_121 || code == -1_100)
  }

  /// `{"timezone":"UTC",…,"symbols":[{"symbol":"BTCUSDT","status":"TRADING","baseAsset":"BTC",…}]}`
  public func readList(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into list: inout [Listing]
  ) -> Bool {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .object else { return false }
    var found: [Listing] = []
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      guard key == "symbols", scanner.kind == .array else {
        scanner.skip()
        continue
      }
      scanner.enter(.array)
      while scanner.nextElement() {
        guard scanner.kind == .object else { return false }
        if let listing = Self.readListing(&scanner) { found.append(listing) }
      }
    }
    // An empty list would declare every market unknown: it is no answer.
    guard scanner.isComplete, !found.isEmpty else { return false }
    list += found
    return true
  }

  private static func readListing(_ scanner: inout JSONScanner) -> Listing? {
    var code: String?
    var base: String?
    var quote: String?
    var isTrading = true
    var decimals: Int?
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "symbol" {
        code = scanner.string()?.name
      } else if key == "baseAsset" {
        base = scanner.string()?.name
      } else if key == "quoteAsset" {
        quote = scanner.string()?.name
      } else if key == "status" {
        isTrading = scanner.string().map { $0 == "TRADING" } ?? true
      } else if key == "filters", scanner.kind == .array {
        scanner.enter(.array)
        while scanner.nextElement() { decimals = readFilter(&scanner) ?? decimals }
      } else {
        scanner.skip()
      }
    }
    guard let code, !code.isEmpty else { return nil }
    let guess = Binance().market(code: code)
    let name = base ?? guess?.base ?? code
    return Listing(
      code: code, base: name, quote: quote ?? guess?.quote ?? "",
      names: MarketNames(english: name, korean: name), decimals: decimals, isTrading: isTrading)
  }

  /// `{"filterType":"PRICE_FILTER",…,"tickSize":"0.01000000"}`
  private static func readFilter(_ scanner: inout JSONScanner) -> Int? {
    guard scanner.kind == .object else {
      scanner.skip()
      return nil
    }
    var isPrice = false
    var step: JSONDecimal?
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "filterType" {
        isPrice = scanner.string().map { $0 == "PRICE_FILTER" } ?? false
      } else if key == "tickSize" {
        step = scanner.number()
      } else {
        scanner.skip()
      }
    }
    // A step of 0 means that any price will do.
    guard isPrice, let step, step.double.isPrice else { return nil }
    return step.decimals
  }
}
