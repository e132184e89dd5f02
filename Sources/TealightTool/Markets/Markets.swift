import ArgumentParser
import Configuration
import Feeds
import Tealight

/// `tealight markets`: what the exchanges list, as a configuration writes it.
struct Markets: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find markets by their codes and their English and Korean names.",
    discussion: """
      Prints the markets that have every word in their codes or names, the best match first. The \
      first column is what stands under markets in a configuration. Case, accents and punctuation \
      do not count. Hangul is found by its initial consonants, too.

        tealight markets eth
        tealight markets ㅂㅌ
        tealight markets --exchange upbit --quote KRW --sort value --limit 10

      Prices and values are in each market's own quote. What is not known comes last when sorted, \
      and is null in JSON.

      Lists are kept in $XDG_CACHE_HOME/tealight/markets and asked for again after six hours. An \
      older list is used, and its age said, where its exchange does not answer.

      Ends with 1 where nothing is found, with 69 where no exchange can be reached and no list is \
      kept.
      """)

  @Argument(help: "Words of a code or a name. (default: every market)")
  var words: [String] = []

  @Option(
    help: "An exchange. May be repeated. (default: all)",
    completion: .list(Catalogue().exchanges.map(\.name)))
  var exchange: [String] = []

  @Option(help: "Only markets paid in this: KRW.")
  var quote: String?

  @Option(help: "What they are sorted by; value is what was traded.")
  var sort: DirectoryOrder.Key?

  @Flag(help: "The largest first; so numbers are sorted by themselves.")
  var descending = false

  @Flag(help: "The smallest first; so names and codes are sorted by themselves.")
  var ascending = false

  @Option(help: "How many at most.")
  var limit: Int?

  @Flag(help: "With prices, changes of the day and traded values.")
  var prices = false

  @Flag(
    help: """
      One JSON array for programs, of objects with exchange, code, base, quote, names, decimals, \
      cautions, trading, price, change (a fraction) and value.
      """)
  var json = false

  @Flag(help: "Ask the exchanges even where their lists are new.")
  var refresh = false

  @Option(
    help: "The configuration that says where exchanges are called.", completion: .file())
  var config: String?

  @Option(help: "The REST endpoint of the one exchange, in place of its own.")
  var rest: String?

  @Option(help: "PEM file of a private CA, for the one exchange.", completion: .file())
  var ca: String?

  func validate() throws {
    guard !(ascending && descending) else {
      throw ValidationError("--ascending and --descending cannot both be")
    }
    guard sort != nil || !(ascending || descending) else {
      throw ValidationError("--\(ascending ? "as" : "des")cending needs --sort")
    }
    guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit must be above 0") }
    guard (rest == nil && ca == nil) || (config == nil && exchange.count <= 1) else {
      throw ValidationError("--rest and --ca are of one exchange, and --config has its own")
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
      complain("cannot reach \(names), and no list of markets is kept; check the network")
      throw ExitCode(69)
    }
    var found = selected(all)
    guard !found.isEmpty else {
      complain("no market has \"\(words.joined(separator: " "))\" in its code or its names")
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
    // An endpoint that belongs to no exchange is the first one's.
    if exchange.isEmpty { return rest == nil && ca == nil ? all : Array(all.prefix(1)) }
    return try exchange.map { name in
      guard let exchange = all.first(where: { $0.name == name }) else {
        let known = all.map(\.name).joined(separator: ", ")
        throw ValidationError("unknown exchange \"\(name)\"; known: \(known)")
      }
      return exchange
    }
  }

  private func sources() throws -> [Directory.Source] {
    var config = Config()
    if let path = self.config {
      try starting { () throws(StartError) in config = try Config.load(path, Catalogue()) }
    }
    let exchanges = try exchanges()
    if rest != nil || ca != nil {
      config.exchanges[exchanges[0].name] = Config.Endpoints(rest: rest, caFile: ca)
    }
    return exchanges.map { Directory.Source($0, config) }
  }

  /// Those that are wanted, the best first; what is not traded comes after the rest.
  func selected(_ entries: [DirectoryEntry]) -> [DirectoryEntry] {
    let paidIn = entries.filter { entry in
      quote.map { $0.lowercased() == entry.listing.quote.lowercased() } ?? true
    }
    let found = Query(words.joined(separator: " ")).found(in: paidIn)
    return found.filter(\.listing.isTrading) + found.filter { !$0.listing.isTrading }
  }

  static func table(_ entries: [DirectoryEntry], withPrices: Bool) -> String {
    var columns = Columns(areRight: DirectoryEntry.areRight)
    for entry in entries { columns.add(entry.row(withPrices: withPrices)) }
    return columns.lines.joined(separator: "\n")
  }

  static func array(_ entries: [DirectoryEntry]) -> String {
    "[\n\(entries.map(\.json).joined(separator: ",\n"))\n]"
  }
}
