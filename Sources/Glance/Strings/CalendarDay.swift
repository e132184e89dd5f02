import State

/// A day of the Gregorian calendar.
struct CalendarDay: Equatable, Sendable {
  let month: Int
  let day: Int
  /// 0 is Sunday.
  let weekday: Int

  /// The local day of a wall clock in Unix milliseconds.
  init(at wall: Int64, utcOffsetSeconds: Int) {
    let local = wall + Int64(utcOffsetSeconds) * 1_000
    let days = (local - (local % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000
    // Years are counted from March, so that the leap day is the last of its year; 400 years are
    // always 146,097 days, and 719,468 lie between 1 March of year 0 and the Unix epoch.
    let dayOfEra = ((days + 719_468) % 146_097 + 146_097) % 146_097
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    month = Int(fromMarch < 10 ? fromMarch + 3 : fromMarch - 9)
    day = Int(dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    // The Unix epoch was a Thursday.
    weekday = Int(((days + 4) % 7 + 7) % 7)
  }

  /// `11-08`, in all languages.
  var short: String { "\(month)-" + (day < 10 ? "0" : "") + "\(day)" }
}
