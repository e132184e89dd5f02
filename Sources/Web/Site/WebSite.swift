import Timing

/// The site without its connections: events go in, answers and orders come out. All rules about who
/// may do what, and how much, are here and in its gate.
public final class WebSite {
  private unowned let backend: any WebBackend
  private var gate: WebGate
  private var visitors: [UInt64: Visitor] = [:]
  private var orders: [Order] = []
  public private(set) var counts = WebCounts()

  /// What is to be done with a connection.
  enum Order: Equatable {
    /// A stream that had nothing to send has something, or is at its end.
    case wake(UInt64)
    case shut(UInt64)
  }

  /// The next part of a stream.
  enum Chunk: Equatable {
    case bytes(ArraySlice<UInt8>)
    /// Nothing until it is woken.
    case later
    case end
  }

  static let connectionsMax = 16
  private static let unknownOfAnAddressMax = 4
  private static let viewersMax = 8

  /// - Parameters:
  ///   - backend: lives as long as the site.
  ///   - sessions: the lines that an earlier site gave as `kept`.
  public init(_ rules: WebRules, _ backend: any WebBackend, sessions: [String] = []) {
    self.backend = backend
    gate = WebGate(rules, sessions: sessions)
  }

  // MARK: From the program

  /// To be called when what is shown, said or chosen may have changed: tells the viewers.
  public func changed() {
    let waiting = visitors.keys.filter { visitors[$0]?.viewer?.isParked == true }
    guard !waiting.isEmpty else { return }
    let news = WebNews(backend)
    wake(waiting) { $0.wakes(for: news) }
  }

  /// Begins a pairing, when somebody at the panel wants to let a browser in. An earlier offer is
  /// void.
  public func beginPairing(at now: Int64) -> WebPairing {
    gate.beginPairing(random: backend.randomBytes(WebPairing.randomBytes), at: now)
  }

  public func endPairing() { gate.endPairing() }

  /// The present offer; nil once it was used or is over.
  public func pairing(at now: Int64) -> WebPairing? {
    gate.pairing.flatMap { $0.validUntil > now ? $0 : nil }
  }

  /// The paired browsers' sessions, to be kept for the next site.
  public var kept: [String] { gate.sessions.lines }
  var sessions: [String] { gate.sessions.digests }

  public var viewerCount: Int { visitors.values.count { $0.viewer != nil } }

  /// The numbers of the viewers' connections.
  var viewers: [UInt64] { visitors.keys.filter { visitors[$0]?.viewer != nil } }

  /// Whether one more visitor may have to be refused.
  var isFull: Bool {
    viewerCount >= Self.viewersMax
      || visitors.values.count { !$0.isOver } >= Self.connectionsMax
  }

  /// When something is due although nothing happens.
  var deadline: Deadline {
    orders.isEmpty ? visitors.values.map(\.deadline).min() ?? .never : .immediately
  }

  func advance(to now: Int64) {
    let due = visitors.keys.filter { visitors[$0]?.deadline.isDue(at: now) == true }
    for number in due where !wake([number], { $0.wakesForPing(at: now) }) {
      if visitors[number]?.isIdle == false { counts.refused(.late) }
      end(number)
    }
  }

  func takeOrders() -> [Order] {
    defer { orders = [] }
    return orders
  }

  // MARK: From the connections

  func accepts(_ peer: IPAddress, at now: Int64) -> Bool {
    let isTrusted = gate.rules.trustsLoopback && peer.isLoopback || gate.isProxy(peer)
    let isStranger = { (visitor: Visitor) in
      !visitor.isKnown && [peer, peer.neighbourhood].contains(visitor.countsAs)
    }
    guard isTrusted || makeRoom(among: isStranger, most: Self.unknownOfAnAddressMax, at: now) else {
      counts.refused(.addressConnections)
      return false
    }
    guard makeRoom(among: { _ in true }, most: Self.connectionsMax, isForAll: true, at: now) else {
      counts.refused(.connections)
      return false
    }
    return true
  }

