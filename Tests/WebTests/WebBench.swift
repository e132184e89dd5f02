import CCurl
import COpenSSL
import Glibc
import SimulatedExchange
import TestSupport
import Testing
import Timing

@testable import SimulatedExchange
@testable import Web

/// A server on a real loopback socket and those who visit it, moved in turns by one thread. Time
/// passes only where a test says so.
final class WebBench {
  let backend = SampleBackend()
  let site: WebSite
  let server: WebServer
  let port: UInt16
  var now: Int64 = 0
  private(set) var turns = 0

  /// - Parameter change: of rules that trust this machine.
  init(
    _ listen: String = "127.0.0.1:0", certificate: WebServer.Certificate? = nil,
    _ change: (inout WebRules) -> Void = { _ in }
  ) throws {
    // As the daemon does.
    signal(SIGPIPE, SIG_IGN)
    let listeners = try WebListeners([ListenAddress(listen)!])
    port = listeners.addresses[0].port
    var rules = WebRules(listeners: listeners.addresses)
    change(&rules)
    site = WebSite(rules, backend)
    server = try WebServer(site, on: listeners, certificate: certificate)
  }

  deinit { server.stop() }

  /// Turns as the loop would, until something holds; says whether it came to hold.
  func until(_ holds: () -> Bool) -> Bool {
    for _ in 0..<2_000 {
      if holds() { return true }
      var polled = server.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let isDue = server.deadline.isDue(at: now)
      _ = poll(&polled, nfds_t(polled.count), isDue ? 0 : 5)
      if isDue || polled.contains(where: { $0.revents != 0 }) {
        server.turn(at: now)
        turns += 1
      }
    }
    return false
  }

  /// Whether the server would sleep now.
  var isQuiet: Bool {
    var polled = server.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return !server.deadline.isDue(at: now) && poll(&polled, nfds_t(polled.count), 0) == 0
  }

  /// Turns until nothing is left to do.
  func settle() { _ = until { isQuiet } }

  /// What one answers who sends this and waits for the end, or for `end` in it.
  func ask(_ text: String, until end: String? = nil) -> String {
    let visitor = RawVisitor(port)
    visitor.send(text)
    _ = until { visitor.isClosed || end.map { visitor.text.contains($0) } ?? false }
    return visitor.text
  }

  /// The status of an answer to one request with nothing after it.
  func status(_ line: String, _ fields: String..., body: String = "") -> Int {
    let head = ["\(line) HTTP/1.1", "Connection: close"] + fields
    let answer = ask(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  var host: String { "Host: 127.0.0.1:\(port)" }
  var origin: String { "Origin: http://127.0.0.1:\(port)" }

  /// What libcurl says, whose certificates are checked against `pem`.
  func curl(_ path: String, pem: String, maximum: CLong = 0) -> (code: CURLcode?, status: Int) {
    let handle = curl_easy_init()!
    defer { curl_easy_cleanup(handle) }
    let file = ScratchFile(pem)
    _ = tealight_curl_set_string(handle, CURLOPT_URL, "https://127.0.0.1:\(port)\(path)")
    _ = tealight_curl_set_string(handle, CURLOPT_CAINFO, file.path)
    if maximum != 0 {
      _ = tealight_curl_set_long(handle, CURLOPT_SSLVERSION, maximum)
      // OpenSSL offers no old version by itself.
      _ = tealight_curl_set_string(handle, CURLOPT_SSL_CIPHER_LIST, "DEFAULT:@SECLEVEL=0")
    }
    _ = tealight_curl_set_data(handle, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
    let multi = curl_multi_init()!
    defer { curl_multi_cleanup(multi) }
    curl_multi_add_handle(multi, handle)
    defer { curl_multi_remove_handle(multi, handle) }
    var code: CURLcode?
    _ = until {
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      var result = CURLE_OK
      if tealight_curl_finished(multi, &result) != nil { code = result }
      return code != nil
    }
    var status: CLong = 0
    _ = tealight_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
    return (code, status)
  }
}

/// A TCP connection that sends what it is told and keeps what it hears.
final class RawVisitor {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var hasEnded = false
  /// Leaves what comes where it is.
  var isDeaf = false

  init(_ port: UInt16, takesLittle: Bool = false) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if takesLittle {
      var size: Int32 = 4_096
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  deinit { if !isGone { Glibc.close(descriptor) } }

  private var isGone = false

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Goes without a word.
  func vanish() {
    isGone = true
    Glibc.close(descriptor)
  }

  private func hear() {
    var room = [UInt8](repeating: 0, count: 65_536)
    while !isDeaf, !hasEnded {
      let count = recv(descriptor, &room, room.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        bytes += room[..<count]
      } else {
        hasEnded = count == 0 || errno != EAGAIN
        return
      }
    }
  }

  var text: String {
    hear()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How many were whole.
  var answers: Int {
    text.split(separator: "ok\n", omittingEmptySubsequences: false).count - 1
  }

  var isClosed: Bool {
    hear()
    return hasEnded
  }
}

extension WebServer.Certificate {
  /// One for this machine, and the authority that signed it.
  static func sample() -> (Self, authority: String) {
    let authority = PrivateAuthority()
    let context = authority.serverContext(
      names: "DNS:localhost,IP:127.0.0.1", validSeconds: -3_600...86_400)
    defer { SSL_CTX_free(context) }
    func pem(_ write: (OpaquePointer?) -> Void) -> String {
      let memory = BIO_new(BIO_s_mem())
      defer { BIO_free(memory) }
      write(memory)
      var bytes = [UInt8](repeating: 0, count: 8_192)
      let count = BIO_read(memory, &bytes, Int32(bytes.count))
      return String(decoding: bytes.prefix(Int(max(0, count))), as: UTF8.self)
    }
    let chain = pem { PEM_write_bio_X509($0, SSL_CTX_get0_certificate(context)) }
    let key = pem {
      PEM_write_bio_PrivateKey($0, SSL_CTX_get0_privatekey(context), nil, nil, 0, nil, nil)
    }
    return (Self(chain: chain, key: key), authority.pem)
  }
}
