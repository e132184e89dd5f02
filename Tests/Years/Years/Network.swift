import CBoundary
import CZlib
import Glibc
import Oracle
import SimulatedExchange

/// What lies between the board and the servers: names, routes, delays, losses. It stands where libcurl
/// and everything below it do.
final class Network {
  /// A server with its name.
  final class Host {
    let name: String
    let server: SimulatedServer
    /// The source that it simulates.
    let source: String
    var connections: [Connection] = []
    /// Until when answers that refuse may come, although nothing refuses any more.
    var refusesUntil: Int64 = 0
    /// When it receives at once what was sent over a longer time.
    fileprivate(set) var bunchedAt: Int64 = .min / 2

    init(_ name: String, _ server: SimulatedServer, source: String) {
      (self.name, self.server, self.source) = (name, server, source)
    }

    /// Lets its server have a fault.
    /// - Returns: what ends it.
    func begin(_ fault: Fault) -> () -> Void {
      server.faults.append(fault)
      // How often the fault may still strike may have changed by then.
      return { [server] in
        let index = server.faults.lastIndex { $0.kind == fault.kind && $0.value == fault.value }
        if let index { server.faults.remove(at: index) }
      }
    }

    /// Lets its server have several at once.
    func begin(_ faults: [Fault]) -> () -> Void {
      let ends = faults.map { begin($0) }
      return { for end in ends { end() } }
    }
  }

  /// One TCP connection as the board has it.
  final class Connection {
    let host: Host
    let pipe: MemoryPipe
    let curl: OpaquePointer
    /// Bytes that have arrived and were not read yet.
    var arrived: [UInt8] = []
    /// When the newest of it was sent.
    var sentAt: Int64 = 0
    var hasEnded = false
    private(set) var stage = Stage.asking
    var isReset = false
    /// What is under way arrives in order.
    var lastToBoard: Int64 = 0
    var lastToServer: Int64 = 0
    /// What was sent to the board and has not arrived, in its order.
    var toBoard: [Sent] = []
    /// Held up for now: so many of `toBoard`, and these bytes to the server.
    var heldToBoard = 0
    var heldToServer: [[UInt8]] = []
    /// The address that it was made from is gone: nothing comes through ever again.
    var isOrphaned = false
    var isGone = false
    var endsWhenArrived = false
    var answer: Answer?
    /// Counters of the messages that it has said to the server, and of those that it has heard.
    var said = MessageCounter()
    var heard = MessageCounter()
    /// How many messages it has heard, and when the last.
    var messages = 0
    var lastMessageAt: Int64 = 0
    /// When the board sent messages in the last minute.
    var saidAt: [Int64] = []

    /// How far a stream has come.
    enum Stage: Equatable {
      case asking, refused, upgraded
      /// It has heard a control frame, such as the answer to a ping.
      case answered
      case bringing(since: Int64)
    }

    /// Whether anything has come after the upgrade's answer.
    var hasSpoken: Bool {
      switch stage {
      case .asking, .refused, .upgraded: false
      case .answered, .bringing: true
      }
    }

    func hear(_ bytes: [UInt8], at time: Int64) {
      switch stage {
      case .asking: stage = bytes.starts(with: "HTTP/1.1 101".utf8) ? .upgraded : .refused
      case .upgraded, .answered: stage = bytes[0] & 0x0f < 8 ? .bringing(since: time) : .answered
      case .refused, .bringing: break
      }
    }

    /// Whether it is a stream, and not the way of an answer.
    var isStream: Bool { answer == nil }

    init(_ host: Host, _ pipe: MemoryPipe, _ curl: OpaquePointer) {
      (self.host, self.pipe, self.curl) = (host, pipe, curl)
    }
  }

  /// Counts the messages that one side sends after the upgrade (RFC 6455, section 5.2).
  struct MessageCounter {
    private var rest: [UInt8] = []
    private var isUpgraded = false

    /// - Returns: how many messages end in these bytes. Pings and their answers do not count.
    mutating func take(_ bytes: [UInt8]) -> Int {
      rest += bytes
      if !isUpgraded {
        guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else { return 0 }
        rest.removeFirst(end.upperBound)
        isUpgraded = true
      }
      var count = 0
      while rest.count >= 2 {
        let short = Int(rest[1] & 0x7F)
        let more = short == 126 ? 2 : short == 127 ? 8 : 0
        guard rest.count >= 2 + more else { break }
        let long = rest[2..<2 + more].reduce(0) { $0 << 8 | Int($1) }
        // What a client sends is masked.
        let mask = rest[1] & 0x80 == 0 ? 0 : 4
        let length = 2 + more + mask + (more == 0 ? short : long)
        guard rest.count >= length else { break }
        let isLast = rest[0] & 0x80 != 0
        if rest[0] & 0x0F < 0x08, isLast { count += 1 }
        rest.removeFirst(length)
      }
      return count
    }
  }

