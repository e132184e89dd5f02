import Glibc
import Wire

/// What a program lives in: all that it follows from besides its configuration and its user.
struct Environment {
  var transport: any Transport
  var clock = Clock()
  /// Nil where a recording sets the clock.
  var clockWatch: ClockWatch?
  /// What jitter and tickets come from.
  var seed = UInt64.random(in: .min ... .max)
  /// Where it keeps what it learns; nil where it begins without and leaves nothing.
  var stateFolder: String?
  /// Nobody else keeps anything there meanwhile.
  var stateLock: FolderLock?
  var lists: ListCache?
  /// False where what a broker said is replayed, and nobody is spoken to.
  var reachesBroker = true
  /// False where it has something to do without a display.
  var needsDisplay = true
  /// Whether a reader of its lines is waited for, and not left out while it sleeps.
  var waitsForReader = false

  /// The real one, with the folders that the service manager names.
  static func real(_ log: Log) -> Environment {
    let folders = getenv("STATE_DIRECTORY").map { String(cString: $0) }
    var folder = folders?.split(separator: ":").first.map(String.init)
    let lock = folder.map(FolderLock.init)
    if let taken = folder, lock?.isOurs == false {
      log.write(
        .warning, "\(taken): another tealight saves its state there; this one saves nothing")
      folder = nil
    }
    return Environment(
      transport: Wire(watching: network(log), userAgent: Invocation.userAgent),
      clockWatch: ClockWatch(), stateFolder: folder, stateLock: lock, lists: .ofService())
  }

  private static func network(_ log: Log) -> NetworkWatch? {
    let network = NetworkWatch()
    if network == nil {
      log.write(
        .notice, "the kernel reports no network changes; a lost network is noticed by timeouts")
    }
    return network
  }
}
