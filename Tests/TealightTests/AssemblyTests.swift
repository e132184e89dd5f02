import Configuration
import Devices
import Glibc
import Pixels
import TestSupport
import Testing

@testable import Tealight

@Suite struct AssemblyTests {
  private func read(_ text: String) throws -> Config {
    try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
  }

  @Test("an exchange that is only ranked is asked, too")
  func sources() throws {
    let config = try read("[list]\nsource = \"top\"\nexchange = \"kraken\"\nquote = \"USD\"")
    var switchboard = Switchboard()
    let sources = CompositionRoot(config: config, log: Log()).exchangeFeeds(
      Catalogue().exchanges, seed: 1, &switchboard)
    #expect(sources.map(\.feed.exchange.name) == ["upbit", "kraken"])
  }

  @Test("a market that is only held is followed, and stands at no place")
  func followed() throws {
    let config = try read("[[holding]]\nmarket = \"upbit:KRW-ETH\"\namount = 1")
    let root = CompositionRoot(config: config, log: Log())
    let desk = root.desk(Catalogue().exchanges)
    var following = SubscriptionRouter(root.selector)
    let dropped = following.change(to: desk.requirements, at: 0)
    #expect(dropped == [])
    #expect(following.markets(of: "upbit") == [0, 1] && following.markets(of: "binance") == [])
    #expect(desk.places.map(\.market) == [0])
    var switchboard = Switchboard()
    let sources = root.exchangeFeeds(Catalogue().exchanges, seed: 0, &switchboard)
    #expect(sources.count == 1)
  }

  @Test("a market whose exchange tells no trades waits for none")
  func tapes() throws {
    let config = try read("markets = [\"upbit:KRW-BTC\", \"dogechain:DOGE-USD\"]")
    let desk = CompositionRoot(config: config, log: Log()).desk(Catalogue().exchanges)
    #expect(desk.places.map { desk.markets[$0.market].tape.isOffered } == [true, false])
  }

  /// Flushes that a first frame takes on a recorded SSD1306.
  private func flushes(_ keys: String) throws -> Int {
    let file = ScratchFile()
    let text = "[[display]]\npanel = \"ssd1306\"\nbus = \"record:\(file.path)\"\n\(keys)"
    let config = try Config.read(Array(text.utf8), file: "test", Catalogue())
    let display = try CompositionRoot(config: config, log: Log(descriptor: -1)).panels()[0].display
    display.show(Frame(display.size))
    var count = 1
    var now: Int64 = 0
    while case let next = display.flush(now: now), !next.isNever {
      now = max(next.monotonic, now + 1)
      count += 1
    }
    return count
  }

  @Test("what is missing beside another panel is awaited, and nothing is shown on none")
  func missing() throws {
    let folder = TemporaryFolder()
    // Pipes that nobody reads cannot be opened.
    for name in ["one", "two"] { mkfifo("\(folder.path)/\(name)", 0o600) }
    func panels(_ files: [String]) throws -> [any Display] {
      let text = files.map {
        "[[display]]\npanel = \"ssd1306\"\nbus = \"record:\(folder.path)/\($0)\"\n"
      }.joined()
      let root = CompositionRoot(config: try read(text), log: Log(descriptor: -1))
      return try root.panels().map(\.display)
    }
    #expect(try panels(["one", "bus"]).map { $0 is AwaitedDisplay } == [true, false])
    #expect(throws: StartError.self) { try panels(["one", "two"]) }
  }

  @Test("where something else is shown, or nothing has to be, all panels may be missing")
  func allMissing() throws {
    let config = try read("[[display]]\npanel = \"ssd1306\"\nbus = \"i2c:77\"")
    let root = CompositionRoot(config: config, log: Log(descriptor: -1))
    let memory = DisplaySpec.memory(surface: nil)
    func awaits(
      _ specs: [DisplaySpec], isWatched: Bool = false, areNeeded: Bool = true
    ) throws -> Bool {
      try root.displays(specs, isWatched: isWatched, areNeeded: areNeeded).contains {
        $0.display is AwaitedDisplay
      }
    }
    for specs: [DisplaySpec] in [[.json, .panels], [memory, .panels], [.panels, memory]] {
      #expect(try awaits(specs))
    }
    #expect(try awaits([.panels], isWatched: true))
    #expect(try awaits([.panels], areNeeded: false))
    #expect(throws: StartError.self) { try root.displays([.panels]) }
  }

  @Test("a recorded bus is as slow as the configuration says, whatever its kind")
  func recordedSpeed() throws {
    let usual = try flushes("")
    #expect(try flushes("speed_hz = 400_000\n") == usual)
    #expect(try flushes("speed_hz = 40_000\n") > usual + 2)
  }
}
