import CCurl
import Glibc
import SimulatedExchange
import TestSupport
import Testing
import Timing

@testable import Wire

/// A wire and a simulated exchange on real loopback sockets, moved in turns by one thread.
final class WireBench {
  let exchange: SimulatedServer
  let wire: Wire
  var caFile: String? { authority?.path }
  private(set) var events: [String] = []
  private(set) var causes: [Wire.Cause] = []
  private(set) var messages: [[UInt8]] = []
  private(set) var bodies: [[UInt8]] = []
  private(set) var fields: [(name: String, value: String)] = []
  private let authority: ScratchFile?
  private let start = WireBench.monotonic()

  /// Milliseconds that the wire believes to have passed in no time.
  var skipped: Int64 = 0

  /// - Parameter anchors: makes the CAs that the system trusts, of the exchange's CA as PEM.
  init(
    _ faults: String..., tls: Bool = true,
    systemAnchors anchors: (String) throws -> TrustAnchors = { _ in .system }
  ) throws {
    var options = SimulatedServer.Options()
    options.usesTLS = tls
    options.isScripted = true
    options.faults = try faults.map { try Fault(argument: $0) }
    exchange = try SimulatedServer(options)
    authority = exchange.caPEM.map { ScratchFile($0) }
    wire = Wire(userAgent: "tealight/9.8", systemAnchors: try anchors(exchange.caPEM ?? ""))
  }

  /// The same wall time whenever the tests run: what the exchange does depends on it.
  private func now() -> Moment {
    let monotonic = Self.monotonic()
    return Moment(monotonic: monotonic, wall: 1_795_151_142_000 + monotonic - start)
  }

  private static func monotonic() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Turns both until something holds, as long as there is patience.
  func until(_ holds: (WireBench) -> Bool) -> Bool {
    Patience.holds(
      by: Self.monotonic, { holds(self) },
      turning: {
        turnExchange()
        turnWire()
      })
  }

  func turnExchange() { exchange.turn(now: now()) }

  func turnWire() {
    var nobody: [Wire.Watch] = []
    wire.wait(&nobody, milliseconds: 2)
    wire.turn(at: now().monotonic + skipped) { take($0) }
  }

  /// Turns both a few times, whatever happens.
  func settle() {
    var left = 20
    _ = until { _ in
      left -= 1
      return left < 0
    }
  }

  /// Runs one handle of libcurl's by itself, while the exchange serves it.
  func run(_ curl: CurlHandle) -> CURLcode? {
    let multi = curl_multi_init()!
    defer { curl_multi_cleanup(multi) }
    curl_multi_add_handle(multi, curl.handle)
    defer { curl_multi_remove_handle(multi, curl.handle) }
    var code: CURLcode?
    let isOver = until { bench in
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      var result = CURLE_OK
      if tealight_curl_finished(multi, &result) != nil { code = result }
      return code != nil
    }
    return isOver ? code : nil
  }

  private func take(_ event: Wire.Event) {
    switch event {
    case .opened: events.append("opened")
    case .message(_, let bytes): messages.append(Array(bytes))
    case .pong(_, let number): events.append("pong \(number.map(String.init) ?? "-")")
    case .closed(_, let reason, let status, let wait, let cause):
      causes.append(cause)
      events.append("closed: \(reason)" + (status.map { " [\($0), \(wait ?? -1)]" } ?? ""))
    case .answered(_, let status, let fields, let body):
      events.append("answered \(status)")
      bodies.append(Array(body))
      self.fields = fields
    case .unanswered(_, let reason, let cause):
      causes.append(cause)
      events.append("unanswered: \(reason)")
    case .delayed(_, let reason, let cause):
      causes.append(cause)
      events.append("delayed: \(reason)")
    case .network(let isUp): events.append(isUp ? "network" : "no network")
    }
  }

  var scheme: String { caFile == nil ? "" : "s" }

  func connect(host: String = "localhost") { connect(host: host, caFile: caFile) }

  func connect(host: String = "localhost", caFile: String?) {
    wire.connect(
      SocketID(0), url: "ws\(scheme)://\(host):\(exchange.port)/websocket/v1", caFile: caFile)
  }

  func get(_ path: String, headers: [(name: String, value: String)] = []) {
    get(path, headers: headers, caFile: caFile)
  }

  func get(_ path: String, headers: [(name: String, value: String)] = [], caFile: String?) {
    wire.get(
      TransferID(1), url: "http\(scheme)://localhost:\(exchange.port)\(path)", headers: headers,
      caFile: caFile)
  }

  func subscribe() {
    wire.send(
      SocketID(0),
      text: #"[{"ticket":"t"},{"type":"trade","codes":["KRW-BTC"]},{"format":"DEFAULT"}]"#)
  }

  /// Connects, subscribes, and waits until the exchange knows.
  func stream() -> Bool {
    connect()
    guard until({ $0.events.contains("opened") }) else { return false }
    subscribe()
    return until { !$0.exchange.record.received.isEmpty }
  }

  /// The end of the socket's life.
  var closing: String? { events.first { $0.hasPrefix("closed") } }
}
