import Glibc
import TestSupport
import Testing

@testable import Broker

@Suite("A client speaks to a real broker", .serialized)
struct BrokerClientTests {
  @Test("over TLS, with a password, in both versions", arguments: [MQTTVersion.five, .three])
  func roundTrip(_ version: MQTTVersion) throws {
    let bench = try BrokerBench(isSecure: true)
    let (one, two) = (try bench.client("one", version), try bench.client("two", version))
    #expect(one.isConnected)
    #expect(two.isConnected)
    #expect(two.isGranted("one/#") == true)
    #expect(one.send("3", to: "one/price"))
    #expect(
      two.message
        == BrokerMessage(topic: "one/price", payload: Array("3".utf8), isRetained: false))
    #expect(one.send("online", to: "one/status", isRetained: true))
    #expect(two.message?.isRetained == false, "it was there when it came")
    let three = try bench.client("three", version)
    #expect(three.isConnected)
    #expect(three.isGranted("one/#") == true)
    #expect(three.message?.isRetained == true)
  }

  @Test(
    "what the broker has kept is not sent to who does not want it, but with MQTT 3.1.1",
    arguments: [MQTTVersion.five, .three])
  func kept(_ version: MQTTVersion) throws {
    let bench = try BrokerBench()
    let (one, two) = (try bench.client("one"), try bench.client("two", version))
    #expect(one.isConnected)
    #expect(two.isConnected)
    #expect(one.send("old", to: "a/b", isRetained: true))
    #expect(two.isGranted("a/#", hearsKept: false) == true)
    #expect(one.send("new", to: "a/b"))
    let message = two.first { event -> BrokerMessage? in
      guard case .message(let message) = event, version == .five || !message.isRetained else {
        return nil
      }
      return message
    }
    #expect(message?.payload == Array("new".utf8))
  }

  @Test("what keeps it from being connected has a cause")
  func failures() throws {
    let bench = try BrokerBench(isSecure: true)
    #expect(try bench.client(password: "wrong").failure?.cause == .login)
    #expect(try bench.client("one", .three, password: "wrong").failure?.cause == .login)

    // A CA that has not signed it.
    let other = try BrokerBench(isSecure: true)
    var options = bench.options()
    options.caFile = other.certificate
    let client = try BrokerClient()
    client.connect(options, .five)
    let distrust = client.failure
    #expect(distrust?.cause == .certificate)
    #expect(distrust?.detail == "certificate verify failed")

    // A name that the certificate does not have.
    options = bench.options()
    options.host = "127.0.0.1"
    client.connect(options, .five)
    #expect(client.failure?.cause == .certificate)

    // A port without TLS.
    options = bench.options()
    let plain = try BrokerBench()
    options.port = plain.port
    client.connect(options, .five)
    #expect(client.failure?.cause == .malformed)

    bench.stop()
    client.connect(bench.options(), .five)
    #expect(client.failure?.cause == .unreachable)
  }

  @Test("a client that dies leaves its will, and one that ends says goodbye instead")
  func will() throws {
    let bench = try BrokerBench()
    let watcher = try bench.client("watcher")
    #expect(watcher.isConnected)
    #expect(watcher.isGranted("+/status") == true)
    let polite = try bench.client("polite")
    #expect(polite.isConnected)
    #expect(polite.send("gone", to: "polite/status"))
    polite.end()
    #expect(watcher.message?.payload == Array("gone".utf8))

    let first = try bench.client("twin")
    #expect(first.isConnected)
    // Another of the same name takes its place: for the broker the first has died.
    let second = try bench.client("twin")
    #expect(second.isConnected)
    // mosquitto 2.0 does not say why; `BrokerLink` draws the conclusion.
    let cause = first.failure?.cause
    #expect(cause == .lost || cause == .takenOver)
    let will = watcher.message
    #expect(will?.topic == "twin/status")
    #expect(will?.payload == Array("offline".utf8))
  }

  @Test("a broker that restarts is a connection lost, and the next one is whole")
  func restart() throws {
    let bench = try BrokerBench()
    let client = try bench.client()
    #expect(client.isConnected)
    bench.stop()
    #expect(client.failure?.cause == .lost)
    #expect(client.publish([1], to: "a", isCertain: false, isRetained: false) == .notConnected)
    try bench.start()
    client.connect(bench.options(), .five)
    #expect(client.isConnected)
    #expect(client.isGranted("a") == true)
    #expect(client.publish([7], to: "a", isCertain: true, isRetained: false) != .notConnected)
    #expect(client.message?.payload == [7])
  }

  @Test("a connection that nothing comes through any more is lost, and the next one is whole")
  func halfOpen() throws {
    let bench = try BrokerBench()
    let way = try BrokerWay(to: bench.port)
    let client = try BrokerClient(keepAliveSeconds: 5)
    var options = bench.options()
    options.port = way.port
    client.connect(options, .five)
    #expect(way.first(of: client) { $0 == .connected ? true : nil } == true)
    way.isBlocked = true
    let failure = way.first(of: client) { event -> BrokerFailure? in
      if case .closed(let failure) = event { failure } else { nil }
    }
    #expect(failure?.cause == .silent)
    way.isBlocked = false
    client.connect(options, .five)
    #expect(way.first(of: client) { $0 == .connected ? true : nil } == true)
    client.end()
  }

  @Test("a packet that the library asserts against ends the connection, and not the process")
  func assertion() throws {
    let (listener, port) = BrokerBench.listener()
    defer { close(listener) }
    let client = try BrokerClient()
    client.connect(
      BrokerOptions(host: "127.0.0.1", port: port, isSecure: false, client: "a"), .five)
    for _ in 0..<3 {
      let connection = try BrokerBench.connection(of: listener)
      defer { close(connection) }
      var bytes = [UInt8](repeating: 0, count: 256)
      try BrokerBench.awaitNews(of: connection)
      #expect(recv(connection, &bytes, bytes.count, 0) > 0)
      // CONNACK with a property of a kind that there is not (MQTT 5.0, 2.2.2.2).
      send(connection, [0x20, 5, 0, 0, 2, 0x7F, 0] as [UInt8], 7, Int32(MSG_NOSIGNAL))
      #expect(client.failure?.cause == .malformed)
      client.connect(
        BrokerOptions(host: "127.0.0.1", port: port, isSecure: false, client: "a"), .five)
    }
    client.end()
  }

  /// A client of a broker that is a bare socket, and says what a test has it say.
  private func withBareBroker(_ body: (BrokerClient, _ connection: Int32) throws -> Void) throws {
    let (listener, port) = BrokerBench.listener()
    defer { close(listener) }
    let client = try BrokerClient()
    client.connect(
      BrokerOptions(host: "127.0.0.1", port: port, isSecure: false, client: "a"), .five)
    let connection = try BrokerBench.connection(of: listener)
    defer { close(connection) }
    try body(client, connection)
    client.end()
  }

  @Test(
    "a packet that the broker may not send ends the connection, and those before it are whole",
    arguments: [
      [0x34, 6, 0, 1, 0x61, 0, 1, 0],  // PUBLISH of QoS 2
      [0x36, 6, 0, 1, 0x61, 0, 1, 0],  // PUBLISH of QoS 3
      [0x50, 2, 0, 1],  // PUBREC
      [0x62, 2, 0, 1],  // PUBREL
      [0x70, 2, 0, 1],  // PUBCOMP
      [0xC0, 0],  // PINGREQ
      [0x30, 0x80, 0x80, 0x80, 0x80, 0x01],  // a length of five bytes
    ] as [[UInt8]], [1, 7, 4_096])
  func violation(_ packet: [UInt8], piece: Int) throws {
    try withBareBroker { client, connection in
      var greeting = [UInt8](repeating: 0, count: 256)
      try BrokerBench.awaitNews(of: connection)
      #expect(recv(connection, &greeting, greeting.count, 0) > 0)
      // What looks like the head of another packet is the text of a message.
      let text = [UInt8](repeating: 0x34, count: 200)
      var bytes: [UInt8] = [0x20, 3, 0, 0, 0]  // CONNACK
      bytes += [0xD0, 0]  // PINGRESP
      bytes += [0x32, 0xCE, 1, 0, 1, 0x61, 0, 1, 0] + text  // PUBLISH of QoS 1
      bytes += packet
      for start in stride(from: 0, to: bytes.count, by: piece) {
        let next = Array(bytes[start...].prefix(piece))
        send(connection, next, next.count, Int32(MSG_NOSIGNAL))
      }
      #expect(client.message == BrokerMessage(topic: "a", payload: text, isRetained: false))
      let cause: BrokerFailure.Cause = packet[0] == 0x34 ? .qosTwo : .malformed
      #expect(client.failure?.cause == cause)
    }
  }

  @Test("a broker that turns keep-alive off is left, and the log can say why")
  func noKeepAlive() throws {
    try withBareBroker { client, connection in
      // CONNACK with a Server Keep Alive of 0 (MQTT 5.0, 3.2.2.3.14).
      send(connection, [0x20, 6, 0, 0, 3, 0x13, 0, 0] as [UInt8], 8, Int32(MSG_NOSIGNAL))
      #expect(client.failure == BrokerFailure(.malformed, "its Server Keep Alive is 0"))
    }
  }

  @Test("topics that the broker forbids are refused one by one")
  func accessList() throws {
    try withFolder { folder in
      try write("user desk\ntopic read open/#\n", to: "\(folder)/acl")
      let bench = try BrokerBench(more: "acl_file \(folder)/acl")
      let client = try bench.client()
      #expect(client.isConnected)
      #expect(client.isGranted("open/#") == true)
      #expect(!client.send("x", to: "open/a"), "MQTT 5 says so")
      // mosquitto grants the subscription and delivers nothing; MQTT leaves both to the broker.
      #expect(client.isGranted("closed/#") != nil)
    }
  }

  @Test("a message that the broker said to be too large is refused, and the connection goes on")
  func limits() throws {
    let bench = try BrokerBench(more: "max_packet_size 1000")
    let client = try bench.client()
    #expect(client.isConnected)
    let large = [UInt8](repeating: 0, count: 2_000)
    #expect(client.publish(large, to: "a", isCertain: true, isRetained: false) == .refused)
    #expect(client.send("small", to: "a"))
  }

  @Test("a message that is too large is dropped and counted, and a flood stays within its bounds")
  func floods() throws {
    let bench = try BrokerBench()
    // 3.1.1: in 5 the broker itself keeps what is too large.
    let (one, two) = (try bench.client("one", .three), try bench.client("two", .three))
    #expect(one.isConnected)
    #expect(two.isConnected)
    #expect(two.isGranted("flood") == true)
    #expect(one.send(String(repeating: "x", count: 300 * 1_024), to: "flood"))
    #expect(two.first { $0 == .dropped(1) ? true : nil } == true)

    var sent = 0
    let payload = [UInt8](repeating: 0x78, count: 1_000)
    for _ in 0..<3_000
    where one.publish(payload, to: "flood", isCertain: false, isRetained: false) != .notConnected {
      sent += 1
    }
    // What is left in between waits in the broker, or is dropped there.
    var heard = 0
    for _ in 0..<600 {
      guard let message = two.message, message.topic == "flood" else { break }
      heard += 1
    }
    #expect(sent == 3_000)
    #expect(heard == 600)
  }

  @Test("a packet that would take all memory ends the connection", arguments: [false, true])
  func giants(isSecure: Bool) throws {
    let bench = try BrokerBench(isSecure: isSecure)
    let (one, two) = (try bench.client("one", .three), try bench.client("two", .three))
    #expect(one.isConnected)
    #expect(two.isConnected)
    #expect(two.isGranted("giant") == true)
    let large = String(repeating: "x", count: 8 << 20)
    #expect(one.send(String(large.dropLast(100)), to: "giant"))
    #expect(two.first { $0 == .dropped(1) ? true : nil } == true)
    #expect(one.send(large, to: "giant"))
    #expect(two.failure?.cause == .tooLarge)
    two.connect(bench.options("two"), .five)
    #expect(two.isConnected)
  }

  @Test("a broker that accepts and says nothing does not hold up the end")
  func silence() throws {
    let (listener, port) = BrokerBench.listener()
    defer { close(listener) }
    let client = try BrokerClient()
    var options = BrokerOptions(
      host: "127.0.0.1", port: port, isSecure: true, client: "one")
    options.caFile = nil
    client.connect(options, .five)
    let connection = try BrokerBench.connection(of: listener)
    defer { close(connection) }
    // It greets, and waits for an answer.
    try BrokerBench.awaitNews(of: connection)
    var start = timespec()
    clock_gettime(CLOCK_MONOTONIC, &start)
    client.end()
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    #expect(end.tv_sec - start.tv_sec <= 2)
  }

  @Test("an address that does not answer is given up long before the kernel does it")
  func unanswered() throws {
    let (listener, port) = BrokerBench.listener()
    defer { close(listener) }
    // Once one waits to be let in, no other is answered.
    listen(listener, 0)
    let first = try #require(BrokerBench.connection(to: port))
    defer { close(first) }
    let client = try BrokerClient(connectMilliseconds: 50)
    let options = BrokerOptions(host: "127.0.0.1", port: port, isSecure: false, client: "a")
    for version in [MQTTVersion.five, .three] {
      client.connect(options, version)
      #expect(client.failure == BrokerFailure(.unreachable, "Connection timed out"))
    }
    client.end()
  }

  @Test("a client that was ended while it connects says nothing once it is connected")
  func abandoned() throws {
    let (listener, port) = BrokerBench.listener()
    defer { close(listener) }
    // Nobody is let in until the first has been accepted.
    listen(listener, 0)
    let first = try #require(BrokerBench.connection(to: port))
    defer { close(first) }
    // The kernel asks once more after 1, 3, 7, 15 and 31 s.
    let client = try BrokerClient(connectMilliseconds: 60_000)
    client.connect(
      BrokerOptions(host: "127.0.0.1", port: port, isSecure: false, client: "a"), .five)
    // A connection that was asked for, in proc_net_tcp(5).
    let asked = "0100007F:\(String(port, radix: 16, uppercase: true)) 02 "
    for _ in 0..<2_000 {
      if Self.text("/proc/net/tcp").contains(asked) { break }
      usleep(5_000)
    }
    client.end()
    close(try BrokerBench.connection(of: listener))
    let connection = try BrokerBench.connection(of: listener)
    defer { close(connection) }
    try BrokerBench.awaitNews(of: connection)
    var byte: UInt8 = 0
    #expect(recv(connection, &byte, 1, 0) == 0)
  }

  @Test("its thread is the only one that it makes, and no signal reaches that")
  func oneThread() throws {
    let before = Self.threads()
    let client = try BrokerClient()
    let made = Self.threads().subtracting(before).filter { Self.name($0) == "broker" }
    #expect(made.count == 1)
    let blocked = Self.blockedSignals(try #require(made.first))
    // All of signal(7) but SIGKILL and SIGSTOP.
    #expect(blocked.map { $0 & 0x7FFF_FFFF } == 0x7FFB_FEFF)
    client.end()
    // The kernel needs a moment to take it away.
    for _ in 0..<2_000 {
      if Self.threads().isDisjoint(with: made) { break }
      usleep(5_000)
    }
    #expect(Self.threads().isDisjoint(with: made))
  }

  private static func threads() -> Set<String> {
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    var names: Set<String> = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if Int(name) != nil { names.insert(name) }
    }
    return names
  }

  private static func text(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private static func name(_ thread: String) -> String {
    String(text("/proc/self/task/\(thread)/comm").dropLast())
  }

  private static func blockedSignals(_ thread: String) -> UInt64? {
    text("/proc/self/task/\(thread)/status").split(separator: "\n")
      .first { $0.hasPrefix("SigBlk:") }
      .flatMap { $0.split(separator: "\t").last }.flatMap { UInt64($0, radix: 16) }
  }
}
