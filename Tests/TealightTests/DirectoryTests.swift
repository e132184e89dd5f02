import Configuration
import Feeds
import Glibc
import MarketData
import SimulatedExchange
import Testing
import Timing

@testable import Tealight

@Suite("The directory of markets", .serialized)
struct DirectoryTests {
  private let bench = DirectoryBench()
  private static let now: Int64 = 1_795_147_953

  @Test("a list is asked for once in six hours")
  func fresh() throws {
    let exchange = try bench.exchange()
    let first = try #require(bench.directory(exchange).entries(at: Self.now))
    #expect(first.map(\.market).prefix(2) == ["upbit:KRW-BTC", "upbit:KRW-ETH"])
    #expect(first[0].listing.names.korean == "비트코인")
    exchange.faults = [try Fault(argument: "no-market-list")]
    #expect(bench.directory(exchange).entries(at: Self.now + 21_599) == first)
    #expect(bench.reports == [])
    exchange.faults = []
    #expect(bench.directory(exchange).entries(at: Self.now + 21_600) == first)
    #expect(exchange.record.requests.count == 2)
    #expect(bench.directory(exchange).entries(at: Self.now + 21_601, asksAgain: true) == first)
    #expect(exchange.record.requests.count == 3)
  }

  @Test("an older list is used where the exchange does not answer, and its age is said")
  func stale() throws {
    let exchange = try bench.exchange()
    let first = try #require(bench.directory(exchange).entries(at: Self.now))
    exchange.faults = [try Fault(argument: "no-market-list")]
    for (later, age) in [(86_400, "24 h ago"), (864_000, "10 d ago"), (-60, "an unknown time")] {
      #expect(bench.directory(exchange).entries(at: Self.now + Int64(later)) == first)
      let report = bench.reports.removeLast()
      #expect(report.hasSuffix("status 503; using its list from \(age)"), "\(report)")
    }
  }

