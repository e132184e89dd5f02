import Feeds
import MarketData

extension Config {
  /// Where exchange rates come from.
  public struct Rates: Equatable, Sendable {
    /// Names of sources, the one that is asked first in front; empty for none.
    public var sources: [String] = []
    /// The currencies in which the worth of a dollar is asked.
    public var currencies = ["KRW", "USD"]
    /// Open Exchange Rates' App ID.
    public var appID: Secret?
    /// By the name of the source; those that the file does not mention are missing.
    public var addresses: [String: ConfiguredAddress] = [:]

    public init() {}

    /// Rates from the sources that need no key.
    static var keyless: Rates {
      var rates = Rates()
      rates.sources = Catalogue.rateSources.filter { $0 != OpenExchangeRates.name }
      return rates
    }
  }

  /// How CoinGecko is asked.
  public struct Gecko: Equatable, Sendable {
    /// Where it is called.
    public var address = ConfiguredAddress()
    /// The key of its demo plan; nil for none.
    public var key: Secret?
  }

  /// What prices may be shown in.
  public static let currencyMeaning = "\(Fiat.meaning), or \(Dollars.coins.quoted)"

  /// Whether prices may be shown in it.
  public static func canShow(_ currency: String) -> Bool {
    Dollars.coins.contains(currency) || Fiat.has(currency)
  }
}

extension Fiat {
  fileprivate static let meaning = "a code of ISO 4217 in capitals: \"KRW\""
}

/// `[rates]`: who says what a dollar is worth.
struct RatesTable {
  var rates = Config.Rates()
  /// By the names of sources.
  var addresses: [String: TableValues<Config.ConfiguredAddress>] = [:]

  static func table(_ catalogue: Catalogue) -> Table<RatesTable> {
    let appID = Key<Self>("app_id_file", optional: \.rates.appID, .secret(catalogue))
    let sources = Key<Self>("sources", \.rates.sources, sourceList)
    let keys = [appID, Key("currencies", \.rates.currencies, currencyList), sources]
    let addresses = Catalogue.rateSources.map { name in
      Key<Self>.table(
        name, whole: \.addresses[name],
        Table(
          "[rates.\(name)]", kind: "[rates.SOURCE]", Config.ConfiguredAddress(),
          Config.ConfiguredAddress.restKeys), isRecorded: true)
    }
    return Table("[rates]", Self(), keys + addresses) { table, diagnostics in
      let isKeyed = table.has(appID)
      if !table.holds(sources) {
        table.values.rates.sources =
          isKeyed ? Catalogue.rateSources : Config.Rates.keyless.sources
      }
      if table.rates.sources.contains(OpenExchangeRates.name), !isKeyed {
        diagnostics.error(
          "\(OpenExchangeRates.name) needs \(appID.name): the path of a file with its App ID",
          at: table.location(of: sources))
      }
      for name in Catalogue.rateSources {
        guard let found = table.addresses[name] else { continue }
        var address = found.values
        address.settle(
          found, hasKey: isKeyed && name == OpenExchangeRates.name, &diagnostics)
        table.values.rates.addresses[name] = address
      }
    }
  }

  private static var sourceList: ValueType<[String]> {
    let known = Catalogue.rateSources
    return .list(
      "a list of texts, at least one, each one of \(known.quoted)",
      of: ("a source", "one of \(known.quoted)"), shape: .choice(known), twice: usedOnce
    ) { name throws(Complaint) in
      if known.contains(name.value) { return name.value }
      throw Complaint("unknown source \"\(name.value)\"\(name.value.hint(among: known))")
    }
  }

  private static var currencyList: ValueType<[String]> {
    .list(
      "a list of texts, at least one, each \(Fiat.meaning)", of: ("a currency", Fiat.meaning),
      twice: usedOnce
    ) { currency throws(Complaint) in
      if Fiat.has(currency.value) { return currency.value }
      throw Complaint("\"\(currency.value)\" is not a currency; write \(Fiat.meaning)")
    }.writing { "[\($0.quoted)]" }
  }

  private static let usedOnce = Repetition.warning { "\"\($0)\" is listed twice; it is used once" }
}

extension Config.Gecko {
  static func table(_ catalogue: Catalogue) -> Table<Self> {
    let key = Key<Self>("key_file", optional: \.key, .secret(catalogue))
    return Table(
      "[coingecko]", Self(),
      [key] + Config.ConfiguredAddress.restKeys.map { $0.within(\.address) }
    ) { table, diagnostics in
      let whole = table
      table.values.address.settle(whole, hasKey: whole.has(key), &diagnostics)
    }
  }
}

extension ValueType<Secret> {
  /// The secret in a file that is named.
  static func secret(_ catalogue: Catalogue, _ kind: Secret.Kind = .key) -> ValueType {
    let meaning = "the path of a file with the \(kind)"
    return ValueType(.secretFile(meaning)) { toml, name, diagnostics in
      let noFile = kind.noFile(name, meaning)
      guard let path = toml.line else {
        diagnostics.error(noFile, at: toml.location)
        return nil
      }
      if let standIn = catalogue.standInSecret { return standIn }
      if let standIn = catalogue.standInCredential, path.hasPrefix(Secret.credentials) {
        return standIn
      }
      do throws(Diagnostic) {
        return try Secret(file: path, kind, credentials: catalogue.credentialsFolder)
      } catch {
        let text = Secret.isPath(path) ? "\(name) is \"\(path)\"; \(error.text)" : noFile
        diagnostics.error(Diagnostic(text, at: toml.location, mayPass: error.mayPass))
        return nil
      }
    }
  }
}

extension ValueType<String> {
  /// What prices may be shown in.
  /// - Parameter others: words that are allowed besides.
  static func currency(or others: [String] = []) -> ValueType {
    let meaning = (others.map { "\"\($0)\"" } + [Config.currencyMeaning])
      .joined(separator: ", or ")
    return .text(
      meaning, complaint: { "\($0) is \"\($1)\"" },
      parse: { others.contains($0) || Config.canShow($0) ? $0 : nil })
  }
}
