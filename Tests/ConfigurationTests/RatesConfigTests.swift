import Glibc
import TestSupport
import Testing

@testable import Configuration

@Suite("Where rates and CoinGecko come from")
struct RatesConfigTests {
  private func read(_ text: String) throws -> Config {
    try Config.read(Array(text.utf8), file: "t.toml", boardless)
  }

  @Test("nobody is asked for rates unless the file says so; then those that need no key")
  func usual() throws {
    #expect(try read("").rates == nil)
    let rates = try #require(try read("[rates]").rates)
    #expect(rates.sources == ["frankfurter", "er-api"] && rates.currencies == ["KRW", "USD"])
    #expect(rates.appID == nil && rates.addresses.isEmpty)
  }

  @Test("who is to hear of a premium has the won's rate, whatever currencies the file names")
  func premium() throws {
    let alert = "[[alert]]\npremium_above = 5\n"
    #expect(try read(alert).rates?.currencies == ["KRW", "USD"])
    let own = try read("[rates]\ncurrencies = [\"EUR\"]\n" + alert)
    #expect(own.rates?.currencies == ["EUR", "KRW"])
  }

  @Test("a credential can be stood in for where only the service has it, and no other file can")
  func standIn() throws {
    var catalogue = boardless
    catalogue.standInCredential = Secret("stand-in")
    func key(_ path: String) throws -> String? {
      try Config.read(
        Array("[coingecko]\nkey_file = \"\(path)\"".utf8), file: "t.toml", catalogue
      ).gecko.key?.text
    }
    #expect(try key("$CREDENTIALS_DIRECTORY/key_gecko") == "stand-in")
    #expect(throws: ConfigError.self) { try key("/no/such/file") }
  }

  @Test("every key is understood, and the key of a source is never printed")
  func everyKey() throws {
    try withKey { path in
      let config = try read(
        """
        [rates]
        sources = ["er-api", "openexchangerates", "er-api"]
        app_id_file = "\(path)"
        currencies = ["EUR"]
        [rates.er-api]
        rest = "https://127.0.0.1:8443/er-api/"
        ca_file = "/etc/passwd"
        [coingecko]
        rest = "http://127.0.0.1:8443/coingecko/api/v3"
        key_file = "\(path)"
        """)
      let rates = try #require(config.rates)
      #expect(rates.sources == ["er-api", "openexchangerates"] && rates.currencies == ["EUR"])
      #expect(rates.appID?.text == "abc123" && config.gecko.key?.text == "abc123")
      #expect(rates.addresses["er-api"]?.rest == "https://127.0.0.1:8443/er-api")
      #expect(rates.addresses["er-api"]?.caFile == "/etc/passwd")
      #expect(config.warnings.count == 2)
      var dumped = "\(config)"
      debugPrint(config, to: &dumped)
      #expect(!dumped.contains("abc123") && dumped.contains("(secret)"))
    }
  }

  @Test(
    "whoever has a key is told that it does not go without TLS beyond this machine",
    arguments: [
      ("http://192.168.1.5", true), ("http://hub.local:8080/x", true), ("http://127.0.0.1", false),
    ])
  func plainKeys(rest: String, isRefused: Bool) throws {
    try withKey { path in
      for text in [
        "[coingecko]\nrest = \"\(rest)\"\nkey_file = \"\(path)\"",
        "[rates]\napp_id_file = \"\(path)\"\n[rates.openexchangerates]\nrest = \"\(rest)\"",
      ] {
        let warnings = try read(text).warnings.map(\.text)
        #expect(warnings.count == 1)
        #expect(warnings.contains { $0.contains("so it is not sent") } == isRefused)
      }
      // Without a key there is none to speak of.
      let keyless = try read("[coingecko]\nrest = \"\(rest)\"").warnings.map(\.text)
      #expect(keyless.count == 1 && keyless.allSatisfy { !$0.contains("the key") })
    }
  }

  @Test("whoever has a key is asked first unless the order is said")
  func keyed() throws {
    try withKey { path in
      let rates = try read("[rates]\napp_id_file = \"\(path)\"").rates
      #expect(rates?.sources == ["openexchangerates", "frankfurter", "er-api"])
    }
  }

