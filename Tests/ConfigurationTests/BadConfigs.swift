/// Bad configurations, and what is said of each: the file, then `=>`, its line and the beginning of
/// the sentence. A blank line ends a case.
enum BadConfigs {
  static let wholeFiles = #"""
    language =
    => 1: there is no value after the =

    #
    #
    x = 1
    x = 2
    => 4: x is already on line 3; delete one of the two

    face = """
    => 1: this is not TOML:

    #
    languages = "en"
    => 2: the file has no key "languages"; did you mean "language"?

    zzz = 1
    => 1: the file has no key "zzz"; known: "language", "exchanges",

    [links]
    => 1: the file has no key "links"; did you mean "link"?
    """#

  static let markets = #"""
    language = "de"
    => 1: unknown language "de"; known: "en", "ko"

    language = 1
    => 1: language is 1; it must be one of "en", "ko"

    language = ""
    => 1: language is the text ""; it must be one of "en", "ko"

    theme = "black"
    => 1: unknown theme "black"; known: "dark", "light", "paper", "night"

    theme = 1
    => 1: theme is 1; it must be one of "dark",

    colours = "red-blu"
    => 1: unknown colours "red-blu"; did you mean "red-blue"? known: "red-blue", "red-green",

    colours = ["red-blue"]
    => 1: colours is a list; it must be one of "red-blue", "red-green", "green-red", "blue-orange"

    layout = "two"
    => 1: unknown layout "two"; did you mean "two-up"? known: "full", "digits", "chart", "two-up"

    layout = 2
    => 1: layout is 2; it must be one of "full", "digits", "chart", "two-up"

    markets = "upbit:KRW-BTC"
    => 1: markets is the text "upbit:KRW-BTC"; it must be a list

    markets = []
    => 1: markets is empty; it must be a list of texts "exchange:CODE"

    markets = [
    "upbit:KRW-BTC",
    7]
    => 3: a market is 7; it must be a text

    markets = ["KRW-BTC"]
    => 1: "KRW-BTC" has no exchange; write "exchange:CODE"

    markets = ["BTC/KRW/USD"]
    => 1: "BTC/KRW/USD" is not a market; write "exchange:CODE"

    markets = ["btc/krw"]
    => 1: "btc/krw" is not a market; write "exchange:CODE"

    markets = ["BTC/"]
    => 1: "BTC/" is not a market; write "exchange:CODE"

    exchanges = "upbit"
    => 1: exchanges is the text "upbit"; it must be a list of exchanges

    exchanges = []
    => 1: exchanges is empty; it must be a list of exchanges, at least one: upbit

    exchanges = ["mtgox"]
    => 1: unknown exchange "mtgox"; known: "upbit"

    exchanges = ["upbit", 1]
    => 1: an exchange is 1; it must be a text

    failover_after_seconds = 4
    => 1: failover_after_seconds is 4; it must be

    [link]
    failover_after_seconds = "60"
    => 2: failover_after_seconds is the text "60"; it must be

    markets = ["ubpit:KRW-BTC"]
    => 1: unknown exchange "ubpit"; did you mean "upbit"?

    markets = ["upbit:krw-btc"]
    => 1: "krw-btc" is not a valid code for upbit; write

    markets = ["upbit:"]
    => 1: "" is not a valid code for upbit; write

    markets = ["upbit:KRW"]
    => 1: "KRW" is not a valid code for upbit; write "upbit:CODE", for example "upbit:KRW-BTC"

    markets = ["bithumb:BTC"]
    => 1: "BTC" is not a valid code for bithumb; write "bithumb:CODE", for example "bithumb:KRW-BTC"

    markets = ["binance:BTC/USDT"]
    => 1: "BTC/USDT" is not a valid code for binance; write "binance:CODE", for example "binance:BTCUSDT"

    markets = ["coinbase:BTCUSD"]
    => 1: "BTCUSD" is not a valid code for coinbase; write "coinbase:CODE", for example "coinbase:BTC-USD"

    markets = ["kraken:BTC"]
    => 1: "BTC" is not a valid code for kraken; write "kraken:CODE", for example "kraken:BTC/USD"

    markets = ["dogechain:BTC-USD"]
    => 1: "BTC-USD" is not a valid code for dogechain; write "dogechain:CODE", for example "dogechain:DOGE-USD"

