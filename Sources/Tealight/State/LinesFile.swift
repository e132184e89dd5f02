import Configuration
import Feeds
import Timing

/// A file that keeps a few lines for the next run. It may hold secrets: the folder is the service's
/// own (systemd.exec(5), StateDirectoryMode=).
struct LinesFile {
  private let bytesMax: Int
  private let loss: String
  private var file: BackgroundFile?
  private let log: (Severity, String) -> Void
  private var kept: [String] = []

  /// - Parameters:
  ///   - folder: nil where nothing can be kept.
  ///   - bytesMax: a larger file is not read.
  ///   - loss: what it means that it cannot be read, for the log.
  init(
    _ name: String, in folder: String?, bytesMax: Int, loss: String,
    log: @escaping (Severity, String) -> Void
  ) {
    file = folder.map { BackgroundFile("\($0)/\(name)") }
    (self.bytesMax, self.loss, self.log) = (bytesMax, loss, log)
  }

  /// When `look` wants to be called.
  var deadline: Deadline { file?.deadline ?? .never }

  /// What an earlier run has kept.
  mutating func read() -> [String] {
    guard let path = file?.path, FileBytes.exists(path) else { return [] }
    do throws(Diagnostic) {
      let bytes = try FileBytes.read(path, countMax: bytesMax)
      kept = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    } catch {
      log(.warning, "\(error); \(loss)")
    }
    return kept
  }

  /// Looks whether what was kept is written by now.
  mutating func look(at now: Int64) {
    if let code = file?.look(at: now), let news = file?.news(of: code) { log(.warning, news) }
  }

  /// Writes these down, where they are others than before.
  mutating func keep(_ lines: [String], at now: Int64) {
    guard file != nil, lines != kept else { return }
    kept = lines
    file?.replace(with: lines.map { $0 + "\n" }.joined(), at: now)
  }
}
