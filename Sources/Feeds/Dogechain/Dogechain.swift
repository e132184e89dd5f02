import MarketData

/// The dogechain.info block explorer, which says what a DOGE costs in dollars, and nothing else of a
/// market: no trades, no times, no past. Nobody has heard it since 2024, so it is tried patiently.
public struct Dogechain: Exchange {
  public init() {}

  public let name = "dogechain"
  public let title = "Dogechain"
  public let baseline = "24 h"
  public let websocket = "wss://ws.dogechain.info/inv"
  public let rest = "https://dogechain.info"

  private static let market = Market(
    exchange: "dogechain", code: "DOGE-USD", base: "DOGE", quote: "USD")

  public func market(code: String) -> Market? { code == Self.market.code ? Self.market : nil }

  public func market(base: String, quote: String) -> Market? { market(code: "\(base)-\(quote)") }

  /// Whoever wants DOGE gets it from somebody who still trades it, under their name.
  public let hasStandIns = true
  public let streamsTrades = false

  public let streamManners = StreamManners(
    keepAlive: (#"{"op":"ping_block"}"#, 60_000), retryFloorMilliseconds: 30_000,
    retryCapMilliseconds: 1_800_000)

  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    old.markets.isEmpty && !new.markets.isEmpty ? [#"{"op":"price_sub"}"#] : []
  }

  /// `{"op":"price","x":{"value":"0.07345100","price_base":"USD"}}`: a price has a value and no hash,
  /// whatever `op` says. Blocks have a hash, and states have no `x`.
  public func readMessage(
    _ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable
  ) -> Reading {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .object else { return Reading(isWellFormed: false, dropped: 1) }
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
    guard scanner.isComplete else { return Reading(isWellFormed: false, dropped: 1) }
    guard hasValue, !hasHash, isDollar, let market = markets.index(of: Self.market.code) else {
      return Reading()
    }
    guard let value, value.double.isPrice else { return Reading(dropped: 1) }
    return Reading(said: [
      Statement(market: market, ticker: Ticker(price: value.double, decimals: value.decimals))
    ])
  }

  public var ranksMarkets: Bool { false }

  public func tickerCalls(codes: [String]) -> [TickerCall] { [] }

  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> Reading { Reading(isWellFormed: false) }

  public let listPaths: [String] = []

  public let fixedList = [
    Listing(
      code: market.code, base: market.base, quote: market.quote,
      names: MarketNames(english: "Dogecoin", korean: "도지코인"))
  ]

  public func readList(
    _ bytes: UnsafeBufferPointer<UInt8>, place: Int, into list: inout [Listing]
  ) -> Bool { false }
}
