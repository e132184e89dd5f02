import CCurl
import Glibc
import Timing

/// All connections and requests, on one libcurl multi handle and one thread.
///
/// Callers give ids to sockets and calls; the events of a socket or call carry its id. No event
/// follows for a socket that the caller closed.
public final class Wire {
  /// What happened to a socket or a call.
  public enum Event {
    case opened(SocketID)
    /// A whole text or binary message; the bytes are valid during the call only.
    case message(SocketID, UnsafeBufferPointer<UInt8>)
    /// A pong, with the number of the ping that it answers; nil if it carries something else.
    case pong(SocketID, number: Int?)
    /// `status` is the HTTP status that the upgrade was answered with, if it was not 101.
    case closed(
      SocketID, reason: String, status: Int?, retryAfterSeconds: Int64?, cause: Cause)
    /// Names of `fields` are in lower case, `retry-after` is in seconds; the body is unpacked,
    /// valid during the call only.
    case answered(
      TransferID, status: Int, fields: [(name: String, value: String)],
      body: UnsafeBufferPointer<UInt8>)
    case unanswered(TransferID, reason: String, cause: Cause)
    /// A connection takes long, for this reason; it is still being tried.
    case delayed(SocketID, reason: String, cause: Cause)
    /// The last network was lost; or there is a network again, or another one, so that connecting
    /// again is worth trying.
    case network(isUp: Bool)
  }

  /// Why the server cannot be reached.
  public enum Cause: String, Equatable, Sendable {
    /// There is no network.
    case network
    /// The name cannot be looked up.
    case nameLookup = "name-lookup"
    /// The certificate cannot be trusted; `clock` if the only cause is that this machine's clock is
    /// wrong.
    case certificate, clock
    case other
  }

  /// Another descriptor that the loop waits for as well.
  public struct Watch {
    public let descriptor: Int32
    public var isReady = false

    public init(_ descriptor: Int32) { self.descriptor = descriptor }
  }

  let multi: UnsafeMutableRawPointer
  private(set) var sockets: [WebSocket] = []
  private(set) var transfers: [Transfer] = []
  private(set) var lookups: [Lookup] = []
  private(set) var limit = TimeLimit()
  private var waits: [curl_waitfd] = []
  private let network: NetworkWatch?
  private let userAgent: String
  private var networkHasSpoken = false
  private let systemAnchors: TrustAnchors

  /// - Parameters:
  ///   - network: reports networks that come and go; nil for no such reports.
  ///   - userAgent: the name of the program, as it is sent to servers.
  public convenience init(watching network: NetworkWatch? = nil, userAgent: String = "tealight") {
    self.init(watching: network, userAgent: userAgent, systemAnchors: .system)
  }

  /// - Parameter systemAnchors: the CAs to trust where a caller names none.
  init(watching network: NetworkWatch? = nil, userAgent: String, systemAnchors: TrustAnchors) {
    self.network = network
    self.userAgent = userAgent
    self.systemAnchors = systemAnchors
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    multi = curl_multi_init()!
  }

  deinit {
    for socket in sockets { curl_multi_remove_handle(multi, socket.curl.handle) }
    for transfer in transfers { curl_multi_remove_handle(multi, transfer.curl.handle) }
    for lookup in lookups { curl_multi_remove_handle(multi, lookup.curl.handle) }
    curl_multi_cleanup(multi)
  }

  /// Opens a WebSocket; `opened` or `closed` follows.
  /// - Parameters:
  ///   - url: `wss://…` or `ws://…`.
  ///   - caFile: PEM file of the only CAs to trust; nil for the system's.
  public func connect(_ id: SocketID, url: String, caFile: String?) {
    guard let url = WireURL(url) else { preconditionFailure("not a WebSocket URL: \(url)") }
    close(id)
    let socket = WebSocket(id: id, url: url, userAgent: userAgent, trusting: anchors(caFile))
    socket.curl.allow(limit.milliseconds())
    sockets.append(socket)
    curl_multi_add_handle(multi, socket.curl.handle)
  }

  /// Sends a text message on an open socket.
  public func send(_ id: SocketID, text: String) { socket(id)?.send(text: text) }

