import Glibc

/// A key, a token or a password. Printing it shows only that there is one.
public struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  public let text: String

  public var description: String { "(secret)" }
  public var debugDescription: String { description }

  public init(_ text: String) { self.text = text }

  public enum Kind: String, Sendable {
    /// What tealight shows to others: no spaces.
    case key
    /// What programs show to tealight: no spaces.
    case token
    /// For people, who may write words with spaces between them.
    case password

    /// The message about a text that is no path. It leaves the text out: that may be the secret
    /// itself, and messages go to the log.
    /// - Parameters:
    ///   - name: what messages call the value.
    ///   - meaning: what it must be.
    func noFile(_ name: String, _ meaning: String) -> String {
      "\(name) names no file; it must be \(meaning), and not the \(self) itself"
    }
  }

  /// Replaces a secret that is not read: it is as long as a secret may be.
  public static let unread = Secret(String(repeating: "*", count: lengthMax))

  private static let lengthMax = 256

  /// How the path of a credential begins, and how the service's name for one does.
  static let credentials = "$CREDENTIALS_DIRECTORY/"
  private static let prefix = "key_"

  /// Whether a text is taken for the path of a file, and not for the secret itself: there is such a
  /// file, or it begins as a path does. A key in base64 may begin with `/` and have another: so the
  /// first folder of a path from the root must exist.
  static func isPath(_ text: String) -> Bool {
    let code = access(text, F_OK) == 0 ? 0 : errno
    if ![ENOENT, ENOTDIR, ENAMETOOLONG].contains(code) { return true }
    if text.hasPrefix("/") {
      let names = text.split(separator: "/")
      return names.count > 1 && FileBytes.exists("/\(names[0])")
    }
    return ["./", "../", "~/", "%d/", "${", credentials].contains { text.hasPrefix($0) }
  }

  /// Reads a file that holds the secret and nothing else, on one line: 256 letters of ASCII at most.
  /// - Parameters:
  ///   - path: may begin with `$CREDENTIALS_DIRECTORY/`.
  ///   - folder: what that stands for: the credentials that systemd hands to a service
  ///     (systemd.exec(5), LoadCredential=); nil where it hands none: then the files are read that
  ///     systemd takes them from, as root may.
  public init(
    file path: String, _ kind: Kind = .key, credentials folder: String? = nil
  ) throws(Diagnostic) {
    var file = path
    if path.hasPrefix(Self.credentials) {
      let name = path.dropFirst(Self.credentials.count)
      let source = Self.source(ofCredential: name)
      file = folder.map { "\($0)/\(name)" } ?? source
      let isFound = FileBytes.exists(file)
      if !name.hasPrefix(Self.prefix), folder == nil || !isFound, FileBytes.exists(source) {
        throw Diagnostic(
          "the service has \(source) under another name; write \(Self.credentials)\(Self.prefix)\(name)",
          at: Location(file: path))
      }
      guard isFound else {
        throw Diagnostic(
          folder == nil
            ? "systemd shows it to the service alone (LoadCredential=); use sudo, or create \(file)"
            : "systemd hands it to the service at its start; create \(source), then run: "
              + "sudo systemctl restart tealight", at: Location(file: path))
      }
    }
    var bytes = try FileBytes.read(file, isPrivate: true)[...]
    while let last = bytes.last, last == 0x0A || last == 0x0D || last == 0x20 { bytes.removeLast() }
    guard !bytes.isEmpty else {
      throw Diagnostic(
        "it is empty; write only the \(kind) into it", at: Location(file: path))
    }
    let least: UInt8 = kind == .password ? 0x20 : 0x21
    guard bytes.count <= Self.lengthMax, bytes.allSatisfy({ least...0x7E ~= $0 }) else {
      throw Diagnostic(
        "it contains more than the \(kind); write only the \(kind), on one line of at most "
          + "\(Self.lengthMax) ASCII characters", at: Location(file: path))
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// What the service calls `key_NAME`: `systemd/tealight.service` says so.
  private static func source(ofCredential name: Substring) -> String {
    "/etc/tealight/credentials/\(name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : name)"
  }
}
