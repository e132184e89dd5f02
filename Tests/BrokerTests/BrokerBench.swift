import Glibc
import TestSupport
import Testing

@testable import Broker

/// A real mosquitto on a loopback socket, with passwords and TLS, and a client of this project.
final class BrokerBench {
  private let temporary = TemporaryFolder()
  let port: UInt16
  /// Has the port as long as this lives, so that nobody else gets it; mosquitto may listen there all the
  /// same, since both ask for SO_REUSEADDR (socket(7)).
  private let reservation: Int32
  private var process: pid_t = 0
  private let configuration: String

  var folder: String { temporary.path }
  var certificate: String { "\(folder)/certificate.pem" }

  /// - Parameter isSecure: over TLS, with a certificate for this machine that it signs itself.
  init(isSecure: Bool = false, more: String = "") throws {
    signal(SIGPIPE, SIG_IGN)
    (reservation, port) = Self.bound()
    configuration = "\(temporary.path)/mosquitto.conf"
    var lines = [
      "listener \(port) 127.0.0.1", "allow_anonymous false", "password_file \(folder)/passwords",
      "persistence false", "log_type none", more,
    ]
    try Self.run([
      "/usr/bin/mosquitto_passwd", "-b", "-c", "\(folder)/passwords", "desk", "secret",
    ])
    if isSecure {
      try Self.run([
        "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
        "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost", "-keyout", "\(folder)/key.pem", "-out",
        "\(folder)/certificate.pem",
      ])
      lines += ["certfile \(folder)/certificate.pem", "keyfile \(folder)/key.pem"]
    }
    // As root it would become a user who cannot read this folder.
    lines.append("user root")
    try write(lines.joined(separator: "\n") + "\n", to: configuration)
    try start()
  }

  deinit {
    stop()
    close(reservation)
  }

  /// Starts it, and comes back when it listens.
  func start() throws {
    process = try Self.spawn(["/usr/sbin/mosquitto", "-c", configuration])
    for _ in 0..<2_000 {
      if Self.isListening(at: port) { return }
      usleep(5_000)
    }
    Issue.record("mosquitto does not listen at \(port)")
  }

  func stop() {
    guard process > 0 else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    process = 0
  }

  func options(
    _ client: String = "one", password: String = "secret"
  ) -> BrokerOptions {
    let isSecure = access(certificate, F_OK) == 0
    var options = BrokerOptions(
      host: "localhost", port: port, isSecure: isSecure, client: client)
    options.will = BrokerOptions.Will("offline", to: "\(client)/status")
    (options.user, options.password) = ("desk", password)
    if isSecure { options.caFile = certificate }
    return options
  }

  /// A client that has asked to be connected.
  func client(
    _ name: String = "one", _ version: MQTTVersion = .five, password: String = "secret"
  ) throws -> BrokerClient {
    let client = try BrokerClient()
    client.connect(options(name, password: password), version)
    return client
  }
}

extension BrokerClient {
  /// The first event that fits, others dropped; waits for it, since the library has its own time.
  func first<Value>(_ fits: (BrokerEvent) -> Value?) -> Value? {
    for _ in 0..<200 {
      while let event = next() {
        if let value = fits(event) { return value }
      }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, 100)
    }
    return nil
  }

  var isConnected: Bool { first { $0 == .connected ? true : nil } ?? false }

  var failure: BrokerFailure? {
    first { if case .closed(let failure) = $0 { failure } else { nil } }
  }

  var message: BrokerMessage? {
    first { if case .message(let message) = $0 { message } else { nil } }
  }

  func isGranted(_ filter: String, hearsKept: Bool = true) -> Bool? {
    guard let number = subscribe(filter, hearsKept: hearsKept) else { return nil }
    return first { event in
      if case .subscribed(number, let isGranted) = event { isGranted } else { nil }
    }
  }

  func send(_ text: String, to topic: String, isRetained: Bool = false) -> Bool {
    guard
      case .underWay(let number) = publish(
        Array(text.utf8), to: topic, isCertain: true, isRetained: isRetained)
    else { return false }
    return first { event in
      if case .published(number, let isGranted) = event { isGranted } else { nil }
    } ?? false
  }
}

// What a test needs of the machine.
extension BrokerBench {
  /// A socket of this machine that listens at a port that nobody else has.
  static func listener() -> (descriptor: Int32, port: UInt16) {
    let bound = bound()
    precondition(listen(bound.descriptor, 16) == 0)
    return bound
  }

  private static func bound() -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var isReused: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var name = address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutableBytes(of: &name) { bytes in
      let pointer = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      precondition(bind(descriptor, pointer, size) == 0)
      getsockname(descriptor, pointer, &size)
    }
    return (descriptor, UInt16(bigEndian: name.sin_port))
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return name
  }

  private static func isListening(at port: UInt16) -> Bool {
    connection(to: port).map { close($0) } != nil
  }

  /// The next connection that comes to a listener, within a minute.
  static func connection(of listener: Int32) throws -> Int32 {
    try awaitNews(of: listener)
    return accept(listener, nil, nil)
  }

  /// Waits until a call that reads would come back at once, for a minute at most.
  static func awaitNews(of descriptor: Int32) throws {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&polled, 1, 60_000) == 1, "nothing comes")
  }

  /// A socket that is connected; nil where nobody listens.
  static func connection(to port: UInt16) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var name = address(port)
    let isConnected = withUnsafeBytes(of: &name) {
      connect(
        descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self),
        socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
    if isConnected { return descriptor }
    close(descriptor)
    return nil
  }

  static func spawn(_ arguments: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    try #require(
      posix_spawn(&process, arguments[0], &actions, nil, &words, environ) == 0,
      "\(arguments[0]) cannot be run: apt install $(cat board/packages-test)")
    return process
  }

  private static func run(_ arguments: [String]) throws {
    let process = try spawn(arguments)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    try #require(status == 0, "\(arguments) failed")
  }
}