  @Test("where nobody answers and nothing is kept there is nothing, and a list of nobody is none")
  func nothing() throws {
    let exchange = try bench.exchange(listings: [])
    #expect(bench.directory(exchange).entries(at: Self.now) == nil)
    #expect(
      bench.reports.last?.hasSuffix("/market/all: not a list of markets") ?? false)
    exchange.faults = [try Fault(argument: "no-market-list")]
    #expect(bench.directory(exchange).entries(at: Self.now) == nil)
    #expect(bench.reports.count == 2)
  }

  @Test("one exchange that does not answer is named, and the rest is shown")
  func others() throws {
    let exchange = try bench.exchange()
    let sources = [bench.source(at: "http://127.0.0.1:1/v1"), bench.source(exchange)]
    let entries = bench.directory(sources, exchange, folder: nil).entries(at: Self.now)
    #expect(entries?.count == 10)
    #expect(bench.reports.count == 1)
    #expect(bench.reports[0].hasPrefix("upbit: cannot reach http://127.0.0.1:1/v1/market/all: "))
  }

  @Test("a damaged list is set aside and asked for anew")
  func damaged() throws {
    let exchange = try bench.exchange()
    let first = try #require(bench.directory(exchange).entries(at: Self.now))
    let path = "\(bench.folder)/markets/upbit.json"
    let whole = try FileBytes.read(path)
    #expect(FileBytes.replace(path, with: Array(whole.dropLast(40))) == 0)
    #expect(bench.directory(exchange).entries(at: Self.now) == first)
    #expect(
      bench.reports == ["upbit: \(path) is damaged; it is renamed to \(path).damaged"])
    #expect(try FileBytes.read(path) == whole)
    #expect(try FileBytes.read("\(path).damaged").count == whole.count - 40)
  }

  @Test("a list of another version is no damage, and is asked for anew")
  func otherVersion() throws {
    let exchange = try bench.exchange()
    let first = try #require(bench.directory(exchange).entries(at: Self.now))
    let path = "\(bench.folder)/markets/upbit.json"
    let text = String(decoding: try FileBytes.read(path), as: UTF8.self)
    let later = text.replacing("\"version\":1", with: "\"version\":2")
    #expect(FileBytes.replace(path, with: Array(later.utf8)) == 0)
    #expect(bench.directory(exchange).entries(at: Self.now) == first)
    #expect(
      bench.reports == [
        "upbit: \(path) is from another version of tealight; the list is requested again"
      ])
    #expect(String(decoding: try FileBytes.read(path), as: UTF8.self) == text)
    #expect(!FileBytes.exists("\(path).damaged"))
  }

  @Test("a list of another endpoint is not used")
  func endpoints() throws {
    let exchange = try bench.exchange()
    #expect(bench.directory(exchange).entries(at: Self.now) != nil)
    let other = try bench.exchange(listings: SimulatedListing.first(3))
    #expect(bench.directory(other).entries(at: Self.now)?.count == 3)
  }

  @Test(
    "where the usual host is blocked the configured other one is asked, and only if it is named")
  func otherWay() throws {
    let exchange = try bench.exchange("binance")
    exchange.faults = [try Fault(argument: "geo-block")]
    let text = exchange.table(caFile: "")
    var config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
    let directory = bench.directory([.init(Binance(), config)], exchange, folder: nil)
    var entries = try #require(directory.entries(at: Self.now))
    #expect(entries.count == 12 && entries[0].market == "binance:BTCUSDT")
    directory.addTickers(to: &entries)
    #expect(entries.allSatisfy { $0.ticker != nil })
    #expect(exchange.record.requests.contains { $0.request.path.contains("/data/api/v3/") })
    #expect(bench.reports == [])
    config.configuredAddresses["binance.market-data"] = nil
    let usual = bench.directory([.init(Binance(), config)], exchange, folder: nil)
    #expect(usual.entries(at: Self.now) == nil)
    #expect(bench.reports.count == 1 && bench.reports[0].hasSuffix("status 451"))
  }

  @Test("an exchange that gives no list is asked for none, and what it has is listed")
  func fixedList() throws {
    let exchange = try bench.exchange()
    let sources = [Directory.Source(Dogechain(), Config()), bench.source(exchange)]
    let directory = bench.directory(sources, exchange, folder: "\(bench.folder)/markets")
    for asksAgain in [false, true] {
      var entries = try #require(directory.entries(at: Self.now, asksAgain: asksAgain))
      #expect(entries.count == 11 && entries[0].market == "dogechain:DOGE-USD")
      #expect(Query("ㄷㅈㅋㅇ").found(in: entries).first?.exchange == "dogechain")
      directory.addTickers(to: &entries)
      #expect(entries[0].ticker == nil && entries[1].ticker != nil)
    }
    #expect(bench.reports == [] && !FileBytes.exists("\(bench.folder)/markets/dogechain.json"))
  }

  @Test("a market that needs no list is no answer where every exchange that has one is silent")
  func unreachable() throws {
    let exchange = try bench.exchange()
    let sources = [bench.source(at: "http://127.0.0.1:1/v1"), .init(Dogechain(), Config())]
    #expect(bench.directory(sources, exchange, folder: nil).entries(at: Self.now) == nil)
    #expect(bench.reports.count == 1)
    let alone = bench.directory([sources[1]], exchange, folder: nil).entries(at: Self.now)
    #expect(alone?.map(\.market) == ["dogechain:DOGE-USD"])
  }

  @Test("a folder that cannot be written costs a sentence, and no market")
  func unwritable() throws {
    let exchange = try bench.exchange()
    let sources = [bench.source(exchange)]
    let entries = bench.directory(sources, exchange, folder: "/proc/no").entries(at: Self.now)
    #expect(entries?.count == 10)
    #expect(bench.reports.count == 1)
    #expect(bench.reports[0].hasPrefix("upbit: /proc/no/upbit.json: the list cannot be saved: "))
  }

  @Test("of 3,000 markets each is there once, and what can be no code is not")
  func many() throws {
    let twins = ["KRW-BTC", "KRW-btc"].map { SimulatedListing(code: $0) }
    let exchange = try bench.exchange(listings: SimulatedListing.first(3_000) + twins)
    for _ in 0..<2 {
      let entries = try #require(bench.directory(exchange).entries(at: Self.now))
      #expect(entries.count == 3_000)
      #expect(!entries.contains { $0.market == "upbit:KRW-btc" })
    }
    #expect(exchange.record.requests.count == 1)
  }

  @Test("prices come in as few calls as the exchange has, and those that are missing stay unknown")
  func tickers() throws {
    let exchange = try bench.exchange(listings: SimulatedListing.first(250))
    let directory = bench.directory(exchange)
    var entries = try #require(directory.entries(at: Self.now))
    directory.addTickers(to: &entries)
    #expect(exchange.record.requests.map(\.request.path) == ["/v1/market/all", "/v1/ticker/all"])
    #expect(entries.filter { $0.ticker != nil && $0.change != nil }.count > 200)
    exchange.faults = [try Fault(argument: "rest-status=503")]
    directory.addTickers(to: &entries)
    #expect(entries.allSatisfy { $0.ticker == nil })
    #expect(bench.reports.last?.hasSuffix("status 503") ?? false)
  }

  @Test("the daemon knows names from an earlier run, and believes nobody unlisted for it")
  func recall() throws {
    let text = "markets = [\"upbit:KRW-BTC\", \"upbit:KRW-ETH\"]"
    let config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
    let lists = ListCache(folder: "\(bench.folder)/markets")
    let root = CompositionRoot(config: config, log: Log(descriptor: -1), lists: lists)
    let bitcoin = Listing(
      code: "KRW-BTC", base: "BTC", quote: "KRW",
      names: MarketNames(english: "Bitcoin", korean: "비트코인"), decimals: 0)
    var switchboard = Switchboard()
    let source = root.exchangeFeeds([Upbit()], seed: 1, &switchboard)[0]
    let now = Moment(monotonic: 0, wall: Self.now * 1_000)
    source.save([bitcoin], at: now) { _, line in bench.reports.append(line) }
    let kept = lists.load("upbit", rest: source.addresses[0].rest, report: { _ in })
    #expect(kept?.fetched == Self.now)
    let markets = root.desk([Upbit()]).markets
    #expect(markets.map(\.names) == [bitcoin.names, nil])
    #expect(markets.map(\.isListed) == [true, true])
    #expect(bench.reports == [])
    let elsewhere = "[exchange.upbit]\nrest = \"http://127.0.0.1:1/v1\"\n"
    let other = try Config.read(Array((text + "\n" + elsewhere).utf8), file: "t.toml", Catalogue())
    let desk = CompositionRoot(config: other, log: Log(descriptor: -1), lists: lists).desk([Upbit()]
    )
    #expect(desk.markets[0].names == nil)
  }

  @Test(
    "lists lie where the service or the user keeps what can be had again",
    arguments: [
      (["CACHE_DIRECTORY": "/var/cache/tealight"], "/var/cache/tealight/markets"),
      (["CACHE_DIRECTORY": "/a:/b", "HOME": "/h"], "/a/markets"),
      (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/tealight/markets"),
      (["XDG_CACHE_HOME": "x", "HOME": "/h"], "/h/.cache/tealight/markets"), ([:], nil),
    ])
  func folders(environment: [String: String], folder: String?) {
    #expect(ListCache.usual { environment[$0] }.folder == folder)
  }
}
