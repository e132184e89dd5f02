import Feeds
import Glance
import Glibc

/// Where what hands have chosen outlives the power.
struct StateFile {
  /// In the folder for what is to be kept.
  static let fileName = "state"
  /// A card wears out: it is written no more often than this.
  static let leastMilliseconds: Int64 = 30_000

  private let path: String?
  var names: StateNames { didSet { isRenamed = true } }
  /// What was chosen may be called otherwise.
  private var isRenamed = false
  private let log: (Severity, String) -> Void
  /// What was looked at last, and its text while the file has another.
  private var newest: Choices?
  private var unwritten: String?
  private var written: String?
  private var writtenAt = Int64.min
  private var isFailing = false

  /// - Parameter folder: nil where nothing can be kept.
  init(folder: String?, _ names: StateNames, log: @escaping (Severity, String) -> Void) {
    path = folder.map { "\($0)/\(Self.fileName)" }
    self.names = names
    self.log = log
  }

  /// What was chosen in an earlier life; nil where there was none, or nobody knows any more.
  func read(home: Page) -> Choices? {
    guard let path, FileBytes.exists(path) else { return nil }
    do throws(Mistake) {
      let bytes = try FileBytes.read(path)
      if let choices = StateText.choices(bytes, names, home: home) { return choices }
    } catch {
      log(.warning, "\(error)")
    }
    setAside(path)
    return nil
  }

  /// Somebody may want to look at it; nobody is to stumble over it again.
  private func setAside(_ path: String) {
    let aside = "\(path).damaged"
    let isAside = rename(path, aside) == 0
    log(
      .warning,
      "\(path): it is damaged\(isAside ? ", and is \(aside) from now on" : "")"
        + "; what was chosen before is forgotten")
  }

  /// When `keep` wants to be called again.
  var deadline: Int64 {
    unwritten == nil ? .max : writtenAt == .min ? .min : writtenAt + Self.leastMilliseconds
  }

  /// Writes down what is chosen now, but not too often. What it was at first is known already.
  mutating func keep(_ choices: Choices, at now: Int64) {
    guard path != nil else { return }
    if let newest, newest != choices || isRenamed {
      let text = StateText.text(choices, names)
      unwritten = text == written ? nil : text
    }
    (newest, isRenamed) = (choices, false)
    if now >= deadline { save(at: now) }
  }

  /// Writes it down at once, where it is not written already.
  mutating func save(at now: Int64) {
    guard let path, let text = unwritten else { return }
    writtenAt = now
    let code = FileBytes.replace(path, with: Array(text.utf8))
    if code == 0 { (written, unwritten) = (text, nil) }
    guard (code != 0) != isFailing else { return }
    isFailing = code != 0
    log(
      .warning, "\(path): \(isFailing ? String(cString: strerror(code)) : "can be written again")")
  }
}
