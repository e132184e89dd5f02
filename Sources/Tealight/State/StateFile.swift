import Feeds
import Glance
import Glibc
import State
import Timing

/// The file in which the preferences outlive a power cut.
struct StateFile {
  /// The name of the file in the state folder.
  static let fileName = "state"
  /// The least time between two writes: a card wears out.
  static let leastMilliseconds: Int64 = 30_000

  private var file: BackgroundFile?
  private var names: StateNames
  /// Whether the names of the choices may have changed.
  private var isRenamed = false
  private let log: (Severity, String) -> Void
  /// The preferences at the last call of `keep`, and their text while it is not being written.
  private var newest: Preferences?
  private var unwritten: String?
  /// What the file holds, or is about to hold.
  private var written: String?
  /// The earliest time of the next write.
  private var writesAgainAt = Deadline.immediately

  /// Saves the choices by other names from now on.
  mutating func reconfigure(as names: StateNames) {
    self.names = names
    isRenamed = true
  }

  /// - Parameter folder: nil where nothing can be kept.
  init(folder: String?, _ names: StateNames, log: @escaping (Severity, String) -> Void) {
    file = folder.map { BackgroundFile("\($0)/\(Self.fileName)") }
    self.names = names
    self.log = log
  }

  /// What was chosen in an earlier run; nil where there was none, or its file cannot be read.
  func read(home: PageName) -> Preferences? {
    file?.read(
      { StateText.preferences($0, names, home: home) }, loss: "saved choices are lost",
      log: { log(.warning, $0) })
  }

  /// When `keep` wants to be called again.
  var deadline: Deadline { min(saveAt, file?.deadline ?? .never) }

  private var saveAt: Deadline { unwritten == nil ? .never : writesAgainAt }

  /// Saves what is chosen now, but not too often. The first choices are known already.
  mutating func keep(_ preferences: Preferences, at now: Int64) {
    guard file != nil else { return }
    report(file?.look(at: now))
    if let newest, newest != preferences || isRenamed {
      let text = StateText.text(preferences, names)
      unwritten = text == written ? nil : text
    }
    (newest, isRenamed) = (preferences, false)
    if saveAt.isDue(at: now) { save(at: now) }
  }

  /// Begins to save the choices at once, unless that is done already.
  mutating func save(at now: Int64) {
    guard let text = unwritten else { return }
    file?.replace(with: text, at: now)
    (written, unwritten) = (text, nil)
    writesAgainAt = Deadline(now + Self.leastMilliseconds)
  }

  /// Waits a while for what `save` has begun.
  mutating func finish(withinMilliseconds: Int32) {
    report(file?.finish(withinMilliseconds: withinMilliseconds))
  }

  private mutating func report(_ code: Int32?) {
    guard let code else { return }
    if code != 0 { (written, unwritten) = (nil, unwritten ?? written) }
    if let news = file?.news(of: code) { log(.warning, news) }
  }
}

/// Keeps a folder for one process. The kernel frees it when the process ends, however it ends.
final class FolderLock {
  /// False where another process has it.
  let isOurs: Bool
  private let folder: Int32

  init(_ path: String) {
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Any other failure says nothing of another process: some network folders have no locks.
    isOurs = folder < 0 || flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  deinit {
    guard folder >= 0 else { return }
    // A child process that has not closed its files yet may still have the folder open.
    flock(folder, LOCK_UN)
    close(folder)
  }
}
