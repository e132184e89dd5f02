import MarketData

/// What a follower wants besides prices while a page shows it: the message of its topic
/// `want/BOARD`. It has the markets by name: `upbit:KRW-BTC`.
public struct HubWants: Equatable, Sendable {
  /// The most names of one kind: no page shows more.
  static let namesMax = 32

  public var books: [String] = []
  public var trades: [String] = []
  public var wallets: [String] = []
  public var chart: (market: String, span: ChartSpan)? {
    get { chartMarket.map { ($0, chartSpan) } }
    set {
      chartMarket = newValue?.market
      chartSpan = newValue?.span ?? .minute
    }
  }
  private var chartMarket: String?
  private var chartSpan = ChartSpan.minute

  public init() {}

  public var isEmpty: Bool { self == HubWants() }

  public var json: String {
    var members: [(String, String)] = []
    for (name, markets) in [("book", books), ("trades", trades), ("wallet", wallets)]
    where !markets.isEmpty {
      members.append((name, JSON.list(markets.map(\.asJSON))))
    }
    if let chart {
      members.append(
        (
          "chart",
          JSON.object([
            ("market", chart.market.asJSON), ("span", chart.span.rawValue.asJSON),
          ])
        ))
    }
    return JSON.object(members)
  }

  /// - Returns: nil where the bytes are no JSON, or want more than a page shows.
  public init?(_ bytes: [UInt8]) {
    var wants = HubWants()
    var isSensible = true
    let isWhole = JSONScanner.readHub(bytes) { scanner, key in
      func names() -> [String] {
        var names: [String] = []
        scanner.readArray { scanner in
          let name = scanner.string()?.string ?? ""
          let isTooMany = names.count == Self.namesMax
          if name.utf8.count > HubLimits.nameBytesMax || name.isEmpty || isTooMany {
            isSensible = false
          } else {
            names.append(name)
          }
        }
        return names
      }
      switch key.string {
      case "book": wants.books = names()
      case "trades": wants.trades = names()
      case "wallet": wants.wallets = names()
      case "chart":
        var (market, span) = (String?.none, ChartSpan.minute)
        scanner.readObject { scanner, key in
          switch key.string {
          case "market": market = scanner.string()?.string
          case "span": isSensible = scanner.readWord(into: &span) && isSensible
          default: scanner.skip()
          }
        }
        wants.chart = market.map { ($0, span) }
        isSensible = isSensible && market?.utf8.count ?? 0 <= HubLimits.nameBytesMax
      default: scanner.skip()
      }
    }
    guard isWhole, isSensible else { return nil }
    self = wants
  }
}
