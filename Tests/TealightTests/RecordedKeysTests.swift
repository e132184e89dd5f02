import Configuration
import Devices
import Glance
import TestSupport
import Testing

@testable import Tealight

@Suite("What a recording may say of a configuration")
struct RecordedKeysTests {
  /// Keys that name what is run, opened or written, and how.
  private static let refused: Set<String> = [
    "face.folder", "marks.folder", "alert.hook", "alert.hook_timeout_seconds",
    "mqtt.user", "mqtt.password_file", "mqtt.ca_file", "mqtt.certificate", "mqtt.key", "mqtt.name",
    "mqtt.base", "mqtt.discovery", "mqtt.control", "mqtt.hub", "mqtt.price_every_seconds",
    "mqtt.picture_every_seconds", "exchange.*.ca_file", "exchange.*.*.ca_file", "rates.*.ca_file",
    "coingecko.ca_file",
  ]
  private static let refusedTables: Set<String> = [
    "display", "button", "encoder", "key", "presence", "metrics", "web", "holding",
  ]

  @Test("every key may be recorded but those that are refused, and what names a file never is")
  func everyKey() throws {
    #expect(Self.keys.count > 120)
    let patterns = Set(Self.keys.map { Self.pattern($0.path) })
    for key in Self.keys {
      let pattern = Self.pattern(key.path)
      let isDevice = Self.refusedTables.contains(String(pattern.prefix { $0 != "." }))
      #expect(key.isRecorded == !(isDevice || Self.refused.contains(pattern)), "\(pattern)")
    }
    #expect(Self.refused.subtracting(patterns) == [])
  }

  /// Keys of any text or URL that may be recorded. A new one must be listed here: what is run, opened
  /// or written, and what else a foreign file should not say, is described as not recorded.
  private static let texts: Set<String> = [
    "markets", "currency", "second_currency", "exchange.*.websocket", "exchange.*.rest",
    "exchange.*.*.websocket", "exchange.*.*.rest", "rates.currencies", "rates.*.rest",
    "coingecko.rest", "link.documentation", "list.quote",
    "night.hours", "alert.market", "alerts.quiet", "mqtt.broker", "mqtt.follow",
  ]

  @Test("of the keys that may be any text, those that are recorded are listed")
  func anyText() {
    let recorded = Self.keys.filter { $0.isRecorded && $0.isText }.map { Self.pattern($0.path) }
    #expect(Set(recorded) == Self.texts)
  }

  @Test("of each key a recording keeps what is allowed, and a replay reads no more")
  func oneByOne() throws {
    for key in Self.keys {
      let path = key.path
      let table = path.dropLast().joined(separator: ".")
      let lines = table.isEmpty ? "" : Self.isList(table) ? "[[\(table)]]\n" : "[\(table)]\n"
      let toml = try TOML(Array("\(lines)\(path.last!) = \"/tmp/mark\"\n".utf8), file: "t.toml")
      let (kept, leftOut) = toml.recordable
      if key.isRecorded {
        let isFile = path.last!.hasSuffix("_file")
        #expect(kept.text.contains(isFile ? "\"***\"" : "\"/tmp/mark\""), "\(key)")
        #expect(kept.text.contains("/tmp") == !isFile && leftOut.isEmpty, "\(key)")
      } else {
        #expect(!kept.text.contains("/tmp/mark"), "\(key)")
        #expect(!leftOut.isEmpty, "\(key)")
      }
    }
  }

  @Test("what a crafted recording would run, open or write is not read, and said")
  func crafted() throws {
    let recording = try Self.recording(
      """
      markets = ["upbit:KRW-BTC"]
      face = { folder = "/nowhere" }
      marks.folder = "/nowhere"
      exchange.upbit = { ca_file = "/nowhere", rest = "https://h" }
      rates = { app_id_file = "/nowhere", file = "/nowhere" }
      display = [{ panel = "ssd1306", bus = "record:/tmp/tealight-crafted" }]
      button = [{ chip = "c", line = 1 }]
      encoder = [{ chip = "c", a = 1, b = 2 }]
      key = [{ device = "/dev/input/event0", code = 1 }]
      presence = { chip = "c", line = 3 }
      mqtt = { broker = "mqtt://h", user = "u", hub = true, follow = ["x"] }
      web = { listen = ["0.0.0.0:80"] }
      alert = [{ above = 3, hook = ["/bin/sh", "-c", "true"], hook_timeout_seconds = 3 }, { below = 1 }]
      """)
    let config = try recording.config(Catalogue())
    #expect(config.settings.alerts.rules.count == 2 && config.hooks == [nil, nil])
    #expect(config.mqtt?.hubs == ["x"] && config.mqtt?.user == nil && config.mqtt?.isHub == false)
    #expect(config.panels.isEmpty && config.buttons.isEmpty)
    #expect(config.encoders.isEmpty && config.keys.isEmpty && config.presence == nil)
    #expect(config.faceFolder == nil && config.marksFolder == nil)
    #expect(config.configuredAddresses == ["upbit": Config.ConfiguredAddress(rest: "https://h")])
    let note = try #require(recording.leftOut)
    for key in ["face", "alert.hook", "exchange.upbit.ca_file", "display", "button"] {
      #expect(note.contains(key), "\(note)")
    }
    #expect(note.hasSuffix(" and more; use --config FILE for these"), "\(note)")
    #expect(try Self.recording("language = \"ko\"").leftOut == nil)
  }

