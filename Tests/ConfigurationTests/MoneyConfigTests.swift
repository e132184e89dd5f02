import Glance
import State
import Testing

@testable import Configuration

@Suite("What the configuration says of money")
struct MoneyConfigTests {
  private func read(_ text: String) throws -> Config {
    try Config.read(Array(text.utf8), file: "t.toml", boardless)
  }

  @Test("without a word prices are in the market's own quote, and nobody is asked for rates")
  func usual() throws {
    let config = try read("currency = \"own\"")
    #expect(config.settings.currency == nil && config.settings.secondCurrency == nil)
    #expect(config.rates == nil && config.settings.currencies == [])
  }

  @Test("whoever wants a currency has its rate asked of those that need no key")
  func asked() throws {
    let config = try read("currency = \"KRW\"\nsecond_currency = \"EUR\"")
    #expect(config.settings.currency == "KRW" && config.settings.secondCurrency == "EUR")
    #expect(config.rates?.sources == ["frankfurter", "er-api"])
    #expect(config.rates?.currencies == ["KRW", "USD", "EUR"])
    #expect(config.settings.currencies == ["KRW", "USD", "EUR"])
  }

  @Test("what [rates] says stays, with the wanted currency added")
  func configured() throws {
    let config = try read(
      "second_currency = \"CHF\"\n[rates]\nsources = [\"er-api\"]\ncurrencies = [\"KRW\"]")
    #expect(config.rates?.sources == ["er-api"])
    #expect(config.settings.currencies == ["KRW", "CHF"])
    #expect(try read("currency = \"USDT\"\n[rates]").settings.currencies == ["KRW", "USD"])
  }

  @Test("a holding is of a market, or of what the first market like it has")
  func holdings() throws {
    let config = try read(
      """
      markets = ["binance:BTCUSDT", "upbit:KRW-BTC"]
      [[holding]]
      market = "upbit:KRW-BTC"
      amount = 1
      average_price = 1.5
      [[holding]]
      asset = "BTC"
      amount = 0.25
      [[holding]]
      asset = "ETH"
      amount = 3
      [[holding]]
      market = "upbit:KRW-XRP"
      amount = 1e-12
      """)
    let holdings = config.settings.holdings
    #expect(
      holdings.map(\.market.description) == [
        "upbit:KRW-BTC", "binance:BTCUSDT", "binance:ETHUSDT", "upbit:KRW-XRP",
      ])
    #expect(holdings.map(\.amount) == [1, 0.25, 3, 1e-12])
    #expect(holdings.map(\.averagePrice) == [1.5, nil, nil, nil])
    #expect(config.markets.count == 4 && config.places == [[0], [1]])
  }

  @Test("a holding is of the configured market whose code may stand for it, whatever the guess is")
  func ambiguousHoldings() throws {
    for (code, asset) in [("ADAEUR", "ADA"), ("TRUAEUR", "TRU"), ("TRUAEUR", "TRUA")] {
      let config = try read(
        "markets = [\"binance:\(code)\"]\n[[holding]]\nasset = \"\(asset)\"\namount = 1")
      #expect(config.settings.holdings.map(\.market.code) == [code])
      #expect(config.markets.count == 1)
    }
    // A quote that nobody has heard of is none that cannot be.
    let config = try read(
      "markets = [\"binance:BTCGYEN\"]\n[[holding]]\nasset = \"ETH\"\namount = 1")
    #expect(config.markets.map(\.code) == ["BTCGYEN", "ETHGYEN"])
  }

  @Test("what is wrong is named by its line", arguments: BadConfigs.cases(BadConfigs.money))
  func named(file: String, said: String) {
    let lines = mistakes(in: file)
    #expect(lines.first?.hasPrefix(said) == true, "\(lines)")
  }
}

extension BadConfigs {
  static let money = #"""
    currency = "won"
    => 1: currency is "won"; it must be "own", or a code of ISO 4217 in capitals: "KRW", or "USDT"

    #
    currency = 1
    => 2: currency is 1; it must be "own", or a code of ISO 4217

    currency = "XYZ"
    => 1: currency is "XYZ"; it must be "own", or a code of ISO 4217 in capitals: "KRW", or "USDT"

    currency = "usd"
    => 1: currency is "usd"; it must be "own", or a code of ISO 4217 in capitals

    second_currency = "KRV"
    => 1: second_currency is "KRV"; it must be a code of ISO 4217 in capitals: "KRW", or "USDT"

    second_currency = "own"
    => 1: second_currency is "own"; it must be a code of ISO 4217 in capitals

    second_currency = ["USD"]
    => 1: second_currency is a list; it must be a code of ISO 4217

    currencies = ["USD"]
    => 1: the file has no key "currencies"; did you mean "currency"?

    [holding]
    amount = 1
    => 1: holding is a table; it must be a list of tables, each under [[holding]]

    [[holding]]
    market = "upbit:KRW-BTC"
    => 1: [[holding]] needs amount: how much

    [[holding]]
    amount = 1
    => 1: [[holding]] needs either market, for example "upbit:KRW-BTC", or asset

    [[holding]]
    amount = 1
    market = "upbit:KRW-BTC"
    asset = "BTC"
    => 4: [[holding]] needs either market

    markets = ["binance:BTCUSDT"]
    [[holding]]
    asset = "USDT"
    amount = 1
    => 3: all markets are paid in USDT; write which one its price comes from, for example

    [[holding]]
    asset = "BTC"
    amount = 0
    => 3: amount is 0; it must be a number from 1e-12 to 1e+16

    [[holding]]
    asset = "BTC"
    amount = -1.5
    => 3: amount is -1.5; it must be a number from

    [[holding]]
    asset = "BTC"
    amount = nan
    => 3: amount is nan; it must be a number from

    [[holding]]
    asset = "BTC"
    amount = inf
    => 3: amount is inf; it must be a number from

    [[holding]]
    asset = "BTC"
    amount = "1"
    => 3: amount is the text "1"; it must be a number from

    [[holding]]
    asset = "BTC"
    amount = 1
    average_price = 0
    => 4: average_price is 0; it must be a number from

    [[holding]]
    asset = "bit coin"
    amount = 1
    => 2: "bit coin" is not a coin's code; write the code that exchanges use

    [[holding]]
    market = "upbit:KRW-BTC"
    amount = 1
    [[holding]]
    amount = 1
    asset = "BTC"
    => 6: upbit:KRW-BTC already has a holding on line 2; give each market one

    [[holding]]
    asset = "ETH"
    amount = 1
    [[holding]]
    market = "ETH/KRW"
    amount = 2
    => 5: upbit:KRW-ETH already has a holding on line 2; give each market one

    [[holding]]
    market = "mtgox:BTC"
    amount = 1
    => 2: unknown exchange "mtgox"; known

    [[holding]]
    market = "KRW-BTC"
    amount = 1
    => 2: "KRW-BTC" has no exchange; write

    [[holding]]
    asset = "BTC"
    amount = 1
    average = 1
    => 4: [[holding]] has no key "average"; did you mean "average_price"? known: "amount", "average_price"
    """#
}