  /// What a server has said, and when.
  struct Sent {
    let bytes: [UInt8]
    let time: Int64
  }

  /// An answer over HTTP as it arrives.
  struct Answer {
    let target: String
    var waitSeconds: Int64?
    var bytes: [UInt8] = []
    var status = 0
    var length: Int?
    var isCompressed = false
    var hasHead = false
    var body: [UInt8] = []
  }

  /// What may be wrong with the way.
  struct Weather: Equatable {
    var delayMilliseconds: Int64 = 0
    /// Per cent of what is sent that has to be sent again.
    var lossPercent = 0
    var isPartitioned = false
    /// No link, no route.
    var isDown = false
    /// The way leads to a page that wants a login first.
    var isCaptive = false
    var nameServer = NameServer.answers

    enum NameServer { case answers, silent, fails, slow }
  }

  unowned let world: World
  let hosts: [Host]
  var weather = Weather()
  private static let jitterMilliseconds: Int64 = 200
  /// Hosts that nothing gets through to.
  var cutHosts: Set<String> = []
  /// Hosts whose names cannot be looked up.
  var namelessHosts: Set<String> = []
  /// 10.0.0.2 in the network's order.
  private(set) var address: UInt32 = 0x0200_000A
  private var names: [String: Int64] = [:]
  private var connections: [OpaquePointer: Connection] = [:]
  private var isFresh: [OpaquePointer] = []
  private var generations: [OpaquePointer: Int64] = [:]
  private var lastGeneration: Int64 = 0
  private var random: Lots
  private var losses: Lots

  private static let roundTrip: Int64 = 40
  private static let nameLifeMilliseconds: Int64 = 60_000

  init(_ world: World, hosts: [Host], seed: UInt64) {
    self.world = world
    self.hosts = hosts
    random = Lots(seed: seed &+ 11)
    losses = Lots(seed: seed &+ 85)
  }

  var hasFresh: Bool { !isFresh.isEmpty }

  /// Forgets all connections and names of a program that has ended.
  func forgetAll() {
    for connection in connections.values.sorted(by: { $0.lastToBoard < $1.lastToBoard }) {
      leave(connection)
    }
    connections = [:]
    isFresh = []
    generations = [:]
    names = [:]
  }

  /// The resolver has been started again.
  func forgetNames() { names = [:] }

  func changeAddress() {
    address = 0x0200_000A + UInt32(random.below(200)) << 24
    for connection in connections.values { connection.isOrphaned = true }
    world.oracle.networkChanges()
    boundary_network_changed()
  }

  func setDown(_ isDown: Bool) {
    weather.isDown = isDown
    world.oracle.networkChanges()
    if isDown {
      world.oracle.networkIsDown(at: world.time)
    } else {
      world.oracle.networkIsBack(to: hosts.filter(isReachable).map(\.source), at: world.time)
    }
    boundary_network_changed()
    if !isDown { release() }
  }

  /// What was held up gets through.
  func release() {
    for host in hosts {
      for connection in host.connections where isOpen(connection) {
        let (toBoard, toServer) = (connection.heldToBoard, connection.heldToServer)
        (connection.heldToBoard, connection.heldToServer) = (0, [])
        for bytes in toServer { carryToServer(bytes, connection, extra: 200) }
        for _ in 0..<toBoard { carryNext(connection, extra: 200) }
      }
    }
  }

  private func isOpen(_ connection: Connection) -> Bool {
    !weather.isDown && !weather.isPartitioned && !connection.isOrphaned
      && !cutHosts.contains(connection.host.name)
  }

  private func delay() -> Int64 {
    var delay = Self.roundTrip / 2 + Int64(random.below(10)) + weather.delayMilliseconds / 2
    var again: Int64 = 200
    while random.below(100) < weather.lossPercent, again < 10_000 {
      delay += again
      again *= 2
    }
    return delay
  }

  /// Ends every connection to a host, as its server does when it is started again.
  func cut(_ host: Host) {
    world.oracle.disturbed(host.source, at: world.time)
    for connection in host.connections where !connection.endsWhenArrived {
      connection.endsWhenArrived = true
      connection.pipe.leave()
      carryToBoard(Sent(bytes: [], time: world.time), connection)
    }
    world.advance(host)
  }