  @Test("alerts, hooks and devices of a replay are those of the user's own configuration")
  func own() throws {
    let theirs = "alert = [{ above = 3, hook = \"/bin/false\" }]\nlanguage = \"ko\"\n"
    let own = try Config.read(
      Array(
        """
        markets = ["kraken:BTC/USD", "upbit:KRW-BTC"]
        [marks]
        folder = "/tmp"
        [[alert]]
        below = 5
        hook = "/bin/true"
        [[alert]]
        day_high = true
        [[display]]
        panel = "ssd1306"
        bus = "record:/tmp/tealight-own"
        [link]
        documentation = "https://own"
        """.utf8), file: "own.toml", Catalogue())
    var config = try Self.recording(theirs).config(Catalogue())
    config.show(as: own)
    #expect(config.settings == own.settings && config.settings.alerts.rules.count == 2)
    #expect(config.hooks.map { $0?.arguments } == [["/bin/true"], nil])
    #expect(config.panels == own.panels && config.marksFolder == "/tmp")
    #expect(config.link.documentation == "https://own")
    #expect(config.markets.map(\.description).contains("kraken:BTC/USD") == false)
  }

  @Test("a recording's text with odd characters is read again as it was, and prints none of them")
  func oddText() throws {
    let text = "[link]\ndocumentation = \"a\\u009bb\\u202ec\\U000e0001\\\"\\\\\"\n"
    let toml = try TOML(Array(text.utf8), file: "t.toml")
    let kept = toml.recordable.kept
    #expect(kept.text.unicodeScalars.allSatisfy { $0.isASCII })
    let again = try TOML(Array(kept.text.utf8), file: "t.toml")
    #expect(again.text == kept.text && kept.text.contains("\\U0000009b"))
  }

  private static func recording(_ configuration: String) throws -> Recording {
    var head = RecordingHead(
      start: .init(monotonic: 0, wall: 0), utcOffsetSeconds: 0, seed: 1, configuration: "")
    head.configuration = configuration
    let file = ScratchFile(head.lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined())
    return try Recording(file.path, speed: 1)
  }

  private static func isList(_ table: String) -> Bool {
    ["alert", "holding", "display", "button", "encoder", "key"].contains(table)
  }

  /// Names of exchanges, of ways to them and of sources are `*`.
  private static func pattern(_ path: [String]) -> String {
    var parts = path
    let names = parts[0] == "exchange" || (parts[0] == "rates" && parts.count == 3)
    if names { for index in 1..<(parts.count - 1) { parts[index] = "*" } }
    return parts.joined(separator: ".")
  }

  /// Every key, whether a recording may say it, and whether it may be any text.
  private static let keys = keys(of: Config.description(Catalogue()), [], isRecorded: true)

  private static func keys(
    of table: TableDescription, _ path: [String], isRecorded: Bool
  ) -> [(path: [String], isRecorded: Bool, isText: Bool)] {
    table.keys.flatMap { key -> [(path: [String], isRecorded: Bool, isText: Bool)] in
      let path = path + [key.name]
      let isRecorded = isRecorded && key.isRecorded
      switch key.shape {
      case .table(let table), .tables(let table, _):
        return keys(of: table, path, isRecorded: isRecorded)
      default: return [(path, isRecorded, isText(key.shape))]
      }
    }
  }

  private static func isText(_ shape: ValueShape) -> Bool {
    switch shape {
    case .text, .url: true
    case .list(let item, _): isText(item)
    case .either(let shapes): shapes.contains(where: isText)
    default: false
    }
  }
}
