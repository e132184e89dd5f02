import Feeds
import MarketData

extension ConfigReader {
  mutating func readRates(_ table: inout TableReader) {
    var rates = Config.Rates()
    let isKeyed = table.has("app_id_file")
    rates.appID = readSecret("app_id_file", &table)
    if let currencies = readWords("currencies", "a currency", Self.currencyMeaning, &table) {
      for (currency, place) in currencies where !Fiat.has(currency) {
        table.complain("\"\(currency)\" is no currency; write \(Self.currencyMeaning)", at: place)
      }
      rates.currencies = currencies.map(\.word)
    }
    let known = Catalogue.rateSources
    let place = table.place(of: "sources")
    rates.sources = known.filter { $0 != OpenExchangeRates.name || isKeyed }
    if let sources = readWords("sources", "a source", "one of \(quoted(known))", &table) {
      for (name, place) in sources where !known.contains(name) {
        table.complain("unknown source \"\(name)\"\(hint(name, among: known))", at: place)
      }
      rates.sources = sources.map(\.word)
    }
    if rates.sources.contains(OpenExchangeRates.name), !isKeyed {
      table.complain(
        "\(OpenExchangeRates.name) needs app_id_file: the path of a file with its App ID", at: place
      )
    }
    for name in known {
      guard var source = table.table(name) else { continue }
      rates.endpoints[name] = readEndpoints(
        &source, isStreaming: false, hasKey: isKeyed && name == OpenExchangeRates.name)
      mistakes += source.finish()
    }
    mistakes += table.finish()
    config.rates = rates
  }

  mutating func readGecko(_ table: inout TableReader) {
    let isKeyed = table.has("key_file")
    config.gecko.key = readSecret("key_file", &table)
    config.gecko.endpoints = readEndpoints(&table, isStreaming: false, hasKey: isKeyed)
    mistakes += table.finish()
  }

  /// The key in a file that the table names.
  private func readSecret(_ key: String, _ table: inout TableReader) -> Secret? {
    guard let (path, place) = table.text(key, "the path of a file with the key") else { return nil }
    if let standIn = catalogue.standInSecret { return standIn }
    do throws(Mistake) {
      return try Secret(file: path, credentials: catalogue.credentialsFolder)
    } catch {
      table.complain("\(key) is \"\(path)\"; \(error.text)", at: place)
      return nil
    }
  }

  /// A list of texts, each once.
  private mutating func readWords(
    _ key: String, _ one: String, _ allowed: String, _ table: inout TableReader
  ) -> [(word: String, place: Place)]? {
    guard let list = table.list(key, "a list of texts, at least one, each \(allowed)") else {
      return nil
    }
    var words: [(word: String, place: Place)] = []
    for item in list {
      guard let (word, place) = table.text(item, named: one, allowed) else { continue }
      if words.contains(where: { $0.word == word }) {
        config.warnings.append(Mistake(place: place, text: "\"\(word)\" stands twice; used once"))
      } else {
        words.append((word, place))
      }
    }
    return words
  }

  static let currencyMeaning = "a code of ISO 4217 in capitals: \"KRW\""
}
