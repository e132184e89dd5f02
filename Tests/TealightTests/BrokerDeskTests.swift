import Broker
import Configuration
import Devices
import Feeds
import Glibc
import MarketData
import State
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import Tealight

@Suite("What a broker hears and asks")
struct BrokerDeskTests {
  private let broker = ScriptedBroker()
  private var desk = Self.makeDesk(["upbit:KRW-BTC", "kraken:BTC/USD"])
  private var now: Int64 = 0
  private let log = Log()
  private let screens: Screens

  private final class Log {
    var lines: [String] = []
  }

  init() {
    screens = Screens(
      [], lighting: Lighting(Config.Lighting(), at: Moment(monotonic: 0, wall: 0)),
      litHours: LitHours(folder: nil, names: [], now: 0) { _ in })
  }

  private static func makeDesk(_ names: [String], quotes: [String] = ["KRW", "KRW"]) -> Desk {
    let markets = zip(names, quotes).map { name, quote in
      let parts = name.split(separator: ":").map(String.init)
      return Market(exchange: parts[0], code: parts[1], base: "BTC", quote: quote)
    }
    return Desk(
      markets: markets.map {
        MarketState(market: $0, exchangeTitle: $0.exchange.capitalized, baseline: "09:00 KST")
      }, settings: Settings(allPages: PageCatalog.turnable))
  }

  private func make(
    folder: String? = nil, _ change: (inout Config.MQTT) -> Void = { _ in }
  ) -> BrokerDesk {
    var mqtt = Config.MQTT()
    (mqtt.host, mqtt.name) = ("broker.local", "desk")
    change(&mqtt)
    return BrokerDesk(
      mqtt, broker, device: BrokerDevice(startSeconds: 1_795_147_953),
      file: LinesFile("broker", in: folder, bytesMax: 65_536, loss: "") { _, _ in }, seed: 1
    ) { [log] in log.lines.append("\($0): \($1)") }
  }

  /// A turn at `now`, in which something may be new.
  private mutating func turn(_ board: BrokerDesk, after milliseconds: Int64 = 0) -> [Loop.Request] {
    now += milliseconds
    desk.apply(
      .time(Moment(monotonic: now, wall: 1_795_147_953_000 + now), utcOffsetSeconds: 0))
    board.deskMayHaveChanged()
    for watch in board.watches { _ = watch.handle() }
    return board.turn(desk, screens, at: now)
  }

  /// A board that is connected, and has said what it says then.
  private mutating func connected(
    folder: String? = nil, awaitsMarkets: Bool = false,
    _ change: (inout Config.MQTT) -> Void = { _ in }
  ) -> BrokerDesk {
    let board = make(folder: folder, change)
    board.setAwaitsMarkets(awaitsMarkets)
    _ = turn(board)
    broker.say(.connected)
    _ = turn(board)
    return board
  }

  /// Lets the process that writes what the board keeps come to its end.
  private mutating func save(_ board: BrokerDesk) {
    for _ in 0..<5_000 where !board.deadline.isNever {
      poll(nil, 0, 2)
      now += 50
      _ = board.turn(desk, screens, at: now)
    }
  }

