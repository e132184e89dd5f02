import Glibc
import Timing

/// The file in which node_exporter's textfile collector finds the metrics.
///
/// The file is there while the program runs: a program that ends in order removes it.
struct MetricsFile {
  static let everyMilliseconds: Int64 = 15_000
  /// The beginning of such a file. A file with another beginning belongs to somebody else.
  static let beginning = "# TYPE tealight_"

  private var file: BackgroundFile?
  private var writesAt = Deadline.immediately
  /// Whether no file of somebody else was there when this run began to write.
  private var isOurs = false
  /// Whether it was logged that such a file is there.
  private var hasRefused = false
  private let log: (String) -> Void

  /// - Parameters:
  ///   - path: nil where there is none for now.
  ///   - log: takes a sentence when the file cannot be written, and when it can.
  init(_ path: String?, log: @escaping (String) -> Void) {
    self.log = log
    reconfigure(as: path)
  }

  /// Writes another file from now on.
  mutating func reconfigure(as path: String?) {
    guard path != file?.path else { return }
    end()
    file = path.map { BackgroundFile($0, outlivesPower: false, isPublic: true) }
    (writesAt, isOurs, hasRefused) = (.immediately, false, false)
  }

  /// When `turn` wants to be called again.
  var deadline: Deadline { file.map { min(writesAt, $0.deadline) } ?? .never }

  /// Begins to write the metrics where that is due.
  mutating func turn(at now: Int64, _ text: () -> String) {
    guard deadline.isDue(at: now) else { return }
    if let code = file?.look(at: now), let news = file?.news(of: code) { log(news) }
    guard writesAt.isDue(at: now) else { return }
    writesAt = Deadline(now + Self.everyMilliseconds)
    if mayReplace() { file?.replace(with: text(), at: now) }
  }

  /// Removes the file.
  mutating func end() {
    // A child that is about to write would bring it back.
    _ = file?.finish(withinMilliseconds: 200)
    if isOurs, let path = file?.path { unlink(path) }
    file = nil
  }

  /// Whether the file may be replaced. A path that was mistyped may name a file that somebody needs.
  private mutating func mayReplace() -> Bool {
    guard let path = file?.path, !isOurs else { return isOurs }
    isOurs = !Self.holdsOther(path)
    if !isOurs, !hasRefused {
      hasRefused = true
      log(
        "\(path): it is not a file of tealight's metrics, and stays as it is; "
          + "delete it, or write another file in [metrics]")
    }
    return isOurs
  }

  private static func holdsOther(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFREG else { return true }
    guard status.st_size > 0 else { return false }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: beginning.utf8.count)
    return read(descriptor, &bytes, bytes.count) != bytes.count || bytes != Array(beginning.utf8)
  }
}
