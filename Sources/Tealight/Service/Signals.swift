import CLinux
import Glibc

/// The signals that concern us, read from a descriptor like any other input.
public final class Signals {
  public enum Signal: Equatable, Sendable {
    /// SIGTERM, SIGINT, SIGQUIT (Ctrl-\ in a terminal) or SIGABRT (the service manager's, to a loop
    /// that seems to hang): end in order.
    case stop
    /// SIGHUP, for a daemon: read the configuration again.
    case reload
    /// SIGWINCH: the terminal has another size.
    case resize
  }

  private static let read = [SIGTERM, SIGINT, SIGQUIT, SIGABRT, SIGHUP, SIGWINCH]
  /// Each of these would end the program with its panels lit, and none of them is a reason to end.
  private static let ignored =
    [SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT]
    + [SIGXCPU, SIGXFSZ] + Array(realTime)
  /// Signals that the C library leaves to programs (signal(7)).
  private static let realTime: ClosedRange<Int32> = 34...64

  /// Readable when a signal waits.
  public let descriptor: Int32
  private let stopsAtHangup: Bool
  private var hasReadStop = false
  /// The signals that the thread blocked before.
  private var formerMask = sigset_t()

  /// Takes the signals over: as long as it exists none of them ends the program by itself.
  /// - Parameter stopsAtHangup: whether SIGHUP ends the program: its terminal is gone.
  public init(stopsAtHangup: Bool = false) {
    self.stopsAtHangup = stopsAtHangup
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in Self.read { sigaddset(&mask, number) }
    sigprocmask(SIG_BLOCK, &mask, &formerMask)
    for number in Self.ignored { signal(number, SIG_IGN) }
    // The parent may have ignored SIGCHLD: then it would not be known how a child ended.
    signal(SIGCHLD, SIG_DFL)
    descriptor = signalfd(-1, &mask, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC))
  }

  /// A signal that still waits was meant for the work that has ended, and not for what comes after it.
  deinit {
    _ = read()
    close(descriptor)
    sigprocmask(SIG_SETMASK, &formerMask, nil)
  }

  /// Every signal that has come since the last call.
  public func read() -> [Signal] {
    var signals: [Signal] = []
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while Glibc.read(descriptor, &info, size) == size {
      signals.append(meaning(of: Int32(bitPattern: info.ssi_signo)))
    }
    if signals.contains(.stop) { hasReadStop = true }
    return signals
  }

  /// Whether a signal to stop has come, for code that keeps the loop from calling `read`. `read`
  /// returns the signal all the same.
  public var isStopAsked: Bool {
    if hasReadStop { return true }
    var waiting = sigset_t()
    sigpending(&waiting)
    return Self.read.contains { sigismember(&waiting, $0) == 1 && meaning(of: $0) == .stop }
  }

  private func meaning(of number: Int32) -> Signal {
    switch number {
    case SIGHUP: stopsAtHangup ? .stop : .reload
    case SIGWINCH: .resize
    default: .stop
    }
  }
}