  /// The board slept for so long that servers gave up its connections, after a quarter of an hour without
  /// an acknowledgement (tcp(7), tcp_retries2). Some say so as it wakes, and others say nothing.
  func sleptForLong() {
    for host in hosts {
      if losses.below(2) == 0 {
        cut(host)
      } else {
        world.oracle.disturbed(host.source, at: world.time)
        for connection in host.connections { connection.isOrphaned = true }
      }
    }
  }

  // MARK: Handles

  func begin(_ curl: OpaquePointer) {
    lastGeneration += 1
    generations[curl] = lastGeneration
    isFresh.append(curl)
  }

  func drop(_ curl: OpaquePointer) {
    generations[curl] = nil
    isFresh.removeAll { $0 == curl }
    guard let connection = connections.removeValue(forKey: curl) else { return }
    if connection.isStream { world.oracle.leaves(connection.host.source, at: world.time) }
    leave(connection)
  }

  private func leave(_ connection: Connection) {
    connection.isGone = true
    connection.pipe.leave()
    connection.host.connections.removeAll { $0 === connection }
    world.turnServer(connection.host, in: 1)
  }

  func perform() {
    let fresh = isFresh
    isFresh = []
    for curl in fresh { start(curl) }
  }

  private func later(
    _ curl: OpaquePointer, in milliseconds: Int64, _ action: @escaping () -> Void
  ) {
    let generation = generations[curl]
    world.at(world.time + milliseconds) { [unowned self] in
      guard generations[curl] == generation, generation != nil else { return false }
      action()
      return true
    }
  }

  private func finish(
    _ curl: OpaquePointer, _ code: CURL, _ complaint: String = "", status: Int = 0,
    verify: Int = 0, errno: Int32 = 0
  ) {
    boundary_finish(curl, code.rawValue, status, verify, Int(errno), complaint)
  }

  /// The codes of curl.h that are used.
  enum CURL: Int32 {
    case ok = 0
    case noHost = 6
    case noConnection = 7
    case partial = 18
    case write = 23
    case noMemory = 27
    case abort = 42
    case nothing = 52
    case receive = 56
    case certificate = 60
    case encoding = 61
    case again = 81
  }

  private func parts(_ url: String) -> (host: String, target: String) {
    let rest = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return (String(rest[2]), "/" + (rest.count > 3 ? rest[3] : ""))
  }

  private func start(_ curl: OpaquePointer) {
    let (name, target) = parts(String(cString: boundary_url(curl)))
    let host = world.isGhost ? nil : hosts.first { $0.name == name }
    let isCall = boundary_connects_only(curl) == 0
    let isLookup = boundary_looks_up_only(curl) != 0
    if let host, !isLookup {
      world.oracle.follows(host.source)
      world.oracle.turns(to: host.source, target, isStream: !isCall, at: world.time)
    }
    if let host, isLookup, !isCall { world.oracle.looks(for: host.source, target) }
    if let host, !isCall { world.oracle.tries(host.source, isLookup: isLookup, at: world.time) }
    let isKnown = names[name].map { $0 > world.time } ?? false
    if !isKnown, boundary_refuses_lookup(curl) != 0 { return finish(curl, .abort) }
    if let host, isCall {
      let foundAt = (names[name] ?? .max) - Self.nameLifeMilliseconds
      world.oracle.asked(
        host.source, target, isFound: isKnown && foundAt < world.time - 2_000, at: world.time)
    }
    if isKnown { return connect(curl, name) }
    func fail() {
      finish(curl, .noHost, "Could not resolve host: \(name)")
    }
    if weather.isDown { return later(curl, in: 3) { fail() } }
    if namelessHosts.contains(name) {
      return later(curl, in: 5 + Int64(random.below(30))) { fail() }
    }
    switch weather.nameServer {
    case .fails: later(curl, in: 30) { fail() }
    // The system's resolver gives up after three tries of ten seconds, or so.
    case .silent: later(curl, in: 20_000) { fail() }
    case .answers, .slow:
      later(curl, in: weather.nameServer == .slow ? 7_000 : delay()) { [unowned self] in
        names[name] = world.time + Self.nameLifeMilliseconds
        if let host, isLookup, weather.nameServer == .answers {
          world.oracle.finds(host.source, at: world.time)
        }
        connect(curl, name)
      }
    }
  }

