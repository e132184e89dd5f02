import CBoundary
import Glibc
import Oracle

/// Stands in for systemd: hears what the program tells it (sd_notify(3)), and judges its silence.
final class ServiceManager {
  private unowned let world: World
  /// Whether too much waits for it already: a word does not get through.
  var isBusy = false
  private var busyAt: Int64 = .min / 2
  private var isReady = false
  private var isStopping = false
  /// When the watchdog was told last, by a clock that stands still while the board sleeps, as systemd's
  /// does.
  private var lastSign: Int64 = 0
  private var lastStatus: Int64 = .min / 2
  private var life = 0

  /// The unit's WatchdogSec, TimeoutStartSec and TimeoutStopSec.
  private static let watchdogMilliseconds: Int64 = 30_000
  private static let startMilliseconds: Int64 = 30_000
  static let stopMilliseconds: Int64 = 10_000

  init(_ world: World) { self.world = world }

  func prepare() {
    setenv("NOTIFY_SOCKET", "/run/systemd/notify", 1)
    setenv("WATCHDOG_USEC", "\(Self.watchdogMilliseconds * 1_000)", 1)
    look()
  }

  /// A life begins.
  func begin() {
    life = world.lives
    (isReady, isStopping) = (false, false)
    (lastSign, lastStatus) = (boundary_monotonic, .min / 2)
  }

  private func check(_ holds: Bool, _ detail: @autoclosure () -> String) {
    world.oracle.check(.managerIsTold, holds, at: world.time, detail)
  }

  private func look() {
    world.after(1_000) { [unowned self] in
      look()
      if isBusy { busyAt = world.time }
      guard !world.isEnding, life == world.lives, life > 0,
        world.time - busyAt > Self.watchdogMilliseconds, world.time - world.sleptAt > 1_000
      else { return false }
      let silence = boundary_monotonic - lastSign
      check(
        silence < Self.watchdogMilliseconds, "the watchdog has heard nothing for \(silence) ms")
      check(
        isReady || world.time - world.lifeBeganAt < Self.startMilliseconds,
        "it is not ready after \(world.time - world.lifeBeganAt) ms")
      return false
    }
  }

  /// - Returns: whether it got through.
  func notified(_ word: String) -> Bool {
    if world.isGhost { return true }
    if isBusy {
      busyAt = world.time
      return false
    }
    world.trace("manager", word.utf8)
    check(!isStopping, "it has said that it stops, and then \(word)")
    switch word {
    case "READY=1":
      check(!isReady, "it is ready twice")
      isReady = true
    case "WATCHDOG=1": lastSign = boundary_monotonic
    case "STOPPING=1":
      check(world.isEnding, "it stops by itself")
      isStopping = true
    default:
      check(word.hasPrefix("STATUS="), "it has said \(word)")
      check(world.time - lastStatus >= 999, "its status came twice within a second")
      lastStatus = world.time
    }
    return true
  }

  /// A life has ended.
  func end(isKilled: Bool, stopping milliseconds: Int64) {
    guard !isKilled else { return }
    check(isStopping || world.time - busyAt < 5_000, "it has not said that it stops")
    world.oracle.check(.programEnds, milliseconds < Self.stopMilliseconds, at: world.time) {
      "it has taken \(milliseconds) ms to end"
    }
  }
}
