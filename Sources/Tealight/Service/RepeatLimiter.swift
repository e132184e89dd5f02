import Feeds
import Timing

/// Lets each sentence through once a minute at most, and counts how often it was held back.
struct RepeatLimiter {
  struct Line: Equatable {
    var severity: Severity
    var text: String
  }

  static let quietMilliseconds: Int64 = 60_000
  /// Of more sentences than these, the oldest is forgotten.
  static let sentencesMax = 256

  private struct Sentence {
    /// As it was said last, or would have been.
    var line: Line
    var saidAt: Int64
    var repeats = 0

    /// How often it was held back; nil where it was not.
    var count: Line? {
      guard repeats > 0 else { return nil }
      let times = repeats == 1 ? "once more" : "\(repeats) times more"
      return Line(severity: line.severity, text: "\(line.text) (\(times))")
    }
  }

  private var said: [String: Sentence] = [:]

  /// When `advance` has something to say.
  var deadline: Deadline {
    said.values.lazy.filter { $0.repeats > 0 }.map(\.saidAt).min()
      .map { Deadline($0 + Self.quietMilliseconds) } ?? .never
  }

  /// - Parameter key: what makes it the same sentence; nil for its text, whatever times it tells.
  /// - Returns: what is to be said now: counts whose minute is over, and the line unless it is held
  ///   back.
  mutating func admit(_ line: Line, key: String? = nil, at now: Int64) -> [Line] {
    var lines = advance(to: now)
    let key = key ?? Self.key(of: line.text)
    if let before = said[key] {
      said[key] = Sentence(line: line, saidAt: before.saidAt, repeats: before.repeats + 1)
      return lines
    }
    if said.count == Self.sentencesMax, let oldest = said.min(by: { $0.1.saidAt < $1.1.saidAt }) {
      said[oldest.key] = nil
      if let count = oldest.value.count { lines.append(count) }
    }
    said[key] = Sentence(line: line, saidAt: now)
    return lines + [line]
  }

  /// - Returns: how often those were held back whose minute is over.
  mutating func advance(to now: Int64) -> [Line] {
    let over = said.filter { $0.value.saidAt + Self.quietMilliseconds <= now }
    for (key, sentence) in over {
      said[key] = sentence.count.map { _ in Sentence(line: sentence.line, saidAt: now) }
    }
    return counts(of: over)
  }

  /// The end: nothing is held back any more.
  mutating func end() -> [Line] {
    defer { said = [:] }
    return counts(of: said)
  }

  private func counts(of sentences: [String: Sentence]) -> [Line] {
    sentences.sorted { ($0.value.saidAt, $0.key) < ($1.value.saidAt, $1.key) }
      .compactMap(\.value.count)
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
