import MarketData

/// What a hub has: the message of its topic `lists`.
public struct HubLists: Equatable, Sendable {
  /// One market, as its exchange lists it.
  public struct Entry: Equatable, Sendable {
    /// `upbit:KRW-BTC`
    public var name: String
    public var listing: Listing
    /// The exchange's name on the screen; nil for its usual one.
    public var title: String?
    /// Whether the hub shows it: what it only counts with is nobody else's to show.
    public var isShown: Bool
    /// Whether its exchange has it on its list, where `listing` says that it is not traded.
    public var isHalted = false

    public init(_ name: String, _ listing: Listing, title: String? = nil, isShown: Bool = true) {
      (self.name, self.listing, self.title, self.isShown) = (name, listing, title, isShown)
    }
  }

  /// In the order in which the hub shows them.
  public var entries: [Entry]

  public init(_ entries: [Entry]) { self.entries = entries }

  public var json: String {
    JSON.object([
      (
        "markets",
        JSON.map(
          entries.map { entry in
            let listing = entry.listing
            var members = [
              ("base", listing.base.asJSON), ("quote", listing.quote.asJSON),
              ("english", listing.names.english.asJSON), ("korean", listing.names.korean.asJSON),
              ("listed", "\(listing.isTrading)"),
            ]
            if entry.isHalted { members.append(("halted", "true")) }
            if !entry.isShown { members.append(("shown", "false")) }
            if let title = entry.title { members.append(("title", title.asJSON)) }
            if let decimals = listing.decimals { members.append(("decimals", "\(decimals)")) }
            if !listing.cautions.isEmpty {
              let words = Caution.allCases.filter(listing.cautions.contains).map(\.rawValue.asJSON)
              members.append(("cautions", JSON.list(words)))
            }
            let ends = Caution.allCases.compactMap { caution in
              listing.cautionEnds[caution].map { (caution.rawValue, $0.description.asJSON) }
            }
            if !ends.isEmpty { members.append(("caution_ends", JSON.map(ends))) }
            return (entry.name, JSON.object(members))
          })
      )
    ])
  }

  /// - Returns: nil for what is no JSON, says nothing of markets, or says of one what cannot be.
  public init?(_ bytes: [UInt8]) {
    var entries: [Entry]?
    let isWhole = JSONScanner.readHub(bytes) { scanner, key in
      guard key == "markets" else { return scanner.skip() }
      entries = scanner.readHubMap { name, scanner in Entry(name, &scanner) }
    }
    guard isWhole, let entries else { return nil }
    self.init(entries)
  }
}

extension HubLists.Entry {
  fileprivate init?(_ name: String, _ scanner: inout JSONScanner) {
    let code = name.drop { $0 != ":" }.dropFirst()
    var listing = Listing(
      code: String(code), base: String(code), quote: "",
      names: MarketNames(english: "", korean: ""))
    var title: String?
    var isShown = true
    var isHalted = false
    var names = ("", "")
    let isObject = scanner.readObject { scanner, key in
      switch key.string {
      case "base": listing.base = scanner.readHubLabel()
      case "quote": listing.quote = scanner.readHubLabel()
      case "english": names.0 = scanner.readHubLabel()
      case "korean": names.1 = scanner.readHubLabel()
      case "title": title = scanner.readHubLabel()
      case "shown": isShown = scanner.boolean() ?? true
      case "listed": listing.isTrading = scanner.boolean() ?? true
      case "halted": isHalted = scanner.boolean() ?? false
      case "decimals":
        listing.decimals = scanner.number()?.integer.map {
          Int(max(0, min($0, Int64(Decimal.decimalsMax))))
        }
      case "cautions":
        scanner.readArray { scanner in
          if let caution = scanner.string().flatMap({ Caution(rawValue: $0.string) }) {
            listing.cautions.insert(caution)
          }
        }
      case "caution_ends":
        scanner.readObject { scanner, key in
          guard let caution = Caution(rawValue: key.string) else { return scanner.skip() }
          listing.cautionEnds[caution] = CivilDay.read(&scanner)
        }
      default: scanner.skip()
      }
    }
    if names.0.isEmpty { names.0 = listing.base }
    listing.names = MarketNames(english: names.0, korean: names.1.isEmpty ? names.0 : names.1)
    if title == "" { title = nil }
    guard isObject, !code.isEmpty else { return nil }
    self.init(name, listing, title: title, isShown: isShown)
    self.isHalted = isHalted
  }
}

/// Exchange rates, as a hub's topic `rates` has them: with their ages, since a follower's clock may
/// show anything.
public enum HubRates {
  /// - Parameter wall: Unix milliseconds by this machine's clock.
  public static func json(_ rates: [ExchangeRates], wall: Int64) -> String {
    JSON.object([
      (
        "rates",
        JSON.list(
          rates.map { rates in
            JSON.object([
              ("base", rates.base.asJSON), ("source", rates.source.asJSON),
              ("age", "\(rates.age(at: wall))"),
              ("stale_after", "\(rates.staleAfterMilliseconds)"),
              (
                "units",
                JSON.map(
                  rates.units.sorted { $0.key < $1.key }.map { ($0.key, JSON.number($0.value)) })
              ),
            ])
          })
      )
    ])
  }

  /// - Parameter wall: Unix milliseconds by this machine's clock, when they came.
  /// - Returns: nil for what is no JSON, says nothing of rates, or holds what is no rate.
  public static func read(_ bytes: [UInt8], wall: Int64) -> [ExchangeRates]? {
    var all: [ExchangeRates]?
    let isWhole = JSONScanner.readHub(bytes) { scanner, key in
      guard key == "rates" else { return scanner.skip() }
      all = []
      let isList = scanner.readArray { scanner in
        if let rates = Self.rates(&scanner, wall: wall), all?.count ?? 0 < 8 {
          all?.append(rates)
        } else {
          all = nil
        }
      }
      if !isList { all = nil }
    }
    return isWhole ? all : nil
  }

  private static func rates(_ scanner: inout JSONScanner, wall: Int64) -> ExchangeRates? {
    var (base, source) = (String?.none, "")
    var (age, staleAfter) = (Int64?.none, Int64?.none)
    var units: [String: Double] = [:]
    var isSensible = true
    let isObject = scanner.readObject { scanner, key in
      switch key.string {
      case "base": base = scanner.string()?.string
      case "source": source = scanner.readHubLabel()
      case "age": age = scanner.number()?.integer
      case "stale_after": staleAfter = scanner.number()?.integer
      case "units":
        scanner.readObject { scanner, key in
          let name = key.string
          if let unit = scanner.number()?.price, Currency.isName(name), units.count < 1_000 {
            units[name] = unit
          } else {
            isSensible = false
          }
        }
      default: scanner.skip()
      }
    }
    guard isObject, isSensible, let base, Currency.isName(base), !source.isEmpty, let age,
      let staleAfter, HubLimits.ages.contains(age), HubLimits.ages.contains(staleAfter)
    else { return nil }
    return ExchangeRates(
      base: base, units: units, source: source, time: wall - age, staleAfterMilliseconds: staleAfter
    )
  }
}
