import MarketData

extension Coinbase: MarketListSource {
  public var listPaths: [String] { ["/products", "/currencies"] }

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
    for index in list.indices {
      if let name = names[list[index].base] {
        list[index].names = MarketNames(english: name, korean: name)
      }
    }
    return true
  }
}
