import MarketData
import Timing

/// The connections of a feed: the active one, which carries the stream, and while the exchange is
/// about to cut it, or the usual endpoint is tried again, a standby that takes over from it.
struct Connections {
  /// What became of the stream when a connection was lost.
  enum Loss {
    /// The standby was lost: the stream goes on.
    case standby
    /// The active one was lost, and what goes on in its place.
    case stream(wasLive: Bool, aliveAt: Int64?, then: Successor)
  }

  enum Successor {
    /// The standby is active now.
    case standby
    /// A new connection to the same endpoint, a while later.
    case retry
    /// The endpoint refuses us, or has failed too often.
    case otherEndpoint
  }

  /// How long before the exchange cuts a connection the next one is opened.
  private static let handoverMilliseconds: Int64 = 10 * 60_000
  /// How long both connections are kept after a handover at one endpoint, so that no message is
  /// lost between them.
  private static let overlapMilliseconds: Int64 = 5_000
  /// The usual endpoint is tried again after this time where the second connection is busy with
  /// something else.
  private static let busyMilliseconds: Int64 = 60_000

  private var connections: [Connection]
  private var activeSlot = 0
  /// When the active one is to be opened.
  private var connectAt = Deadline.never
  /// When the one that was active before the handover is closed.
  private var retireAt = Deadline.never
  private var backoff: Backoff
  private var tickets: Tickets
  private(set) var counts = ConnectionCounts()

  init(_ stream: StreamLimits, seed: UInt64) {
    connections = [0, 1].map { Connection(ConnectionID(slot: $0, generation: 0), stream) }
    backoff = Backoff(
      floor: stream.retryFloorMilliseconds, cap: stream.retryCapMilliseconds, seed: seed)
    tickets = Tickets(seed: seed)
  }

  /// Data has come on the active connection.
  var isLive: Bool { connections[activeSlot].isLive }
  /// When the active connection last gave a sign of life.
  var aliveAt: Int64? { connections[activeSlot].aliveAt }
  /// Since when the active connection is open without data.
  var silentSince: Int64? {
    connections[activeSlot].isOpen ? connections[activeSlot].dataAt : nil
  }

  /// A connection that is being opened, or has brought no data yet.
  var unheard: ConnectionID? {
    // Copies no connection, since each event asks for this.
    let slot = connections.indices.first { !connections[$0].isClosed && !connections[$0].isLive }
    return slot.map { connections[$0].id }
  }

  /// False for events of a connection that was closed since.
  func isCurrent(_ id: ConnectionID) -> Bool { connections[id.slot].id == id }
  func isActive(_ id: ConnectionID) -> Bool { id.slot == activeSlot }
  func isOpen(_ id: ConnectionID) -> Bool { connections[id.slot].isOpen }
  func isLive(_ id: ConnectionID) -> Bool { connections[id.slot].isLive }
  func isConnecting(_ id: ConnectionID) -> Bool { connections[id.slot].isConnecting }
  func endpoint(of id: ConnectionID) -> Int { connections[id.slot].endpoint }
  /// How long the answer to a ping took, which comes now; nil where no ping waits for this answer.
  mutating func roundTrip(ofPing number: Int?, _ id: ConnectionID, at now: Int64) -> Int64? {
    connections[id.slot].roundTrip(ofPing: number, at: now)
  }

  /// The handshake is complete: asks for what is wanted.
  /// - Returns: false where the connection is not waited for.
  mutating func opened(
    _ id: ConnectionID, on endpoints: Endpoints, carrying coverage: inout MarketCoverage,
    at now: Int64, _ intents: inout [Intent]
  ) -> Bool {
    guard connections[id.slot].isConnecting else { return false }
    connections[id.slot].opened(endpoints.current.streamLimits, at: now)
    counts.opened += 1
    send(id.slot, on: endpoints, &coverage, at: now, &intents)
    return true
  }

  /// A sign of life came.
  mutating func gaveSign(_ id: ConnectionID, on endpoints: inout Endpoints, at now: Int64) {
    connections[id.slot].gaveSign(at: now)
    guard id.slot == activeSlot, connections[activeSlot].noteLasting(at: now) else { return }
    backoff.reset()
    endpoints.streamLasted(at: now)
  }

  /// A reply came: a sign of life, which does not count for how long the stream has lasted.
  mutating func gaveReply(_ id: ConnectionID, to request: Int64?, at now: Int64) {
    connections[id.slot].gaveReply(to: request, at: now)
  }

