import ArgumentParser
import Configuration
import Feeds
import Tealight

/// `tealight markets`: what the exchanges list, as a configuration writes it.
struct Markets: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find markets by their codes and their English and Korean names.",
    discussion: """
      Prints the markets whose codes or names contain every word, best match first. The first \
      column is the value for markets in a configuration. Case, accents and punctuation are \
      ignored. Hangul is also found by its initial consonants.

        tealight markets eth
        tealight markets ㅂㅌ
        tealight markets --exchange upbit --quote KRW --sort value --limit 10

      Prices and values are in each market's quote currency. Unknown values are sorted last, and \
      are null in JSON.

      Lists are cached in $XDG_CACHE_HOME/tealight/markets for six hours. If an exchange does not \
      answer, its older list is used, and its age is printed.

      Exit status: 1 if nothing is found, 69 if no exchange can be reached and no list is cached.
      """)

  @Argument(help: "Words of a code or a name. (default: every market)")
  var words: [String] = []

  @Option(
    help: "An exchange. May be repeated. (default: all)",
    completion: .list(Catalogue().exchanges.map(\.name)))
  var exchange: [String] = []

  @Option(help: "Only markets with this quote currency: KRW.")
  var quote: String?

  @Option(help: "The sort order; value is the turnover.")
  var sort: DirectoryOrder.Key?

  @Flag(help: "Largest first, which is usual for numbers.")
  var descending = false

  @Flag(help: "Smallest first, which is usual for names and codes.")
  var ascending = false

  @Option(help: "The largest number of markets to print.")
  var limit: Int?

  @Flag(help: "Add prices, changes of the day and turnover.")
  var prices = false

  @Flag(
    help: """
      One JSON array for programs, of objects with exchange, code, base, quote, names, decimals, \
      cautions, trading, price, change (a fraction) and value.
      """)
  var json = false

  @Flag(help: "Ask the exchanges even if their cached lists are new.")
  var refresh = false

  @Option(
    help: "A configuration with the addresses of exchanges.", completion: .file())
  var config: String?

  @Option(help: "The REST address of the one --exchange, in place of its own.")
  var rest: String?

  @Option(help: "A PEM file of a private CA for the one --exchange.", completion: .file())
  var ca: String?

  func validate() throws {
    guard !(ascending && descending) else {
      throw ValidationError("use --ascending or --descending, not both")
    }
    guard sort != nil || !(ascending || descending) else {
      throw ValidationError("--\(ascending ? "as" : "des")cending needs --sort")
    }
    guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit must be above 0") }
    guard (rest == nil && ca == nil) || (config == nil && exchange.count <= 1) else {
      throw ValidationError("use --rest and --ca with one --exchange and without --config")
    }
    _ = try exchanges()
  }

  func run() throws {
    let order = sort.map {
      DirectoryOrder($0, isDescending: ascending ? false : descending ? true : nil)
    }
    let directory = Directory(try sources(), cache: .usual()) { complain("\($0): \($1)") }
    let now = Clock().now().wall / 1_000
    guard let all = directory.entries(at: now, asksAgain: refresh) else {
      let names = try exchanges().filter { $0 is any MarketListSource }.map(\.name)
        .joined(separator: ", ")
      complain("cannot reach \(names), and no list of markets is cached; check the network")
      throw ExitCode(69)
    }
    var found = selected(all)
    guard !found.isEmpty else {
      if json { print(Self.array([])) }
      complain(complaint(of: all))
      throw ExitCode.failure
    }
    let needsAll = order?.key.needsTickers ?? false
    let withPrices = prices || needsAll
    if let order, !needsAll { found = order.sorted(found) }
    if let limit, !needsAll { found = Array(found.prefix(limit)) }
    if withPrices { directory.addTickers(to: &found) }
    if let order, needsAll { found = Array(order.sorted(found).prefix(limit ?? found.count)) }
    print(json ? Self.array(found) : Self.table(found, withPrices: withPrices))
  }

  private func exchanges() throws -> [any Exchange] {
    let all = Catalogue().exchanges
    // Without --exchange, --rest and --ca are for the first exchange.
    if exchange.isEmpty { return rest == nil && ca == nil ? all : Array(all.prefix(1)) }
    return try exchange.map { name in
      guard let exchange = all.first(where: { $0.name == name }) else {
        throw ValidationError("unknown exchange \"\(name)\"\(name.hint(among: all.map(\.name)))")
      }
      return exchange
    }
  }

  private func sources() throws -> [Directory.Source] {
    var config = Config()
    if let path = self.config {
      var catalogue = Catalogue()
      catalogue.standInSecret = .unread
      try starting { () throws(StartError) in config = try Config.load(path, catalogue) }
    }
    let exchanges = try exchanges()
    if rest != nil || ca != nil {
      config.configuredAddresses[exchanges[0].name] = Config.ConfiguredAddress(
        rest: rest, caFile: ca)
    }
    return exchanges.map { Directory.Source($0, config) }
  }

  /// The markets that the options ask for, the best match first; markets that are not traded come last.
  func selected(_ entries: [DirectoryEntry]) -> [DirectoryEntry] {
    let paidIn = entries.filter { entry in
      quote.map { $0.lowercased() == entry.listing.quote.lowercased() } ?? true
    }
    let found = Query(words.joined(separator: " ")).found(in: paidIn)
    return found.filter(\.listing.isTrading) + found.filter { !$0.listing.isTrading }
  }

  /// Why no market was found.
  func complaint(of entries: [DirectoryEntry]) -> String {
    let words = words.joined(separator: " ")
    if let quote {
      let isKnown = entries.contains { $0.listing.quote.lowercased() == quote.lowercased() }
      let found = isKnown ? Query(words).found(in: entries) : entries
      let quotes = Set(found.map(\.listing.quote)).sorted().joined(separator: ", ")
      let which = isKnown ? " with \"\(words)\"" : ""
      if !found.isEmpty { return "no market\(which) has the quote \(quote); there are \(quotes)" }
    }
    return "no market has \"\(words)\" in its code or its names; try another word"
  }

  static func table(_ entries: [DirectoryEntry], withPrices: Bool) -> String {
    var columns = Columns(areRight: DirectoryEntry.areRight)
    for entry in entries { columns.add(entry.row(withPrices: withPrices)) }
    return columns.lines.joined(separator: "\n")
  }

  static func array(_ entries: [DirectoryEntry]) -> String {
    entries.isEmpty ? "[]" : "[\n\(entries.map(\.json).joined(separator: ",\n"))\n]"
  }
}
