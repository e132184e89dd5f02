import CMicrohttpd
import Glibc
import Timing

/// Serves a site over HTTP or HTTPS. It has no thread and never blocks. Its owner polls its
/// descriptors, and gives it a turn when one is readable or its deadline is due.
public final class WebServer {
  /// PEM texts, the whole chain in the first.
  public struct Certificate: Sendable {
    public let chain: String
    public let key: String

    public init(chain: String, key: String) {
      (self.chain, self.key) = (chain, key)
    }
  }

  private let site: WebSite
  private let isSecure: Bool
  private var servers: [OpaquePointer] = []
  private var connections: [UInt64: OpaquePointer] = [:]
  private var numbers: [OpaquePointer: UInt64] = [:]
  private var lastNumber: UInt64 = 0
  /// The fields of the head that is being received.
  private var fields: [WebField] = []
  private var now: Int64 = 0
  /// Whether the library called the server in the last turn.
  private var hasHeard = false
  /// As long as a TLS handshake is half done, the library (0.9.75) wants its next turn at once,
  /// whether or not anything comes. If it made no call in the last turn, the server waits this many
  /// milliseconds. New data still wakes it, by a readable descriptor.
  private static let restMilliseconds: Int64 = 20

  /// - Parameters:
  ///   - listeners: those whose addresses the site's rules name.
  ///   - certificate: nil for plain HTTP.
  /// - Throws: `noLibrary` where libmicrohttpd cannot be opened; `notStarted` where it does not start,
  ///   as with a wrong certificate or key.
  public init(
    _ site: WebSite, on listeners: consuming WebListeners, certificate: Certificate? = nil
  ) throws(WebError) {
    self.site = site
    isSecure = certificate != nil
    if let reason = tealight_web_open() { throw .noLibrary(reason: String(cString: reason)) }
    let addresses = listeners.addresses
    var descriptors = listeners.take()
    var calls = calls
    for address in addresses {
      var why = [CChar](repeating: 0, count: 256)
      guard
        let server = tealight_web_start(
          &calls, descriptors.removeFirst(), UInt32(WebSite.connectionsMax), certificate?.chain,
          certificate?.key, &why, why.count)
      else {
        for descriptor in descriptors { close(descriptor) }
        stop()
        let reason = why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw .notStarted(address, reason: String(decoding: reason, as: UTF8.self))
      }
      servers.append(server)
    }
  }

  deinit { stop() }

  /// The descriptors to poll for reading.
  public var descriptors: [Int32] { servers.map { tealight_web_descriptor($0) } }

  /// When a turn is due although no descriptor is readable.
  public var deadline: Deadline {
    var soonest = site.deadline
    for server in servers {
      let milliseconds = tealight_web_timeout(server)
      guard milliseconds >= 0 else { continue }
      let rests = isSecure && !hasHeard ? Self.restMilliseconds : 0
      soonest.advance(to: Deadline(now + max(milliseconds, rests)))
    }
    return soonest
  }

  /// Does what is due: hears, answers, sends.
  /// - Parameter now: monotonic milliseconds.
  public func turn(at now: Int64) {
    self.now = now
    hasHeard = false
    site.advance(to: now)
    obey()
    for server in servers { tealight_web_run(server) }
  }

  /// If the site is full, ends at once the viewers who have left. Otherwise they end with the next
  /// event for them.
  private func makeRoom() {
    guard site.isFull else { return }
    for number in site.viewers {
      guard let connection = connections[number], tealight_web_has_left(connection) != 0 else {
        continue
      }
      site.end(number)
    }
  }

  private func obey() {
    for order in site.takeOrders() {
      switch order {
      case .wake(let number): connections[number].map { tealight_web_wake($0) }
      case .shut(let number): connections[number].map { tealight_web_shut($0) }
      }
    }
  }

  /// Ends every connection. Nothing is served from then on.
  public func stop() {
    for server in servers { tealight_web_stop(server) }
    servers = []
  }

  // MARK: What the library tells

