/// How often a host was asked: what leaves the machine is counted, and not what waits.
struct RequestCount: Equatable {
  private(set) var total = 0
  private var hour = Int64.min
  private var inHour = 0
  private var inHourBefore = 0

  private static let hourMilliseconds: Int64 = 3_600_000

  mutating func count(at now: Int64) {
    let hour = now / Self.hourMilliseconds
    if hour != self.hour {
      inHourBefore = hour == self.hour + 1 ? inHour : 0
      (self.hour, inHour) = (hour, 0)
    }
    inHour += 1
    total += 1
  }

  /// In the hour of the monotonic clock that runs, and in the one before it.
  func hours(at now: Int64) -> (running: Int, before: Int) {
    switch now / Self.hourMilliseconds {
    case hour: (inHour, inHourBefore)
    case hour + 1: (0, inHour)
    default: (0, 0)
    }
  }
}
