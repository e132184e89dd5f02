/// A date and a time of day in the proleptic Gregorian calendar.
struct CivilTime: Equatable {
  let year: Int64
  let month: Int64
  let day: Int64
  let hour: Int64
  let minute: Int64
  let second: Int64

  static let koreaSeconds: Int64 = 9 * 3_600

  /// `unixSeconds` may lie before 1970.
  init(unixSeconds: Int64) {
    let ofDay = ((unixSeconds % 86_400) + 86_400) % 86_400
    hour = ofDay / 3_600
    minute = ofDay / 60 % 60
    second = ofDay % 60
    // Days counted from 0000-03-01, so that a leap day ends its year.
    let days = (unixSeconds - ofDay) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2026-11-20`
  var date: String {
    Self.digits(year, 4) + "-" + Self.digits(month, 2) + "-" + Self.digits(day, 2)
  }
  /// `04:12:33`
  var time: String {
    Self.digits(hour, 2) + ":" + Self.digits(minute, 2) + ":" + Self.digits(second, 2)
  }
  /// `20261120`
  var compactDate: String { date.filter { $0 != "-" } }
  /// `041233`
  var compactTime: String { time.filter { $0 != ":" } }

  /// `Fri, 20 Nov 2026 04:12:33`, as mails and HTTP say it (RFC 9110, section 5.6.7), without its zone.
  var mailDate: String {
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let weekday = weekdays[Int(((Self.days(year, month, day) % 7) + 7) % 7)]
    let date = "\(Self.digits(day, 2)) \(months[Int(month) - 1]) \(Self.digits(year, 4))"
    return "\(weekday), \(date) \(time)"
  }

  private static func digits(_ value: Int64, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  /// Unix seconds of ISO 8601 text: `T` or a blank between, `Z`, an offset, or UTC if neither.
  static func unixSeconds(of text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 60,
      let offset = offsetSeconds(bytes[19...])
    else { return nil }
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    guard CivilTime(unixSeconds: seconds).day == day else { return nil }
    return seconds - offset
  }

  private static func offsetSeconds(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard let sign = bytes.first else { return 0 }
    if sign == UInt8(ascii: "Z") { return bytes.count == 1 ? 0 : nil }
    let rest = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), rest.count == 4,
      let hours = number(rest[0..<2]), let minutes = number(rest[2..<4])
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
    bytes.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      ? Int64(String(decoding: bytes, as: UTF8.self)) : nil
  }

  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let ofEra = shifted - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}

extension CivilTime {
  /// `2026-11-20T04:12:33.123000Z`; the digits after the milliseconds are zeros.
  static func rfc3339(_ milliseconds: Int64, decimals: Int = 6) -> String {
    let time = CivilTime(unixSeconds: milliseconds / 1_000)
    let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
    let zeros = String(repeating: "0", count: max(0, decimals - 3))
    return "\(time.date)T\(time.time).\(fraction)\(zeros)Z"
  }
}