  /// Repeats requests on the connections that did not answer one in time.
  /// - Returns: whether there are any.
  mutating func doubtUnanswered(at now: Int64) -> Bool {
    connections.indices.reduce(false) { connections[$1].doubtUnanswered(at: now) || $0 }
  }

  mutating func gaveData(_ id: ConnectionID, at now: Int64) {
    connections[id.slot].gaveData(at: now)
  }

  /// Pings the active connection although it gives signs of life.
  mutating func probe(_ waits: Feed.Waits, at now: Int64, _ intents: inout [Intent]) {
    connections[activeSlot].probe(waits, at: now, &intents)
  }

  /// The exchange has announced that it closes the connection.
  mutating func willEnd(_ id: ConnectionID) { connections[id.slot].willEnd() }

  /// The first data came on a connection: it carries the stream from now on.
  /// - Returns: whether it takes over from another one, which ends soon.
  mutating func becameLive(_ id: ConnectionID, at now: Int64) -> Bool {
    connections[id.slot].becameLive(at: now)
    let isHandover = id.slot != activeSlot
    activeSlot = id.slot
    // Another endpoint may give the same trade another id: the trade would count twice.
    let isSame = connections[standbySlot].endpoint == connections[id.slot].endpoint
    if isHandover { retireAt = Deadline(isSame ? now + Self.overlapMilliseconds : now) }
    return isHandover
  }

  /// The active connection has been without data for too long: the wait begins anew.
  mutating func restartSilence(at now: Int64) { connections[activeSlot].gaveData(at: now) }

  /// A market counts as not asked for.
  mutating func dropRequest(of code: String) {
    for slot in connections.indices { connections[slot].dropRequest(of: code) }
  }

  /// A request was refused because of a part of it: the rest is asked for again.
  mutating func resubscribe(_ id: ConnectionID) { connections[id.slot].resubscribe() }

  /// The exchange refused what was asked for: it is asked for again later.
  mutating func resubscribeLater(_ id: ConnectionID, at now: Int64) {
    connections[id.slot].wasRefused(at: now)
  }

  /// A market is listed again: an earlier request for it may have been refused.
  mutating func forgetRequest(of code: String) {
    for slot in connections.indices { connections[slot].forgetRequest(of: code) }
  }

  /// Subscribes to a book once more: the whole book comes first.
  /// - Returns: false where it is not carried.
  mutating func resubscribe(book code: String) -> Bool {
    connections[activeSlot].resubscribe(book: code)
  }

  /// Nothing is wanted: everything is closed.
  mutating func stop(_ stream: StreamLimits, _ intents: inout [Intent]) {
    closeAll(stream, &intents)
    connectAt = .never
  }

  /// Closes all that are open or being opened.
  mutating func closeAll(_ stream: StreamLimits, _ intents: inout [Intent]) {
    for slot in connections.indices where !connections[slot].isClosed {
      close(slot, stream, &intents)
    }
    retireAt = .never
  }

  /// Opens the active connection as soon as the endpoint allows.
  mutating func connect(on endpoints: Endpoints, at now: Int64) {
    connectAt = max(Deadline(now), endpoints.resumesAt(.stream))
  }

  /// The network is there again: failures without it do not count.
  mutating func resetBackoff() { backoff.reset() }

  /// Opens the active connection at once where it is closed or still being opened, and pings it
  /// where it is open: it may have died.
  mutating func retry(
    _ waits: Feed.Waits, on endpoints: Endpoints, at now: Int64, _ intents: inout [Intent]
  ) {
    switch connections[activeSlot].state {
    case .open: connections[activeSlot].doubt(waits, at: now)
    // An attempt that has just begun uses the network that is there now.
    case .connecting where Deadline(now) < endpoints.connectsAt(endpoints.index): break
    case .connecting:
      close(activeSlot, endpoints.current.streamLimits, &intents)
      connect(on: endpoints, at: now)
    case .closed: connect(on: endpoints, at: now)
    }
  }

  /// Gives up the active connection, or the other one.
  /// - Returns: nil where it is closed already.
  mutating func giveUp(
    _ slot: Int? = nil, _ failure: TransportFailure, on endpoints: inout Endpoints,
    at now: Int64, _ intents: inout [Intent]
  ) -> Loss? {
    let slot = slot ?? activeSlot
    guard !connections[slot].isClosed else { return nil }
    intents.append(.close(connection: connections[slot].id))
    return lose(slot, failure, on: &endpoints, at: now, &intents)
  }

  /// A connection was lost, or could not be opened.
  /// - Returns: nil where it was closed already.
  mutating func lost(
    _ id: ConnectionID, _ failure: TransportFailure, on endpoints: inout Endpoints,
    at now: Int64, _ intents: inout [Intent]
  ) -> Loss? { lose(id.slot, failure, on: &endpoints, at: now, &intents) }

