import Feeds
import MarketData
import State

/// Why a text is no notice: what is wrong with it, and what is allowed. It is one line.
public struct NoticeError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description.onOneLine }
}

/// Reads notices, the same wherever they come from: a text, or a JSON object with more about it:
/// `{"text": "Doorbell", "title": "Home", "seconds": 60, "colour": "warning", "hold": true}`.
public enum NoticeReader {
  /// Longer ones are refused unread.
  public static let byteCountMax = 4_096

  static let keys = ["text", "title", "seconds", "colour", "hold"]

  /// - Parameter bytes: UTF-8. What begins with a brace is JSON (RFC 8259).
  public static func notice(of bytes: [UInt8]) throws(NoticeError) -> Notice {
    guard bytes.count <= byteCountMax else {
      throw NoticeError(
        "a notice of \(bytes.count) bytes is too long; at most \(byteCountMax) are allowed")
    }
    let spaces: [UInt8] = [0x09, 0x0A, 0x0D, 0x20]
    if bytes.first(where: { !spaces.contains($0) }) == UInt8(ascii: "{") {
      return try notice(json: bytes)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw NoticeError("a notice has bytes that are not UTF-8; send it as UTF-8")
    }
    return try notice(["text": .text(text)])
  }

  private static func notice(json bytes: [UInt8]) throws(NoticeError) -> Notice {
    guard let members = JSONMembers.read(bytes, countMax: 2 * keys.count) else {
      throw NoticeError(
        "this is not a JSON object of texts, numbers, true and false under different names; "
          + "write for example {\"text\": \"Doorbell\", \"seconds\": 60}")
    }
    for (name, _) in members where !keys.contains(name) {
      throw NoticeError("unknown key \"\(name)\" in a notice\(name.hint(among: keys))")
    }
    return try notice(Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) }))
  }

  private static func notice(
    _ members: [String: JSONMembers.Value]
  ) throws(NoticeError) -> Notice {
    guard let text = try text("text", members["text"], lengthMax: Notice.textLength),
      !text.isEmpty
    else { throw NoticeError("a notice has no text; \"text\" must not be empty") }
    var notice = Notice(text)
    if let title = try self.text("title", members["title"], lengthMax: Notice.titleLength) {
      notice.title = title
    }
    if let value = members["seconds"] {
      let range = Notice.secondsRange
      guard case .number(let number) = value, let seconds = Int(exactly: number),
        range.contains(seconds)
      else {
        throw NoticeError(
          "\"seconds\" must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      notice.seconds = seconds
    }
    if let value = members["colour"] {
      let known = Notice.Colour.allCases.map(\.rawValue)
      guard case .text(let name) = value, let colour = Notice.Colour(rawValue: name) else {
        throw NoticeError("\"colour\" must be one of \(known.quoted)")
      }
      notice.colour = colour
    }
    if let value = members["hold"] {
      guard case .boolean(let holds) = value else {
        throw NoticeError("\"hold\" must be true or false")
      }
      notice.holds = holds
    }
    return notice
  }

  /// Nil where there is none.
  private static func text(
    _ name: String, _ value: JSONMembers.Value?, lengthMax: Int
  ) throws(NoticeError) -> String? {
    guard let value else { return nil }
    guard case .text(let text) = value else {
      throw NoticeError("\"\(name)\" must be a text in quotation marks")
    }
    let clean = Notice.cleaned(text)
    guard clean.count <= lengthMax else {
      throw NoticeError(
        "\"\(name)\" has \(clean.count) characters; at most \(lengthMax) are allowed")
    }
    return clean
  }
}
