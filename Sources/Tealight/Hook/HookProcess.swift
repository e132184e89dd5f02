import CLinux
import Configuration
import Devices
import Glibc

/// A hook that runs, in a process group of its own.
struct HookProcess {
  /// The environment of a hook, which inherits none of our variables.
  private static let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"]
  /// What a pipe takes at once, whether or not it is read.
  private static let inputBytesMax = Int(PIPE_BUF)

  struct Failure: Error {
    let code: Int32
  }

  /// How it ended.
  enum End: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  let id: pid_t
  /// A variable that all processes of the hook inherit, into whatever group or session they may go.
  private let mark = "TEALIGHT_HOOK=\(UInt64.random(in: .min ... .max))"

  /// Starts the program. It reads `input` and then the end of it, its output goes nowhere, and it
  /// works in `/`.
  init(_ arguments: [String], input: String) throws(Failure) {
    var pipe: [Int32] = [-1, -1]
    guard Glibc.pipe(&pipe) == 0 else { throw Failure(code: errno) }
    defer { close(pipe[0]) }
    // All of it is in the pipe before the program starts: one that does not read it holds nothing
    // up.
    let bytes = Array(input.utf8.prefix(Self.inputBytesMax))
    _ = write(pipe[1], bytes, bytes.count)
    close(pipe[1])

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    tealight_spawn_apart(&actions)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawnattr_setpgroup(&attributes, 0)
    // The daemon blocks the signals that it reads from a descriptor, and ignores others, as SIGPIPE.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)

    var id: pid_t = 0
    let words = arguments.map { strdup($0) } + [nil]
    let environment = ([mark] + Self.environment).map { strdup($0) } + [nil]
    defer { for word in words + environment { free(word) } }
    let code = posix_spawn(&id, arguments[0], &actions, &attributes, words, environment)
    guard code == 0 else { throw Failure(code: code) }
    self.id = id
  }

  /// How it ended; nil while it runs. What it started and left behind ends with it.
  func reap() -> End? {
    var info = siginfo_t()
    // The process stays a zombie, so that nobody else gets the number of its group before the group
    // is dead.
    guard waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      return .exited(0)
    }
    guard tealight_child_of(&info) == id else { return nil }
    send(SIGKILL)
    var status: Int32 = 0
    waitpid(id, &status, WNOHANG)
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// Sends a signal to the hook and everything that it started, even in a session of its own.
  func send(_ signal: Int32) {
    kill(-id, signal)
    // A process that is about to die may have started another one meanwhile.
    for _ in 0..<(signal == SIGKILL ? 8 : 1) {
      let strays = strays
      if strays.isEmpty { return }
      for stray in strays { kill(stray, signal) }
    }
  }

  /// The processes with the mark of the hook that have left its group.
  private var strays: [pid_t] {
    SystemTree().list("/proc").compactMap { pid_t($0) }.filter { other in
      guard getpgid(other) != id, let bytes = try? FileBytes.read("/proc/\(other)/environ") else {
        return false
      }
      return bytes.split(separator: 0).contains { $0.elementsEqual(mark.utf8) }
    }
  }
}