  private mutating func lose(
    _ slot: Int, _ failure: TransportFailure, on endpoints: inout Endpoints, at now: Int64,
    _ intents: inout [Intent]
  ) -> Loss? {
    let lost = connections[slot]
    guard !lost.isClosed else { return nil }
    if lost.isOpen { counts.lost += 1 } else { counts.failed += 1 }
    let stream = endpoints.current.streamLimits
    guard slot == activeSlot else {
      let retry = noteFailure(failure, of: lost.endpoint, on: &endpoints, at: now, &intents)
      forget(slot, stream)
      // A handover is tried again; the usual endpoint is tried again at its own time.
      let wasHandover = retireAt.isNever && lost.endpoint == endpoints.index
      if wasHandover, !connections[activeSlot].isClosed { connectAt = retry.at }
      retireAt = .never
      return .standby
    }
    forget(slot, stream)
    let standby = connections[standbySlot]
    if !standby.isClosed, standby.endpoint == endpoints.index {
      activeSlot = standbySlot
      retireAt = .never
      return .stream(wasLive: lost.isLive, aliveAt: lost.aliveAt, then: .standby)
    }
    // Failures since it has lasted were those of another connection.
    if lost.hasLasted { backoff.reset() }
    // Without a network, or with a wrong clock, no endpoint can be reached.
    let isOurs = [.noNetwork, .clockWrong].contains(failure.cause)
    let hasFailed = endpoints.lost(saysNothing: lost.isLive || isOurs)
    let retry = noteFailure(failure, of: endpoints.index, on: &endpoints, at: now, &intents)
    connectAt = retry.at
    return .stream(
      wasLive: lost.isLive, aliveAt: lost.aliveAt,
      then: retry.isBlocked || hasFailed ? .otherEndpoint : .retry)
  }

  /// Takes the next wait of the retries, and notes the status with which the endpoint has answered.
  /// - Returns: when the endpoint may be tried again, and whether it refuses our address.
  private mutating func noteFailure(
    _ failure: TransportFailure, of endpoint: Int, on endpoints: inout Endpoints,
    at now: Int64, _ intents: inout [Intent]
  ) -> (at: Deadline, isBlocked: Bool) {
    let retryAt = Deadline(now + backoff.next())
    guard let status = failure.status else { return (retryAt, false) }
    _ = endpoints.failed(
      .stream, on: endpoint, status: status, retryAfterSeconds: failure.retryAfterSeconds,
      at: now, &intents)
    let isBlocked = StatusMeaning(status: status) == .blocked
    return (max(retryAt, endpoints.streamResumesAt(endpoint)), isBlocked)
  }

  private var standbySlot: Int { 1 - activeSlot }

  private mutating func open(
    _ slot: Int, to endpoint: Int, on endpoints: inout Endpoints, at now: Int64,
    _ intents: inout [Intent]
  ) {
    let id = ConnectionID(slot: slot, generation: connections[slot].id.generation + 1)
    connections[slot] = Connection(
      id, to: endpoint, endpoints.current.streamLimits, at: now)
    endpoints.connects(to: endpoint, at: now)
    intents.append(.connect(connection: id, endpoint: endpoint))
  }

  private mutating func close(_ slot: Int, _ stream: StreamLimits, _ intents: inout [Intent]) {
    intents.append(.close(connection: connections[slot].id))
    forget(slot, stream)
  }

  private mutating func forget(_ slot: Int, _ stream: StreamLimits) {
    connections[slot] = Connection(connections[slot].id, stream)
  }

  private mutating func send(
    _ slot: Int, on endpoints: Endpoints, _ coverage: inout MarketCoverage, at now: Int64,
    _ intents: inout [Intent]
  ) {
    let subscription = coverage.subscription
    guard connections[slot].hasToSend(subscription) else { return }
    let exchange = endpoints[connections[slot].endpoint].exchange
    let before = connections[slot].carries.markets
    connections[slot].send(subscription, to: exchange, &tickets, at: now, &intents)
    guard connections[slot].carries.markets != before else { return }
    let known = Set(before)
    coverage.asked(
      zip(coverage.carried, subscription.markets).filter { !known.contains($1) }.map(\.0), at: now)
  }

  func deadline(_ waits: Feed.Waits, on endpoints: Endpoints) -> Deadline {
    let mine = min(retireAt, handoverAt(endpoints), standbyEnds)
    let others = min(connections[0].deadline(waits), connections[1].deadline(waits))
    return min(mine, others, connectsAt(endpoints))
  }

