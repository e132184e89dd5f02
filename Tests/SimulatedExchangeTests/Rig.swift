import CZlib
import Timing

@testable import SimulatedExchange

/// A server, its clients and a clock of their own, stepped in one thread.
final class Rig {
  let exchange: SimulatedServer
  private(set) var now = Moment(monotonic: 5_000_000, wall: 1_795_147_953_000)
  private var clients: [RawClient] = []

  static let upgradeHead = upgradeHead(path: "/websocket/v1")

  static func upgradeHead(path: String) -> String {
    """
    GET \(path) HTTP/1.1\r
    Host: localhost\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Version: 13\r

    """
  }

  /// - Parameter half: the one that is simulated; then all paths may go without its name.
  init(
    _ half: String = "upbit", faults: [String] = [], tls: Bool = false, scripted: Bool = false,
    change: (inout SimulatedServer.Options) -> Void = { _ in }
  ) throws {
    var options = SimulatedServer.Options()
    options.sources = [half]
    options.usesTLS = tls
    options.isScripted = scripted
    options.faults = try faults.map { try Fault(argument: $0) }
    change(&options)
    exchange = try SimulatedServer(options)
    exchange.turn(now: now)
  }

  func connect() -> RawClient {
    let client = RawClient(port: exchange.port, caPEM: exchange.caPEM)
    clients.append(client)
    return client
  }

  /// Lets the clock go on, in steps of a tenth of a second at most.
  func advance(milliseconds: Int64) {
    var left = milliseconds
    while left > 0 {
      let step = min(left, 100)
      now.monotonic += step
      now.wall += step
      left -= step
      turn()
    }
    for client in clients { client.step() }
  }

  /// Turns until nothing new arrives anywhere; the clock stands still.
  func settle() {
    var quiet = 0
    for _ in 0..<2_000 where quiet < 12 {
      let before = clients.map { $0.received.count }
      turn()
      quiet = clients.map { $0.received.count } == before ? quiet + 1 : 0
    }
  }

  func turn() {
    exchange.turn(now: now)
    for client in clients { client.step() }
  }

  /// An open WebSocket; the answer to its handshake is taken away.
  func openSocket(path: String = "/websocket/v1", extraHeaders: String = "") -> RawClient {
    let client = connect()
    client.send(Array((Self.upgradeHead(path: path) + extraHeaders + "\r\n").utf8))
    settle()
    _ = client.take()
    return client
  }

  /// A socket that has asked for something.
  func subscribe(_ request: String) -> RawClient {
    let client = openSocket()
    say(request, on: client)
    return client
  }

  func say(_ text: String, on client: RawClient) {
    client.send(WireFrame.client(opcode: 1, Array(text.utf8)))
    settle()
  }

  /// The status, the head and the body of one REST call on a connection of its own.
  func get(_ target: String, headers: String = "") -> (status: Int, head: String, body: [UInt8]) {
    let client = connect()
    client.send(Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n".utf8))
    settle()
    return Self.response(client.take())
  }

  static func response(_ bytes: [UInt8]) -> (status: Int, head: String, body: [UInt8]) {
    let end = bytes.indices.first { bytes[$0...].starts(with: [13, 10, 13, 10]) }
    guard let end else { return (0, String(decoding: bytes, as: UTF8.self), []) }
    let head = String(decoding: bytes[..<end], as: UTF8.self)
    return (Int(head.split(separator: " ")[1]) ?? 0, head, Array(bytes[(end + 4)...]))
  }
}

extension RawClient {
  /// The payloads of the frames that have come, as JSON.
  func takeMessages() -> [JSONValue] {
    WireFrame.read(take()).compactMap { JSONValue($0.payload) }
  }
}

extension JSONValue {
  var number: Double? {
    guard case .number(let text) = self else { return nil }
    return Double(text)
  }

  var keys: Set<String> {
    guard case .object(let members) = self else { return [] }
    return Set(members.keys)
  }
}

extension Rig {
  enum Failure: Error {
    case shape
  }

  static func inflate(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    let any: Int32 = 15 + 32
    inflateInit2_(&stream, any, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    var source = bytes
    var output = [UInt8](repeating: 0, count: 1 << 20)
    return source.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { plain in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = plain.baseAddress
        stream.avail_out = UInt32(plain.count)
        guard CZlib.inflate(&stream, Z_FINISH) == Z_STREAM_END else { return nil }
        return Array(plain.prefix(Int(stream.total_out)))
      }
    }
  }
}
