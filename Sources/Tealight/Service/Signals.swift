import CLinux
import Glibc

/// The signals that concern us, read from a descriptor like any other input.
public final class Signals {
  public enum Signal: Equatable, Sendable {
    /// SIGTERM or SIGINT: end in order.
    case stop
    /// SIGHUP: read the configuration again.
    case reload
    /// SIGWINCH: the terminal has another size.
    case resize
  }

  /// Readable when a signal waits.
  public let descriptor: Int32

  /// Takes the signals over: from now on none of them ends the program by itself.
  public init() {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGWINCH] { sigaddset(&mask, signal) }
    sigprocmask(SIG_BLOCK, &mask, nil)
    signal(SIGPIPE, SIG_IGN)
    // Whoever started us may have ignored it: then nobody could tell how a child ended.
    signal(SIGCHLD, SIG_DFL)
    descriptor = signalfd(-1, &mask, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC))
  }

  deinit { close(descriptor) }

  /// Every signal that has come since the last call.
  public func read() -> [Signal] {
    var signals: [Signal] = []
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while Glibc.read(descriptor, &info, size) == size {
      switch Int32(bitPattern: info.ssi_signo) {
      case SIGHUP: signals.append(.reload)
      case SIGWINCH: signals.append(.resize)
      default: signals.append(.stop)
      }
    }
    return signals
  }
}