    exchanges = ["kraken"]
    markets = ["BTC"]
    => 2: "BTC" has no exchange; write "exchange:CODE", for example "kraken:BTC/USD", or "BASE/QUOTE", for example "BTC/USD"
    """#

  static let exchanges = #"""
    exchange = 1
    => 1: exchange is 1; it must be a table, [exchange]

    [exchange.mtgox]
    => 1: unknown exchange "mtgox"; known: "upbit"

    [exchange]
    upbit = 1
    => 2: upbit is 1; it must be a table, [exchange.upbit]

    [exchange.upbit]
    socket = 1
    => 2: [exchange.upbit] has no key "socket"

    [exchange.upbit]
    websocket = 1
    => 2: websocket is 1; it must be a URL, wss://…

    [exchange.upbit]
    websocket = "https://x"
    => 2: websocket is "https://x"; it must begin with wss:// or ws://

    [exchange.upbit]
    rest = "x"
    => 2: rest is "x"; it must begin with https:// or http://

    [exchange.upbit]
    rest = "https://"
    => 2: rest is "https://"; its host name is not valid

    [exchange.upbit]
    rest = "https://a b"
    => 2: rest is "https://a b"; it contains a character

    [exchange.upbit]
    ca_file = true
    => 2: ca_file is true; it must be the path of a PEM file

    [exchange.upbit]
    ca_file = "/nowhere/ca.pem"
    => 2: ca_file is "/nowhere/ca.pem"; there is no such file; check the path

    [exchange.upbit]
    ca_file = "/"
    => 2: ca_file is "/"; it is a folder; give the path of a file
    """#

  static let linkAndFace = #"""
    [[link]]
    => 1: link is a list; it must be a table, [link]

    [link]
    stale_after_seconds = 4
    => 2: stale_after_seconds is 4; it must be a whole number from 5 to 3600

    [link]
    stale_after_seconds = 3601
    => 2: stale_after_seconds is 3601; it must be

    [link]
    stale_after_seconds = 15.0
    => 2: stale_after_seconds is 15.0; it must be

    [link]
    poll_every_seconds = 0
    => 2: poll_every_seconds is 0; it must be a whole number

    [link]
    documentation = 7
    => 2: documentation is 7; it must be a URL, https://…

    [link]
    documentation = "man tealight"
    => 2: documentation is "man tealight"; it contains a character that a URL cannot contain

    [link]
    documentation = "ftp://example.org"
    => 2: documentation is "ftp://example.org"; it must begin with https:// or http://

    [night]
    hours = "24:00-07:00"
    => 2: hours is "24:00-07:00"; it must be a text "HH:MM-HH:MM"

    [night]
    hours = "22:00-22:00"
    => 2: hours is "22:00-22:00"; it must be a text "HH:MM-HH:MM" in local time with two different times

    [night]
    hours = 22
    => 2: hours is 22; it must be

    [night]
    brightness = 5
    => 1: [night] needs hours: a text

    [night]
    hours = "22:00-07:00"
    brightness = 101
    => 3: brightness is 101; it must be a whole number from 0 to 100

    [night]
    hours = "22:00-07:00"
    until = 7
    => 3: [night] has no key "until";

    [care]
    dim_after_minutes = -1
    => 2: dim_after_minutes is -1; it must be

    [care]
    dim_to = 0
    => 2: dim_to is 0; it must be a whole number from 1 to 100

    [care]
    shift = 1
    => 2: shift is 1; it must be true or false

    [link]
    poll_every_seconds = 1979-05-27
    => 2: poll_every_seconds is a time; it must be

    [link]
    stale_after = 15
    => 2: [link] has no key "stale_after";

    [face]
    folder = "/nowhere"
    => 2: folder is "/nowhere"; there is no such file

    [face]
    folder = "/etc/passwd"
    => 2: folder is "/etc/passwd"; it is not a folder; give the path of one

    [face]
    folder = "/\u0000x"
    => 2: folder is the text "/\0x"; it must be the path
    """#

  /// Each case as a file and what is said of it.
  static func cases(_ text: String) -> [(file: String, said: String)] {
    text.split(separator: "\n\n").map { text in
      let parts = text.split(separator: "\n=> ")
      return (String(parts[0]), "t.toml:\(parts[1])")
    }
  }
}