  private mutating func price(_ price: Double, of market: Int = 0) {
    desk.apply(.update(.ticker(market: MarketID(market), Ticker(price: price))))
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: now)))
  }

  @Test("once connected it says that it is there, what it is, and everything that it shows")
  mutating func begin() {
    let board = connected()
    #expect(broker.connects == [.five])
    let said = broker.pop()
    #expect(said.first?.topic == "tealight/desk/status")
    #expect(said.first?.text == "online")
    #expect(said.allSatisfy { $0.isRetained })
    #expect(
      said.map(\.topic).sorted() == [
        "homeassistant/device/tealight-desk/config", "tealight/desk/about", "tealight/desk/light",
        "tealight/desk/market/kraken/BTC-USD", "tealight/desk/market/upbit/KRW-BTC",
        "tealight/desk/state", "tealight/desk/status",
      ])
    #expect(
      broker.filters == ["tealight/desk/set/#", "tealight/all/set/#", "homeassistant/status"])
    // A broker may have forgotten everything when it is back.
    broker.say(.closed(BrokerFailure(.lost)))
    _ = turn(board)
    broker.say(.connected)
    _ = turn(board, after: 70_000)
    #expect(Set(broker.pop().map(\.topic)) == Set(said.map(\.topic)))
  }

  @Test("a price is told every ten seconds at most, and at once when its link changes")
  mutating func prices() {
    let board = connected()
    _ = broker.pop()
    let topic = "tealight/desk/market/upbit/KRW-BTC"
    func told() -> [String] { broker.pop().filter { $0.topic == topic }.map(\.text) }

    price(100)
    _ = turn(board, after: 1_000)
    let first = told()
    #expect(first.count == 1, "offline became streaming")
    #expect(first[0].contains(#""price":100,"#) && first[0].contains(#""link":"streaming""#))
    for step in 1...9 {
      price(100 + Double(step))
      _ = turn(board, after: 1_000)
    }
    #expect(told().isEmpty)
    #expect(board.deadline.monotonic == 11_000, "the newest is due then")
    _ = turn(board, after: 1_000)
    #expect(told().map { $0.contains(#""price":109,"#) } == [true])
    _ = turn(board, after: 60_000)
    #expect(told().isEmpty, "nothing has changed")
    desk.apply(.update(.link(exchange: "upbit", .stale, heard: now)))
    _ = turn(board, after: 1_000)
    #expect(told().map { $0.contains(#""link":"stale""#) } == [true])
  }

  @Test("that there is a price, or none any more, is told at once")
  mutating func firstPrice() {
    let topic = "tealight/desk/market/upbit/KRW-BTC"
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: now)))
    let board = connected()
    _ = turn(board, after: 1_000)
    func told() -> [String] { broker.pop().filter { $0.topic == topic }.map(\.text) }
    #expect(told().last?.hasPrefix(#"{"price":null,"#) == true)
    price(100)
    _ = turn(board, after: 1_000)
    #expect(told().map { $0.hasPrefix(#"{"price":100,"#) } == [true])
    desk.apply(.update(.listed(market: 0, false)))
    board.deskMayHaveChanged()
    _ = turn(board, after: 1_000)
    #expect(told().map { $0.hasPrefix(#"{"price":null,"#) } == [true])
  }

  @Test("what is not known is null, and no number is invented")
  mutating func unknown() {
    _ = connected()
    let text = broker.pop().first { $0.topic.hasSuffix("kraken/BTC-USD") }?.text
    #expect(
      text
        == #"{"price":null,"change":null,"baseline":"09:00 KST","link":"offline","time":null}"#)
  }

  @Test("a market that is not listed any more has no price")
  mutating func delisted() {
    desk.apply(.update(.ticker(market: 0, Ticker(price: 100, tradeTime: 1))))
    desk.apply(.update(.listed(market: 0, false)))
    _ = connected()
    let text = broker.pop().first { $0.topic.hasSuffix("upbit/KRW-BTC") }?.text
    #expect(text?.hasPrefix(#"{"price":null,"change":null"#) == true)
  }

  @Test("commands are the same words as everywhere, for this board and for all of them")
  mutating func commands() {
    let board = connected()
    for (topic, text) in [
      ("desk/set/command", "next-market"), ("all/set/theme", "night"),
      ("desk/set/market", "kraken:BTC/USD"), ("desk/set/command", #"{"rotate": 20}"#),
      ("desk/set/light", #"{"state": "ON", "brightness": 40, "flash": 2}"#),
      ("desk/set/notice", "안녕하세요"), ("desk/set/screen", "off"),
    ] {
      broker.send(text, to: "tealight/\(topic)")
    }
    let requests = turn(board)
    #expect(
      requests == [
        .command(.nextMarket), .command(.choose(.theme(.night))),
        .command(.choose(.market("kraken:BTC/USD"))), .command(.choose(.rotation(seconds: 20))),
        .command(.light(.screen(isOn: true))), .command(.light(.brightness(40))),
        .notice(Notice("안녕하세요")), .command(.light(.screen(isOn: false))),
      ])
  }

  @Test("a message that the broker refuses is said, and holds nothing up")
  mutating func refused() {
    broker.refuses = { $0.hasSuffix("/state") }
    _ = connected()
    #expect(broker.pop().contains { $0.topic.hasSuffix("market/upbit/KRW-BTC") })
    let lines = log.lines.filter { $0.contains("the broker refuses a message") }
    #expect(lines.count == 1 && lines[0].contains("tealight/desk/state"))
    #expect(lines.first?.contains(" bytes, QoS 0, retained: raise its limits of size") == true)
  }

  @Test("messages that were dropped unread are counted on the log")
  mutating func dropped() {
    let board = connected()
    log.lines = []
    for count in [1, 2] {
      broker.say(.dropped(count))
      _ = turn(board)
    }
    let said = ["1 message", "2 messages"].map {
      "warning: ignored \($0) of the broker: too large, or too many at once"
    }
    #expect(log.lines == said)
  }

  @Test("what is no command is a line on the log, and nothing else happens")
  mutating func refusals() {
    let board = connected()
    log.lines = []
    for (topic, text) in [
      ("set/theme", "pink"), ("set/light", "ON"), ("set/reboot", "now"), ("set/brightness", "101"),
      ("set/presence", "maybe"), ("set/market", "nobody:HERE"), ("set/command", "\u{1B}[2J"),
    ] {
      broker.send(text, to: "tealight/desk/\(topic)")
    }
    #expect(turn(board).isEmpty)
    #expect(log.lines.count == 7)
    #expect(log.lines.allSatisfy { $0.hasPrefix("warning: ignored a command of the broker: ") })
    #expect(!log.lines.joined().contains("\u{1B}"))
    #expect(board.counts.refused == 7)
    broker.send("night", to: "somebody/else")
    #expect(turn(board).isEmpty)
    #expect(log.lines.count == 7)
  }

  @Test("a command that the broker has kept is refused: it would come back with every connection")
  mutating func retained() {
    let board = connected()
    log.lines = []
    broker.send("night", to: "tealight/desk/set/theme", isRetained: true)
    #expect(turn(board).isEmpty)
    #expect(log.lines.count == 1 && log.lines[0].contains("retain"))
  }

  @Test("without control nothing is subscribed to, and Home Assistant gets nothing to press")
  mutating func noControl() {
    let board = connected { $0.allowsControl = false }
    #expect(broker.filters == ["homeassistant/status"])
    broker.send("night", to: "tealight/desk/set/theme")
    broker.send("ON", to: "tealight/all/set/presence")
    let requests = turn(board)
    #expect(requests.isEmpty && !board.isSomebodySeen)
    let device = broker.pop().first { $0.topic.hasSuffix("/config") }?.text ?? ""
    #expect(!device.contains("cmd_t"))
    #expect(device.contains("img_t"))
  }

  @Test("somebody who is seen elsewhere is seen here until that ends, or the broker does")
  mutating func presence() {
    let board = connected()
    broker.send("ON", to: "tealight/all/set/presence")
    _ = turn(board)
    #expect(board.isSomebodySeen)
    broker.send("off", to: "tealight/all/set/presence")
    _ = turn(board)
    #expect(!board.isSomebodySeen)
    broker.send("on", to: "tealight/all/set/presence")
    broker.say(.closed(BrokerFailure(.lost)))
    _ = turn(board)
    #expect(!board.isSomebodySeen)
  }

  @Test("what a sensor elsewhere saw before is kept when the broker is there")
  mutating func presenceBefore() {
    let board = make()
    board.see(true)
    broker.say(.connected)
    _ = turn(board)
    #expect(board.isConnected && board.isSomebodySeen)
  }

  @Test("presses and alerts are told once and kept nowhere")
  mutating func events() {
    let board = connected()
    _ = broker.pop()
    board.press("hold", key: 2)
    #expect(
      broker.pop() == [
        .init(topic: "tealight/desk/key/2", text: #"{"event_type":"hold"}"#, isRetained: false)
      ])
    broker.say(.closed(BrokerFailure(.lost)))
    _ = turn(board)
    board.press("press", key: 1)
    #expect(broker.pop().isEmpty, "nobody hears it, and later it is no news")
  }

  @Test("a flood is taken at fifty messages a second, and the rest waits")
  mutating func flood() {
    let board = connected()
    now += 1_000
    for _ in 0..<200 { broker.send("next-market", to: "tealight/desk/set/command") }
    var taken = turn(board).count
    for _ in 0..<10 { taken += turn(board).count }
    #expect(taken == 50)
    #expect(board.watches.isEmpty, "what is there wakes nobody")
    #expect(board.deadline.monotonic == (now / 1_000 + 1) * 1_000)
    taken += turn(board, after: 1_000).count
    #expect(taken == 100)
  }

  @Test("what the broker has kept is wanted of hubs alone")
  mutating func kept() {
    let board = connected {
      $0.isHub = true
      $0.hubs = ["kitchen"]
    }
    board.listen(to: ["kitchen/beat"], saying: [])
    #expect(broker.filters.contains("tealight/desk/want/+"))
    #expect(broker.keptFilters == ["tealight/kitchen/beat"])
  }

  @Test("commands that the broker has kept hold up none that is given now")
  mutating func keptFlood() {
    let board = connected()
    now += 1_000
    for index in 0..<200 {
      broker.send("night", to: "tealight/all/set/\(index)", isRetained: true)
    }
    broker.send("next-market", to: "tealight/desk/set/command")
    var requests: [Loop.Request] = []
    for _ in 0..<10 { requests += turn(board) }
    #expect(requests == [.command(.nextMarket)])
  }

  @Test("of messages that the broker has kept for nobody two thousand a second are taken")
  mutating func unheardFlood() {
    let board = connected()
    now += 1_000
    let before = board.counts.received
    for index in 0..<3_000 { broker.send("x", to: "nobody/\(index)", isRetained: true) }
    for _ in 0..<50 { _ = turn(board) }
    #expect(board.counts.received - before == 2_000)
    #expect(board.watches.isEmpty, "what is there wakes nobody")
    #expect(board.deadline.monotonic == (now / 1_000 + 1) * 1_000)
    now += 1_000
    for _ in 0..<50 { _ = turn(board) }
    #expect(board.counts.received - before == 3_000)
    #expect(!board.watches.isEmpty)
  }

  @Test("a large message counts as several")
  mutating func largeFlood() {
    let board = connected()
    _ = turn(board, after: 1_000)
    let before = board.counts.received
    let text = String(repeating: "x", count: 65_536)
    for _ in 0..<20 { broker.send(text, to: "tealight/desk/set/theme") }
    _ = turn(board, after: 1_000)
    #expect(board.counts.received - before == 6, "each is one and eight more, of fifty")
    #expect(board.watches.isEmpty)
  }

  @Test("Home Assistant's start is answered within five seconds, and what it said long ago is not")
  mutating func birth() {
    let board = connected()
    _ = broker.pop()
    func devices() -> Int { broker.pop().filter { $0.topic.hasSuffix("/config") }.count }
    broker.send("online", to: "homeassistant/status", isRetained: true)
    broker.send("offline", to: "homeassistant/status")
    _ = turn(board)
    _ = turn(board, after: 5_000)
    #expect(devices() == 0)
    broker.send("online", to: "homeassistant/status")
    _ = turn(board)
    _ = turn(board, after: 5_000)
    #expect(devices() == 1)
  }

  @Test("what is on the screen makes no other entities, and a currency stays as it was chosen")
  mutating func currencies() {
    desk = Self.makeDesk(["upbit:KRW-BTC", "kraken:BTC/USD"], quotes: ["KRW", "USD"])
    let rates = ExchangeRates(
      base: "USD", units: ["KRW": 1_400], source: "test", time: 1_795_147_953_000,
      staleAfterMilliseconds: 86_400_000)
    desk.apply(.update(.rates([rates])))
    let board = connected()
    let device = broker.pop().last { $0.topic.hasSuffix("/config") }
    #expect(device?.text.contains(#""options":["own","KRW","USD","USDT"]"#) == true)
    for choice in [Choice.currency("KRW"), .market("kraken:BTC/USD"), .currency("JPY")] {
      desk.apply(.command(.choose(choice)))
      _ = turn(board, after: 1_000)
      let said = broker.pop()
      #expect(said.contains { $0.text.contains(#""currency":"own""#) } == false)
      // What is chosen can be shown, or else could not be said.
      #expect(said.contains { $0.topic.hasSuffix("/config") } == (choice == .currency("JPY")))
    }
  }

  /// The second run of a board called "old", with one market less than the first one.
  private mutating func withLess(
    in folder: TemporaryFolder, awaitsMarkets: Bool = false
  ) -> BrokerDesk {
    let first = connected(folder: folder.path) { $0.name = "old" }
    _ = broker.pop()
    save(first)
    desk = Self.makeDesk(["upbit:KRW-BTC"])
    return connected(folder: folder.path, awaitsMarkets: awaitsMarkets) { $0.name = "old" }
  }

  @Test("a clock that is set tells another time of the start, once")
  mutating func startTime() {
    let board = connected()
    _ = broker.pop()
    for _ in 0..<2 {
      board.setStartSeconds(1_795_150_000)
      _ = turn(board, after: 1_000)
    }
    let told = broker.pop().filter { $0.topic.hasSuffix("/about") }
    #expect(told.count == 1 && told[0].text.contains(#""started":1795150000"#))
  }

  @Test("what records hubs beside a board listens to them, and says nothing of itself")
  mutating func recorder() {
    let board = connected {
      $0.hubs = ["hub"]
      ($0.discovery, $0.tellsOfItself) = (nil, false)
    }
    price(100)
    _ = turn(board, after: 1_000)
    board.press("press", key: 1)
    board.listen(to: ["hub/hub/beat"], saying: [])
    board.end()
    #expect(broker.pop().isEmpty)
    #expect(broker.filters.contains("tealight/hub/hub/beat"))
  }

  @Test("what a hub is yet to name is not taken back meanwhile")
  mutating func awaitsMarkets() {
    let folder = TemporaryFolder()
    let second = withLess(in: folder, awaitsMarkets: true)
    _ = turn(second, after: 6_000)
    var said = broker.pop()
    #expect(!said.contains { $0.text.contains(#"{"p":"sensor"}"#) || $0.text.isEmpty })
    // It has named others.
    second.setAwaitsMarkets(false)
    desk = Self.makeDesk(["upbit:KRW-ETH"])
    _ = turn(second, after: 2_000)
    said = broker.pop()
    #expect(said.contains { $0.text.contains(#""price-kraken-btc-usd":{"p":"sensor"}"#) })
    _ = turn(second, after: 6_000)
    #expect(broker.pop().contains { $0.topic.hasSuffix("kraken/BTC-USD") && $0.text.isEmpty })
  }

  @Test("what was to be cleared is left until a hub has named its markets")
  mutating func clearedLater() {
    let folder = TemporaryFolder()
    let first = connected(folder: folder.path) { $0.name = "old" }
    save(first)
    let second = connected(folder: folder.path)
    _ = broker.pop()
    second.setAwaitsMarkets(true)
    _ = turn(second, after: 6_000)
    #expect(!broker.pop().contains { $0.text.isEmpty })
    // The earlier connection is lost.
    for text in ["online", "offline"] {
      broker.send(text, to: "tealight/old/status")
      _ = turn(second)
    }
    _ = turn(second, after: 6_000)
    #expect(!broker.pop().contains { $0.text.isEmpty })
    second.setAwaitsMarkets(false)
    _ = turn(second, after: 2_000)
    _ = turn(second, after: 6_000)
    let cleared = broker.pop().filter(\.text.isEmpty).map(\.topic)
    #expect(cleared.contains("tealight/old/status"))
    #expect(!cleared.contains("tealight/desk/market/upbit/KRW-BTC"))
  }

  @Test("what an earlier run told of a hub's markets is not heard until that hub names them")
  mutating func leftBehind() {
    let folder = TemporaryFolder()
    let second = withLess(in: folder, awaitsMarkets: true)
    var said = broker.pop()
    func told(_ suffix: String) -> [String] {
      said.filter { $0.topic.hasSuffix(suffix) }.map(\.text)
    }
    let unheard = #"{"price":null,"change":null,"baseline":null,"link":"offline","time":null}"#
    #expect(told("/market/upbit/KRW-BTC") == [unheard])
    #expect(told("/market/kraken/BTC-USD") == [unheard])
    #expect(told("/feed/kraken") == [#"{"link":"offline","trouble":null}"#])
    // The one that the broker has kept names the entities of the hub's markets.
    #expect(said.filter { $0.topic.hasSuffix("/config") }.map(\.isRetained) == [false])
    // The hub is silent, and the exchange of what stands for its markets is asked meanwhile.
    second.setAwaitsMarkets(true, isPlaceholderAsked: true)
    price(100)
    _ = turn(second, after: 2_000)
    _ = turn(second, after: 6_000)
    said = broker.pop()
    #expect(told("/market/upbit/KRW-BTC").map { $0.hasPrefix(#"{"price":100,"#) } == [true])
    #expect(told("/config").map { $0.contains(#""price-upbit-krw-btc""#) } == [true])
    #expect(said.filter { $0.topic.hasSuffix("/config") }.map(\.isRetained) == [false])
    #expect(!said.contains { $0.text.isEmpty })
  }

  @Test("markets that only stand for those of a hub are told to nobody")
  mutating func placeholders() throws {
    let board = connected(awaitsMarkets: true)
    _ = turn(board, after: 2_000)
    var said = broker.pop()
    #expect(!said.contains { $0.topic.contains("/market/") || $0.topic.contains("/feed/") })
    #expect(!said.contains { $0.text.contains("kraken:BTC/USD") || $0.text.contains("price-") })
    var device = try #require(said.last { $0.topic.hasSuffix("/config") }).text
    #expect(device.contains(#""theme":{"p":"select""#) && !device.contains(#""market":{"p""#))
    #expect(said.contains { $0.text.hasPrefix(#"{"market":null,"page":"#) })
    // Its hub has named them.
    board.setAwaitsMarkets(false)
    _ = turn(board, after: 2_000)
    said = broker.pop()
    device = try #require(said.last { $0.topic.hasSuffix("/config") }).text
    #expect(device.contains(#""market":{"p":"select""#))
    #expect(device.contains(#""price-kraken-btc-usd":{"p":"sensor""#))
    #expect(said.contains { $0.topic.hasSuffix("/market/kraken/BTC-USD") })
    #expect(said.contains { $0.text.hasPrefix(#"{"market":"upbit:KRW-BTC","page":"#) })
  }

  @Test("what stands for a hub's markets is told once its exchange is asked meanwhile")
  mutating func askedPlaceholder() {
    let board = connected(awaitsMarkets: true)
    _ = broker.pop()
    board.setAwaitsMarkets(true, isPlaceholderAsked: true)
    _ = turn(board, after: 2_000)
    let said = broker.pop()
    #expect(said.contains { $0.topic.hasSuffix("/market/upbit/KRW-BTC") })
    #expect(said.contains { $0.text.contains(#""price-upbit-krw-btc":{"p":"sensor""#) })
  }

  @Test("what was cleared is told again when it comes back, although it is the same")
  mutating func clearedAndBack() {
    for topic in ["tealight/desk/feed/kraken", "tealight/desk/market/kraken/BTC-USD"] {
      checkClearedAndBack(topic)
    }
  }

  private mutating func checkClearedAndBack(_ topic: String) {
    desk = Self.makeDesk(["upbit:KRW-BTC", "kraken:BTC/USD"], quotes: ["KRW", "USD"])
    let board = connected { $0.priceEverySeconds = 300 }
    desk.apply(.update(.link(exchange: "kraken", .streaming, heard: 0)))
    func told() -> [String] { broker.pop().filter { $0.topic == topic }.map(\.text) }
    _ = turn(board, after: 2_000)
    let text = told().last
    #expect(text?.contains("streaming") == true)
    let both = desk
    desk = Self.makeDesk(["upbit:KRW-BTC"])
    _ = turn(board, after: 2_000)
    _ = turn(board, after: 6_000)
    #expect(told() == [""])
    desk = both
    _ = turn(board, after: 2_000)
    #expect(told() == [text])
  }

  /// The connection is lost, and had again.
  private mutating func reconnect(_ board: BrokerDesk) {
    broker.say(.closed(BrokerFailure(.silent)))
    _ = turn(board)
    _ = turn(board, after: 60_000)
    broker.say(.connected)
    _ = turn(board)
  }

  @Test("a market keeps its entities while another exchange serves it, and they say which one does")
  mutating func standIn() throws {
    desk = Desk(
      markets: Array(Self.makeDesk(["upbit:KRW-BTC", "bithumb:KRW-BTC"]).markets),
      places: [Desk.Place([0, 1])],
      settings: Settings(allPages: PageCatalog.turnable))
    let board = connected()
    func device() -> String {
      let devices = broker.pop().filter { $0.topic.hasSuffix("/config") }
      return devices.map(\.text).joined(separator: "\n")
    }
    let before = device()
    #expect(before.contains("\"price-upbit-krw-btc\"") && !before.contains("feed-bithumb"))
    _ = turn(board)
    for isOther in [true, false] {
      desk.apply(.update(.selected(0, isOther ? 1 : 0)))
      _ = turn(board, after: 1_000)
      let newest = try #require(device().split(separator: "\n").last)
      let serving = isOther ? "bithumb" : "upbit"
      #expect(newest.contains("\"price-upbit-krw-btc\":{\"p\":\"sensor\",\"uniq_id\""))
      #expect(newest.contains("\"stat_t\":\"tealight/desk/market/\(serving)/KRW-BTC\""))
      #expect(newest.contains("\"\(serving.capitalized) BTC/KRW\""))
      #expect(!newest.contains("price-bithumb"))
      // That it is not heard is what somebody may want to know.
      #expect(newest.contains("\"feed-upbit\":{\"p\":\"binary_sensor\",\"uniq_id\""))
      #expect(newest.contains("feed-bithumb") == isOther)
      _ = turn(board)
    }
  }

  @Test("a later run takes back the topics and entities that are no more")
  mutating func memory() {
    let folder = TemporaryFolder()
    let second = withLess(in: folder)
    var said = broker.pop()
    var devices = said.filter { $0.topic.hasSuffix("tealight-old/config") }.map(\.text)
    #expect(devices.count == 2, "once with what is gone, once without")
    #expect(devices[0].contains(#""price-kraken-btc-usd":{"p":"sensor"}"#))
    #expect(!devices[1].contains("kraken"))
    // Home Assistant still hears the topics of what it is removing.
    #expect(!said.contains { $0.topic.contains("kraken") })
    _ = turn(second, after: 5_000)
    #expect(
      broker.pop().contains(
        .init(topic: "tealight/old/market/kraken/BTC-USD", text: "", isRetained: true)))
    save(second)

    // Another name.
    broker.forbids = { $0.contains("/old/") }
    log.lines = []
    let third = connected(folder: folder.path) { $0.name = "new" }
    said = broker.pop()
    devices = said.filter { $0.topic.hasSuffix("tealight-new/config") }.map(\.text)
    #expect(devices.count == 1)
    _ = turn(third, after: 5_000)
    let emptied = broker.pop().filter(\.text.isEmpty).map(\.topic)
    #expect(emptied.contains("homeassistant/device/tealight-old/config"))
    #expect(emptied.contains("tealight/old/status"))
    _ = turn(third)
    let refusals = Set(log.lines.filter { $0.contains("does not allow") })
    #expect(refusals.count == 1, "the log says the same sentence once")
    _ = turn(third, after: 5_000)
    #expect(!broker.pop().contains { $0.text.isEmpty }, "it is not tried again")
  }

  @Test("a copied card leaves alone what the board says that has the name", arguments: [60, 160])
  mutating func copied(seconds: Int64) {
    let folder = TemporaryFolder()
    let first = connected(folder: folder.path) { $0.name = "old" }
    save(first)
    let copy = connected(folder: folder.path) { $0.name = "new" }
    #expect(broker.filters.contains("tealight/old/status"))
    broker.send("online", to: "tealight/old/status", isRetained: true)
    _ = turn(copy, after: 5_000)
    _ = broker.pop()
    _ = turn(copy, after: seconds * 1_000)
    #expect(!broker.pop().contains { $0.text.isEmpty })
    broker.send("offline", to: "tealight/old/status")
    _ = turn(copy)
    _ = turn(copy, after: 5_000)
    // What is offline so soon was a connection of this board.
    let emptied = broker.pop().filter(\.text.isEmpty).map(\.topic)
    #expect(emptied.contains("homeassistant/device/tealight-old/config") == (seconds < 150))
    #expect(emptied.contains("tealight/old/status") == (seconds < 150))
  }

  @Test("an entity that is no more is taken back again where the connection was lost on the way")
  mutating func takenBack() {
    let folder = TemporaryFolder()
    broker.answers = false
    let second = withLess(in: folder)
    func takesBack() -> Bool {
      broker.pop().contains { $0.text.contains(#""price-kraken-btc-usd":{"p":"sensor"}"#) }
    }
    #expect(takesBack())
    broker.answers = true
    for isKnown in [false, true] {
      reconnect(second)
      #expect(takesBack() != isKnown)
      _ = turn(second)
    }
  }

  @Test(
    "a topic that is no more is cleared again where that was lost on the way, or forbidden",
    arguments: [false, true])
  mutating func cleared(isForbidden: Bool) {
    let folder = TemporaryFolder()
    let second = withLess(in: folder)
    let topic = "tealight/old/market/kraken/BTC-USD"
    func clears() -> Bool { broker.pop().contains { $0.topic == topic && $0.text.isEmpty } }
    broker.answers = isForbidden
    broker.forbids = { $0 == topic }
    _ = turn(second, after: 5_000)
    #expect(clears())
    _ = turn(second)
    broker.answers = true
    broker.forbids = { _ in false }
    reconnect(second)
    _ = turn(second, after: 5_000)
    #expect(clears())
    _ = turn(second)
    reconnect(second)
    _ = turn(second, after: 5_000)
    #expect(!clears(), "the broker has it")
  }

  @Test("what is wrong is said once, on the log and on the link page")
  mutating func failure() {
    let board = make { $0.user = "me" }
    _ = turn(board)
    broker.say(.closed(BrokerFailure(.login)))
    #expect(
      turn(board) == [.serviceFailure("MQTT", .keyRefused), .serviceHeard("MQTT", false)])
    #expect(log.lines.count == 1)
    #expect(log.lines[0].contains("user and password_file"))
    for _ in 0..<3 {
      _ = turn(board, after: 60_000)
      broker.say(.closed(BrokerFailure(.login)))
      #expect(turn(board).isEmpty)
    }
    #expect(log.lines.count == 1)
    _ = turn(board, after: 60_000)
    broker.say(.connected)
    #expect(turn(board) == [.serviceFailure("MQTT", nil), .serviceHeard("MQTT", true)])
    #expect(board.isConnected)
    board.end()
    #expect(broker.hasEnded)
    #expect(broker.pop().last?.text == "offline")
  }

  @Test("every failure has a sentence that says what to do")
  func sentences() {
    let options = BrokerOptions(
      host: "broker.local", port: 8_883, isSecure: true, client: "tealight-desk")
    for cause in BrokerFailure.Cause.allCases {
      let sentence = BrokerFailure(cause, "why").sentence(of: options)
      let isMended = ["check", "install", "trying again", "give", "another broker", "turn off"]
        .contains { sentence.contains($0) }
      #expect(isMended, "\(cause): \(sentence)")
      #expect(!sentence.contains("\n"))
    }
  }
}