  /// Sends a ping that carries a number on an open socket; `pong` with the same number follows if
  /// the server answers.
  public func ping(_ id: SocketID, number: Int) { socket(id)?.ping(number: number) }

  /// Sends a Close frame if that is possible without waiting, and forgets the socket.
  public func close(_ id: SocketID) {
    guard let socket = socket(id) else { return }
    socket.close()
    forget(socket)
  }

  /// Asks for a URL; `answered` or `unanswered` follows. Redirects are not followed.
  /// - Parameter headers: in addition to our own; a name or value that is not valid in a header is
  ///   left out.
  public func get(
    _ id: TransferID, url: String, headers: [(name: String, value: String)] = [],
    caFile: String?
  ) {
    let transfer = Transfer(
      id: id, url: url, headers: headers, userAgent: userAgent, trusting: anchors(caFile))
    transfer.curl.allow(limit.milliseconds())
    transfers.append(transfer)
    curl_multi_add_handle(multi, transfer.curl.handle)
  }

  /// When `turn` has to be called even if nothing arrives, by the caller's monotonic clock.
  public var deadline: Deadline {
    var soonest = Deadline.never
    for socket in sockets {
      soonest.advance(
        to: socket.isConnecting ? deadline(of: socket.curl) : socket.upgradeDeadline)
    }
    for transfer in transfers { soonest.advance(to: deadline(of: transfer)) }
    return soonest
  }

  /// Waits until one of the sockets or a watched descriptor is ready, or the time is over.
  public func wait(_ watches: inout [Watch], milliseconds: Int64) {
    waits.removeAll(keepingCapacity: true)
    for watch in watches {
      waits.append(curl_waitfd(fd: watch.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0))
    }
    for socket in sockets where socket.isOurs {
      let events =
        (socket.wantsRead ? CURL_WAIT_POLLIN : 0) | (socket.wantsWrite ? CURL_WAIT_POLLOUT : 0)
      waits.append(curl_waitfd(fd: socket.descriptor, events: Int16(events), revents: 0))
    }
    if let network {
      let events = Int16(CURL_WAIT_POLLIN)
      waits.append(curl_waitfd(fd: network.descriptor, events: events, revents: 0))
    }
    let limit = sockets.contains(where: \.isHungry) ? 0 : max(0, min(milliseconds, 600_000))
    curl_multi_poll(multi, &waits, UInt32(waits.count), Int32(limit), nil)
    for index in watches.indices { watches[index].isReady = waits[index].revents != 0 }
    networkHasSpoken = network != nil && waits[waits.count - 1].revents != 0
  }

  /// Does everything that can be done without waiting.
  public func turn(at now: Int64, _ deliver: (Event) -> Void) {
    if networkHasSpoken, let isUp = network?.read() { deliver(.network(isUp: isUp)) }
    networkHasSpoken = false
    // Connections that wait for a lookup continue in the turn in which it ends.
    repeat {
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
    } while handleFinished(at: now, deliver)
    watchSteps(at: now, deliver)
    for socket in sockets where socket.isOurs {
      socket.pump(at: now) { relay(socket, $0, deliver) }
    }
  }

  /// Handles the transfers that libcurl has finished.
  /// - Returns: whether libcurl has more to do at once.
  private func handleFinished(at now: Int64, _ deliver: (Event) -> Void) -> Bool {
    var hasMore = false
    var code = CURLE_OK
    while let handle = tealight_curl_finished(multi, &code) {
      if let lookup = lookups.first(where: { $0.curl.handle == handle }) {
        finish(lookup, code, at: now, deliver)
        hasMore = true
      } else if let socket = sockets.first(where: { $0.curl.handle == handle }) {
        if socket.curl.needsLookup {
          lookUp(for: socket.curl, at: now)
          hasMore = true
          continue
        }
        if let delay = socket.curl.roundTripMilliseconds { limit.measured(roundTrip: delay) }
        socket.connected(code, at: now, limit: limit.milliseconds()) { relay(socket, $0, deliver) }
      } else if let transfer = transfers.first(where: { $0.curl.handle == handle }) {
        if transfer.curl.needsLookup {
          lookUp(for: transfer.curl, at: now)
          hasMore = true
          continue
        }
        finish(transfer, code, at: now, deliver)
      }
    }
    return hasMore
  }

