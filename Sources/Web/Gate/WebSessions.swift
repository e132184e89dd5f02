import COpenSSL

/// Who has paired. A browser keeps a token of 256 random bits as a cookie; what is kept of it here lets
/// nobody in, and is worth nothing once the password is another one.
struct WebSessions {
  /// What is kept of each token, those that were not used for longest first. That is as of their first
  /// use in a day, as it is written each time.
  private(set) var digests: [String]
  /// When each was used last, monotonic milliseconds.
  private var uses: [Int64]
  private let password: String?

  static let most = 16
  static let tokenBytes = 32
  private static let digestLength = 43
  private static let dayMilliseconds: Int64 = 86_400_000

  /// - Parameters:
  ///   - lines: those that were kept; what is none is left out, and all where they are of another password.
  ///   - password: that of the site; nil where there is none.
  init(restoring lines: [String], password: String?) {
    self.password = password
    (digests, uses) = ([], [])
    let mark = lines.first { $0.hasPrefix(Self.markPrefix) }
    guard mark == nil || mark == self.mark else { return }
    digests = lines.suffix(Self.most).filter { $0.utf8.count == Self.digestLength }
    uses = digests.map { _ in .min }
  }

  /// What is kept for the next run.
  var lines: [String] { [mark] + digests }

  /// Of which password they are: sessions do not come back with the one before. It says too little to guess
  /// the password by.
  private var mark: String { Self.markPrefix + digest(of: "").prefix(2) }
  private static let markPrefix = "password "

  /// What is kept of a token: a SHA-256 in Base64.
  func digest(of token: String) -> String {
    let text = Array("\(token)\n\(password ?? "")".utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = SHA256(text, text.count, &digest)
    return Base64.encode(digest[...], .url)
  }

  /// The one used least lately gives way where there are too many.
  /// - Parameter random: `tokenBytes` of them.
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

  /// A session that goes on.
  /// - Returns: whether there is such a one.
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
