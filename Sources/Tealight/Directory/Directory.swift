import Configuration
import Feeds
import MarketData

/// The markets of several exchanges, asked once and waited for: for people, never for the loop.
public struct Directory {
  /// More calls for the prices of one exchange would be a burden to it.
  private static let tickerCallsMax = 20

  private let sources: [Source]
  private let cache: ListCache
  private let inquiry: Inquiry
  private let report: (_ exchange: String, _ sentence: String) -> Void

  /// - Parameters:
  ///   - whileWaiting: does what somebody else in this thread has to do meanwhile.
  ///   - report: takes a sentence for each exchange that does not answer as it should.
  public init(
    _ sources: [Source], cache: ListCache, whileWaiting: (() -> Void)? = nil,
    report: @escaping (_ exchange: String, _ sentence: String) -> Void
  ) {
    self.sources = sources
    self.cache = cache
    inquiry = Inquiry(whileWaiting: whileWaiting)
    self.report = report
  }

  /// An exchange, and where each of its ways is called.
  public struct Source {
    struct Way {
      let endpoint: Feeds.Endpoint
      let rest: String
      let caFile: String?
    }

    let ways: [Way]

    var name: String { ways[0].endpoint.exchange.name }
    /// Whether it can be asked for its list of markets.
    var givesList: Bool { ways[0].endpoint.marketList != nil }

    /// - Parameter config: says where the exchange is called.
    public init(_ exchange: any Exchange, _ config: Config) {
      ways = ([Feeds.Endpoint(exchange)] + config.fallbacks(of: exchange)).map { endpoint in
        let endpoints = config.endpoints(of: endpoint)
        return Way(
          endpoint: endpoint, rest: endpoints?.rest ?? endpoint.exchange.rest,
          caFile: endpoints?.caFile)
      }
    }
  }

  /// Every market, in the order of the exchanges and of their lists; nil where no exchange has
  /// answered and nothing is kept.
  /// - Parameters:
  ///   - now: Unix seconds.
  ///   - asksAgain: true where a list that is kept is not good enough, however new.
  public func entries(at now: Int64, asksAgain: Bool = false) -> [DirectoryEntry]? {
    var lists = sources.map { source in
      source.givesList
        ? cache.load(source.name, rest: source.ways[0].rest) { report(source.name, $0) }
        : ListArchive(
          exchange: source.name, rest: source.ways[0].rest, fetched: now,
          listings: source.ways[0].endpoint.fixedList?.fixedList ?? [])
    }
    let isFresh = zip(sources, lists).map { source, list in
      !source.givesList
        || list.map { 0..<ListCache.freshSeconds ~= now - $0.fetched && !asksAgain } ?? false
    }
    let failures = ask { source, way in
      guard !isFresh[source], let exchange = way.endpoint.marketList else { return nil }
      var list: [Listing] = []
      let paths = exchange.listPaths
      // The first call names the markets; what the others know may be missing.
      return Questions(paths: paths, needsAll: false) { place, body in
        guard exchange.readListings(body, part: place, into: &list) else {
          return "not a list of markets"
        }
        lists[source] = ListArchive(
          exchange: exchange.name, rest: sources[source].ways[0].rest, fetched: now,
          listings: list)
        return nil
      }
    }
    var entries: [DirectoryEntry]?
    for (source, list) in zip(sources.indices, lists) {
      let name = sources[source].name
      if let failure = failures[source] {
        let age = list.map { "; shown is its list of \(Self.age(now - $0.fetched))" }
        report(name, failure + (age ?? ""))
      }
      guard var list else { continue }
      if list.fetched == now, !isFresh[source] {
        // A market that is listed twice is one.
        var codes: Set<[UInt8]> = []
        list.listings.removeAll { !codes.insert(Array($0.code.utf8)).inserted }
        cache.save(list) { report(name, $0) }
      }
      entries =
        (entries ?? []) + list.listings.map { DirectoryEntry(exchange: name, listing: $0) }
    }
    return entries
  }

  /// Asks for prices, changes and traded values of entries, and puts them in.
  public func addTickers(to entries: inout [DirectoryEntry]) {
    var tickers = [Ticker?](repeating: nil, count: entries.count)
    let found = entries
    let failures = ask { source, way in
      guard let exchange = way.endpoint.tickers else { return nil }
      let wanted = found.indices.filter { found[$0].exchange == exchange.name }
      let codes = wanted.map { found[$0].listing.code }
      let calls = exchange.tickerCalls(codes: codes)
      guard calls.count <= Self.tickerCallsMax else {
        report(
          exchange.name,
          "its prices of \(codes.count) markets would take \(calls.count) calls; ask for fewer")
        return nil
      }
      let table = MarketTable(zip(codes, wanted).map { ($0, $1) })
      return Questions(paths: calls.map(\.path), needsAll: true) { place, body in
        let reading = exchange.readTickers(body, asked: calls[place].codes, of: table)
        // Where two calls tell of a market, the one that knows its day counts.
        for statement in reading.statements where tickers[statement.market]?.baselinePrice == nil {
          tickers[statement.market] = statement.ticker
        }
        return reading.isWellFormed ? reading.rejection : "not a list of tickers"
      }
    }
    for (source, failure) in zip(sources, failures) {
      if let failure { report(source.name, failure) }
    }
    for index in entries.indices { entries[index].ticker = tickers[index] }
  }

  /// What is asked of one way of an exchange.
  private struct Questions {
    var paths: [String]
    /// False where the first answer will do.
    var needsAll: Bool
    /// Takes the body of the answer to the call of that place; a reason where it makes no sense.
    var take: (Int, UnsafeBufferPointer<UInt8>) -> String?
  }

  /// Asks all exchanges at once, and each one's ways in turn until one of them answers.
  /// - Parameter questions: nil where nothing is to be asked.
  /// - Returns: for each exchange why it has not answered, by its first way.
  private func ask(_ questions: (_ source: Int, Source.Way) -> Questions?) -> [String?] {
    var failures = [String?](repeating: nil, count: sources.count)
    var waiting = Array(sources.indices)
    var place = 0
    while !waiting.isEmpty {
      var failed: [Int: String] = [:]
      inquiry.run(
        waiting.compactMap { source in
          let way = sources[source].ways[place]
          return questions(source, way).map { questions in
            Inquiry.Line(
              requests: questions.paths.map {
                Request(way.endpoint, $0, below: way.rest, caFile: way.caFile)
              }
            ) {
              let reason =
                switch $1 {
                case .body(let body): questions.take($0, body)
                case .refused(let status, _): "status \(status)"
                case .failure(let reason): reason
                }
              guard let reason, $0 == 0 || questions.needsAll else { return true }
              failed[source] = "\(way.rest)\(questions.paths[$0].prefix { $0 != "?" }): \(reason)"
              return false
            }
          }
        })
      for source in waiting { failures[source] = failed[source].map { failures[source] ?? $0 } }
      place += 1
      waiting = failed.keys.filter { sources[$0].ways.count > place }.sorted()
    }
    return failures
  }

  /// How long ago, in the largest whole unit; where a clock went back nobody knows.
  private static func age(_ seconds: Int64) -> String {
    switch seconds {
    case ..<0: "an unknown time"
    case ..<60: "\(seconds) s ago"
    case ..<3_600: "\(seconds / 60) min ago"
    case ..<172_800: "\(seconds / 3_600) h ago"
    default: "\(seconds / 86_400) d ago"
    }
  }
}
