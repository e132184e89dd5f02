import Glance
import State
import Testing

@testable import Configuration

@Suite("Commands as they are written")
struct CommandReaderTests {
  private static let markets = ["upbit:KRW-BTC", "BTC/KRW", "kraken:BTC/USD"]
  private let reader = CommandReader(markets: markets)

  private func error(_ body: String) -> String? {
    CommandError.thrown { () throws(CommandError) in try reader.command(of: Array(body.utf8)) }?
      .description
  }

  /// Every command, and every value of those with few of them.
  private static let all: [Command] = {
    let choices: [Choice] =
      markets.map { .market($0) } + PageCatalog.turnable.map { .page($0) }
      + ThemeName.allCases.map { .theme($0) } + ColourConvention.allCases.map { .colours($0) }
      + Language.allCases.map { .language($0) } + Layout.allCases.map { .layout($0) }
      + ["own", "USD", "USDT"].map { .currency($0) }
      + [0, 2, 30, 86_400].map { .rotation(seconds: $0) }
    let orders: [LightOrder] =
      (0...100).map { .brightness($0) } + [true, false].map { .screen(isOn: $0) }
    return Command.named(pages: PageCatalog.turnable).map(\.command)
      + choices.map { .choose($0) } + orders.map { .light($0) }
  }()

  @Test("a command that is written is read as the same one, as text and as JSON")
  func roundTrip() throws {
    #expect(
      Set(Self.all.compactMap { $0.assignment?.name }).count == Command.ValueName.allCases.count)
    for command in Self.all {
      #expect(try reader.command(command.name) == command)
      #expect(try reader.command(of: Array(" \(command.name)\r\n".utf8)) == command)
      guard let (name, value) = command.assignment else { continue }
      let texts = ["\"\(value)\""] + (Int(value) == nil ? [] : [value, "\(value)e0"])
      for text in texts {
        #expect(try reader.command(of: Array("{\"\(name)\": \(text)}".utf8)) == command)
      }
    }
  }

  private static let bad: [(String, String)] = [
    ("", "unknown command \"\"; known: \"next-market\", "),
    ("next-markt", "unknown command \"next-markt\"; did you mean \"next-market\"?"),
    ("theme", "command is \"theme\"; it needs a value, \"theme=VALUE\""),
    ("thme=night", "\"thme\" takes no value; did you mean \"theme\"? known: \"market\", \"page\","),
    ("home=1", "\"home\" takes no value"), ("=", "\"\" takes no value"),
    ("theme=", "unknown theme \"\"; known: \"dark\", \"light\", \"paper\", \"night\""),
    ("theme=Night", "unknown theme \"Night\"; did you mean \"night\"?"),
    ("theme =night", "\"theme \" takes no value; did you mean \"theme\"?"),
    ("theme=a=b", "unknown theme \"a=b\""),
    ("page=alert", "unknown page \"alert\""), ("page=charts", "unknown page \"charts\"; did you"),
    ("language=de", "unknown language \"de\"; known: \"en\", \"ko\""),
    ("market=upbit:KRW-BTX", "unknown market \"upbit:KRW-BTX\"; did you mean \"upbit:KRW-BTC\"?"),
    ("currency=usd", "currency is \"usd\"; it must be \"own\", or "),
    ("rotate=1", "rotate is \"1\"; it must be 0, for never, or a whole number from 2 to 86400"),
    ("rotate=86401", "rotate is \"86401\""), ("rotate=-0", "rotate is \"-0\""),
    ("rotate=never", "rotate is \"never\""), ("rotate=", "rotate is \"\""),
    ("brightness=101", "brightness is \"101\"; it must be a whole number from 0 to 100"),
    ("brightness=+1", "brightness is \"+1\""), ("brightness=٣", "brightness is \"٣\""),
    ("brightness=99999999999999999999", "brightness is \"99999999999999999999\""),
    ("screen=dim", "unknown screen \"dim\"; known: \"on\", \"off\""),
    ("home\u{1B}[2J", "unknown command \"home\\u{1B}[2J\""),
    ("{\"brightness\": 1.5}", "brightness is \"1.5\""),
    ("{\"brightness\": 1e999}", "brightness is \"inf\""),
    ("{\"screen\": true}", "unknown screen \"true\"; known: \"on\", \"off\""),
    ("{\"theme\": null}", "unknown theme \"null\""), ("{\"home\": 1}", "\"home\" takes no value"),
    ("{}", "this is not a JSON object with one member; write {\"NAME\": VALUE}, for example"),
    ("{\"theme\": \"dark\", \"page\": \"list\"}", "this is not a JSON object with one member"),
    ("{\"theme\": {\"a\": 1}}", "this is not a JSON"),
    ("{\"theme\": [\"dark\"]}", "this is not a JSON"),
    ("{\"theme\": \"dark\"} x", "this is not a JSON"),
    ("{\"theme\": \"dark\"", "this is not a JSON"),
    ("{\"theme\": tru}", "this is not a JSON"), ("[\"home\"]", "unknown command \"[\"home\"]\""),
  ]

  @Test("what is none is refused with what is wrong and what is allowed", arguments: bad)
  func refused(text: String, said: String) {
    #expect(error(text)?.hasPrefix(said) == true, "\(error(text) ?? "it is good")")
  }

  @Test("what is too long or no text is refused")
  func bytes() {
    let long = "theme=" + String(repeating: "a", count: 1_019)
    #expect(error(long) == "a command of 1025 bytes is too long; at most 1024 are allowed")
    let thrown = CommandError.thrown { () throws(CommandError) in
      try reader.command(of: [0xC0, 0xAF])
    }
    #expect(thrown?.description.contains("not UTF-8") == true)
  }

  @Test("buttons, encoders and keys are bound to values, and their currencies are asked for")
  func bound() throws {
    let text = """
      markets = ["upbit:KRW-BTC", "BTC/KRW"]
      [[button]]
      chip = "x"
      line = 1
      press = "theme=night"
      hold = "market=bithumb:KRW-BTC"
      double = "currency=EUR"
      [[encoder]]
      chip = "x"
      a = 2
      b = 3
      right = "market=BTC/KRW"
      left = "screen=off"
      """
    let config = try Config.read(Array(text.utf8), file: "t.toml", boardless)
    #expect(
      config.buttons.map(\.binding) == [
        Binding(
          press: .choose(.theme(.night)), hold: .choose(.market("bithumb:KRW-BTC")),
          doublePress: .choose(.currency("EUR")))
      ])
    #expect(config.encoders.map(\.right) == [.choose(.market("BTC/KRW"))])
    #expect(config.encoders.map(\.left) == [.light(.screen(isOn: false))])
    #expect(config.rates?.currencies.contains("EUR") == true)
  }
}