  /// Makes room for one more of some visitors. If there are too many, shuts the stranger among them
  /// that has been idle longest: unused connections must not keep others out.
  /// - Parameter isForAll: whether nobody at all would get in. Then, if no stranger is idle, any
  ///   other connection that waits is shut; a browser that still needs it connects again, and asks
  ///   at once.
  /// - Returns: whether there is room.
  private func makeRoom(
    among isMeant: (Visitor) -> Bool, most: Int, isForAll: Bool = false, at now: Int64
  ) -> Bool {
    let meant = visitors.filter { !$0.value.isOver && isMeant($0.value) }
    guard meant.count >= most else { return true }
    var idle = meant.filter { $0.value.isIdleStranger(at: now) }
    if idle.isEmpty, isForAll {
      let waiting = meant.filter(\.value.isWaiting)
      let strangers = waiting.filter { !$0.value.isKnown }
      idle = strangers.isEmpty ? waiting : strangers
    }
    guard
      let longest = idle.min(by: { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) })?.key
    else { return false }
    end(longest)
    return true
  }

  /// Ends a visitor whose connection is still there, and orders the connection to be shut.
  func end(_ number: UInt64) {
    visitors[number]?.end()
    orders.append(.shut(number))
  }

  /// - Parameter own: the address of this machine that was reached; nil where it is not known.
  func opened(_ number: UInt64, _ peer: IPAddress, on own: IPAddress? = nil, at now: Int64) {
    visitors[number] = Visitor(peer, on: own, at: now)
  }

  /// Judges the head of a request.
  /// - Returns: a refusal; nil while the body is still to come.
  func began(
    _ number: UInt64, at now: Int64, _ read: (IPAddress) throws(WebRefusal) -> WebRequest
  ) -> WebAnswer? {
    guard let (peer, countsAs) = visitors[number].map({ ($0.peer, $0.countsAs) }) else {
      return nil
    }
    var request: WebRequest?
    do throws(WebRefusal) {
      var read = try read(peer)
      read.countsAs = countsAs
      request = read
      try gate.checkSite(read)
      let route = try WebRoute(read)
      var isKnown = false
      if route.isForKnown { isKnown = try gate.knows(read, at: now) }
      if route.isForKnown, !isKnown { throw .unpaired }
      if route.changes { try gate.checkChange(read) }
      if route.presses, gate.rules.isViewOnly { throw .viewOnly }
      let session = gate.session(of: read).flatMap { gate.sessions.has($0) ? $0 : nil }
      visitors[number]?.began(read, isKnown: isKnown, session: session, at: now)
      return nil
    } catch {
      visitors[number]?.refused(at: now)
      return refuse(error, request, at: now)
    }
  }

  /// Answers a whole request.
  func asked(_ number: UInt64, _ body: [UInt8], at now: Int64) -> WebAnswer {
    guard let request = visitors[number]?.takeRequest(at: now) else {
      return refuse(.malformed, nil, at: now)
    }
    do throws(WebRefusal) {
      let answer = try answer(request, body, from: number, at: now)
      counts.answered(answer.status)
      return answer
    } catch {
      return refuse(error, request, at: now)
    }
  }

  func read(_ number: UInt64, _ most: Int, at now: Int64) -> Chunk {
    // A viewer that goes on reading uses its session.
    if let session = visitors[number]?.session { gate.useSession(session, at: now) }
    let news = visitors[number]?.viewer?.isDrained == true ? WebNews(backend) : nil
    let bytes = visitors[number]?.withViewer { $0.read(most, news, at: now) } ?? nil
    guard let bytes else { return .end }
    return bytes.isEmpty ? .later : .bytes(bytes)
  }

  func sent(_ number: UInt64, at now: Int64) { visitors[number]?.sent(at: now) }

  func closed(_ number: UInt64) { visitors[number] = nil }

  // MARK: Answers

  private func answer(
    _ request: WebRequest, _ body: [UInt8], from number: UInt64, at now: Int64
  ) throws(WebRefusal) -> WebAnswer {
    switch try WebRoute(request) {
    case .page: return WebPage.answer(nonce: Base64.encode(backend.randomBytes(18)[...], .url))
    case .events:
      let panels = request.query["panel"] == nil ? nil : try panel(request)
      let type = "text/event-stream"
      guard viewerCount < Self.viewersMax else { throw .viewers }
      // By HEAD the page asks whether it would be let in; the answer ends at once.
      if request.method == "HEAD" { return WebAnswer(200, type, .bytes([])) }
      let numbers = panels.map { [$0] } ?? Array(0..<backend.panelCount)
      let isPaired = visitors[number]?.session != nil
      visitors[number]?.watch(
        Viewer(of: numbers, among: backend.panelCount, isPaired: isPaired, at: now))
      return WebAnswer(200, type, .stream, with: [WebField("X-Accel-Buffering", "no")])
    case .picture:
      guard let png = backend.png(of: try panel(request)) else { throw .path }
      return WebAnswer(200, "image/png", .bytes(png))
    case .state: return WebAnswer(200, "application/json", .bytes(Array(backend.stateLine.utf8)))
    case .metrics:
      let type = "application/openmetrics-text; version=1.0.0; charset=utf-8"
      return WebAnswer(200, type, .bytes(Array(backend.metrics.utf8)))
    case .health:
      return backend.isHealthy
        ? WebAnswer(200, text: "ok") : WebAnswer(503, text: "no live data")
    case .command: return perform(.command(try text(body)))
    case .notice: return perform(.notice(try text(body)))
    case .pair:
      guard gate.canPair, let key = FormFields(body)["key"] else { throw .key }
      try gate.pair(key, request, at: now)
      let token = gate.beginSession(random: backend.randomBytes(WebSessions.tokenBytes), at: now)
      endStreams(at: now)
      return WebAnswer(
        303, text: "welcome",
        with: [WebField("Location", "/"), cookie(token, seconds: 31_536_000, request)])
    case .leave:
      if let session = gate.session(of: request) { gate.endSession(session) }
      endStreams(at: now)
      return .done(with: [cookie("", seconds: 0, request)])
    }
  }

  /// Ends the streams of viewers whose session no longer exists.
  private func endStreams(at now: Int64) {
    for (number, visitor) in visitors where visitor.viewer != nil {
      guard let session = visitor.session, !gate.sessions.has(session) else { continue }
      visitors[number]?.endStream(at: now)
      orders.append(.wake(number))
    }
  }

  private func perform(_ order: WebOrder) -> WebAnswer {
    switch backend.perform(order) {
    case .done: .done()
    case .refused(let sentence): WebAnswer(400, text: sentence)
    }
  }

  private func text(_ body: [UInt8]) throws(WebRefusal) -> String {
    guard let text = String(validating: body, as: UTF8.self) else { throw .malformed }
    return text
  }

  private func panel(_ request: WebRequest) throws(WebRefusal) -> Int {
    let number = request.query["panel"].map { Int($0) } ?? 0
    guard let number, (0..<backend.panelCount).contains(number) else { throw .path }
    return number
  }

  private func cookie(_ token: String, seconds: Int, _ request: WebRequest) -> WebField {
    let secure = gate.isSecure(request) ? "; Secure" : ""
    return WebField(
      "Set-Cookie",
      "\(gate.cookieName(for: request))=\(token); Path=/; Max-Age=\(seconds); HttpOnly; "
        + "SameSite=Strict\(secure)")
  }

  private func refuse(_ refusal: WebRefusal, _ request: WebRequest?, at now: Int64) -> WebAnswer {
    counts.refused(refusal)
    counts.answered(refusal.status)
    var more: [WebField] = []
    switch refusal {
    case .method:
      more = [WebField("Allow", request.flatMap { WebRoute.allowed[$0.path] } ?? "GET, HEAD")]
    case .unpaired: more = [WebField("WWW-Authenticate", "Bearer")]
    case .viewers: more = [WebField("Retry-After", "10")]
    case .tries:
      let wait = request.map { gate.wait($0, at: now) } ?? 1_000
      more = [WebField("Retry-After", String((wait + 999) / 1_000))]
    default: break
    }
    return WebAnswer(refusal.status, text: refusal.sentence, with: more)
  }

  /// - Returns: whether any of them is woken.
  @discardableResult
  private func wake(_ numbers: [UInt64], _ body: (inout Viewer) -> Bool) -> Bool {
    let woken = numbers.filter { visitors[$0]?.withViewer(body) ?? false }
    orders += woken.map { .wake($0) }
    return !woken.isEmpty
  }
}
