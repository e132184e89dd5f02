/// A key. Whoever prints it sees that there is one, and no more.
public struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  public let text: String

  public var description: String { "(secret)" }
  public var debugDescription: String { description }

  public init(_ text: String) { self.text = text }

  /// Reads a file that holds a key and nothing else, on one line.
  /// - Parameters:
  ///   - path: may begin with `$CREDENTIALS_DIRECTORY/`.
  ///   - folder: what that stands for: the credentials that systemd hands to a service
  ///     (systemd.exec(5), LoadCredential=); nil where it hands none.
  public init(file path: String, credentials folder: String? = nil) throws(Diagnostic) {
    let variable = "$CREDENTIALS_DIRECTORY/"
    var file = path
    if path.hasPrefix(variable) {
      guard let folder else {
        throw Diagnostic(
          "there is no such folder; systemd makes it for a service with LoadCredential=",
          at: Location(file: path))
      }
      file = folder + "/" + path.dropFirst(variable.count)
    }
    var bytes = try FileBytes.read(file, isPrivate: true)[...]
    while let last = bytes.last, last == 0x0A || last == 0x0D || last == 0x20 { bytes.removeLast() }
    guard !bytes.isEmpty else {
      throw Diagnostic(
        "it is empty; write the key into it", at: Location(file: path))
    }
    guard bytes.count <= 256, bytes.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw Diagnostic(
        "it holds more than a key; write the key alone, on one line", at: Location(file: path))
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
