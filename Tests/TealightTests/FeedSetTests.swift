import Configuration
import Feeds
import MarketData
import State
import Testing
import Timing
import Wire

@testable import Tealight

@Suite("Exchanges that are asked where no hub is heard")
struct FeedSetTests {
  /// Opens every connection and says Upbit's ticker on it at each turn; answers no call.
  private final class Line: SilentTransport {
    private var connecting: [SocketID] = []
    private var open: [SocketID] = []
    /// No connection opens.
    var isDead = false

    override func connect(_ id: SocketID, url: String, caFile: String?) {
      if !isDead { connecting.append(id) }
    }
    override func close(_ id: SocketID) { open.removeAll { $0 == id } }

    override func turn(at now: Moment, _ deliver: (Wire.Event) -> Void) {
      for id in connecting { deliver(.opened(id)) }
      (open, connecting) = (open + connecting, [])
      let text = """
        {"type":"ticker","code":"KRW-BTC","trade_price":100.0,"prev_closing_price":100.0,\
        "trade_timestamp":\(now.wall),"timestamp":\(now.wall),"stream_type":"REALTIME"}
        """
      Array(text.utf8).withUnsafeBufferPointer { for id in open { deliver(.message(id, $0)) } }
    }
  }

  /// Opens no connection, and answers each call with Upbit's ticker.
  private final class Caller: SilentTransport {
    private var calls: [TransferID] = []

    override func get(
      _ id: TransferID, url: String, headers: [(name: String, value: String)], caFile: String?
    ) { calls.append(id) }

    override func turn(at now: Moment, _ deliver: (Wire.Event) -> Void) {
      let text = """
        [{"market":"KRW-BTC","trade_price":100.0,"prev_closing_price":100.0,\
        "trade_timestamp":\(now.wall),"timestamp":\(now.wall)}]
        """
      Array(text.utf8).withUnsafeBufferPointer {
        for id in calls { deliver(.answered(id, status: 200, fields: [], body: $0)) }
      }
      calls = []
    }
  }

  private static func root(
    fallsBack: Bool, market: String = "upbit:KRW-BTC"
  ) throws -> CompositionRoot {
    let text = """
      markets = ["\(market)"]
      [web]
      [mqtt]
      broker = "mqtt://localhost"
      name = "desk"
      follow = ["hub"]
      fallback = \(fallsBack)
      """
    let config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
    return CompositionRoot(config: config, log: Log(descriptor: -1), lists: nil)
  }

  @Test("what a hub told last is as old as its last word, once the exchange itself is asked")
  func takenOver() throws {
    let exchanges = Catalogue().exchanges
    let line = Line()
    line.isDead = true
    let feeds = FeedSet(
      try Self.root(fallsBack: true), exchanges, seed: 5, on: Client(line)
    ) { _, _ in }
    var links: [(link: Link, heard: Int64?)] = []
    func take(_ update: Update) {
      if case .link("upbit", let link, let heard) = update { links.append((link, heard)) }
    }
    func hear(_ event: HubEvent, at now: Moment) { feeds.handle(event, at: now, take) }
    for second in 0...90 as ClosedRange<Int64> {
      let now = Moment(monotonic: second * 1_000, wall: 1_795_147_953_000 + second * 1_000)
      if second == 1 {
        hear(.connected, at: now)
        let beat = HubBeat(
          sources: [.init("upbit", clock: now.wall)],
          markets: [.init("upbit:KRW-BTC", Ticker(price: 100))])
        hear(
          .message(hub: "hub", path: "beat", payload: Array(beat.json.utf8), isRetained: false),
          at: now)
        #expect(links.last?.link == .streaming)
      }
      _ = feeds.advance(to: now, take)
      _ = feeds.follow(DataRequirements(), at: now, take)
      feeds.runIntents(at: now)
      _ = feeds.turn(at: now, take) { _ in }
    }
    #expect(feeds.hubs?.asksItself("upbit") == true)
    #expect(links.last?.link == .stale && links.last?.heard == 1_000)
  }