  @Test("a key may come from systemd")
  func credentials() throws {
    try withKey { path in
      var catalogue = boardless
      catalogue.credentialsFolder = "/tmp"
      let name = path.dropFirst("/tmp/".count)
      let text = "[rates]\napp_id_file = \"$CREDENTIALS_DIRECTORY/\(name)\""
      let config = try Config.read(Array(text.utf8), file: "t.toml", catalogue)
      #expect(config.rates?.appID?.text == "abc123")
      catalogue.credentialsFolder = nil
      let error = ConfigError.thrown { () throws(ConfigError) in
        try Config.read(Array(text.utf8), file: "t.toml", catalogue)
      }
      #expect(
        error?.diagnostics.first?.description.contains("LoadCredential=") == true)
    }
  }

  @Test("a key that everybody may read or write is refused with the command that mends it")
  func worldReadable() throws {
    for mode in [0o644, 0o604, 0o602, 0o777] as [mode_t] {
      try withKey(mode: mode) { path in
        #expect(
          mistakes(in: "\n[rates]\napp_id_file = \"\(path)\"") == [
            "t.toml:3: app_id_file is \"\(path)\"; other users may read it; "
              + "run: chmod o-rwx \(path)"
          ])
        #expect(
          mistakes(in: "[coingecko]\nkey_file = \"\(path)\"").first?.hasPrefix("t.toml:2: key_file")
            == true)
      }
    }
    for mode in [0o600, 0o640, 0o440, 0o400] as [mode_t] {
      try withKey(mode: mode) { path in
        #expect(mistakes(in: "[rates]\napp_id_file = \"\(path)\"") == [])
      }
    }
  }

  @Test(
    "a file that is empty or holds more than a key is refused",
    arguments: ["", "\n", "  \n", "a b", "a\nb", "schlüssel", String(repeating: "x", count: 257)])
  func badKeys(text: String) throws {
    try withKey(text) { path in
      let lines = mistakes(in: "[rates]\napp_id_file = \"\(path)\"")
      #expect(lines.count == 1 && lines[0].hasPrefix("t.toml:2: app_id_file is"))
      #expect(lines[0].contains(" it ") && !lines[0].contains("xxx"))
    }
  }

  @Test("a password may be words with spaces between them, and nothing longer than a line")
  func passwords() throws {
    try withKey("correct horse battery\n") { path in
      let password = try Secret(file: path, .password)
      #expect(password.text == "correct horse battery")
    }
    for text in ["\n", "two\nlines", "tab\there", "schlüssel", String(repeating: "x", count: 257)] {
      try withKey(text) { path in
        do throws(Diagnostic) {
          _ = try Secret(file: path, .password)
          Issue.record("\(text) is a password")
        } catch {
          #expect(error.text.contains("write only the password"))
        }
      }
    }
  }

  @Test("what is wrong is named by its line", arguments: BadConfigs.cases(BadConfigs.rates))
  func named(file: String, said: String) {
    let lines = mistakes(in: file)
    #expect(lines.first?.hasPrefix(said) == true, "\(lines)")
  }
}

extension BadConfigs {
  static let rates = #"""
    rates = 1
    => 1: rates is 1; it must be a table, [rates]

    [rates]
    source = ["er-api"]
    => 2: [rates] has no key "source"; did you mean "sources"?

    [rates]
    sources = "er-api"
    => 2: sources is the text "er-api"; it must be a list of texts, at least one, each one of "openexchangerates",

    [rates]
    sources = []
    => 2: sources is empty; it must be a list of texts, at least one, each one of "openexchangerates",

    [rates]
    currencies = []
    => 2: currencies is empty; it must be a list of texts, at least one, each a code of ISO 4217

    [rates]
    sources = ["er-api", 7]
    => 2: a source is 7; it must be one of "openexchangerates", "frankfurter", "er-api"

    [rates]
    sources = ["frankfurt"]
    => 2: unknown source "frankfurt"; did you mean "frankfurter"?

    [rates]
    #
    sources = ["openexchangerates"]
    => 3: openexchangerates needs app_id_file: the path of

    [rates]
    currencies = "KRW"
    => 2: currencies is the text "KRW"; it must be a list of texts

    [rates]
    currencies = ["KRW", "won"]
    => 2: "won" is not a currency; write a code of ISO 4217

    [rates]
    currencies = ["KRW",
      "KRV"]
    => 3: "KRV" is not a currency; write a code of ISO 4217

    [rates]
    currencies = ["USDT"]
    => 2: "USDT" is not a currency; write a code of ISO 4217

    [rates]
    app_id_file = 1
    => 2: app_id_file names no file; it must be the path of a file with the key, and not the key itself

    [rates]
    app_id_file = "/usr/nowhere"
    => 2: app_id_file is "/usr/nowhere"; there is no such file

    [rates]
    app_id_file = "/tmp"
    => 2: app_id_file is "/tmp"; it is a folder

    [rates]
    app_id = "abc"
    => 2: [rates] has no key "app_id"; did you mean "app_id_file"? known: "app_id_file",

    [rates.frankfurter]
    rest = "ftp://x"
    => 2: rest is "ftp://x"; it must begin with https:// or http://

    [rates.frankfurter]
    websocket = "wss://x"
    => 2: [rates.frankfurter] has no key "websocket"

    [rates.ecb]
    rest = "https://x"
    => 1: [rates] has no key "ecb"

    [rates.er-api]
    ca_file = "/nowhere"
    => 2: ca_file is "/nowhere"; there is no such file

    coingecko = []
    => 1: coingecko is a list; it must be a table, [coingecko]

    [coingecko]
    key = "x"
    => 2: [coingecko] has no key "key"; did you mean "key_file"? known: "key_file",

    [coingecko]
    rest = "api.coingecko.com"
    => 2: rest is "api.coingecko.com"; it must begin with https://
    """#
}
