extension BadConfigs {
  static let list = #"""
    [list]
    source = "all"
    => 2: unknown source "all"; known: "configured", "top"

    [list]
    source = 1
    => 2: source is 1; it must be one of "configured", "top"

    [list]
    top = 20
    => 2: top needs source = "top" in [list]

    [list]
    source = "top"
    top = 101
    => 3: top is 101; it must be a whole number from 1 to 100

    [list]
    source = "top"
    exchange = "coinbase"
    => 3: unknown exchange "coinbase"; known: "upbit", "bithumb", "binance", "kraken"

    [list]
    source = "top"
    exchange = "binance"
    => 2: [list] needs quote, since markets has none of binance: a currency's code

    [list]
    source = "top"
    quote = "krw"
    => 3: quote is "krw"; it must be a currency's code in capitals, for example "KRW"

    markets = ["coinbase:BTC-USD"]
    [list]
    source = "top"
    => 3: [list] needs an exchange that ranks its markets: "upbit", "bithumb", "binance", "kraken"

    [list]
    favourites_first = "yes"
    => 2: favourites_first is the text "yes"; it must be true or false

    [list]
    sort = "price"
    => 2: [list] has no key "sort"

    [marks]
    folder = "/nowhere/at/all"
    => 2: folder is "/nowhere/at/all"; there is no such file

    [marks]
    file = "x"
    => 2: [marks] has no key "file"; known: "folder"
    """#
}
