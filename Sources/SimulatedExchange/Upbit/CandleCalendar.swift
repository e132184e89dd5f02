/// The long candles of Upbit's REST: their spans on the calendar, in UTC.
enum CandleCalendar: String {
  case days
  case weeks
  case months
  case years

  private static let daySeconds: Int64 = 86_400

  /// The newest `count` spans that begin before `end` (Unix milliseconds), newest first, in Unix
  /// seconds.
  func spans(_ count: Int, before end: Int64) -> [Range<Int64>] {
    var spans: [Range<Int64>] = []
    var start = start(of: (end - 1) / 1_000)
    while spans.count < count {
      spans.append(start..<next(after: start))
      start = self.start(of: start - 1)
    }
    return spans
  }

  private func start(of second: Int64) -> Int64 {
    let day = second / Self.daySeconds
    return switch self {
    case .days: day * Self.daySeconds
    // 1970 began on a Thursday, and weeks begin on Mondays.
    case .weeks: (day - (day + 3) % 7) * Self.daySeconds
    case .months: Self.first(of: String(CivilTime(unixSeconds: second).date.prefix(7)) + "-01")
    case .years: Self.first(of: String(CivilTime(unixSeconds: second).date.prefix(4)) + "-01-01")
    }
  }

  /// Where the next span begins.
  private func next(after start: Int64) -> Int64 {
    let longest: Int64 =
      switch self {
      case .days: 1
      case .weeks: 7
      case .months: 31
      case .years: 366
      }
    return self.start(of: start + longest * Self.daySeconds)
  }

  private static func first(of date: String) -> Int64 {
    CivilTime.unixSeconds(of: date + "T00:00:00") ?? 0
  }
}

/// The highest and the lowest price of 52 weeks. They are made up: nothing is computed that far back.
struct YearRange {
  let high: Double
  let low: Double
  let highDate: String
  let lowDate: String

  init(around price: Double, now: Int64) {
    high = DecimalText.rounded(price * 1.25)
    low = DecimalText.rounded(price * 0.625)
    highDate = CivilTime(unixSeconds: now / 1_000 - 42 * 86_400).date
    lowDate = CivilTime(unixSeconds: now / 1_000 - 287 * 86_400).date
  }
}
