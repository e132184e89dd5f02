import COpenSSL

/// The browsers that have paired. A browser keeps a token of 256 random bits as a cookie. Here only
/// a digest of it is kept, which lets nobody in, and is worth nothing once the password has changed.
struct WebSessions {
  /// The digest of each token, the least recently used first. A use changes the order only if the
  /// last use was more than a day before, because each change is written.
  private(set) var digests: [String]
  /// When each session was used last, in monotonic milliseconds.
  private var uses: [Int64]
  private let password: String?

  static let most = 16
  static let tokenBytes = 32
  private static let digestLength = 43
  private static let dayMilliseconds: Int64 = 86_400_000

  /// - Parameters:
  ///   - lines: the lines that were kept. A line that is no digest is left out; all are, if they
  ///     belong to another password.
  ///   - password: the password of the site; nil where there is none.
  init(restoring lines: [String], password: String?) {
    self.password = password
    (digests, uses) = ([], [])
    let mark = lines.first { $0.hasPrefix(Self.markPrefix) }
    guard mark == nil || mark == self.mark else { return }
    digests = lines.suffix(Self.most).filter { $0.utf8.count == Self.digestLength }
    uses = digests.map { _ in .min }
  }

  /// The lines to keep for the next run.
  var lines: [String] { [mark] + digests }

  /// Tells which password the sessions belong to: when an earlier password returns, its sessions
  /// must not. It is too short to guess the password from.
  private var mark: String { Self.markPrefix + digest(of: "").prefix(2) }
  private static let markPrefix = "password "

  /// The digest of a token: SHA-256 in Base64.
  func digest(of token: String) -> String {
    let text = Array("\(token)\n\(password ?? "")".utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = SHA256(text, text.count, &digest)
    return Base64.encode(digest[...], .url)
  }

  /// Begins a session, in place of the least recently used one if there are too many.
  /// - Parameter random: `tokenBytes` random bytes.
  /// - Returns: the browser's token.
  mutating func begin(random: [UInt8], at now: Int64) -> String {
    if digests.count >= Self.most, let oldest = uses.indices.min(by: { uses[$0] < uses[$1] }) {
      digests.remove(at: oldest)
      uses.remove(at: oldest)
    }
    let token = Base64.encode(random[...], .url)
    digests.append(digest(of: token))
    uses.append(now)
    return token
  }

  func has(_ digest: String) -> Bool { digests.contains(digest) }

  /// Notes that a session is used.
  /// - Returns: whether there is such a session.
  @discardableResult
  mutating func use(_ digest: String, at now: Int64) -> Bool {
    guard let place = digests.firstIndex(of: digest) else { return false }
    let last = uses[place]
    uses[place] = now
    if last < now - Self.dayMilliseconds {
      digests.append(digests.remove(at: place))
      uses.append(uses.remove(at: place))
    }
    return true
  }

  mutating func end(_ digest: String) {
    guard let place = digests.firstIndex(of: digest) else { return }
    digests.remove(at: place)
    uses.remove(at: place)
  }
}
