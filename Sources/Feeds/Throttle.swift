/// Lets something begin once in so many milliseconds at most. What is asked for too soon is put off
/// and done once, however often it was asked for.
struct Throttle {
  private let milliseconds: Int64
  private var begunAt: Int64?
  /// When what was asked for may begin; nil where nothing was.
  private(set) var deadline: Int64?

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The earliest time for the next one.
  var opensAt: Int64 { begunAt.map { $0 + milliseconds } ?? .min }

  mutating func ask(at now: Int64) { deadline = deadline ?? max(now, opensAt) }

  func isDue(_ now: Int64) -> Bool { deadline.map { $0 <= now } ?? false }

  mutating func begin(at now: Int64) {
    begunAt = now
    deadline = nil
  }
}