  private func connect(_ curl: OpaquePointer, _ name: String) {
    guard boundary_opens_socket(curl) != 0 else {
      return finish(curl, .noConnection, "Couldn't connect to server")
    }
    if weather.isDown {
      return finish(curl, .noConnection, "Network is unreachable", errno: ENETUNREACH)
    }
    guard let host = hosts.first(where: { $0.name == name }) else {
      return finish(curl, .noConnection, "Couldn't connect to server", errno: ECONNREFUSED)
    }
    // Nothing answers: the program gives up by itself.
    if weather.isPartitioned || cutHosts.contains(name) { return }
    later(curl, in: delay() * 2) { [unowned self] in shake(curl, host) }
  }

  private func shake(_ curl: OpaquePointer, _ host: Host) {
    world.advance(host)
    switch host.server.connect(peer: "board") {
    case .refused:
      finish(
        curl, .noConnection, "Failed to connect to \(host.name): Connection refused",
        errno: ECONNREFUSED)
    case .untrusted(let fault):
      boundary_begins_tls(curl)
      later(curl, in: delay() * 2) { [unowned self] in
        // X509_V_ERR_… of x509_vfy.h.
        let verdict =
          switch fault {
          case .futureCertificate: 9
          case .wrongHost: 62
          case .otherAuthority: 20
          case .longExpired: 50
          default: 10
          }
        finish(curl, .certificate, "SSL certificate problem", verify: verdict)
      }
    case .connected(let pipe):
      boundary_begins_tls(curl)
      later(curl, in: delay() * 2) { [unowned self] in
        if weather.isCaptive {
          pipe.leave()
          return finish(curl, .certificate, "SSL certificate problem", verify: 62)
        }
        if world.isClockOutsideCertificates {
          pipe.leave()
          return finish(
            curl, .certificate, "SSL certificate problem", verify: world.wallError < 0 ? 9 : 50)
        }
        if pipe.isEnded {
          return finish(curl, .receive, "Recv failure: Connection reset by peer")
        }
        open(curl, host, pipe)
      }
    }
  }

  private func open(_ curl: OpaquePointer, _ host: Host, _ pipe: MemoryPipe) {
    let connection = Connection(host, pipe, curl)
    connections[curl] = connection
    host.connections.append(connection)
    boundary_connected(curl)
    if boundary_connects_only(curl) != 0 { return finish(curl, .ok) }
    let (name, target) = parts(String(cString: boundary_url(curl)))
    connection.answer = Answer(target: target)
    world.asked(host, target)
    let agent = String(cString: boundary_agent(curl))
    var text = "GET \(target) HTTP/1.1\r\nHost: \(name)\r\nUser-Agent: \(agent)\r\n"
    var number = 0
    while let line = boundary_header(curl, number) {
      text += String(cString: line) + "\r\n"
      number += 1
    }
    carryToServer(Array((text + "\r\n").utf8), connection)
  }

  // MARK: Bytes

  func receive(
    _ curl: OpaquePointer, _ room: UnsafeMutablePointer<UInt8>, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>
  ) -> CURL {
    guard let connection = connections[curl] else { return .receive }
    if connection.arrived.isEmpty {
      if !connection.hasEnded { return .again }
      return connection.isReset ? .receive : .ok
    }
    let taken = min(capacity, connection.arrived.count)
    if connection.stage != .refused {
      // The bytes may have arrived just before the board slept.
      world.oracle.heard(connection.host.source, sentAt: connection.sentAt, at: world.time)
      hearStream(connection)
    }
    connection.arrived.withUnsafeBufferPointer {
      room.update(from: $0.baseAddress!, count: taken)
    }
    connection.arrived.removeFirst(taken)
    count.pointee = taken
    return .ok
  }

  /// A stream has brought something. One that only greets, or answers pings, brings nothing.
  private func hearStream(_ connection: Connection) {
    guard connection.isStream, connection.messages > 0 else { return }
    world.oracle.streamHeard(connection.host.source, at: world.time)
  }

