import Feeds
import Glance
import MarketData
import State

extension DirectoryEntry {
  /// Which columns of `row` are numbers.
  static let areRight = [false, true, true, true, false, false, false]

  /// Market, price, change, traded value, names and notes, as a table shows them.
  func row(withPrices: Bool) -> [String] {
    let numerals = NumberFormatter(words: Language.english.words)
    let decimals = listing.decimals ?? ticker?.decimals ?? 0
    let numbers = [
      numerals.price(ticker?.price, decimals: decimals) { _ in true },
      numerals.change(change) { _ in true },
      numerals.price(ticker?.tradedValue, decimals: 0) { _ in true },
    ]
    let names = listing.names
    let notes = (listing.isTrading ? [] : ["not traded"]) + cautions
    return [market] + (withPrices ? numbers : ["", "", ""])
      + [names.english, names.korean == names.english ? "" : names.korean]
      + [notes.isEmpty ? "" : "(\(notes.joined(separator: ", ")))"]
  }

  /// An object for programs (RFC 8259). What is not known is null.
  var json: String {
    func text(_ value: Double?) -> String {
      value.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null"
    }
    let members = [
      ("exchange", exchange.asJSON), ("code", listing.code.asJSON), ("base", listing.base.asJSON),
      ("quote", listing.quote.asJSON),
      (
        "names",
        "{\"english\":\(listing.names.english.asJSON),\"korean\":\(listing.names.korean.asJSON)}"
      ),
      ("decimals", listing.decimals.map(String.init) ?? "null"),
      ("cautions", "[\(cautions.map(\.asJSON).joined(separator: ","))]"),
      ("trading", "\(listing.isTrading)"), ("price", text(ticker?.price)),
      ("change", text(change)), ("value", text(ticker?.tradedValue)),
    ]
    return "{\(members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}"
  }

  private var cautions: [String] {
    Caution.allCases.filter(listing.cautions.contains).map(\.rawValue)
  }
}
