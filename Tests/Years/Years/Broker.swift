import CBoundary
import Glibc

/// An MQTT broker, and the board's client of it: what libmosquitto and its thread would do
/// (Sources/C/CMosquitto), the way to the broker, and what the broker keeps, sends on and says in
/// place of a client that is lost.
final class Broker {
  /// What is wrong with it.
  struct Trouble: Equatable {
    var isDown = false
    /// Nothing comes through to it, or from it.
    var isCut = false
    /// The broker hangs: the kernel takes connections, and nobody reads what comes.
    var isSilent = false
    /// The same, and the board's kernel is short of memory.
    var isSilentAndMemoryShort = false
    /// Whether the broker reads what comes.
    var isRead: Bool { !isSilent && !isSilentAndMemoryShort }
    /// The code of its answer to CONNECT: MQTT 3.1.1, section 3.2.2.3.
    var refusal = 0
    /// The broker knows MQTT 3.1.1 alone, and says so or closes.
    var isOld = false
    var delayMilliseconds: Int64 = 0
  }

  /// One connection, as both of its ends have it.
  final class Connection {
    let client: Client
    /// The board's address: once the board has another one, nothing comes through any more.
    let address: UInt32
    let isVersion5: Bool
    let name: String
    let will: (topic: String, text: [UInt8])?
    let keepAlive: Int64
    /// The board's end.
    var isOpen = true
    var isAccepted = false
    var isLeaving = false
    /// The program that had it is gone, and sends nothing more.
    var isForgotten = false
    var lastIn: Int64 = 0
    var lastOut: Int64 = 0
    var pingedAt: Int64?
    var lastNumber = 0
    /// How many bytes the kernel has taken and could not send yet.
    var unsent = 0
    var stalled: [Int] = []
    /// Messages of which the program has not heard yet that the broker has them.
    var unconfirmed: Set<Int> = []
    /// The broker's end.
    var isSession = false
    var hasEnded = false
    var acceptedAt: Int64 = 0
    var lastHeard: Int64 = 0
    var filters: Set<String> = []
    /// The filters of the subscriptions that the board has just ended.
    var ending: [String] = []
    var toBroker = Lane()
    var toBoard = Lane()

    init(
      _ client: Client, _ address: UInt32, isVersion5: Bool, name: String,
      will: (topic: String, text: [UInt8])?, keepAlive: Int64
    ) {
      (self.client, self.address, self.isVersion5) = (client, address, isVersion5)
      (self.name, self.will, self.keepAlive) = (name, will, keepAlive)
    }
  }

  /// What is under way in one direction arrives in order.
  struct Lane {
    var last: Int64 = 0
    /// How much was sent, and how much of it has arrived.
    var (sent, arrived) = (0, 0)
    /// Packets that cannot get through for now, by their place in all that was sent.
    var held: [(place: Int, count: Int, action: () -> Bool)] = []
  }

  struct Message {
    let topic: String
    let bytes: [UInt8]
    let isRetained: Bool
    /// When it was said.
    let saidAt: Int64
  }

  /// The client of the library, with its thread.
  final class Client {
    let handle: OpaquePointer
    var connection: Connection?
    /// The thread looks up a name or connects: nothing interrupts that.
    var isStuck = false
    var hasEnded = false
    /// Messages and events that the thread has read and not told yet: the first waits for room.
    var queue: [Item] = []
    var isBlocked = false
    var blocks = 0

    enum Item {
      case message(Message)
      case other(() -> Void)
    }

    init(_ handle: OpaquePointer) { self.handle = handle }
  }

  /// MQTT's numbers, and those of enum mosq_err_t (mosquitto.h).
  private enum Code {
    static let (noConnection, refused, lost, errno, lookup, silent) = (4, 5, 7, 14, 15, 19)
    static let takenOver: Int32 = 0x8E
  }

