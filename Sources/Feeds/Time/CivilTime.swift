/// A date and time of day in UTC, with the conversion to Unix seconds and back.
struct CivilTime: Equatable {
  let unix: Int64

  init(unix: Int64) { self.unix = unix }

  /// `2026-11-20T04:12:33`, with exactly that many digits; a blank may replace the T, a Z may follow.
  init?(_ text: some Collection<UInt8>) {
    var digits: Int64 = 0
    var index = 0
    for byte in text {
      switch index {
      case 4, 7: guard byte == UInt8(ascii: "-") else { return nil }
      case 10: guard byte == UInt8(ascii: "T") || byte == UInt8(ascii: " ") else { return nil }
      case 13, 16: guard byte == UInt8(ascii: ":") else { return nil }
      case 19: guard byte == UInt8(ascii: "Z") else { return nil }
      case 0..<19:
        guard byte &- UInt8(ascii: "0") <= 9 else { return nil }
        digits = digits * 10 + Int64(byte &- UInt8(ascii: "0"))
      default: return nil
      }
      index += 1
    }
    guard index >= 19 else { return nil }
    self.init(digits: digits)
  }

  /// `20261120` and `041233`, or `2026-11-20` and `04:12:33`.
  init?(date: some Collection<UInt8>, time: some Collection<UInt8>) {
    let (date, time) = (
      date.filter { $0 != UInt8(ascii: "-") }, time.filter { $0 != UInt8(ascii: ":") }
    )
    let digits = (date + time).map { Int64($0) - Int64(UInt8(ascii: "0")) }
    guard date.count == 8, time.count == 6, digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
    self.init(digits: digits.reduce(0) { $0 * 10 + $1 })
  }

  /// A date of an HTTP header: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7); nil for the two
  /// obsolete forms.
  init?(httpDate text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[0].utf8.count == 4, words[0].hasSuffix(","), words[5] == "GMT",
      words[1].utf8.count == 2, words[3].utf8.count == 4,
      let month = Self.months.firstIndex(where: { $0 == words[2] })
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    self.init("\(words[3])-\(number)-\(words[1])T\(words[4])".utf8)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Fourteen digits as one number.
  private init?(digits: Int64) {
    let (date, time) = (digits / 1_000_000, digits % 1_000_000)
    let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
    let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100)
    guard 1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 60 else { return nil }
    unix =
      Self.days(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// `2026-11-20T04:12:33`
  var text: String {
    let days = (unix - (unix % 86_400 + 86_400) % 86_400) / 86_400
    let (year, month, day) = Self.date(days: days)
    let seconds = unix - days * 86_400
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(year)-\(two(month))-\(two(day))T"
      + "\(two(seconds / 3_600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  // Years are counted from March, so that the leap day is the last of its year; 400 years are
  // always 146,097 days. 719,468 days lie between 1 March of year 0 and the Unix epoch.

  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let days = days + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }
}
