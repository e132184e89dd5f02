import Testing

@testable import Wire

@Suite struct HandshakeTests {
  /// The example of RFC 6455 section 1.3.
  static let handshake = Handshake(random: Array("the sample nonce".utf8))

  static let good = """
    HTTP/1.1 101 Switching Protocols\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
    \r\n
    """

  /// Sun, 06 Nov 1994 08:49:37 GMT, the date of RFC 9110's examples.
  static let now: Int64 = 784_111_777

  private func judge(_ text: String) -> Handshake.Verdict {
    Self.handshake.judge(Array(text.utf8), now: Self.now)
  }

  @Test("the RFC's own example is accepted, and what follows it is left alone")
  func accepted() {
    #expect(Self.handshake.key == "dGhlIHNhbXBsZSBub25jZQ==")
    #expect(judge(Self.good) == .accepted(end: Self.good.utf8.count))
    #expect(judge(Self.good + "\u{01}\u{05}Hello") == .accepted(end: Self.good.utf8.count))
  }

  @Test("a head that is not all there is waited for")
  func incomplete() {
    for count in 0..<Self.good.utf8.count {
      #expect(
        Self.handshake.judge(Array(Self.good.utf8.prefix(count)), now: Self.now) == .incomplete)
    }
  }

  @Test(
    "names and words in any case, lists and odd blanks are fine",
    arguments: [
      ("Upgrade: websocket", "UPGRADE:   WebSocket \t"),
      ("Connection: Upgrade", "connection: keep-alive, UPGRADE"),
      ("101 Switching Protocols", "101 "), ("101 Switching Protocols", "101"),
      ("Connection: Upgrade", "Connection: Upgrade\r\nServer: x\r\nX-Empty:"),
    ])
  func tolerant(part: String, other: String) {
    let text = Self.good.replacing(part, with: other)
    #expect(judge(text) == .accepted(end: text.utf8.count))
  }

  @Test(
    "anything else is broken",
    arguments: [
      ("Upgrade: websocket\r\n", ""), ("Connection: Upgrade\r\n", ""),
      ("Connection: Upgrade", "Connection: close"), ("Upgrade: websocket", "Upgrade: h2c"),
      ("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo"), ("HTTP/1.1", "HTTP/1.0"),
      ("HTTP/1.1", "HTTP/2"), ("HTTP/1.1 101", "HTTP/1.1 1O1"), ("HTTP/1.1 101", "HTTP/1.1  101"),
      ("Upgrade:", "Upgrade :"), ("Upgrade:", " Upgrade:"), ("Upgrade:", "Up\u{00}grade:"),
      ("Connection: Upgrade", "Connection"), ("Connection: Upgrade", ": Upgrade"),
      ("Connection: Upgrade", "Connection: Upgrade\nX: y"),
      (
        "Connection: Upgrade", "Connection: Upgrade\r\nSec-WebSocket-Extensions: permessage-deflate"
      ),
      ("Connection: Upgrade", "Connection: Upgrade\r\nSec-WebSocket-Protocol: chat"),
      ("Connection: Upgrade", "Connection: Upgrade\r\nUpgrade: websocket"),
    ])
  func broken(part: String, other: String) {
    guard case .broken = judge(Self.good.replacing(part, with: other)) else {
      Issue.record("taken: \(other)")
      return
    }
  }

  @Test("another status is a refusal, with its wait where one is told")
  func refused() {
    #expect(judge("HTTP/1.1 503 No\r\n\r\n") == .refused(status: 503, retryAfterSeconds: nil))
    #expect(
      judge("HTTP/1.1 429 x\r\nRetry-After: 30\r\n\r\n")
        == .refused(status: 429, retryAfterSeconds: 30))
    #expect(
      judge("HTTP/1.1 429 x\r\nRetry-After: -3\r\n\r\n")
        == .refused(status: 429, retryAfterSeconds: nil))
    #expect(
      judge("HTTP/1.1 503 x\r\nRetry-After: Sun, 06 Nov 1994 08:50:37 GMT\r\n\r\n")
        == .refused(status: 503, retryAfterSeconds: 60))
  }

  @Test("a head without end is broken")
  func endless() {
    let text = "HTTP/1.1 101 x\r\n" + String(repeating: "X: y\r\n", count: 4_000)
    guard case .broken = judge(text) else {
      Issue.record("waits for ever")
      return
    }
  }

  @Test(
    "URLs are taken apart",
    arguments: [
      ("wss://api.upbit.com/websocket/v1", "api.upbit.com", "/websocket/v1"),
      ("ws://localhost:8080", "localhost:8080", "/"), ("wss://h:443/a?b=c", "h", "/a?b=c"),
      ("WSS://[::1]:9000/x", "[::1]:9000", "/x"),
    ])
  func urls(text: String, authority: String, target: String) {
    #expect(WireURL(text)?.authority == authority)
    #expect(WireURL(text)?.target == target)
    #expect(WireURL("https://x") == nil && WireURL("wss://") == nil && WireURL("") == nil)
  }
}
