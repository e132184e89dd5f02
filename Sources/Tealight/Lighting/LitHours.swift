import Glibc
import Timing

/// How long each display whose pixels age has been lit, kept in a file across restarts: a line
/// each, `MINUTES NAME`.
struct LitHours {
  /// The name of the file in the state folder, for people and programs.
  static let fileName = "lit-minutes"

  private var file: BackgroundFile?
  /// The names of the displays that are counted.
  private var names: [String]
  private var milliseconds: [String: Int64] = [:]
  private var countedAt: Int64
  private var nextSave: Deadline
  private let log: (String) -> Void

  /// The time between two saves: a card wears out, too. So much may be lost in a power cut.
  private static let saveEveryMilliseconds: Int64 = 900_000

  /// - Parameters:
  ///   - folder: nil where nothing can be kept.
  ///   - names: of the displays that are counted.
  ///   - log: takes a sentence when the file cannot be read, and when it cannot be written or can.
  init(folder: String?, names: [String], now: Int64, log: @escaping (String) -> Void) {
    file = folder.map { BackgroundFile("\($0)/\(Self.fileName)") }
    self.names = names
    self.log = log
    (countedAt, nextSave) = (now, Deadline(now + Self.saveEveryMilliseconds))
    let bytes = file?.read({ $0 }, loss: "the hours are counted from 0", log: log) ?? []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let minutes = Int64(words[0]), 0...100_000_000 ~= minutes else {
        continue
      }
      milliseconds[String(words[1])] = minutes * 60_000
    }
  }

  /// Counts these displays from now on.
  mutating func count(only names: [String]) { self.names = names }

  /// Whole hours that a display has been lit so far.
  func hours(of name: String) -> Int { Int((milliseconds[name] ?? 0) / 3_600_000) }

  /// Milliseconds that a display has been lit so far; nil where the display is not counted.
  /// - Parameter isLit: whether the display has been lit since the last call of `count`.
  func milliseconds(of name: String, isLit: Bool, at now: Int64) -> Int64? {
    guard names.contains(name) else { return nil }
    return (milliseconds[name] ?? 0) + (isLit ? max(now - countedAt, 0) : 0)
  }

  /// When `count` wants to be called again.
  var deadline: Deadline { min(saveAt, file?.deadline ?? .never) }

  private var saveAt: Deadline { file == nil || names.isEmpty ? .never : nextSave }

  /// Counts the time since the last call, and writes it down now and then.
  /// - Parameter lit: those that were lit in that time.
  mutating func count(until now: Int64, lit: [String]) {
    for name in lit where names.contains(name) {
      milliseconds[name, default: 0] += max(now - countedAt, 0)
    }
    countedAt = now
    report(file?.look(at: now))
    if saveAt.isDue(at: now) { save(at: now) }
  }

  /// Begins to save the times at once.
  mutating func save(at now: Int64) {
    guard !names.isEmpty else { return }
    nextSave = Deadline(now + Self.saveEveryMilliseconds)
    let lines = milliseconds.sorted { $0.key < $1.key }.map { "\($0.value / 60_000) \($0.key)\n" }
    file?.replace(with: lines.joined(), at: now)
  }

  /// Waits a while for what `save` has begun.
  mutating func finish(withinMilliseconds: Int32) {
    report(file?.finish(withinMilliseconds: withinMilliseconds))
  }

  private mutating func report(_ code: Int32?) {
    if let code, let news = file?.news(of: code) { log(news) }
  }
}
