import MarketData

/// The markets that a hub has: the message of its topic `lists`.
public struct HubLists: Equatable, Sendable {
  /// One market, as its exchange lists it.
  public struct Entry: Equatable, Sendable {
    /// `upbit:KRW-BTC`
    public var name: String
    public var listing: Listing
    /// The exchange's name on the screen; nil for its usual one.
    public var title: String?
    /// Whether the hub shows the market: followers do not show one that it only calculates with.
    public var isShown: Bool
    /// Whether the exchange still lists the market, where `listing` says that it is not traded.
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

  /// - Returns: nil where the bytes are no JSON, say nothing of markets, or say something impossible
  ///   of one.
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