  /// When the active connection is to be opened, and may be.
  private func connectsAt(_ endpoints: Endpoints) -> Deadline {
    guard !connectAt.isNever else { return .never }
    return max(
      connectAt, endpoints.connectsAt(endpoints.index), endpoints.resumesAt(.stream))
  }

  /// When the next connection is to be opened beside the one that is about to be cut.
  private func handoverAt(_ endpoints: Endpoints) -> Deadline {
    guard isLive, connections[standbySlot].isClosed, retireAt.isNever else { return .never }
    var soonest = max(endpoints.connectsAt(endpoints.index), endpoints.resumesAt(.stream))
    if !connectAt.isNever { soonest = max(soonest, connectAt) }
    if connections[activeSlot].isEnding { return soonest }
    guard let life = endpoints.current.streamLimits.lifeMilliseconds,
      let openedAt = connections[activeSlot].openedAt
    else { return .never }
    return max(soonest, Deadline(openedAt + max(life - Self.handoverMilliseconds, life / 2)))
  }

  /// When a standby that has sent no data since it was opened is given up.
  private var standbyEnds: Deadline {
    // Copies no connection, since each event asks for this.
    guard retireAt.isNever, connections[standbySlot].isOpen, !connections[standbySlot].isLive,
      let openedAt = connections[standbySlot].openedAt
    else { return .never }
    return Deadline(openedAt + StallDetector.silenceMilliseconds)
  }

  /// Pings, hands over, tries the usual endpoint again, and gives up what is dead.
  /// - Returns: the first loss, after which it is to be called again; nil once all is done.
  mutating func watch(
    _ waits: Feed.Waits, on endpoints: inout Endpoints, at now: Int64,
    _ intents: inout [Intent]
  ) -> (TransportFailure, Loss)? {
    for slot in connections.indices
    where connections[slot].deadline(waits).isDue(at: now) {
      let stream = endpoints.current.streamLimits
      guard connections[slot].pingOrGiveUp(waits, stream, at: now, &intents) else { continue }
      let failure = TransportFailure(reason: "no reply to ping")
      return giveUp(slot, failure, on: &endpoints, at: now, &intents).map { (failure, $0) }
    }
    if retireAt.isDue(at: now) {
      retireAt = .never
      close(standbySlot, endpoints.current.streamLimits, &intents)
    }
    if handoverAt(endpoints).isDue(at: now) {
      open(standbySlot, to: endpoints.index, on: &endpoints, at: now, &intents)
    }
    if endpoints.deadline.isDue(at: now) { tryUsualEndpoint(on: &endpoints, at: now, &intents) }
    if standbyEnds.isDue(at: now) {
      let failure = TransportFailure(reason: "the new connection sends no data")
      return giveUp(standbySlot, failure, on: &endpoints, at: now, &intents).map { (failure, $0) }
    }
    return nil
  }

  /// Opens a connection to the usual endpoint beside the one in use, which is kept until the other
  /// carries data.
  private mutating func tryUsualEndpoint(
    on endpoints: inout Endpoints, at now: Int64, _ intents: inout [Intent]
  ) {
    let mayConnectAt = max(endpoints.connectsAt(0), endpoints.streamResumesAt(0))
    guard mayConnectAt.isDue(at: now), connections[standbySlot].isClosed, retireAt.isNever else {
      let soon = Deadline(now + Self.busyMilliseconds)
      return endpoints.putOffUsual(until: max(mayConnectAt, soon))
    }
    endpoints.triesUsual(at: now)
    open(standbySlot, to: 0, on: &endpoints, at: now, &intents)
  }

  /// Opens the active connection, and sends what waits.
  mutating func advance(
    to now: Int64, on endpoints: inout Endpoints, carrying coverage: inout MarketCoverage,
    _ intents: inout [Intent]
  ) {
    if connectsAt(endpoints).isDue(at: now) {
      connectAt = .never
      if connections[activeSlot].isClosed {
        open(activeSlot, to: endpoints.index, on: &endpoints, at: now, &intents)
      }
    }
    for slot in connections.indices { send(slot, on: endpoints, &coverage, at: now, &intents) }
    for slot in connections.indices { connections[slot].settle(coverage.subscription) }
  }
}

/// What became of a feed's connections since the start.
public struct ConnectionCounts: Equatable, Sendable {
  /// Connections that were opened; attempts that failed; open connections that were lost.
  public internal(set) var opened = 0
  public internal(set) var failed = 0
  public internal(set) var lost = 0
}