  static let host = "broker.test"
  static let name = "desk"
  static let root = "tealight/desk"
  private static let roundTrip: Int64 = 30
  /// How many bytes the kernel takes that cannot be sent. Where memory is short only 4096 are certain
  /// (tcp(7), tcp_wmem), and what the kernel keeps for itself counts among them.
  private var sendBuffer: Int { trouble.isSilentAndMemoryShort ? 2_048 : 87_040 }
  /// When a connection that nobody answers is asked for again, and when it is given up: tcp(7),
  /// tcp_syn_retries.
  private static let synTimes: [Int64] = [0, 1_000, 3_000, 7_000, 15_000, 31_000, 63_000]
  private static let synEnds: Int64 = 127_000

  unowned let world: World
  var trouble = Trouble()
  private var random: Lots
  private var clients: [Client] = []
  private var sessions: [Connection] = []
  /// What the broker keeps, by topic.
  private(set) var kept: [String: [UInt8]] = [:]
  /// How many of the board's sessions in a row ended within ten seconds. A connect that fails ends the
  /// row.
  private(set) var shortSessions = 0
  /// When all connections were cut last.
  private(set) var cutAt = Int64.min / 2

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = Lots(seed: seed &+ 301)
  }

  /// The board's connection, where it is accepted on both ends.
  var connection: Connection? {
    clients.last?.connection.flatMap { $0.isAccepted && $0.isSession && !$0.isLeaving ? $0 : nil }
  }

  // MARK: The way

  private func isThrough(_ address: UInt32) -> Bool {
    let weather = world.network.weather
    return !weather.isDown && !weather.isPartitioned && !trouble.isCut
      && address == world.network.address
  }

  /// Whether packets get through to a broker that reads them.
  private func isRead(_ connection: Connection) -> Bool {
    isThrough(connection.address) && trouble.isRead
  }

  /// Whether all is as it should be between the board and the broker.
  var isClear: Bool {
    guard let connection else { return false }
    return isThrough(connection.address) && trouble == Trouble()
      && world.network.weather == Network.Weather()
  }

  /// Whether the board can say at once what it has to say.
  var isFluent: Bool {
    connection.map { $0.stalled.count + $0.unconfirmed.count < 12 } ?? false
  }

  private func delay() -> Int64 {
    let weather = world.network.weather
    var delay =
      Self.roundTrip / 2 + Int64(random.below(8)) + weather.delayMilliseconds / 2
      + trouble.delayMilliseconds
    var again: Int64 = 200
    while random.below(100) < weather.lossPercent, again < 10_000 {
      delay += again
      again *= 2
    }
    return delay
  }

  /// - Parameter action: runs at the other end, and says whether it concerns the program.
  private func carry(
    _ connection: Connection, _ lane: ReferenceWritableKeyPath<Connection, Lane>, _ count: Int,
    _ action: @escaping () -> Bool
  ) {
    connection[keyPath: lane].sent += 1
    carry(connection, lane, connection[keyPath: lane].sent, count, action)
  }

  private func carry(
    _ connection: Connection, _ lane: ReferenceWritableKeyPath<Connection, Lane>, _ place: Int,
    _ count: Int, _ action: @escaping () -> Bool
  ) {
    guard isRead(connection), connection[keyPath: lane].held.isEmpty else {
      return hold(connection, lane, place, count, action)
    }
    let arrives = max(connection[keyPath: lane].last, world.time + delay())
    connection[keyPath: lane].last = arrives
    world.at(arrives) { [unowned self] in
      guard isRead(connection), connection[keyPath: lane].arrived == place - 1 else {
        hold(connection, lane, place, count, action)
        return false
      }
      connection[keyPath: lane].arrived = place
      return action()
    }
  }

  private func hold(
    _ connection: Connection, _ lane: ReferenceWritableKeyPath<Connection, Lane>, _ place: Int,
    _ count: Int, _ action: @escaping () -> Bool
  ) {
    connection[keyPath: lane].held.append((place, count, action))
    if lane == \.toBroker { connection.unsent += count }
    if connection[keyPath: lane].held.count == 1 { release(connection, lane) }
  }

  /// Looks now and then whether what is held gets through.
  private func release(
    _ connection: Connection, _ lane: ReferenceWritableKeyPath<Connection, Lane>
  ) {
    world.after(500) { [unowned self] in
      // A board that has lost its power or its address sends nothing again.
      let isLost =
        (lane == \.toBoard ? !connection.isOpen : connection.isForgotten)
        || connection.address != world.network.address
      if isLost {
        connection[keyPath: lane].held = []
        return false
      }
      guard isRead(connection) else {
        release(connection, lane)
        return false
      }
      let held = connection[keyPath: lane].held.sorted { $0.place < $1.place }
      connection[keyPath: lane].held = []
      for (place, count, action) in held { carry(connection, lane, place, count, action) }
      if lane == \.toBroker {
        connection.unsent = 0
        let stalled = connection.stalled
        // What has waited behind it is said now.
        if connection.isOpen, !stalled.isEmpty { world.house.isHeldUp() }
        connection.stalled = []
        for number in stalled { answer(connection, number, isGranted: true) }
      }
      return true
    }
  }

  // MARK: The client

  func started(_ handle: OpaquePointer) { clients.append(Client(handle)) }

  private func client(_ handle: OpaquePointer) -> Client {
    clients.last { $0.handle == handle && !$0.hasEnded }!
  }

  func connect(
    _ handle: OpaquePointer, isVersion5: Bool, keepAlive: Int64, name: String,
    will: (topic: String, text: [UInt8])?
  ) {
    world.trace("broker connect \(isVersion5) \(name)", will?.text ?? [])
    world.house.connects()
    let client = client(handle)
    client.isStuck = true
    let weather = world.network.weather
    let address = world.network.address
    func fails(in milliseconds: Int64) {
      world.after(milliseconds) { [unowned self] in
        close(client, Code.lookup)
        return true
      }
    }
    if weather.isDown || world.isGhost { return fails(in: 3) }
    switch weather.nameServer {
    case .fails: fails(in: 30)
    case .silent: fails(in: 20_000)
    case .answers, .slow:
      world.after(weather.nameServer == .slow ? 7_000 : delay()) { [unowned self] in
        knock(
          Connection(
            client, address, isVersion5: isVersion5, name: name, will: will,
            keepAlive: keepAlive * 1_000), since: world.time, 0)
        return true
      }
    }
  }

  /// Asks for a connection once more.
  private func knock(_ connection: Connection, since: Int64, _ number: Int) {
    let client = connection.client
    guard !client.hasEnded else { return }
    if world.network.weather.isDown { return close(client, Code.errno, errno: ENETUNREACH) }
    if isThrough(connection.address) {
      world.after(delay() * 2) { [unowned self] in
        guard !client.hasEnded else { return false }
        if trouble.isDown {
          close(client, Code.errno, errno: ECONNREFUSED)
        } else if world.network.weather.isCaptive {
          close(
            client, Code.errno, errno: EPROTO,
            "OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed")
        } else {
          open(connection)
        }
        return true
      }
      return
    }
    let isLast = number + 1 == Self.synTimes.count
    world.at(since + (isLast ? Self.synEnds : Self.synTimes[number + 1])) { [unowned self] in
      if isLast {
        close(client, Code.errno, errno: ETIMEDOUT)
      } else {
        knock(connection, since: since, number + 1)
      }
      return isLast
    }
  }

  private func open(_ connection: Connection) {
    let client = connection.client
    client.isStuck = false
    client.connection = connection
    (connection.lastIn, connection.lastOut) = (world.time, world.time)
    watch(connection)
    // TLS takes one way more.
    carry(connection, \.toBroker, 300) { [unowned self] in
      carry(connection, \.toBoard, 2_000) { [unowned self] in
        guard connection.isOpen else { return false }
        connection.lastIn = world.time
        carry(connection, \.toBroker, 100) { [unowned self] in
          greet(connection)
          return false
        }
        return false
      }
      return false
    }
  }

  /// Pings a broker that is silent, and gives up where it stays so (mosquitto__check_keepalive).
  private func watch(_ connection: Connection) {
    let next = min(connection.lastIn, connection.lastOut) + connection.keepAlive
    world.at(next) { [unowned self] in
      guard connection.isOpen, !connection.isForgotten else { return false }
      let now = world.time
      if now - min(connection.lastIn, connection.lastOut) >= connection.keepAlive {
        guard connection.isAccepted, connection.pingedAt == nil else {
          end(connection, Code.silent)
          return true
        }
        (connection.pingedAt, connection.lastIn, connection.lastOut) = (now, now, now)
        send(connection, 2) { [unowned self] in
          reply(connection, 2) { connection.pingedAt = nil }
        }
      }
      watch(connection)
      return false
    }
  }

  /// The board's end of a connection closes; the thread says so and is free.
  private func end(_ connection: Connection, _ reason: Int, refusal: Int = 0) {
    guard connection.isOpen else { return }
    let wasAccepted = connection.isAccepted
    connection.isOpen = false
    connection.isAccepted = false
    connection.client.connection = nil
    // The kernel tells the broker.
    carry(connection, \.toBroker, 1) { [unowned self] in
      lose(connection)
      return false
    }
    close(connection.client, reason, refusal: refusal, wasAccepted: wasAccepted)
  }

  private func close(
    _ client: Client, _ reason: Int, errno: Int32 = 0, refusal: Int = 0, _ complaint: String = "",
    wasAccepted: Bool = false
  ) {
    client.isStuck = false
    guard !client.hasEnded else { return }
    if !wasAccepted { shortSessions = 0 }
    deliver(client) {
      boundary_broker_closed(client.handle, Int32(reason), errno, Int32(refusal), complaint)
    }
  }

  /// Tells the owner in order, behind what waits for room.
  private func deliver(_ client: Client, _ tell: @escaping () -> Void) {
    client.queue.append(.other(tell))
    fill(client)
  }

  func publish(
    _ handle: OpaquePointer, _ topic: String, _ bytes: [UInt8], isCertain: Bool, isRetained: Bool
  ) -> Int {
    guard let connection = client(handle).connection, connection.isAccepted else {
      return -Code.noConnection
    }
    connection.lastNumber += 1
    let number = connection.lastNumber
    if world.isGhost { return number }
    world.trace("publish \(topic) \(isCertain) \(isRetained)", bytes)
    if world.options.isVerbose {
      world.note("publish \(topic) \(String(decoding: bytes.prefix(300), as: UTF8.self))")
    }
    world.house.said(topic, bytes, isRetained: isRetained)
    let hasRoom = connection.unsent + bytes.count <= sendBuffer
    send(connection, topic.utf8.count + bytes.count) { [unowned self] in
      keep(topic, bytes, isRetained: isRetained)
      spread(topic, bytes)
      if isCertain { answer(connection, number, isGranted: true) }
    }
    if isCertain { connection.unconfirmed.insert(number) }
    if !isCertain {
      if hasRoom {
        world.after(1) { [unowned self] in
          guard connection.isOpen else { return false }
          answered(connection, number, isSubscription: false, isGranted: true)
          return true
        }
      } else {
        connection.stalled.append(number)
      }
    }
    return number
  }

  /// - Parameter isOn: whether a subscription begins, or ends.
  func subscribe(_ handle: OpaquePointer, _ filter: String, isOn: Bool) -> Int {
    guard let connection = client(handle).connection, connection.isAccepted else {
      return -Code.noConnection
    }
    connection.lastNumber += 1
    let number = connection.lastNumber
    if world.isGhost { return number }
    guard isOn else {
      leave(filter, connection)
      return number
    }
    world.trace("subscribe", filter.utf8)
    send(connection, filter.utf8.count) { [unowned self] in
      connection.filters.insert(filter)
      reply(connection, 5) { [unowned self] in
        answered(connection, number, isSubscription: true, isGranted: true)
      }
      for topic in kept.keys.sorted() where Self.matches(topic, filter) {
        pass(connection, topic, kept[topic]!, isRetained: true, saidAt: world.time)
      }
    }
    return number
  }

  /// Subscriptions that end in one turn have no order of their own: they end in that of their names.
  private func leave(_ filter: String, _ connection: Connection) {
    connection.ending.append(filter)
    guard connection.ending.count == 1 else { return }
    world.after(1) { [unowned self] in
      let filters = connection.ending.sorted()
      connection.ending = []
      guard connection.isOpen else { return false }
      for filter in filters {
        world.trace("unsubscribe", filter.utf8)
        send(connection, filter.utf8.count) { connection.filters.remove(filter) }
      }
      return false
    }
  }

  private func leave(_ connection: Connection) {
    guard !connection.isLeaving, !world.isGhost else { return }
    world.trace("broker disconnect", [])
    connection.isLeaving = true
    carry(connection, \.toBroker, 2) { [unowned self] in
      lose(connection, isSaid: true)
      return false
    }
  }

  /// The program has a second for its goodbye.
  func end(_ handle: OpaquePointer, _ milliseconds: Int64) {
    let client = client(handle)
    var takes: Int64 = 0
    if let connection = client.connection {
      leave(connection)
      // Bytes that the kernel has taken are sent even after the program has ended.
      takes = connection.unsent > sendBuffer ? milliseconds : 2
      connection.isOpen = false
      if world.isGhost { connection.isForgotten = true }
    } else if client.isStuck {
      takes = milliseconds
    }
    client.hasEnded = true
    client.connection = nil
    clients.removeAll { $0 === client }
    if takes > 0, !world.isGhost { world.block(takes) }
  }

  /// The program has ended, or its board has lost its power.
  func forgetAll() {
    for client in clients {
      client.hasEnded = true
      client.connection?.isOpen = false
      client.connection?.isForgotten = true
    }
    clients = []
  }

  func took(_ handle: OpaquePointer) {
    guard let client = clients.last(where: { $0.handle == handle }) else { return }
    if !isFluent { world.house.isHeldUp() }
    let number = boundary_broker_confirmed(handle)
    if number >= 0 { client.connection?.unconfirmed.remove(Int(number)) }
    fill(client)
  }

  /// Hands over what waits, as far as there is room. A message that finds none for a second is dropped.
  private func fill(_ client: Client) {
    while let first = client.queue.first {
      if case .message(let message) = first {
        let (text, count) = (message.topic.utf8.count, message.bytes.count)
        guard boundary_broker_has_room(client.handle, text, count) != 0 else {
          return block(client)
        }
      }
      client.isBlocked = false
      client.queue.removeFirst()
      switch first {
      case .message(let message):
        world.house.delivered(message)
        boundary_broker_message(
          client.handle, message.topic, message.bytes, message.bytes.count,
          message.isRetained ? 1 : 0)
      case .other(let tell): tell()
      }
    }
  }

  private func block(_ client: Client) {
    guard !client.isBlocked else { return }
    client.isBlocked = true
    client.blocks += 1
    let number = client.blocks
    world.after(1_000) { [unowned self] in
      guard !client.hasEnded, client.isBlocked, client.blocks == number else { return false }
      client.isBlocked = false
      client.queue.removeFirst()
      boundary_broker_dropped(client.handle)
      world.oracle.lostWord(at: world.time)
      fill(client)
      return true
    }
  }

  // MARK: Packets

  private func send(_ connection: Connection, _ count: Int, _ action: @escaping () -> Void) {
    connection.lastOut = world.time
    carry(connection, \.toBroker, count) { [unowned self] in
      guard connection.isSession else { return false }
      connection.lastHeard = world.time
      action()
      return true
    }
  }

  private func reply(_ connection: Connection, _ count: Int, _ action: @escaping () -> Void) {
    carry(connection, \.toBoard, count) { [unowned self] in
      guard connection.isOpen, !connection.client.hasEnded else { return false }
      connection.lastIn = world.time
      action()
      return true
    }
  }

  private func answer(_ connection: Connection, _ number: Int, isGranted: Bool) {
    reply(connection, 4) { [unowned self] in
      answered(connection, number, isSubscription: false, isGranted: isGranted)
    }
  }

  private func answered(
    _ connection: Connection, _ number: Int, isSubscription: Bool, isGranted: Bool
  ) {
    let client = connection.client
    guard !client.hasEnded else { return }
    // The answer may wait behind other messages.
    connection.unconfirmed.insert(number)
    deliver(client) {
      boundary_broker_answered(
        client.handle, isSubscription ? 1 : 0, Int32(number), isGranted ? 1 : 0)
    }
  }

  // MARK: The broker

  /// CONNECT has come.
  private func greet(_ connection: Connection) {
    // A client that has gone meanwhile is not let in.
    guard connection.isOpen, !trouble.isDown, !connection.hasEnded else { return }
    let refusal =
      connection.isVersion5 && trouble.isOld ? 1 : trouble.refusal
    if refusal != 0 {
      connection.hasEnded = true
      // Some say so, and others close at once.
      let isSaid = !(trouble.isOld && random.below(2) == 0)
      carry(connection, \.toBoard, 4) { [unowned self] in
        end(connection, isSaid ? Code.refused : Code.lost, refusal: isSaid ? refusal : 0)
        return true
      }
      return
    }
    for old in sessions where old.name == connection.name {
      kick(old, reason: connection.isVersion5 ? Int(Code.takenOver) : Code.lost, isTakeover: true)
    }
    sessions.append(connection)
    (connection.isSession, connection.acceptedAt) = (true, world.time)
    connection.lastHeard = world.time
    observe(connection)
    reply(connection, 4) { [unowned self] in
      connection.isAccepted = true
      let client = connection.client
      world.house.connected()
      deliver(client) { boundary_broker_connected(client.handle) }
    }
  }

  /// A client that says nothing for one and a half times its keep-alive is lost.
  private func observe(_ connection: Connection) {
    let limit = connection.keepAlive * 3 / 2
    world.at(connection.lastHeard + limit) { [unowned self] in
      guard connection.isSession else { return false }
      if world.time - connection.lastHeard >= limit {
        kick(connection, reason: Code.lost)
        return false
      }
      observe(connection)
      return false
    }
  }

  /// The broker ends a connection.
  private func kick(_ connection: Connection, reason: Int, isTakeover: Bool = false) {
    lose(connection, isTakeover: isTakeover)
    carry(connection, \.toBoard, 2) { [unowned self] in
      end(connection, reason)
      return true
    }
  }

  /// A session is over.
  /// - Parameter isSaid: the client has said goodbye.
  private func lose(_ connection: Connection, isSaid: Bool = false, isTakeover: Bool = false) {
    guard connection.isSession else { return }
    connection.isSession = false
    sessions.removeAll { $0 === connection }
    count(connection)
    if !isSaid, let will = connection.will {
      keep(will.topic, will.text, isRetained: true)
      spread(will.topic, will.text)
    }
    if !isTakeover { world.house.left() }
  }

  /// A new life begins, which was not thrown out yet.
  func lifeBegins() { shortSessions = 0 }

  /// A board that is thrown out three times in a row, within ten seconds each, waits for ten minutes and
  /// up to one more; a follower hears of no exchange meanwhile. The board measures a little less.
  private func count(_ ended: Connection) {
    shortSessions = world.time - ended.acceptedAt < 11_000 ? shortSessions + 1 : 0
    guard shortSessions >= 3, world.house.isFollower else { return }
    for host in world.allHosts {
      world.oracle.leave(host.source, aloneUntil: world.time + 660_000)
    }
  }

  /// Somebody else connects under the board's name.
  func takeOver() {
    for session in sessions where session.name.hasSuffix(Self.name) {
      kick(
        session, reason: session.isVersion5 ? Int(Code.takenOver) : Code.lost, isTakeover: true)
    }
  }

  /// All connections end, as when it is started again.
  func cutAll(keepsAll: Bool) {
    let all = sessions
    sessions = []
    cutAt = world.time
    for session in all {
      session.isSession = false
      count(session)
      carry(session, \.toBoard, 1) { [unowned self] in
        end(session, Code.lost)
        return true
      }
    }
    // All are cut off, so nobody is told of a will. A broker that keeps nothing forgets all.
    if keepsAll {
      for session in all {
        if let will = session.will { keep(will.topic, will.text, isRetained: true) }
      }
    } else {
      kept = [:]
    }
    world.house.left()
  }

  /// Keeps a message as if somebody had published it while the board was not connected.
  func keepUnheard(_ topic: String, _ bytes: [UInt8]) { keep(topic, bytes, isRetained: true) }

  private func keep(_ topic: String, _ bytes: [UInt8], isRetained: Bool) {
    guard isRetained else { return }
    kept[topic] = bytes.isEmpty ? nil : bytes
  }

  /// Sends a message on to all who listen.
  private func spread(_ topic: String, _ bytes: [UInt8], saidAt: Int64? = nil) {
    for session in sessions where session.filters.contains(where: { Self.matches(topic, $0) }) {
      pass(session, topic, bytes, isRetained: false, saidAt: saidAt ?? world.time)
    }
  }

  private func pass(
    _ session: Connection, _ topic: String, _ bytes: [UInt8], isRetained: Bool, saidAt: Int64
  ) {
    let messageMax = boundary_broker_message_max()
    // A message that is larger than the client takes is not sent: MQTT 5.0, section 3.1.2.11.4.
    if session.isVersion5, bytes.count > messageMax { return }
    reply(session, topic.utf8.count + bytes.count) { [unowned self] in
      let client = session.client
      if bytes.count > messageMax {
        world.oracle.lostWord(at: world.time)
        return boundary_broker_dropped(client.handle)
      }
      client.queue.append(
        .message(Message(topic: topic, bytes: bytes, isRetained: isRetained, saidAt: saidAt)))
      fill(client)
    }
  }

  /// Whether others than the board reach it.
  var isReached: Bool { !trouble.isDown && trouble.isRead }

  /// Somebody in the house publishes something.
  /// - Parameter saidAt: when it was said; nil for now.
  func publish(
    _ topic: String, _ bytes: some Sequence<UInt8>, isRetained: Bool = false, saidAt: Int64? = nil
  ) {
    guard isReached else { return }
    if topic.hasSuffix("/brightness") || topic.hasSuffix("/light") { world.board.orderLight() }
    let bytes = Array(bytes)
    if world.options.isVerbose {
      world.note("house: \(topic) \(String(decoding: bytes.prefix(200), as: UTF8.self))")
    }
    keep(topic, bytes, isRetained: isRetained)
    spread(topic, bytes, saidAt: saidAt)
  }

  /// MQTT 5.0, section 4.7.
  static func matches(_ topic: String, _ filter: String) -> Bool {
    if topic == filter { return true }
    guard filter.utf8.contains(0x23) || filter.utf8.contains(0x2B) else { return false }
    let slash = UInt8(ascii: "/")
    let levels = topic.utf8.split(separator: slash, omittingEmptySubsequences: false)
    let wanted = filter.utf8.split(separator: slash, omittingEmptySubsequences: false)
    for (index, level) in wanted.enumerated() {
      if level.elementsEqual("#".utf8) { return true }
      guard index < levels.count,
        level.elementsEqual("+".utf8) || level.elementsEqual(levels[index])
      else { return false }
    }
    return levels.count == wanted.count
  }
}

extension Years {
  /// Leads the program's calls here.
  static func connectBroker() {
    boundary.broker_started = { world.broker.started($0!) }
    boundary.broker_took = { world.broker.took($0!) }
    boundary.broker_connect = { broker, _, _, isVersion5, keepAlive, name, topic, text in
      let will = topic.map { (String(cString: $0), Array(String(cString: text!).utf8)) }
      world.broker.connect(
        broker!, isVersion5: isVersion5 != 0, keepAlive: Int64(keepAlive),
        name: String(cString: name!), will: will)
    }
    boundary.broker_publish = { broker, topic, bytes, count, quality, isRetained in
      Int32(
        world.broker.publish(
          broker!, String(cString: topic!),
          Array(UnsafeBufferPointer(start: bytes, count: count)), isCertain: quality > 0,
          isRetained: isRetained != 0))
    }
    boundary.broker_subscribe = {
      Int32(world.broker.subscribe($0!, String(cString: $1!), isOn: $2 >= 0))
    }
    boundary.broker_end = { world.broker.end($0!, Int64($1)) }
  }
}
