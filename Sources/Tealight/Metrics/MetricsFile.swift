import Glibc
import Timing

/// The file in which node_exporter's textfile collector finds the metrics.
///
/// It tells of a program that runs: it is gone once that has ended in order.
struct MetricsFile {
  static let everyMilliseconds: Int64 = 15_000

  private var file: BackgroundFile?
  private var writesAt = Deadline.immediately
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
    writesAt = .immediately
  }

  /// When `turn` wants to be called again.
  var deadline: Deadline { file.map { min(writesAt, $0.deadline) } ?? .never }

  /// Begins to write the metrics where that is due.
  mutating func turn(at now: Int64, _ text: () -> String) {
    guard deadline.isDue(at: now) else { return }
    if let code = file?.look(at: now), let news = file?.news(of: code) { log(news) }
    guard writesAt.isDue(at: now) else { return }
    file?.replace(with: text(), at: now)
    writesAt = Deadline(now + Self.everyMilliseconds)
  }

  /// Takes the file away.
  mutating func end() {
    // A child that is about to write would bring it back.
    _ = file?.finish(withinMilliseconds: 200)
    if let path = file?.path { unlink(path) }
    file = nil
  }
}
