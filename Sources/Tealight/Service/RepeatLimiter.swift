import Feeds
import Timing

/// Lets each sentence through once a minute at most, and counts how often it was held back. The
/// count comes before the next sentence about the same subject, so that the last line of a log is
/// still true.
struct RepeatLimiter {
  struct Line: Equatable {
    var severity: Severity
    var text: String
  }

  static let quietMilliseconds: Int64 = 60_000
  /// If there are more sentences than these, the oldest is forgotten.
  static let sentencesMax = 256

  private struct Sentence {
    /// The line as it was said last, or would have been.
    var line: Line
    var saidAt: Int64
    /// When it was held back last, and how often it was.
    var heldAt: Int64 = 0
    var repeats = 0

    var isHeld: Bool { repeats > 0 }

    func isOver(at now: Int64) -> Bool { saidAt + quietMilliseconds <= now }

    /// The line that tells how often it was held back.
    var count: Line {
      let times = repeats == 1 ? "once more" : "\(repeats) times more"
      return Line(severity: line.severity, text: "\(line.text) (\(times))")
    }
  }

  private var said: [String: Sentence] = [:]

  /// When `advance` has something to say.
  var deadline: Deadline {
    said.values.lazy.filter(\.isHeld).map(\.saidAt).min()
      .map { Deadline($0 + Self.quietMilliseconds) } ?? .never
  }

  /// - Parameter key: identifies the sentence; nil for its text without the numbers that differ
  ///   each time.
  /// - Returns: what is to be said now: counts whose minute is over, and, unless the line is held
  ///   back, the counts of the same subject, then the line.
  mutating func admit(_ line: Line, key: String? = nil, at now: Int64) -> [Line] {
    var lines = advance(to: now)
    let key = key ?? Self.key(of: line.text)
    if let before = said[key] {
      said[key] = Sentence(
        line: line, saidAt: before.saidAt, heldAt: now, repeats: before.repeats + 1)
      return lines
    }
    if said.count == Self.sentencesMax, let oldest = said.min(by: { $0.1.saidAt < $1.1.saidAt }) {
      said[oldest.key] = nil
      if oldest.value.isHeld { lines.append(oldest.value.count) }
    }
    lines += counts(of: [Self.subject(of: line)], at: now)
    said[key] = Sentence(line: line, saidAt: now)
    return lines + [line]
  }

  /// - Returns: the counts of sentences whose minute is over, and of others about the same subjects.
  mutating func advance(to now: Int64) -> [Line] {
    let over = said.values.filter { $0.isHeld && $0.isOver(at: now) }
    let lines = counts(of: Set(over.map { Self.subject(of: $0.line) }), at: now)
    said = said.filter { !$0.value.isOver(at: now) }
    return lines
  }

  /// Returns all counts: this is the end, and nothing is held back any longer.
  mutating func end() -> [Line] {
    defer { said = [:] }
    return counts(of: Set(said.values.map { Self.subject(of: $0.line) }), at: 0)
  }

  /// How often sentences of these subjects were held back, in the order in which they were heard last.
  /// Their minutes begin anew.
  private mutating func counts(of subjects: Set<String>, at now: Int64) -> [Line] {
    let held = said.filter { $0.value.isHeld && subjects.contains(Self.subject(of: $0.value.line)) }
    for (key, sentence) in held { said[key] = Sentence(line: sentence.line, saidAt: now) }
    return held.sorted { ($0.value.heldAt, $0.key) < ($1.value.heldAt, $1.key) }.map(\.value.count)
  }

  /// The subject of a line, with which it begins: `upbit: streaming`, `Upbit does not answer`.
  private static func subject(of line: Line) -> String {
    let first = line.text.prefix { $0 != ":" && $0 != " " }.lowercased()
    return first == "the" ? key(of: line.text) : first
  }

  /// The text without the numbers that differ each time: `after 12 ms`, `17 times`.
  private static func key(of text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.indices.filter { index in
      guard index + 1 < words.count, words[index].allSatisfy({ "0123456789.,".contains($0) }) else {
        return true
      }
      return !["ms", "s", "times", "bytes"].contains(words[index + 1].prefix(while: \.isLetter))
    }.map { words[$0] }.joined(separator: " ")
  }
}
