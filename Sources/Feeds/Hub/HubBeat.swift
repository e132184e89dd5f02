import MarketData

/// What a hub says of its markets at one time: the message of its topic `beat`, in which any program
/// may publish a market of its own. `board/manual/fleet.md` describes it.
///
/// ```json
/// {"sources": {"upbit": {"link": "streaming", "age": 120, "clock": 1795328262301}},
///  "markets": {"upbit:KRW-BTC": {"price": 144613000, "baseline": 145299000,
///                                "candle": [1795328260000, 144600000, 144613000, 144600000, 144613000, 0.4]}}}
/// ```
public struct HubBeat: Equatable, Sendable {
  /// The sources of the hub, and how it hears them.
  public var sources: [Source]
  public var markets: [Market]

  public init(sources: [Source] = [], markets: [Market] = []) {
    (self.sources, self.markets) = (sources, markets)
  }

  /// How the hub hears one source.
  public struct Source: Equatable, Sendable {
    /// As in `Market.source`: `upbit`.
    public var name: String
    public var link: Link
    /// Why the hub does not hear the source.
    public var failureReason: FailureReason?
    /// Milliseconds since it last spoke; nil where it never did.
    public var age: Int64?
    /// What its clock shows, Unix milliseconds; nil where that is not known.
    public var clock: Int64?

    public init(
      _ name: String, _ link: Link = .streaming, _ failureReason: FailureReason? = nil,
      age: Int64? = 0, clock: Int64? = nil
    ) {
      (self.name, self.link, self.failureReason) = (name, link, failureReason)
      (self.age, self.clock) = (age, clock)
    }
  }

  /// What the hub knows of one market.
  public struct Market: Equatable, Sendable {
    /// `upbit:KRW-BTC`
    public var name: String
    /// The unit of its price, where no list tells it: for markets that a program publishes.
    public var quote: String?
    public var ticker: Ticker
    /// The forming candle; nil where the hub makes none.
    public var candle: Candle?
    /// Milliseconds since the market was told of, where the hub hears its source but not the market.
    public var age: Int64?

    public init(_ name: String, quote: String? = nil, _ ticker: Ticker, _ candle: Candle? = nil) {
      (self.name, self.quote, self.ticker, self.candle) = (name, quote, ticker, candle)
    }
  }
}

extension HubBeat {
  public var json: String {
    JSON.object([
      ("sources", JSON.map(sources.map { ($0.name, $0.json) })),
      ("markets", JSON.map(markets.map { ($0.name, $0.json) })),
    ])
  }

  /// - Returns: nil where the bytes are no JSON, or say something impossible of a source or a market.
  public init?(_ bytes: [UInt8]) {
    var sources: [Source]? = []
    var markets: [Market]? = []
    let isWhole = JSONScanner.readHub(bytes) { scanner, key in
      switch key.string {
      case "sources":
        sources = scanner.readHubMap { name, scanner in Source(name, &scanner) }
      case "markets":
        markets = scanner.readHubMap { name, scanner in Market(name, &scanner) }
      default: scanner.skip()
      }
    }
    guard isWhole, let sources, let markets else { return nil }
    self.init(sources: sources, markets: markets)
  }
}

extension HubBeat.Source {
  fileprivate var json: String {
    var members = [("link", link.rawValue.asJSON)]
    if let failureReason { members.append(("trouble", failureReason.rawValue.asJSON)) }
    members += [("age", JSON.number(age)), ("clock", JSON.number(clock))]
    return JSON.object(members)
  }

  fileprivate init?(_ name: String, _ scanner: inout JSONScanner) {
    self.init(name)
    var isSensible = true
    let isObject = scanner.readObject { scanner, key in
      switch key.string {
      case "link": isSensible = scanner.readWord(into: &link) && isSensible
      case "trouble":
        // A later version may know more reasons.
        failureReason = scanner.string().map { FailureReason(rawValue: $0.string) ?? .unreachable }
      case "age":
        isSensible = scanner.readHubNumber(into: &age, HubLimits.age) && isSensible
      case "clock":
        isSensible = scanner.readHubNumber(into: &clock, HubLimits.time) && isSensible
      default: scanner.skip()
      }
    }
    guard isObject, isSensible else { return nil }
  }
}

extension HubBeat.Market {
  fileprivate var json: String {
    var members: [(String, String)] = [("price", JSON.number(ticker.price))]
    func add(_ name: String, _ value: Double?) {
      if let value, value.isFinite { members.append((name, JSON.number(value))) }
    }
    if let time = ticker.tradeTime { members.append(("time", JSON.number(time))) }
    if let quote { members.append(("quote", quote.asJSON)) }
    if ticker.decimals != 0 { members.append(("decimals", "\(ticker.decimals)")) }
    for (name, path) in Self.numbers { add(name, ticker[keyPath: path]) }
    if let day = ticker.delistsOn { members.append(("delists", day.description.asJSON)) }
    if let candle {
      members.append(("candle", JSON.list([JSON.number(candle.start)] + candle.hubRow)))
    }
    if let age { members.append(("age", JSON.number(age))) }
    return JSON.object(members)
  }

  private static let numbers: [(String, any WritableKeyPath<Ticker, Double?> & Sendable)] = [
    ("baseline", \.baselinePrice), ("open", \.dayOpen), ("low", \.dayLow), ("high", \.dayHigh),
    ("volume", \.volume), ("turnover", \.turnover), ("bid", \.bid), ("ask", \.ask),
    ("year_low", \.yearLow), ("year_high", \.yearHigh),
  ]

  fileprivate init?(_ name: String, _ scanner: inout JSONScanner) {
    var ticker = Ticker(price: .nan)
    var decimals: Int64?
    var quote: String?
    var candle: Candle?
    var age: Int64?
    var isSensible = true
    let isObject = scanner.readObject { scanner, key in
      let word = key.string
      switch word {
      case "price":
        let number = scanner.number()
        ticker.price = number?.double ?? .nan
        ticker.decimals = min(number?.decimals ?? 0, Decimal.decimalsMax)
      case "time":
        isSensible = scanner.readHubNumber(into: &ticker.tradeTime, HubLimits.time) && isSensible
      case "quote": quote = scanner.string()?.string
      case "decimals":
        isSensible = scanner.readHubNumber(into: &decimals, \.integer) && isSensible
      case "delists":
        ticker.delistsOn = CivilDay.read(&scanner)
        ticker.tellsDelisting = ticker.delistsOn != nil
      case "candle":
        candle = scanner.readHubCandle()
        isSensible = isSensible && candle != nil
      case "age":
        isSensible = scanner.readHubNumber(into: &age, HubLimits.age) && isSensible
      default:
        guard let path = Self.numbers.first(where: { $0.0 == word })?.1 else {
          return scanner.skip()
        }
        isSensible =
          scanner.readHubNumber(into: &ticker[keyPath: path], \.amount) && isSensible
      }
    }
    if let decimals { ticker.decimals = Int(max(0, min(decimals, Int64(Decimal.decimalsMax)))) }
    if ticker.baselinePrice == 0 { ticker.baselinePrice = nil }
    guard isObject, isSensible, ticker.price.isPrice, quote.map(HubLimits.isUnit) ?? true else {
      return nil
    }
    self.init(name, quote: quote, ticker, candle)
    self.age = age
  }
}
