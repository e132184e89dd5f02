import Configuration
import Feeds
import MarketData

/// The markets of several exchanges. A call asks once and waits for the answers: for commands,
/// never for the loop.
public struct Directory {
  /// More calls for the prices of one exchange would be a burden to it.
  private static let tickerCallsMax = 20

  private let sources: [Source]
  private let cache: ListCache
  private let inquiry: Inquiry
  private let report: (_ exchange: String, _ sentence: String) -> Void

  /// - Parameters:
  ///   - whileWaiting: does what this thread has to do meanwhile.
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

  /// An exchange: itself first, then its fallback endpoints.
  public struct Source {
    struct Host {
      let endpoint: Endpoint
      let address: EndpointAddress
    }

    let hosts: [Host]

    var name: String { hosts[0].endpoint.exchange.name }
    /// Where its list comes from, the kept one, too.
    var rest: String { hosts[0].address.rest }
    /// Whether it can be asked for its list of markets.
    var givesList: Bool { hosts[0].endpoint.marketList != nil }

    /// - Parameter config: says where the exchange is called.
    public init(_ exchange: any Exchange, _ config: Config) {
      hosts = ([Endpoint(exchange)] + config.fallbacks(of: exchange)).map {
        Host(endpoint: $0, address: config.address(of: $0))
      }
    }
  }

  /// Every market, in the order of the exchanges and of their lists. Nil where exchanges must be
  /// asked for their lists, but none has answered and no list is kept.
  /// - Parameters:
  ///   - now: Unix seconds.
  ///   - asksAgain: true where a kept list is not good enough, however new it is.
  public func entries(at now: Int64, asksAgain: Bool = false) -> [DirectoryEntry]? {
    var lists = sources.map { source in
      source.givesList
        ? cache.load(source.name, rest: source.rest) { report(source.name, $0) }
        : ListArchive(
          exchange: source.name, rest: source.rest, fetched: now,
          listings: source.hosts[0].endpoint.fixedList?.fixedList ?? [])
    }
    let isFresh = zip(sources, lists).map { source, list in
      !source.givesList
        || list.map { 0..<ListCache.freshSeconds ~= now - $0.fetched && !asksAgain } ?? false
    }
    let failures = ask { source, host in
      guard !isFresh[source], let exchange = host.endpoint.marketList else { return nil }
      var list: [Listing] = []
      let paths = exchange.listPaths
      // The first call names the markets; the facts from the other calls may be missing.
      return Questions(paths: paths, needsAll: false) { part, body in
        guard exchange.readListings(body, part: part, into: &list) else {
          return "not a list of markets"
        }
        lists[source] = ListArchive(
          exchange: exchange.name, rest: sources[source].rest, fetched: now,
          listings: list)
        return nil
      }
    }
    let isKnown = zip(sources, lists).contains { $0.givesList && $1 != nil }
    var entries: [DirectoryEntry]? = isKnown || !sources.contains(where: \.givesList) ? [] : nil
    for (source, list) in zip(sources.indices, lists) {
      let name = sources[source].name
      if let failure = failures[source] {
        let age = list.map { "; using its list from \(Self.age(now - $0.fetched))" }
        report(name, failure + (age ?? ""))
      }
      guard var list else { continue }
      if list.fetched == now, !isFresh[source] {
        // A market that is listed twice is one.
        var codes: Set<[UInt8]> = []
        list.listings.removeAll { !codes.insert(Array($0.code.utf8)).inserted }
        cache.save(list) { report(name, $0) }
      }
      entries? += list.listings.map { DirectoryEntry(exchange: name, listing: $0) }
    }
    return entries
  }

  /// Asks for prices, changes and traded values of entries, and puts them in.
  public func addTickers(to entries: inout [DirectoryEntry]) {
    var tickers = [Ticker?](repeating: nil, count: entries.count)
    let found = entries
    let failures = ask { source, host in
      guard let exchange = host.endpoint.tickers else { return nil }
      let wanted = found.indices.filter { found[$0].exchange == exchange.name }
      let codes = wanted.map { found[$0].listing.code }
      let calls = exchange.tickerCalls(codes: codes)
      guard calls.count <= Self.tickerCallsMax else {
        report(
          exchange.name,
          "its prices of \(codes.count) markets would need \(calls.count) requests; ask for fewer")
        return nil
      }
      // The ids in this table are indices of the entries.
      let table = MarketTable(zip(codes, wanted).map { ($0, MarketID($1)) })
      return Questions(paths: calls.map(\.path), needsAll: true) { part, body in
        let parsed = exchange.readTickers(body, asked: calls[part].codes, of: table)
        // Where two calls tell of a market, the ticker with a baseline price counts.
        for statement in parsed.statements {
          let index = statement.market.index
          if tickers[index]?.baselinePrice == nil { tickers[index] = statement.ticker }
        }
        return parsed.isWellFormed ? parsed.rejection : "not a list of tickers"
      }
    }
    for (source, failure) in zip(sources, failures) {
      if let failure { report(source.name, failure) }
    }
    for index in entries.indices { entries[index].ticker = tickers[index] }
  }

  /// What is asked of one endpoint of an exchange.
  private struct Questions {
    var paths: [String]
    /// False where the first answer will do.
    var needsAll: Bool
    /// Reads the answer to the call with this index; returns the reason where the answer makes no sense.
    var read: (Int, UnsafeBufferPointer<UInt8>) -> String?
  }

  /// Asks all exchanges at once, and each one's endpoints in turn until one of them answers.
  /// - Parameter questions: nil where nothing is to be asked.
  /// - Returns: for each exchange why its first endpoint has not answered.
  private func ask(_ questions: (_ source: Int, Source.Host) -> Questions?) -> [String?] {
    var failures = [String?](repeating: nil, count: sources.count)
    var waiting = Array(sources.indices)
    var round = 0
    while !waiting.isEmpty {
      var failed: [Int: String] = [:]
      inquiry.run(
        waiting.compactMap { source in
          let host = sources[source].hosts[round]
          let address = host.address
          return questions(source, host).map { questions in
            Inquiry.Calls(
              calls: questions.paths.map {
                HTTPCall(host.endpoint, $0, below: address.rest, caFile: address.caFile)
              }
            ) {
              let url = "\(address.rest)\(questions.paths[$0].prefix { $0 != "?" })"
              let complaint: String? =
                switch $1 {
                case .body(let body): questions.read($0, body).map { "\(url): \($0)" }
                case .refused(let status, _): "\(url): status \(status)"
                case .failure(let reason): "cannot reach \(url): \(reason)"
                }
              guard let complaint, $0 == 0 || questions.needsAll else { return true }
              failed[source] = complaint
              return false
            }
          }
        })
      for source in waiting { failures[source] = failed[source].map { failures[source] ?? $0 } }
      round += 1
      waiting = failed.keys.filter { sources[$0].hosts.count > round }.sorted()
    }
    return failures
  }

  /// How long ago, in the largest whole unit; unknown where a clock went back.
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
