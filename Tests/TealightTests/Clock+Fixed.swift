import Glibc

@testable import Tealight

extension Clock {
  /// A clock that is at the same moment whenever it is made, and from there on as fast as life: what
  /// a simulated market does depends on its time. `board/test --at` has its own moment.
  static func fixed() -> Clock {
    if getenv("TEALIGHT_AT") != nil { return Clock() }
    let life = Clock()
    let start = life.now().monotonic
    return Clock(utcOffsetSeconds: 32_400) {
      var now = life.now()
      now.wall = 1_795_151_142_000 + now.monotonic - start
      return now
    }
  }
}
