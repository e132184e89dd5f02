import MarketData

/// An exchange's list of markets as it is stored for later: a line of JSON for each market.
public struct ListArchive: Equatable, Sendable {
  private static let version: Int64 = 1

  /// Why a stored list cannot be used.
  public enum Flaw: Error, Equatable {
    case damaged, otherVersion
  }

  public var exchange: String
  /// The REST endpoint that gave it.
  public var rest: String
  /// When the list was fetched, in Unix seconds.
  public var fetched: Int64
  public var listings: [Listing]

  public init(exchange: String, rest: String, fetched: Int64, listings: [Listing]) {
    self.exchange = exchange
    self.rest = rest
    self.fetched = fetched
    self.listings = listings
  }

  /// `["KRW-BTC","BTC","KRW","Bitcoin","비트코인",null,["designated"],true]` for each market.
  public var text: String {
    let lines = listings.map { listing in
      let texts = [
        listing.code, listing.base, listing.quote, listing.names.english, listing.names.korean,
      ].map(\.asJSON)
      let cautions = Caution.allCases.filter(listing.cautions.contains).map(\.rawValue.asJSON)
      return "[\(texts.joined(separator: ",")),\(listing.decimals.map(String.init) ?? "null"),"
        + "[\(cautions.joined(separator: ","))],\(listing.isTrading)]"
    }
    return "{\"version\":\(Self.version),\"exchange\":\(exchange.asJSON),\"rest\":\(rest.asJSON),"
      + "\"fetched\":\(fetched),\"markets\":[\n" + lines.joined(separator: ",\n") + "\n]}\n"
  }

  /// Reads the form that `text` writes.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Flaw) {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .object else { throw .damaged }
    scanner.enter(.object)
    var version: Int64?
    var exchange: String?
    var rest: String?
    var fetched: Int64?
    var listings: [Listing]?
    while let key = scanner.nextKey() {
      switch key.string {
      case "version": version = scanner.number()?.integer
      case "exchange": exchange = scanner.string()?.string
      case "rest": rest = scanner.string()?.string
      case "fetched": fetched = scanner.number()?.integer
      case "markets": listings = Self.listings(&scanner)
      default: scanner.skip()
      }
    }
    guard scanner.isComplete, let version else { throw .damaged }
    guard version == Self.version else { throw .otherVersion }
    // The time is limited to the year 2100, since the list's age is counted from it.
    guard let exchange, let rest, let fetched, (0...4_102_444_800).contains(fetched), let listings
    else { throw .damaged }
    self.init(exchange: exchange, rest: rest, fetched: fetched, listings: listings)
  }

  private static func listings(_ scanner: inout JSONScanner) -> [Listing]? {
    guard scanner.kind == .array else { return nil }
    scanner.enter(.array)
    var listings: [Listing] = []
    var isWhole = true
    while scanner.nextElement() {
      if let listing = listing(&scanner) { listings.append(listing) } else { isWhole = false }
    }
    return isWhole ? listings : nil
  }

  private static func listing(_ scanner: inout JSONScanner) -> Listing? {
    guard scanner.kind == .array else {
      scanner.skip()
      return nil
    }
    scanner.enter(.array)
    var texts: [String] = []
    var decimals: Int64?
    var cautions: Set<Caution> = []
    var isTrading: Bool?
    var column = 0
    while scanner.nextElement() {
      switch column {
      case 0..<5: scanner.string().map { texts.append($0.string) }
      case 5: decimals = scanner.number()?.integer
      case 6: cautions = self.cautions(&scanner)
      case 7: isTrading = scanner.boolean()
      default: scanner.skip()
      }
      column += 1
    }
    guard texts.count == 5, !texts[0].isEmpty, 0...30 ~= decimals ?? 0, let isTrading else {
      return nil
    }
    return Listing(
      code: texts[0], base: texts[1], quote: texts[2],
      names: MarketNames(english: texts[3], korean: texts[4]), decimals: decimals.map { Int($0) },
      cautions: cautions, isTrading: isTrading)
  }

  /// Passes over unknown words, which come from a later version.
  private static func cautions(_ scanner: inout JSONScanner) -> Set<Caution> {
    var cautions: Set<Caution> = []
    guard scanner.kind == .array else {
      scanner.skip()
      return cautions
    }
    scanner.enter(.array)
    while scanner.nextElement() {
      if let caution = scanner.string().flatMap({ Caution(rawValue: $0.string) }) {
        cautions.insert(caution)
      }
    }
    return cautions
  }
}
