import Glibc
import Wire

/// What a run depends on besides its configuration and its user.
struct Environment {
  var transport: any Transport
  var clock = Clock()
  /// Nil where a recording sets the clock.
  var clockWatch: ClockWatch?
  /// The seed of jitter and tickets.
  var seed = UInt64.random(in: .min ... .max)
  /// Where the program keeps what it learns; nil where it starts without that and leaves nothing.
  var stateFolder: String?
  /// Keeps another tealight from saving anything there meanwhile.
  var stateLock: FolderLock?
  var lists: ListCache?
  /// False where the messages of a broker are replayed, and no broker is spoken to.
  var reachesBroker = true
  /// False where the program has something to do without a display.
  var needsDisplay = true
  /// Whether the program waits for a reader of its lines that does not read. Else that reader
  /// misses lines.
  var waitsForReader = false

  /// The environment of the real program, with the folders that the service manager names.
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