  private var calls: tealight_web_calls {
    tealight_web_calls(
      user: Unmanaged.passUnretained(self).toOpaque(),
      accepts: { user, bytes, count in
        let server = WebServer.of(user)
        // Another connection may have to be closed for this one.
        server.makeRoom()
        defer { server.obey() }
        guard let peer = WebServer.address(bytes, count) else { return 0 }
        return server.site.accepts(peer, at: server.now) ? 1 : 0
      },
      opened: { user, connection, bytes, count, own in
        WebServer.of(user).opened(
          connection!, WebServer.address(bytes, count), own.flatMap { WebServer.address($0, count) }
        )
      },
      field: { user, _, name, value in
        let field = WebField(String(cString: name!), String(cString: value!))
        WebServer.of(user).fields.append(field)
      },
      head: { user, connection, method, target, version, count in
        WebServer.of(user).began(
          connection!, String(cString: method!), String(cString: target!),
          String(cString: version!), count)
      },
      whole: { user, connection, bytes, count in
        let body = Array(UnsafeBufferPointer(start: bytes, count: count))
        WebServer.of(user).asked(connection!, body)
      },
      read: { user, connection, room, count in
        WebServer.of(user).read(connection!, room!, count)
      },
      sent: { user, connection in
        let server = WebServer.of(user)
        server.numbers[connection!].map { server.site.sent($0, at: server.now) }
      },
      closed: { user, connection in WebServer.of(user).closed(connection!) })
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> WebServer {
    let server = Unmanaged<WebServer>.fromOpaque(user!).takeUnretainedValue()
    server.hasHeard = true
    return server
  }

  private static func address(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> IPAddress? {
    IPAddress(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
  }

  private func opened(_ connection: OpaquePointer, _ peer: IPAddress?, _ own: IPAddress?) {
    guard let peer else { return }
    lastNumber += 1
    connections[lastNumber] = connection
    numbers[connection] = lastNumber
    site.opened(lastNumber, peer, on: own, at: now)
  }

  private func began(
    _ connection: OpaquePointer, _ method: String, _ target: String, _ version: String,
    _ headBytes: Int
  ) {
    let fields = fields
    self.fields = []
    guard let number = numbers[connection] else { return }
    let answer = site.began(number, at: now) { (peer) throws(WebRefusal) in
      try WebRequest(
        method: method, target: target, version: version, fields: fields, headBytes: headBytes,
        peer: peer, isSecure: isSecure)
    }
    if let answer { send(answer, to: connection) }
  }

  private func asked(_ connection: OpaquePointer, _ body: [UInt8]) {
    guard let number = numbers[connection] else { return }
    makeRoom()
    send(site.asked(number, body, at: now), to: connection)
  }

  private func read(
    _ connection: OpaquePointer, _ room: UnsafeMutablePointer<UInt8>, _ most: Int
  ) -> Int {
    guard let number = numbers[connection] else { return TEALIGHT_WEB_END }
    switch site.read(number, most, at: now) {
    case .bytes(let bytes):
      for (index, byte) in bytes.enumerated() { room[index] = byte }
      return bytes.count
    case .later: return TEALIGHT_WEB_LATER
    case .end: return TEALIGHT_WEB_END
    }
  }

  private func closed(_ connection: OpaquePointer) {
    guard let number = numbers.removeValue(forKey: connection) else { return }
    connections[number] = nil
    site.closed(number)
  }

  private func send(_ answer: WebAnswer, to connection: OpaquePointer) {
    let words = answer.fields.flatMap { [strdup($0.name), strdup($0.value)] } + [nil]
    defer { for word in words { free(word) } }
    let status = UInt32(answer.status)
    words.map { UnsafePointer($0) }.withUnsafeBufferPointer { fields in
      switch answer.body {
      case .bytes(let bytes):
        tealight_web_answer(connection, status, fields.baseAddress, bytes, bytes.count)
      case .stream: tealight_web_stream(connection, status, fields.baseAddress)
      }
    }
  }
}