  func send(
    _ curl: OpaquePointer, _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> CURL {
    guard let connection = connections[curl], !(connection.hasEnded && connection.isReset) else {
      return .receive
    }
    let sent = Array(UnsafeBufferPointer(start: bytes, count: count))
    world.trace("to \(connection.host.source)", sent)
    if connection.isStream, !world.isGhost {
      let count = connection.said.take(sent)
      connection.saidAt.removeAll { $0 <= world.time - 60_000 }
      connection.saidAt += Array(repeating: world.time, count: count)
      world.oracle.says(connection.host.source, connection.saidAt, at: world.time)
    }
    carryToServer(sent, connection)
    return .ok
  }

  private func carryToServer(_ bytes: [UInt8], _ connection: Connection, extra: Int64 = 0) {
    guard isOpen(connection) else {
      if !connection.isOrphaned { connection.heldToServer.append(bytes) }
      return
    }
    let arrives = max(connection.lastToServer, world.time + delay() + extra)
    if arrives - world.time > Self.jitterMilliseconds + weather.delayMilliseconds / 2 {
      connection.host.bunchedAt = arrives
    }
    connection.lastToServer = arrives
    world.at(arrives) { [unowned self] in
      guard !connection.isGone else { return false }
      connection.pipe.send(bytes)
      world.advance(connection.host)
      return false
    }
  }

  /// Takes what a server has said.
  func collect(from host: Host) {
    for connection in host.connections {
      if connection.pipe.hasOutput {
        carryToBoard(Sent(bytes: connection.pipe.receive(), time: world.time), connection)
      }
      if connection.pipe.isEnded, !connection.endsWhenArrived {
        connection.endsWhenArrived = true
        carryToBoard(Sent(bytes: [], time: world.time), connection)
      }
    }
  }

  /// - Parameter sent: has no bytes where it is the end of the connection.
  private func carryToBoard(_ sent: Sent, _ connection: Connection) {
    connection.toBoard.append(sent)
    carryNext(connection)
  }

  /// Bytes that were sent first arrive first, also where they are held up and those after them are not.
  private func carryNext(_ connection: Connection, extra: Int64 = 0) {
    guard isOpen(connection) else {
      connection.heldToBoard += 1
      return
    }
    let arrives = max(connection.lastToBoard, world.time + delay() + extra)
    connection.lastToBoard = arrives
    world.at(arrives) { [unowned self] in
      guard !connection.isGone else { return false }
      // Meanwhile the way may have been cut.
      guard isOpen(connection) else {
        connection.heldToBoard += 1
        return false
      }
      arrive(connection.toBoard.removeFirst(), connection)
      return true
    }
  }

  private func arrive(_ sent: Sent, _ connection: Connection) {
    let bytes = sent.bytes
    let host = connection.host
    if bytes.isEmpty {
      connection.hasEnded = true
      connection.isReset = connection.pipe.isReset
      let others = host.connections.filter { $0 !== connection && $0.isStream && !$0.hasEnded }
      if connection.isStream, others.isEmpty, case .bringing(let since) = connection.stage,
        !world.isGhost
      {
        // Data that the stream brought while the board slept did not arrive.
        let lasted = world.time - max(since, world.sleptAt)
        world.oracle.lost(host.source, lasted: lasted, at: world.time)
      }
    }
    guard connection.answer != nil else {
      if !bytes.isEmpty {
        let hadSpoken = connection.hasSpoken
        connection.hear(bytes, at: world.time)
        if connection.stage == .refused {
          // A board that is refused may turn to another server.
          world.oracle.leaves(host.source, at: world.time)
          if let (status, wait) = Self.refusal(bytes) {
            let (_, target) = parts(String(cString: boundary_url(connection.curl)))
            world.oracle.refusedStream(
              host.source, target, status: status, waitSeconds: wait, at: world.time)
          }
        } else {
          if !hadSpoken { world.oracle.opens(host.source, at: world.time) }
          let messages = connection.heard.take(bytes)
          connection.messages += messages
          if messages > 0 { connection.lastMessageAt = world.time }
          // Where an exchange sends byte by byte, a message waits for those before it.
          let isSlow = host.server.faults.contains { $0.kind == .byteByByte }
          world.oracle.heard(
            host.source, sentAt: sent.time, isStreamed: !isSlow, at: world.time)
          hearStream(connection)
        }
      }
      connection.arrived += bytes
      connection.sentAt = sent.time
      return
    }
    read(sent, connection)
  }

  /// The status of an upgrade that was refused, and the seconds that its `Retry-After` asks for.
  private static func refusal(_ head: [UInt8]) -> (status: Int, waitSeconds: Int64?)? {
    let lines = String(decoding: head, as: UTF8.self).lowercased().split(separator: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    let wait = lines.first { $0.hasPrefix("retry-after: ") }
    return (status, wait.flatMap { Int64($0.dropFirst(13)) })
  }

  /// Whether the board has a stream of that host that has said something.
  func streams(_ host: Host) -> Bool {
    host.connections.contains { $0.isStream && $0.hasSpoken && !$0.hasEnded && !$0.isOrphaned }
  }

  /// Whether the board has a stream of a host's usual server that has brought data for ten seconds.
  func hasLasted(_ host: Host) -> Bool {
    host.connections.contains {
      guard $0.isStream, !$0.hasEnded, !$0.isOrphaned, case .bringing(let since) = $0.stage else {
        return false
      }
      let (_, target) = parts(String(cString: boundary_url($0.curl)))
      return $0.lastMessageAt - since > 10_000 && !Oracle.isSpare(target)
    }
  }

  /// Whether nothing keeps the board from connecting to a host. It takes several round trips, for which
  /// the program has ten seconds until it has measured one.
  func isReachable(_ host: Host) -> Bool {
    !weather.isDown && !weather.isPartitioned && weather.delayMilliseconds < 9_000
      && !world.isClockOutsideCertificates
      && weather.nameServer == .answers && !cutHosts.contains(host.name)
      && !namelessHosts.contains(host.name)
  }

  /// Reads an answer as libcurl does.
  private func read(_ sent: Sent, _ connection: Connection) {
    let curl = connection.curl
    connection.answer!.bytes += sent.bytes
    if !connection.answer!.hasHead {
      while let end = connection.answer!.bytes.firstIndex(of: 0x0A) {
        let line = Array(connection.answer!.bytes[...end])
        connection.answer!.bytes.removeFirst(end + 1)
        guard line.count <= 100 << 10 else {
          return finish(curl, .noMemory, "Out of memory")
        }
        let text = String(decoding: line, as: UTF8.self).lowercased()
        if connection.answer!.status == 0 {
          connection.answer!.status = Int(text.dropFirst(9).prefix(3)) ?? 0
        } else if text.hasPrefix("content-length:") {
          connection.answer!.length = Int(text.dropFirst(15).filter(\.isNumber))
        } else if text.hasPrefix("retry-after:") {
          connection.answer!.waitSeconds = Int64(text.dropFirst(12).filter(\.isNumber))
        } else if text.hasPrefix("content-encoding: gzip") {
          connection.answer!.isCompressed = true
        }
        guard boundary_head_line(curl, line, line.count) != 0 else {
          return finish(curl, .write, "Failed writing header")
        }
        if line == [0x0D, 0x0A] {
          connection.answer!.hasHead = true
          break
        }
      }
      if connection.answer!.bytes.count > 100 << 10, !connection.answer!.hasHead {
        return finish(curl, .noMemory, "Out of memory")
      }
    }
    guard connection.answer!.hasHead else {
      if connection.hasEnded {
        finish(
          curl, connection.isReset ? .receive : .nothing,
          connection.isReset ? "Recv failure: Connection reset by peer" : "Empty reply from server")
      }
      return
    }
    let answer = connection.answer!
    let isWhole = answer.length.map { answer.bytes.count >= $0 } ?? connection.hasEnded
    guard isWhole else {
      if connection.hasEnded {
        finish(
          curl, .partial, "transfer closed with outstanding read data remaining",
          status: answer.status)
      }
      return
    }
    world.answered(
      connection.host, answer.target, status: answer.status, waitSeconds: answer.waitSeconds)
    var body = Array(answer.bytes.prefix(answer.length ?? .max))
    if answer.isCompressed {
      guard let unpacked = Self.unpack(body) else {
        return finish(curl, .encoding, "Error while processing content unencoding")
      }
      body = unpacked
    }
    if answer.status < 400 {
      world.oracle.heard(connection.host.source, sentAt: sent.time, at: world.time)
    }
    var start = 0
    while start < body.count {
      let piece = Array(body[start..<min(start + 16_384, body.count)])
      guard boundary_body(curl, piece, piece.count) != 0 else {
        return finish(curl, .write, "Failed writing body", status: answer.status)
      }
      start += piece.count
    }
    if !world.isGhost {
      world.oracle.told(
        bySource: connection.host.source, status: answer.status, body, at: world.time)
    }
    finish(curl, .ok, status: answer.status)
  }

  private static func unpack(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    return input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = uInt(input.count)
      while true {
        var room = [UInt8](repeating: 0, count: 65_536)
        let code = room.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = uInt(room.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        output += room.prefix(65_536 - Int(stream.avail_out))
        if code == Z_STREAM_END { return output }
        if code != Z_OK { return nil }
      }
    }
  }
}

/// Random numbers that follow from a seed (SplitMix64).
struct Lots: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}
