import Glance
import Testing

@testable import Tealight

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

  @Test("what is wrong is named by its line", arguments: BadConfigs.cases(BadConfigs.money))
  func named(file: String, said: String) {
    let lines = mistakes(in: file)
    #expect(lines.first?.hasPrefix(said) == true, "\(lines)")
  }
}

extension BadConfigs {
  static let money = #"""
    currency = "won"
    => 1: currency is "won"; it must be "own", or three capitals, as ISO 4217 has them: "KRW", or "USDT"

    #
    currency = 1
    => 2: currency is 1; it must be "own", or three capitals

    second_currency = "own"
    => 1: second_currency is "own"; it must be three capitals, as ISO 4217 has them

    second_currency = ["USD"]
    => 1: second_currency is a list; it must be three capitals

    currencies = ["USD"]
    => 1: the file has no key "currencies"; did you mean "currency"?
    """#
}