  private func relay(_ socket: WebSocket, _ event: WebSocket.Event, _ deliver: (Event) -> Void) {
    switch event {
    case .opened: deliver(.opened(socket.id))
    case .message(let bytes): deliver(.message(socket.id, bytes))
    case .pong(let number): deliver(.pong(socket.id, number: number))
    case .closed(let reason, let status, let wait, let cause):
      forget(socket)
      deliver(
        .closed(
          socket.id, reason: reason, status: status, retryAfterSeconds: wait, cause: cause))
    }
  }

  private func finish(
    _ transfer: Transfer, _ code: CURLcode, at now: Int64, _ deliver: (Event) -> Void
  ) {
    // Such an answer is late because the machine slept; it may have lain unread for all that time.
    if let askedAt = transfer.askedAt, deadline(of: transfer).isDue(at: now) {
      return fail(transfer, silence(since: askedAt, at: now), .other, deliver)
    }
    forget(transfer)
    guard code == CURLE_OK else {
      return deliver(
        .unanswered(transfer.id, reason: transfer.reason(code), cause: transfer.curl.cause(code)))
    }
    let fields = transfer.spokenFields(now: Int64(time(nil)))
    transfer.body.withUnsafeBufferPointer {
      deliver(
        .answered(transfer.id, status: transfer.status, fields: fields, body: $0))
    }
  }

  private func anchors(_ caFile: String?) -> TrustAnchors {
    caFile.map(TrustAnchors.file) ?? systemAnchors
  }

  private func socket(_ id: SocketID) -> WebSocket? { sockets.first { $0.id == id } }

  private func forget(_ transfer: Transfer) {
    transfers.removeAll { $0 === transfer }
    curl_multi_remove_handle(multi, transfer.curl.handle)
  }

  private func forget(_ socket: WebSocket) {
    sockets.removeAll { $0 === socket }
    curl_multi_remove_handle(multi, socket.curl.handle)
  }
}

// The steps on the way to an answer, each with a limit of its own: the name, the connection, the
// request. (The socket itself limits the upgrade.)
extension Wire {
  /// Lets a connection wait until its name is looked up.
  private func lookUp(for curl: CurlHandle, at now: Int64) {
    curl_multi_remove_handle(multi, curl.handle)
    guard !curl.hasWaited else {
      curl.lookUpAlone()
      curl_multi_add_handle(multi, curl.handle)
      return
    }
    curl.wait(since: now)
    guard lookup(for: curl) == nil else { return }
    let lookup = Lookup(curl.url, origin: curl.origin, at: now)
    lookups.append(lookup)
    curl_multi_add_handle(multi, lookup.curl.handle)
  }

  private func lookup(for curl: CurlHandle) -> Lookup? {
    lookups.first { $0.origin == curl.origin }
  }

  /// A lookup has ended: the connections that wait for it continue, or fail.
  private func finish(_ lookup: Lookup, _ code: CURLcode, at now: Int64, _ deliver: (Event) -> Void)
  {
    lookups.removeAll { $0 === lookup }
    curl_multi_remove_handle(multi, lookup.curl.handle)
    func isWaiting(_ curl: CurlHandle) -> Bool { curl.waits != nil && curl.origin == lookup.origin }
    if let failure = lookup.failure(code, at: now) {
      for socket in sockets where isWaiting(socket.curl) {
        socket.fail(failure.reason, failure.cause) { relay(socket, $0, deliver) }
      }
      for transfer in transfers where isWaiting(transfer.curl) {
        fail(transfer, failure.reason, failure.cause, deliver)
      }
    } else {
      for curl in sockets.map(\.curl) + transfers.map(\.curl) where isWaiting(curl) {
        curl.resume(at: now)
        curl.allow(limit.milliseconds())
        curl_multi_add_handle(multi, curl.handle)
      }
    }
  }

  private func fail(
    _ transfer: Transfer, _ reason: String, _ cause: Cause, _ deliver: (Event) -> Void
  ) {
    forget(transfer)
    deliver(.unanswered(transfer.id, reason: reason, cause: cause))
  }

