import MarketData
import Pixels
import State

/// Everything that is said in one language.
public struct Strings: Sendable {
  /// A power of ten that has a name, as high prices are shortened with.
  struct Unit: Sendable {
    var exponent: Int
    var name: String
  }

  /// What is said around a text: `at 14:05`.
  struct Phrase: Sendable {
    var before = ""
    var after = ""

    func callAsFunction(_ text: String) -> String { before + text + after }
  }

  let language: Language
  /// The smallest first.
  var units: [Unit]
  /// What follows a number of them.
  var seconds: String
  var minutes: String
  var hours: String
  var days: String
  var polling: String
  var stale: String
  var offline: String
  /// What is said around the name of an exchange that has not spoken yet.
  var connecting: Phrase
  /// When a picture on paper was drawn, and when the program ended.
  var at: Phrase
  var stopped: Phrase
  /// What is said around the name of a source that cannot be heard, for all reasons.
  var failureReasons: [FailureReason: Phrase]
  /// Since when something is so, and whether that is said before it.
  var since: Phrase
  var saysTimeFirst: Bool
  /// What is said around the figure of an alert, for all kinds; and around the time that it took.
  var alerts: [AlertHeadline.Kind: Phrase]
  var within: Phrase
  /// When an alert fired.
  var fired: Phrase
  /// What an exchange warns of, for all cautions; until which day; on which day a market ends.
  var cautions: [Caution: String]
  var until: Phrase
  var delists: Phrase
  /// What the user does with a button, for a manual; and what the usual commands ask for, in full. Other
  /// commands go by their names in the configuration.
  var press: String
  var hold: String
  var doublePress: String
  var commands: [Command: String]
  /// Which of many: `#1`.
  var rank: Phrase
  /// What currencies are called behind an amount, where that is not their code.
  var currencies: [String: String]
  /// Rows that a line of these words needs at least, and those of them below the baseline: letters
  /// that come in one size are as tall as they are.
  var lineHeight: Int
  var tail: Int
  /// What a day is called, in short: `Sat 21 Nov`.
  var date: @Sendable (CalendarDay) -> String
  /// The texts of all terms.
  var terms: [Term: String]
  /// How long candles are, for all spans.
  var spans: [ChartSpan: String]
}

extension Strings {
  public subscript(term: Term) -> String { terms[term]! }

  /// What a command asks for, where there are words for it.
  public func sentence(for command: Command) -> String? { commands[command] }

  /// All that one button needs, short enough for a small code.
  public func manual(of binding: Binding?) -> String {
    let gestures = [
      (press, binding?.press), (hold, binding?.hold), (doublePress, binding?.doublePress),
    ].compactMap { gesture, command in
      command.map { "\(gesture): \(commands[$0] ?? $0.name)" }
    }
    return (["tealight"] + gestures + [Documentation.page]).joined(separator: "\n")
  }

  /// What a day's change is counted from, in full and then shorter: `since 09:00 KST`, `24 h`, and in
  /// Korean `09시 기준`, `24시간`.
  /// - Parameter name: as exchanges call it: `09:00 KST` or `24 h`.
  func baselines(_ name: String) -> [String] {
    if name.hasSuffix(" h") { return [name.dropLast(2) + hours] }
    if language == .korean, name.hasSuffix(":00 KST") {
      return [name.prefix(2) + "시 기준", name.prefix(2) + "시"]
    }
    // A length of time needs its unit.
    guard name.contains(":") else { return [name] }
    let short = String(name.prefix { $0 != " " })
    // Beside a clock a time alone looks like a second one.
    return [since(name), since(short), name, short]
  }

  /// - Parameters:
  ///   - name: whom it concerns: `Upbit`.
  ///   - since: the local time when it was heard last.
  func sentence(for failureReason: FailureReason, of name: String, since: String?) -> String {
    let sentence = failureReasons[failureReason]!(name)
    return since.map { joined(sentence, self.since($0), comma: ",") } ?? sentence
  }

  /// The sentence, and a shorter one without the time.
  func sentences(for failureReason: FailureReason, of name: String, since: String?) -> [String] {
    [since, nil].map { sentence(for: failureReason, of: name, since: $0) }
  }

  /// A state, and since when: `offline since 13:58`, `13:58부터 끊김`.
  func state(_ state: String, since time: String) -> String { joined(state, since(time)) }

  /// What is so, and the words for its time, in the order of the language.
  /// - Parameter comma: between them, where the time comes last.
  func joined(_ what: String, _ time: String, comma: String = "") -> String {
    saysTimeFirst ? "\(time) \(what)" : "\(what)\(comma) \(time)"
  }
}

extension Language {
  public var words: Strings {
    switch self {
    case .english: .english
    case .korean: .korean
    }
  }

  func notListed(_ market: Market, by exchange: String) -> String {
    switch self {
    case .english: "\(market.code) is not listed by \(exchange)"
    case .korean: "\(exchange)에 없는 종목: \(market.code)"
    }
  }

  func notTraded(_ market: Market, by exchange: String) -> String {
    switch self {
    case .english: "\(market.code) is not traded by \(exchange)"
    case .korean: "\(exchange) 거래 정지: \(market.code)"
    }
  }

  /// What is said in place of an order book that never comes; before the colon what is so.
  func noBookOffered(by exchange: String) -> String {
    switch self {
    case .english: "No order book: \(exchange) offers none"
    case .korean: "호가 없음: \(exchange)에서 제공하지 않습니다"
    }
  }

  /// The same in place of trades.
  func noTradesOffered(by exchange: String) -> String {
    switch self {
    case .english: "No trades: \(exchange) offers none"
    case .korean: "체결 없음: \(exchange)에서 제공하지 않습니다"
    }
  }
}

/// A text that stands by itself on a page: a label, a state, a sentence without a name in it.
public enum Term: String, CaseIterable, Sendable {
  // What is counted.
  case price, change, open, high, low, volume, turnover, marketCap, rank, day, year, week
  case bid, ask, spread, buy, sell
  // Where there is nothing to show.
  case noTrades, noBook, noCandles, noHoldings, noPremium, noRate, noWallet, noTrending
  case notListed, notTraded, noRanking
  // Money.
  case profit, loss, total, today, officialRate, coinRate
  // Wallets.
  case deposit, withdrawal, possible, suspended, unknown
  // Lists.
  case markets, coins, collections
  // The link.
  case address, signal, connected, polled, silent, documentation, noAddress
  case pairing, pair
  // What the user may ask for.
  case next, previous, home, favourite, sort, snooze, hold, layout, language, theme, colours, page
  case currency, span, indicator, retry, rotation, brightness, screen, on, off
}
