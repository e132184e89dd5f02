import CLinux
import Glibc

/// Tells when the wall clock was set, or the machine has woken from a suspend: poll(2) waits by
/// CLOCK_MONOTONIC, which stood still meanwhile, and would wait on as if no time had passed.
final class ClockWatch {
  /// Readable when one of both has happened.
  let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))

  init() {
    // The timer is set to a time that never comes. It is readable once the clock was set, because
    // it would be wrong by then (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET; the kernel counts a
    // suspend as well).
    var never = itimerspec()
    never.it_value.tv_sec = .max
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    timerfd_settime(descriptor, flags, &never, nil)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Makes the descriptor wait for the next time.
  func read() {
    var expirations: UInt64 = 0
    _ = Glibc.read(descriptor, &expirations, MemoryLayout.size(ofValue: expirations))
  }
}