  /// Gives up connections and requests that have taken too long, and reports those that take long.
  private func watchSteps(at now: Int64, _ deliver: (Event) -> Void) {
    for socket in sockets where socket.isConnecting {
      note(socket.curl, at: now)
      guard deadline(of: socket.curl).isDue(at: now) else { continue }
      if let waits = socket.curl.waits, now - waits.since < Lookup.limitMilliseconds {
        socket.curl.callSlow()
        let failure = failure(of: socket.curl, at: now)
        deliver(.delayed(socket.id, reason: failure.reason, cause: failure.cause))
      } else {
        let failure = failure(of: socket.curl, at: now)
        socket.fail(failure.reason, failure.cause) { relay(socket, $0, deliver) }
      }
    }
    for transfer in transfers {
      note(transfer.curl, at: now)
      if transfer.askedAt == nil, transfer.curl.isConnected {
        transfer.noteAsked(at: now)
        if let delay = transfer.curl.roundTripMilliseconds { limit.measured(roundTrip: delay) }
      }
      guard deadline(of: transfer).isDue(at: now) else {
        transfer.noteHeard(at: now)
        continue
      }
      if let askedAt = transfer.askedAt {
        fail(transfer, silence(since: askedAt, at: now), .other, deliver)
      } else if let waits = transfer.curl.waits, now - waits.since < Lookup.limitMilliseconds {
        transfer.curl.callSlow()
      } else {
        let failure = failure(of: transfer.curl, at: now)
        fail(transfer, failure.reason, failure.cause, deliver)
      }
    }
  }

  /// Notes the start of a connection that began since the last turn, and updates its time limit.
  private func note(_ curl: CurlHandle, at now: Int64) {
    guard curl.waits == nil else { return }
    curl.note(at: now)
    curl.allow(limit.milliseconds(curl.roundTripMilliseconds))
  }

  private func silence(since askedAt: Int64, at now: Int64) -> String {
    "no answer in \((now - askedAt) / 1_000) s"
  }

  /// Why there is no connection yet.
  private func failure(of curl: CurlHandle, at now: Int64) -> (reason: String, cause: Cause) {
    if let lookup = lookup(for: curl), curl.waits != nil {
      return (lookup.silence, Route.leadsOut ? .nameLookup : .network)
    }
    return ("no connection in \((now - (curl.begunAt ?? now)) / 1_000) s", .other)
  }

  /// When the present step of a connection counts as slow, or has taken too long.
  private func deadline(of curl: CurlHandle) -> Deadline {
    if let waits = curl.waits {
      return Deadline(
        waits.since + (waits.isSlow ? Lookup.limitMilliseconds : Lookup.slowMilliseconds))
    }
    guard let begunAt = curl.begunAt else { return .never }
    return Deadline(begunAt + limit.milliseconds(curl.roundTripMilliseconds))
  }

  /// An answer that still comes is given up only if it is not whole after the longest limit.
  private func deadline(of transfer: Transfer) -> Deadline {
    guard let askedAt = transfer.askedAt else { return deadline(of: transfer.curl) }
    return Deadline(
      min(transfer.heardAt + limit.milliseconds(), askedAt + TimeLimit.longestMilliseconds))
  }
}

/// How long a step on the way to an answer may take: ten seconds, and longer where the network has
/// been seen to be slow.
struct TimeLimit {
  private static let usualMilliseconds: Int64 = 10_000
  static let longestMilliseconds: Int64 = 60_000
  /// TCP, a proxy, two for TLS 1.2, and the same again for packets that are lost or late.
  private static let roundTrips: Int64 = 6

  /// The largest round trip of recent connections; a shorter measurement halves it at most.
  private var roundTripMilliseconds: Int64 = 0

  mutating func measured(roundTrip milliseconds: Int64) {
    guard milliseconds > 0 else { return }  // An open connection was reused.
    roundTripMilliseconds = max(milliseconds, roundTripMilliseconds / 2)
  }

  /// - Parameter roundTrip: the round trip of the connection itself; nil before it is measured.
  func milliseconds(_ roundTrip: Int64? = nil) -> Int64 {
    let stretched = Self.roundTrips * max(roundTripMilliseconds, roundTrip ?? 0)
    return max(Self.usualMilliseconds, min(stretched, Self.longestMilliseconds))
  }
}
