import ArgumentParser
import Configuration
import Feeds
import Glance
import MarketData
import State
import Tealight

/// `tealight rates`: what a dollar is worth.
struct Rates: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print exchange rates of the US dollar.",
    usage: "tealight rates [<options>] [<currencies> ...]",
    discussion: """
      Asks the sources in turn until one answers: first Open Exchange Rates if its key is given, \
      then those that need no key.

        tealight rates
        tealight rates KRW EUR JPY --json

      Rates of er-api are Rates By Exchange Rate API, https://www.exchangerate-api.com.

      Exit status: 1 if no source has any of the currencies, 69 if no source answers.
      """)

  @Argument(help: "Currencies, as ISO 4217 codes. (default: KRW)")
  var currencies: [String] = []

  @Option(help: "\(Catalogue.rateSources.joined(separator: ", ")).")
  var source: String?

  @Option(help: "A file with the App ID of Open Exchange Rates.")
  var appIDFile: String?

  @Option(help: "The REST address, in place of the source's own.")
  var rest: String?

  @Option(help: "A PEM file of a private CA.")
  var ca: String?

  @Flag(help: "Print one line of JSON for programs.")
  var json = false

  func validate() throws {
    let known = Catalogue.rateSources
    if let source, !known.contains(source) {
      throw ValidationError("unknown source \"\(source)\"\(source.hint(among: known))")
    }
    guard rest == nil || source != nil else { throw ValidationError("--rest needs --source") }
    guard source != OpenExchangeRates.name || appIDFile != nil else {
      throw ValidationError("\(OpenExchangeRates.name) needs --app-id-file")
    }
    let isCode = { (word: String) in
      word.utf8.count == 3 && word.allSatisfy { $0.isASCII && $0.isLetter }
    }
    if let word = currencies.first(where: { !isCode($0) }) {
      throw ValidationError("\"\(word)\" is not a currency; write three letters, as in KRW")
    }
  }

  func run() throws {
    let lookup = Lookup(rest: rest, caFile: ca)
    var hasAnswer = false
    for source in try sources() {
      do throws(Lookup.Failure) {
        let rates = try lookup.rates(wanted, from: source)
        let unknown = wanted.filter { rates.rate(from: "USD", to: $0) == nil }
        if !unknown.isEmpty {
          complain("\(source.name) does not know \(unknown.joined(separator: ", "))")
        }
        if unknown != wanted { return print(text(rates)) }
        hasAnswer = true
      } catch {
        complain("\(error)")
      }
    }
    throw hasAnswer ? ExitCode.failure : ExitCode(69)
  }

  /// The wanted currencies, each once, in the order in which they were named.
  var wanted: [String] {
    let words = currencies.isEmpty ? ["KRW"] : currencies.map { $0.uppercased() }
    return words.indices.filter { !words[..<$0].contains(words[$0]) }.map { words[$0] }
  }

  private func sources() throws -> [any RateSource] {
    var key: Secret?
    if let appIDFile {
      do throws(Diagnostic) { key = try Secret(file: appIDFile) } catch {
        complain("\(error)")
        throw ExitCode(78)
      }
    }
    let names = source.map { [$0] } ?? Catalogue.rateSources
    return names.compactMap { Catalogue.rateSource($0, appID: key) }
  }

  private func text(_ rates: ExchangeRates) -> String {
    let now = Clock().now().wall
    let units = wanted.map { ($0, rates.rate(from: "USD", to: $0)) }
    if json {
      let members = units.map { "\($0.0.asJSON):\($0.1.map { "\($0)" } ?? "null")" }
      return "{\"base\":\"USD\",\"rates\":{\(members.joined(separator: ","))},"
        + "\"source\":\(rates.source.asJSON),\"time\":\(rates.time / 1_000),"
        + "\"stale\":\(rates.isStale(at: now))}"
    }
    let age = NumberFormatter(words: Language.english.words).age(Int(rates.age(at: now) / 1_000))
    let isStale = rates.isStale(at: now) ? ", stale" : ""
    return units.map { currency, unit in
      "1 USD = \(unit.map { "\($0)" } ?? "?") \(currency)  (\(rates.source), \(age) old\(isStale))"
    }.joined(separator: "\n")
  }
}
