import MarketData
import State

/// Says in words what a page draws: numbers as they are written there, and signs, arrows and colours as
/// words.
struct Speech {
  /// The most letters of a sentence: people who listen to a screen reader do not hear out more.
  static let lengthMax = 300

  let words: Strings
  let numbers: NumberFormatter
  private let phrases: SpokenPhrases

  init(_ words: Strings) {
    self.words = words
    numbers = NumberFormatter(words: words)
    phrases = words.language.spokenPhrases
  }

  /// The parts that are not empty, joined by the separator, as many as `lengthMax` allows. The first
  /// part is never left out, but cut if it alone is longer than that.
  func sentence(_ parts: [String?], _ separator: String = ", ") -> String {
    var sentence = ""
    for case let part? in parts where !part.isEmpty {
      let longer = sentence.isEmpty ? part : sentence + separator + part
      guard longer.count <= Self.lengthMax else {
        return sentence.isEmpty ? part.prefix(Self.lengthMax - 1) + "…" : sentence
      }
      sentence = longer
    }
    return sentence
  }

  func number(_ price: Double?, _ decimals: Int) -> String {
    numbers.price(price, decimals: decimals) { _ in true }.spelled(phrases)
  }

  /// `105,269.64 USD`; the currency is left out where the market's name says it.
  func money(_ money: Money?) -> String? {
    guard let money else { return nil }
    let number = number(abs(money.amount), money.decimals)
    let amount = money.amount == 0 ? "0" : number
    let unit = money.mark.currency.map { words.currencies[$0] ?? " \($0)" } ?? ""
    let sign = money.amount < 0 ? phrases.minus : ""
    return (money.mark.isRough ? phrases.about : "") + sign + amount + unit
  }

  /// A change in words: `down 0.47% since 09:00 KST`.
  /// - Parameter baseline: what it is counted from, a time of day or a length of time.
  func change(_ fraction: Double?, from baseline: String = "") -> String? {
    guard let fraction, fraction.isFinite else { return nil }
    let text = numbers.change(fraction) { _ in true }
    let size = text.first == "+" || text.first == "−" ? String(text.dropFirst()) : text
    guard text != size else { return phrases.still }
    let move = (fraction > 0 ? phrases.up : phrases.down)(size)
    guard !baseline.isEmpty else { return move }
    let start = words.baselines(baseline)[0]
    return words.joined(move, baseline.contains(":") ? start : words.within(start))
  }

  /// A percentage that is neither a rise nor a fall, but may be negative.
  func percent(_ fraction: Double) -> String {
    let text = numbers.change(fraction) { _ in true }
    return (text.first == "+" ? String(text.dropFirst()) : text).spelled(phrases)
  }

  /// How an exchange is heard: `streaming`, `stale for 12 min`.
  func link(_ header: StatusHeader) -> String {
    switch header.link {
    case .streaming: words[.connected]
    case .polling: words[.polled]
    case .stale: silence(words.stale, header.age)
    case .offline where header.isConnecting: words.connecting(header.exchange)
    case .offline: silence(words.offline, header.age)
    }
  }

  /// What is wrong with how an exchange is heard; nil where nothing is.
  func trouble(_ header: StatusHeader) -> String? {
    header.link.isLive ? nil : link(header)
  }

  /// The same for data that only a stream brings: they are old while prices are polled.
  func troubleWithoutStream(_ header: StatusHeader) -> String? {
    trouble(header) ?? (header.isStreamed ? nil : words.stale)
  }

  /// What is said of a page that has nothing to show: what is wrong, or what it waits for.
  func emptiness(_ explanation: String, _ header: StatusHeader) -> String {
    header.troubles(in: words).first ?? explanation
  }

  /// The words after a number that is old.
  func oldness(_ isOld: Bool) -> String? { isOld ? "(\(words.stale))" : nil }

  /// An age below a minute would be another sentence every second.
  private func silence(_ state: String, _ age: Int?) -> String {
    guard let age, age >= 60 else { return state }
    return phrases.lasting(state, numbers.age(age / 60 * 60))
  }

  /// Parts of a sentence that lists several things, the title before the first: `List: BTC …`.
  func list(_ title: String, _ rows: [String]) -> [String?] {
    guard let first = rows.first else { return [title] }
    return ["\(title): \(first)"] + Array(rows.dropFirst())
  }

  /// How many more there are behind this one; nil where there are none.
  func waiting(_ count: Int) -> String? { count == 0 ? nil : phrases.waiting("\(count)") }

  /// `buy 0.012 at 144,613,000`
  func priced(_ what: String, at price: String) -> String { phrases.priced(what, price) }

  /// A text with its signs as words.
  func plain(_ text: String) -> String { text.spelled(phrases) }
}

extension String {
  /// The text with its minus signs as words. Small digits that count zeros are read as digits anyway.
  fileprivate func spelled(_ phrases: SpokenPhrases) -> String {
    guard contains("−") else { return self }
    return split(separator: "−", omittingEmptySubsequences: false).joined(separator: phrases.minus)
  }
}
