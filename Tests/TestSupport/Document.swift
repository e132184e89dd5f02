import Glibc

/// A file of the source tree, parts of which may be generated.
public struct Document: Sendable {
  /// The tree that these tests belong to.
  public static let root =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/"

  public let path: String
  public let text: String

  /// - Parameter path: below the root.
  public init(_ path: String) {
    guard let text = Self.read(path) else {
      preconditionFailure("\(Self.root + path) cannot be read")
    }
    (self.path, self.text) = (path, text)
  }

  private static func read(_ path: String) -> String? {
    Files.bytes(of: root + path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What a file has that must be what a test makes; with TEALIGHT_WRITE set that is written there before.
  /// - Parameter path: below the root.
  /// - Returns: nil where there is no such file.
  public static func text(of path: String, writing made: String) throws -> String? {
    if getenv("TEALIGHT_WRITE") != nil { try write(made, to: root + path) }
    return read(path)
  }

  /// Compares a part of it with the lines that it must be; with TEALIGHT_WRITE set they are written
  /// there.
  /// - Parameters:
  ///   - begin: how the part begins.
  ///   - end: what follows it.
  /// - Returns: where it is another, and what to do; nil where it is the same.
  public func complaint(from begin: String, to end: String, mustBe lines: [String]) -> String? {
    guard let start = text.firstRange(of: begin)?.lowerBound,
      let stop = text[start...].firstRange(of: end)?.lowerBound
    else { return "\(path) has no part from \"\(begin)\" to \"\(end)\"" }
    let made = lines.joined(separator: "\n")
    if getenv("TEALIGHT_WRITE") != nil {
      let whole = String(text[..<start]) + made + String(text[stop...])
      let isWritten = Files.write(Array(whole.utf8), to: Self.root + path)
      return isWritten ? nil : "\(path) cannot be written"
    }
    guard text[start..<stop] != made else { return nil }
    let written = text[start..<stop].split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(written, lines).prefix { $0 == $1 }.count
    return """
      \(path): line \(line + 1) of what begins with \"\(begin)\" is
      \(line < written.count ? String(written[line]) : "not there")
      and must be
      \(line < lines.count ? lines[line] : "left out")
      TEALIGHT_WRITE=1 swift test --filter Documents writes it anew.
      """
  }
}
