import Feeds
import Glance
import MarketData
import State

/// In which currencies prices are shown.
extension ConfigReader {
  /// After `[rates]`: whoever wants a currency wants to know what it is worth.
  mutating func readCurrencies(_ file: inout TableReader) {
    config.settings.currency = readCurrency("currency", or: [Desk.ownCurrency], &file)
    if config.settings.currency == Desk.ownCurrency { config.settings.currency = nil }
    config.settings.secondCurrency = readCurrency("second_currency", &file)
    let wanted = [config.settings.currency, config.settings.secondCurrency].compactMap { $0 }
    if !wanted.isEmpty { needRates() }
    for currency in wanted where !Dollars.coins.contains(currency) {
      if config.rates?.currencies.contains(currency) == false {
        config.rates?.currencies.append(currency)
      }
    }
    config.settings.currencies = config.rates?.currencies ?? []
  }

  /// Asks those that need no key, where `[rates]` does not say whom.
  mutating func needRates() {
    guard config.rates == nil else { return }
    var rates = Config.Rates()
    rates.sources = Catalogue.rateSources.filter { $0 != OpenExchangeRates.name }
    config.rates = rates
  }

  private func readCurrency(
    _ key: String, or others: [String] = [], _ file: inout TableReader
  ) -> String? {
    let meaning = (others.map { "\"\($0)\"" } + [Config.currencyMeaning]).joined(separator: ", or ")
    guard let (currency, place) = file.text(key, meaning) else { return nil }
    if others.contains(currency) || Config.canShow(currency) { return currency }
    file.complain("\(key) is \"\(currency)\"; it must be \(meaning)", at: place)
    return nil
  }
}

extension Config {
  /// What prices may be shown in.
  public static let currencyMeaning =
    "\(ConfigReader.currencyMeaning), or \(quoted(Dollars.coins))"

  /// Whether prices may be shown in it.
  public static func canShow(_ currency: String) -> Bool {
    Dollars.coins.contains(currency) || Fiat.has(currency)
  }
}
