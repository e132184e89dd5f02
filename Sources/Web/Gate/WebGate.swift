/// Decides who may do what, by the host that a request is for, the page that it comes from, and who
/// sends it.
struct WebGate {
  let rules: WebRules
  private(set) var pairing: WebPairing?
  private(set) var sessions: WebSessions
  private var tries = FailedTries()

  init(_ rules: WebRules, sessions: [String]) {
    self.rules = rules
    self.sessions = WebSessions(restoring: sessions, password: rules.password)
  }

  /// Refuses a request that is for another name, or comes from another site's page. Such a page may
  /// link to ours, but may not load what is meant for viewers.
  func checkSite(_ request: WebRequest) throws(WebRefusal) {
    guard rules.isOwn(host: request.host) else { throw .host }
    if let origin = request.origin, !isOwn(origin: origin, request) { throw .origin }
    if request.isOfOtherOrigin, request.path != "/" { throw .origin }
  }

  /// Whether the client may look: its token, its session, or its address (this machine) is known.
  /// - Throws: `unpaired` for a wrong token; `tries` for a token that comes too soon after others.
  mutating func knows(_ request: WebRequest, at now: Int64) throws(WebRefusal) -> Bool {
    if let bearer = request.bearer, let token = rules.token {
      // The right token is never held up: it is too long to be guessed.
      if isSameSecret(token, bearer) { return true }
      let wait = wait(request, at: now)
      guard wait == 0 else { throw .tries }
      tries.fail(client(of: request), isGuess: false, at: now)
      throw .unpaired
    }
    // A client that comes through a proxy on this machine is itself elsewhere.
    if rules.trustsLoopback, request.peer.isLoopback, !request.isForwarded { return true }
    guard let session = session(of: request) else { return false }
    return sessions.use(session, at: now)
  }

  /// Refuses a change that has neither this site's origin nor a token. Another site's page can send
  /// a form, but with neither of them.
  func checkChange(_ request: WebRequest) throws(WebRefusal) {
    guard request.origin != nil || request.bearer != nil && rules.token != nil else {
      throw .origin
    }
  }

  // MARK: Pairing

  mutating func beginPairing(random: [UInt8], at now: Int64) -> WebPairing {
    let pairing = WebPairing(random: random, at: now)
    self.pairing = pairing
    tries.forgetNewcomers()
    return pairing
  }

  mutating func endPairing() { pairing = nil }

  var canPair: Bool { rules.allowsPairing || rules.password != nil }

  /// Lets somebody in who has seen the panel, or who knows the password.
  /// - Parameter key: the secret of the code, the six digits, or the password.
  mutating func pair(_ key: String, _ request: WebRequest, at now: Int64) throws(WebRefusal) {
    let offer = pairing.flatMap { $0.validUntil > now ? $0 : nil }
    // The code's secret cannot be guessed. So it needs no wait, and a crowd of guessers does not
    // keep out those who see the panel.
    if let offer, isSameSecret(offer.secret, key) { return endPairing() }
    let client = client(of: request)
    let hasToWait = tries.wait(client, at: now) > 0
    if hasToWait, offer == nil || !tries.admit(client, at: now) { throw .tries }
    if let offer, isSameSecret(offer.digits, key) { return endPairing() }
    if let password = rules.password, isSameSecret(password, key) { return }
    tries.fail(client, isGuess: !hasToWait, at: now)
    throw .key
  }

  /// - Returns: the token that the browser is to keep.
  mutating func beginSession(random: [UInt8], at now: Int64) -> String {
    sessions.begin(random: random, at: now)
  }

  mutating func endSession(_ session: String) { sessions.end(session) }

  mutating func useSession(_ session: String, at now: Int64) { sessions.use(session, at: now) }

  /// The session of the token that a browser sends, whether known or not.
  func session(of request: WebRequest) -> String? {
    request.cookie(cookieName(for: request)).map(sessions.digest)
  }

  /// The name of the cookie that holds a browser's token. With TLS it has another name than without:
  /// a browser that got a secure cookie from this host does not replace it without TLS (RFC 6265bis,
  /// "Storage Model"), and could not pair there.
  func cookieName(for request: WebRequest) -> String {
    isSecure(request) ? "__Host-tealight" : "tealight"
  }

  /// Milliseconds until this visitor may try again.
  func wait(_ request: WebRequest, at now: Int64) -> Int64 {
    tries.wait(client(of: request), at: now)
  }

  // MARK: Where from

  func isProxy(_ address: IPAddress) -> Bool { rules.proxies.contains(address) }

  /// Whether the browser speaks TLS, with us or with a proxy.
  func isSecure(_ request: WebRequest) -> Bool {
    request.isSecure
      || isProxy(request.peer) && request.forwarded.last?.scheme == "https"
  }

  /// The address that a client is counted by: behind proxies, the last address that is not a
  /// proxy's.
  private func client(of request: WebRequest) -> IPAddress {
    var address = request.peer
    for step in request.forwarded.reversed() where isProxy(address) {
      guard let before = step.address else { break }
      address = before
    }
    return address == request.peer ? request.countsAs : address.neighbourhood
  }

  /// - Parameter origin: `http://panel.local:8470`.
  private func isOwn(origin: String, _ request: WebRequest) -> Bool {
    let scheme = isSecure(request) ? "https" : "http"
    return origin.lowercased() == "\(scheme)://\(request.host)".lowercased()
  }
}

/// Compares in a time that depends on the lengths alone. An empty `known` equals nothing.
func isSameSecret(_ known: String, _ said: String) -> Bool {
  let (known, said) = (Array(known.utf8), Array(said.utf8))
  guard !known.isEmpty else { return false }
  var difference: UInt8 = known.count == said.count ? 0 : 1
  for index in said.indices {
    difference |= said[index] ^ known[index % known.count]
  }
  return difference == 0
}
