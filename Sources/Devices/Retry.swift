/// How often a device that does not answer is tried again, and what is logged: once that it is lost,
/// once each thing that the user can do, if that error lasts, and once that it is back.
struct Retry {
  private var failures = 0
  private var last: DeviceError?
  private var reported: DeviceError?
  /// How often the device has not answered since the start.
  private(set) var errors = 0

  /// How long to wait until the next try, in milliseconds: 1 s, doubling to 32 s.
  mutating func pause(after error: DeviceError, _ report: (String) -> Void) -> Int64 {
    if failures == 0 || error.hasFix && error == last && error != reported {
      report("\(error); trying again until it answers")
      reported = error
    }
    last = error
    errors += 1
    defer { failures += 1 }
    return 1000 << Int64(min(failures, 5))
  }

  mutating func answered(_ name: String, _ report: (String) -> Void) {
    if failures > 0 { report("\(name) is back") }
    failures = 0
  }
}
