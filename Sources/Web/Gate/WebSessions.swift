/// Who has paired: tokens of 256 random bits that browsers keep as a cookie.
struct WebSessions {
  /// The oldest first.
  private(set) var tokens: [String]
  /// When each was used last, monotonic milliseconds.
  private var uses: [Int64]

  static let most = 16
  static let tokenBytes = 32

  /// - Parameter tokens: those that were kept; what is none is left out.
  init(restoring tokens: [String]) {
    let length = (Self.tokenBytes * 4 + 2) / 3
    self.tokens = tokens.suffix(Self.most).filter { $0.utf8.count == length }
    uses = self.tokens.map { _ in .min }
  }

  /// The one used least lately gives way where there are too many.
  /// - Parameter random: `tokenBytes` of them.
  mutating func begin(random: [UInt8], at now: Int64) -> String {
    if tokens.count >= Self.most, let oldest = uses.indices.min(by: { uses[$0] < uses[$1] }) {
      tokens.remove(at: oldest)
      uses.remove(at: oldest)
    }
    let token = Base64.encode(random[...], .url)
    tokens.append(token)
    uses.append(now)
    return token
  }

  mutating func isKnown(_ token: String, at now: Int64) -> Bool {
    guard let place = place(of: token) else { return false }
    uses[place] = now
    return true
  }

  func has(_ token: String) -> Bool { place(of: token) != nil }

  /// A session that was known is used: with each picture, so it is not compared as a guess is.
  mutating func touch(_ token: String, at now: Int64) {
    if let place = tokens.firstIndex(of: token) { uses[place] = now }
  }

  mutating func end(_ token: String) {
    guard let place = place(of: token) else { return }
    tokens.remove(at: place)
    uses.remove(at: place)
  }

  /// Looks at all of them: how long it takes does not say which it is.
  private func place(of token: String) -> Int? {
    var found: Int?
    for (index, known) in tokens.enumerated() where isSameSecret(known, token) { found = index }
    return found
  }
}

/// Compares in a time that depends on the lengths alone. Nothing is no secret.
func isSameSecret(_ known: String, _ said: String) -> Bool {
  let (known, said) = (Array(known.utf8), Array(said.utf8))
  guard !known.isEmpty else { return false }
  var difference: UInt8 = known.count == said.count ? 0 : 1
  for index in said.indices {
    difference |= said[index] ^ known[index % known.count]
  }
  return difference == 0
}
