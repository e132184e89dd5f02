import Configuration
import Feeds
import Timing

/// The file in which it outlives a power cut who has paired. It holds secrets: the folder is the
/// service's own (systemd.exec(5), StateDirectoryMode=).
struct WebSessionFile {
  /// In the folder for what is to be kept.
  static let fileName = "browsers"
  private static let bytesMax = 4_096

  private var file: BackgroundFile?
  private let log: (Severity, String) -> Void
  private var kept: [String] = []

  /// - Parameter folder: nil where nothing can be kept.
  init(folder: String?, log: @escaping (Severity, String) -> Void) {
    file = folder.map { BackgroundFile("\($0)/\(Self.fileName)") }
    self.log = log
  }

  /// When `keep` wants to be called again.
  var deadline: Deadline { file?.deadline ?? .never }

  /// Who had paired in an earlier run.
  mutating func read() -> [String] {
    guard let path = file?.path, FileBytes.exists(path) else { return [] }
    do throws(Diagnostic) {
      let bytes = try FileBytes.read(path, countMax: Self.bytesMax)
      kept = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    } catch {
      log(.warning, "\(error); browsers must be paired again")
    }
    return kept
  }

  /// Writes down who has paired, where that is another than before.
  mutating func keep(_ tokens: [String], at now: Int64) {
    if let code = file?.look(at: now), let news = file?.news(of: code) {
      log(.warning, news)
    }
    guard file != nil, tokens != kept else { return }
    kept = tokens
    file?.replace(with: tokens.map { $0 + "\n" }.joined(), at: now)
  }
}
