import MarketData

extension Dogechain {
  public var streamsTrades: Bool { false }

  public var streamLimits: StreamLimits {
    StreamLimits(
      keepAlive: (#"{"op":"ping_block"}"#, 60_000), retryFloorMilliseconds: 30_000,
      retryCapMilliseconds: 1_800_000)
  }

  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    old.markets.isEmpty && !new.markets.isEmpty ? [#"{"op":"price_sub"}"#] : []
  }

  public var parser: MessageParser { { Self.readMessage($0, of: $1) } }

  /// `{"op":"price","x":{"value":"0.07345100","price_base":"USD"}}`: a price has a value and no
  /// hash, whatever `op` says. Blocks have a hash, and states have no `x`.
  private static func readMessage(
    _ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable
  ) -> ParsedMessage {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .object else { return ParsedMessage(isWellFormed: false, dropped: 1) }
    var value: JSONDecimal?
    var (hasValue, hasHash, isDollar) = (false, false, true)
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      guard key == "x", scanner.kind == .object else {
        scanner.skip()
        continue
      }
      scanner.enter(.object)
      while let key = scanner.nextKey() {
        if key == "value" {
          hasValue = true
          value = scanner.number()
        } else if key == "price_base" {
          isDollar = scanner.string().map { $0 == "USD" } ?? true
        } else {
          if key == "hash" { hasHash = true }
          scanner.skip()
        }
      }
    }
    guard scanner.isComplete else { return ParsedMessage(isWellFormed: false, dropped: 1) }
    guard hasValue, !hasHash, isDollar, let id = markets.market(of: market.code) else {
      return ParsedMessage()
    }
    guard let value, value.double.isPrice else { return ParsedMessage(dropped: 1) }
    return ParsedMessage(statements: [
      Statement(market: id, ticker: Ticker(price: value.double, decimals: value.decimals))
    ])
  }
}
