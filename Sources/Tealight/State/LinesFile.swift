import Configuration
import Feeds
import Timing

/// A file that keeps a few lines for the next run, and for the next part of this run that needs
/// them. It may hold secrets, so nobody but its owner can read it: the folder may not belong to the
/// service alone.
final class LinesFile {
  /// How long after a failed write the lines are written again.
  private static let againMilliseconds: Int64 = 30_000

  private let bytesMax: Int
  private let loss: String
  private var file: BackgroundFile?
  private let log: (Severity, String) -> Void
  private var kept: [String]?
  private var writesAgainAt = Deadline.never

  /// - Parameters:
  ///   - folder: nil where nothing can be kept for the next run.
  ///   - bytesMax: a larger file is not read.
  ///   - loss: what it means for the user that the file cannot be read, for the log.
  init(
    _ name: String, in folder: String?, bytesMax: Int, loss: String,
    log: @escaping (Severity, String) -> Void
  ) {
    file = folder.map { BackgroundFile("\($0)/\(name)") }
    (self.bytesMax, self.loss, self.log) = (bytesMax, loss, log)
  }

  /// When `look` wants to be called.
  var deadline: Deadline { min(file?.deadline ?? .never, writesAgainAt) }

  /// What was kept last, in this run or in an earlier one.
  var lines: [String] {
    if let kept { return kept }
    let lines = read()
    kept = lines
    return lines
  }

  private func read() -> [String] {
    guard let path = file?.path, FileBytes.exists(path) else { return [] }
    do throws(Diagnostic) {
      let bytes = try FileBytes.read(path, countMax: bytesMax)
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    } catch {
      log(.warning, "\(error); \(loss)")
      return []
    }
  }

  /// Checks whether the lines have been written, and tries again where they could not be.
  func look(at now: Int64) {
    if let code = file?.look(at: now) {
      if code != 0 { writesAgainAt = Deadline(now + Self.againMilliseconds) }
      report(code)
    }
    if writesAgainAt.isDue(at: now) { write(at: now) }
  }

  /// Waits a while until the last lines are written.
  func finish(withinMilliseconds: Int32) {
    if let code = file?.finish(withinMilliseconds: withinMilliseconds) { report(code) }
  }

  private func report(_ code: Int32) {
    if let news = file?.news(of: code) { log(.warning, news) }
  }

  /// Writes these lines, if they have changed.
  func keep(_ lines: [String], at now: Int64) {
    guard lines != self.lines else { return }
    kept = lines
    write(at: now)
  }

  private func write(at now: Int64) {
    writesAgainAt = .never
    file?.replace(with: lines.map { $0 + "\n" }.joined(), at: now)
  }
}