  @Test("what an exchange said last is as old as its last word, once it is asked no more")
  func switchedOff() throws {
    let exchanges = Catalogue().exchanges
    let feeds = FeedSet(
      try Self.root(fallsBack: true), exchanges, seed: 5, on: Client(Line())
    ) { _, _ in }
    var links: [(link: Link, heard: Int64?)] = []
    func take(_ update: Update) {
      if case .link("upbit", let link, let heard) = update { links.append((link, heard)) }
    }
    func now(_ second: Int64) -> Moment {
      Moment(monotonic: second * 1_000, wall: 1_795_147_953_000 + second * 1_000)
    }
    for second in 0...90 as ClosedRange<Int64> {
      let now = now(second)
      _ = feeds.advance(to: now, take)
      _ = feeds.follow(DataRequirements(), at: now, take)
      feeds.runIntents(at: now)
      _ = feeds.turn(at: now, take) { _ in }
    }
    #expect(links.last?.link == .streaming)
    feeds.reconfigure(as: try Self.root(fallsBack: false), exchanges, seed: 5, at: now(91), take)
    _ = feeds.follow(DataRequirements(), at: now(91), take)
    #expect(links.last?.link.isLive == false && links.last?.heard == 90_000)
  }

  @Test("an exchange that is not shown any more, and that no hub has, is not live for ever")
  func left() throws {
    let exchanges = Catalogue().exchanges
    let feeds = FeedSet(
      try Self.root(fallsBack: true), exchanges, seed: 5, on: Client(Caller())
    ) { _, _ in }
    var links: [Link] = []
    func take(_ update: Update) {
      if case .link("upbit", let link, _) = update { links.append(link) }
    }
    func pass(_ seconds: ClosedRange<Int64>) {
      for second in seconds {
        let now = Moment(monotonic: second * 1_000, wall: 1_795_147_953_000 + second * 1_000)
        _ = feeds.advance(to: now, take)
        _ = feeds.follow(DataRequirements(), at: now, take)
        feeds.runIntents(at: now)
        _ = feeds.turn(at: now, take) { _ in }
      }
    }
    pass(0...90)
    #expect(links.last == .polling)
    let now = Moment(monotonic: 91_000, wall: 1_795_147_953_000 + 91_000)
    feeds.reconfigure(
      as: try Self.root(fallsBack: true, market: "bithumb:KRW-BTC"), exchanges, seed: 5, at: now,
      take)
    pass(91...120)
    #expect(links.last?.isLive == false)
  }

  @Test("rates that nobody asks for any more are not known, and their sources are left alone")
  func withoutRates() throws {
    func root(_ text: String) throws -> CompositionRoot {
      let text = "markets = [\"upbit:KRW-BTC\"]\n[web]\n" + text
      let config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
      return CompositionRoot(config: config, log: Log(descriptor: -1), lists: nil)
    }
    let exchanges = Catalogue().exchanges
    let asked = try root("[rates]\n")
    let feeds = FeedSet(asked, exchanges, seed: 5, on: Client(Line())) { _, _ in }
    let now = Moment(monotonic: 0, wall: 1_795_147_953_000)
    feeds.start(at: now)
    func isAsked() -> Bool {
      _ = feeds.advance(to: now) { _ in }
      feeds.runIntents(at: now)
      _ = feeds.turn(at: now, { _ in }, networkChanged: { _ in })
      return feeds.callCounts.keys.contains { !$0.contains("upbit") }
    }
    var updates: [Update] = []
    feeds.replaceReference(try root(""), seed: 5, at: now) { updates.append($0) }
    #expect(updates.contains(.rates([])) && !isAsked())
    updates = []
    let follower = try root(
      "[mqtt]\nbroker = \"mqtt://localhost\"\nname = \"desk\"\nfollow = [\"hub\"]\n[rates]\n")
    feeds.replaceReference(asked, seed: 5, at: now) { _ in }
    feeds.reconfigure(as: follower, exchanges, seed: 5, at: now) { updates.append($0) }
    #expect(!updates.contains(.rates([])) && !isAsked())
    feeds.reconfigure(as: asked, exchanges, seed: 5, at: now) { updates.append($0) }
    #expect(updates.contains(.rates([])) && isAsked())
    // Those that are known stand until other sources have told theirs.
    updates = []
    feeds.replaceReference(asked, seed: 5, at: now) { updates.append($0) }
    #expect(!updates.contains(.rates([])) && isAsked())
  }
}
