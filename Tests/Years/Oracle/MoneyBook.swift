import SimulatedExchange

/// What sources of exchange rates, and hubs, have told the board, and when it asked them.
struct MoneyBook {
  /// The currency of the second price; nil where none is wanted.
  var second: String?
  /// The sources, the one that is asked first in front.
  var sources: [String] = []
  /// By how much the board's wall clock is wrong.
  private(set) var wallError: Int64 = 0
  /// By how much it was wrong before, and until when.
  private var formerErrors: [(error: Int64, until: Int64)] = []
  /// What each source has told last in this life.
  private var told: [String: RateTable] = [:]
  /// What the board may know, by the teller, the newest last.
  private var known: [String: [(at: Int64, tables: [RateTable])]] = [:]
  /// When each source was asked, and answered, in this life.
  var calls: [String: RateCalls] = [:]

  static let banks = "banks"

  /// The program was started: it has been told nothing.
  mutating func begin() { (told, known, calls) = ([:], [:], [:]) }

  /// The wall clock was set, and is wrong by so much.
  mutating func clockSet(error: Int64, at time: Int64) {
    formerErrors = formerErrors.filter { $0.until > time - 60_000 } + [(wallError, time)]
    wallError = error
  }

  /// What the board's clock shows, and what it would show had it not been set in that time before.
  func walls(at time: Int64, within milliseconds: Int64) -> [Int64] {
    let before = formerErrors.filter { $0.until > time - milliseconds }
    return [time + wallError] + before.map { time + $0.error }
  }

  /// A source has answered.
  mutating func answered(_ source: String, _ table: RateTable, at time: Int64) {
    told[source] = table
    learn(sources.compactMap { told[$0] }, from: Self.banks, at: time)
  }

  /// Somebody has told tables of rates, the preferred one first.
  mutating func learn(_ tables: [RateTable], from teller: String, at time: Int64) {
    known[teller] = (known[teller] ?? []).suffix(15) + [(time, tables)]
  }

  /// The newest tables of each teller, in the order of preference.
  var newest: [String: [RateTable]] { known.compactMapValues { $0.last?.tables } }

  /// Each list of tables that the board may go by: its words follow what it was told a moment later.
  func tables(at time: Int64) -> [[RateTable]] {
    known.sorted { $0.key < $1.key }.flatMap { _, told in
      let before = told.last { $0.at <= time - 1_500 }
      return ([before].compactMap { $0 } + told.filter { time - 1_500 < $0.at && $0.at <= time })
        .map(\.tables)
    }
  }

  /// How many tellers have told rates before then.
  func tellers(before time: Int64) -> Int {
    known.values.count { $0.first.map { $0.at <= time } ?? false }
  }
}

/// What one source says a dollar is worth.
struct RateTable: Equatable {
  /// Units of each currency for one unit of the base, which is among them.
  let units: [String: Double]
  /// When it was so, Unix milliseconds.
  let time: Int64
  let staleAfter: Int64

  func rate(from origin: String, to target: String) -> Double? {
    guard let from = units[origin], let to = units[target] else { return nil }
    return to / from
  }

  func isOld(at wall: Int64) -> Bool { wall - time > staleAfter }
}

extension RateTable {
  /// A source's answer: an object, or a list of objects with one rate each. Invalid rates are left out.
  init?(_ source: String, _ answer: JSONValue) {
    let first = answer.elements?.first ?? answer
    guard let base = (first["base"] ?? first["base_code"])?.text else { return nil }
    var units: [String: Double] = [:]
    if case .object(let rates)? = first["rates"] { units = rates.compactMapValues(\.rate) }
    for item in answer.elements ?? [] {
      if let quote = item["quote"]?.text { units[quote] = item["rate"]?.rate }
    }
    units = units.filter { $0.value > 0 && $0.value.isFinite }
    let seconds = (first["timestamp"] ?? first["time_last_update_unix"])?.double.map { Int64($0) }
    guard !units.isEmpty, let seconds = seconds ?? first["date"]?.text.flatMap(Self.fixing) else {
      return nil
    }
    units[base] = 1
    (self.units, time) = (units, seconds * 1_000)
    // One has news every hour, one on each working day of banks, which close for four days at Easter,
    // and one every day.
    switch source {
    case "openexchangerates": staleAfter = 3 * 3_600_000
    case "frankfurter": staleAfter = 6 * 86_400_000
    default: staleAfter = 4 * 86_400_000
    }
  }

  /// As a hub tells it (board/manual/fleet.md); nil where any member is missing or not valid.
  init?(hub table: JSONValue, at time: Int64) {
    guard let base = table["base"]?.text, let source = table["source"]?.text, !source.isEmpty,
      let age = table["age"]?.double, let staleAfter = table["stale_after"]?.double, age >= 0,
      staleAfter >= 0, case .object(let members)? = table["units"]
    else { return nil }
    var units = members.compactMapValues(\.rate)
    guard units.count == members.count, units.values.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      return nil
    }
    units[base] = 1
    (self.units, self.time, self.staleAfter) = (units, time - Int64(age), Int64(staleAfter))
  }

  /// The day's rates are of three in the afternoon by UTC.
  private static func fixing(_ date: String) -> Int64? {
    let parts = date.split(separator: "-").compactMap { Int64($0) }
    guard parts.count == 3 else { return nil }
    // Years are counted from March, so that a leap day is the last day of its year.
    let year = parts[1] > 2 ? parts[0] : parts[0] - 1
    let days =
      365 * year + year / 4 - year / 100 + year / 400
      + (153 * ((parts[1] + 9) % 12) + 2) / 5 + parts[2] - 719_469
    return days * 86_400 + 15 * 3_600
  }
}

extension JSONValue {
  /// A number, or a text that is one.
  fileprivate var rate: Double? { double ?? text.flatMap { Double($0) } }
}

/// An amount as it is said: rounded, and with its currency where that is not the market's own.
struct SaidMoney {
  let number: SaidNumber
  let currency: String?
  /// Whether it is said to be but about right.
  let isRough: Bool

  private static let codes: Set = ["KRW", "USD", "EUR", "JPY", "GBP", "USDT", "USDC"]
  private static let names = ["원": "KRW", "달러": "USD", "유로": "EUR", "엔": "JPY", "파운드": "GBP"]

  /// The amount that a text begins with; nil where it begins with something else.
  init?(whole text: String) {
    let first = text.split(separator: " ").first { !Self.rough.contains(String($0)) }
    guard first?.first?.isNumber ?? false, let said = Self.all(in: text).first else { return nil }
    self = said
  }

  private init(_ number: SaidNumber, _ currency: String?, isRough: Bool) {
    (self.number, self.currency, self.isRough) = (number, currency, isRough)
  }

  private static let rough: Set = ["about", "약"]

  /// All amounts in a text, such as `about 2.31 USD` or `약 3,214원`. Shortened numbers are left out.
  static func all(in text: String) -> [SaidMoney] {
    let words = text.split(separator: " ")
    return words.indices.compactMap { index in
      guard !words[index].hasPrefix("1.x") else { return nil }
      let digits = words[index].prefix { $0.isNumber || ",.".contains($0) }
      let rest = words[index].dropFirst(digits.count)
      guard let number = SaidNumber(digits), !"만억조경KMBTe%".contains(rest.first ?? " ") else {
        return nil
      }
      let named = names.first { rest.hasPrefix($0.key) }?.value
      let next = index + 1 < words.count ? String(words[index + 1]) : ""
      return SaidMoney(
        number, named ?? (codes.contains(next) ? next : nil),
        isRough: index > 0 && rough.contains(String(words[index - 1])))
    }
  }
}
