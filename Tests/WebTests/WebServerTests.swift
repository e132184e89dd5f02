import CCurl
import Glibc
import Pixels
import Testing
import Timing

@testable import Web

@Suite("The server on a real socket", .serialized)
struct WebServerTests {
  @Test("every refusal has its status")
  func refusals() throws {
    let bench = try WebBench()
    let (host, origin) = (bench.host, bench.origin)
    #expect(bench.status("GET /health", host) == 200)
    #expect(bench.status("HEAD /state", host) == 200)
    #expect(bench.status("GET /", host) == 200)
    #expect(bench.status("GET /health", "Host: evil.example") == 421)
    #expect(bench.status("GET /nothing", host) == 404)
    #expect(bench.status("GET /../etc/passwd", host) == 404)
    #expect(bench.status("PUT /command", host, "Content-Length: 0") == 405)
    #expect(bench.status("GET /screen.png?panel=7", host) == 404)
    #expect(bench.status("GET /state", host, host) == 400)
    #expect(bench.status("GET /state", host, "Origin: http://evil.example") == 403)
    #expect(bench.status("POST /command", host, "Content-Length: 4", body: "next") == 403)
    #expect(bench.status("POST /command", host, origin) == 411)
    #expect(
      bench.status("POST /command", host, origin, "Transfer-Encoding: chunked", body: "0\r\n\r\n")
        == 411)
    #expect(bench.status("POST /command", host, origin, "Content-Length: 4097") == 413)
    #expect(
      bench.status("POST /command", host, origin, "Content-Length: 3", body: "fly") == 400)
    #expect(bench.backend.orders.isEmpty)
    #expect(
      bench.status("POST /command", host, origin, "Content-Length: 4", body: "next") == 204)
    #expect(bench.backend.orders == [.command("next")])
    let long = String(repeating: "x", count: 8_200)
    #expect(bench.status("GET /health", host, "X: \(long)") == 431)
    #expect(bench.status("GET /health", host, "X: \(long.dropFirst(400))") == 200)
    #expect([414, 431].contains(bench.status("GET /\(long)\(long)\(long)", host)))
    #expect([400, 0].contains(bench.status("nonsense", host)))
    bench.settle()
    #expect(bench.isQuiet)
  }

  @Test("strangers are refused what is not for them, and the fifth connection")
  func strangers() throws {
    let bench = try WebBench { $0.names = ["ticker.example"] }
    #expect(bench.status("GET /state", bench.host) == 401)
    #expect(bench.status("GET /events", bench.host) == 401)
    let four = (0..<4).map { _ in RawVisitor(bench.port) }
    bench.settle()
    let fifth = RawVisitor(bench.port)
    #expect(bench.until { fifth.isClosed } && fifth.text.isEmpty)
    #expect(four.allSatisfy { !$0.isClosed })
    #expect(bench.site.counts.refusals["address_connections"] == 1)
  }

  @Test("a stranger that only keeps its connection makes room for the fifth")
  func idleStrangers() throws {
    let bench = try WebBench { $0.names = ["ticker.example"] }
    let ask = "GET /health HTTP/1.1\r\n\(bench.host)\r\n\r\n"
    let four = (0..<4).map { _ in RawVisitor(bench.port) }
    for visitor in four {
      visitor.send(ask)
      #expect(bench.until { visitor.answers == 1 })
      bench.now += 100
    }
    let fifth = RawVisitor(bench.port)
    fifth.send(ask)
    #expect(bench.until { fifth.answers == 1 && four[0].isClosed })
    #expect(four.dropFirst().allSatisfy { !$0.isClosed } && bench.site.counts.refusals.isEmpty)
  }

  @Test("a head that comes a byte a second is cut after ten")
  func slowHead() throws {
    let bench = try WebBench()
    let visitor = RawVisitor(bench.port)
    bench.settle()
    for byte in "GET /healt" {
      #expect(!visitor.isClosed)
      visitor.send(String(byte))
      bench.settle()
      bench.now += 1_000
    }
    #expect(bench.until { visitor.isClosed } && visitor.text.isEmpty)
    #expect(bench.turns < 60 && bench.site.counts.refusals == ["late": 1])
  }

  @Test("a body that comes a byte a second is cut after ten, too")
  func slowBody() throws {
    let bench = try WebBench()
    let visitor = RawVisitor(bench.port)
    visitor.send(
      "POST /command HTTP/1.1\r\n\(bench.host)\r\n\(bench.origin)\r\nContent-Length: 90\r\n\r\n")
    bench.settle()
    for _ in 0..<10 {
      #expect(!visitor.isClosed)
      visitor.send("x")
      bench.settle()
      bench.now += 1_000
    }
    #expect(bench.until { visitor.isClosed } && bench.backend.orders.isEmpty)
  }

  @Test("a connection is kept for the next request, for fifteen seconds")
  func keepAlive() throws {
    let bench = try WebBench()
    let visitor = RawVisitor(bench.port)
    for count in 1...3 {
      visitor.send("GET /health HTTP/1.1\r\n\(bench.host)\r\n\r\n")
      #expect(bench.until { visitor.answers == count })
      bench.now += 14_000
    }
    #expect(!visitor.isClosed)
    bench.now += 1_000
    #expect(bench.until { visitor.isClosed } && bench.site.counts.refusals.isEmpty)
  }

  private static let look = "GET /events HTTP/1.1\r\n"

  @Test("who looks gets events as they come, and nothing turns where nothing comes")
  func events() throws {
    let bench = try WebBench()
    let visitor = RawVisitor(bench.port)
    visitor.send("\(Self.look)\(bench.host)\r\n\r\n")
    #expect(bench.until { visitor.text.contains("event: light") })
    #expect(visitor.text.contains("Content-Type: text/event-stream"))
    bench.settle()
    let before = bench.turns
    #expect(bench.isQuiet && bench.site.viewerCount == 1)
    for value in 1...20 as ClosedRange<UInt8> {
      bench.backend.said = "{\"said\":\(value)}"
      bench.site.changed()
      #expect(bench.until { visitor.text.contains("{\"said\":\(value)}\n\n") })
      bench.settle()
    }
    #expect(bench.turns - before < 100, "turns: \(bench.turns - before)")
    bench.now += 10_000
    #expect(bench.until { visitor.text.contains("event: ping") })
    visitor.vanish()
    // The first ping finds nobody, and the next one knows, as soon as the kernel has seen that.
    let isKnown = bench.until {
      if bench.isQuiet { bench.now += 10_000 }
      return bench.site.viewerCount == 0
    }
    #expect(isKnown)
    bench.settle()
    #expect(bench.isQuiet && bench.site.deadline == .never)
  }

  @Test("the place of one that has left is free for the next, whatever there is to tell")
  func reloads() throws {
    let bench = try WebBench()
    func look() -> RawVisitor {
      let visitor = RawVisitor(bench.port)
      visitor.send("\(Self.look)\(bench.host)\r\n\r\n")
      #expect(bench.until { visitor.text.contains("event: light") || visitor.text.contains("503") })
      bench.settle()
      return visitor
    }
    for _ in 0..<40 { look().vanish() }
    #expect(bench.site.counts.refusals.isEmpty)
    let eight = (0..<8).map { _ in look() }
    #expect(bench.site.viewerCount == 8 && bench.site.counts.refusals.isEmpty)
    #expect(look().text.contains("503") && eight.allSatisfy { !$0.isClosed })
  }

  @Test("one that stops reading costs nothing, and gets the newest when it goes on")
  func stalled() throws {
    let bench = try WebBench()
    bench.backend.frames = [Frame(Size(240, 240))]
    let visitor = RawVisitor(bench.port, takesLittle: true)
    visitor.send("\(Self.look)\(bench.host)\r\n\r\n")
    #expect(bench.until { visitor.text.contains("event: light") })
    visitor.isDeaf = true
    var asked = 0
    func change(_ step: Int) {
      // Nothing that could be packed.
      for index in bench.backend.frames[0].pixels.indices {
        bench.backend.frames[0].pixels[index] = UInt8((index &* 31 &+ step &* 7) & 255)
      }
      bench.site.changed()
      bench.settle()
    }
    for step in 1...5 { change(step) }
    (asked, _) = (bench.backend.picturesAsked, bench.turns)
    let turns = bench.turns
    for step in 6...50 { change(step) }
    #expect(bench.backend.picturesAsked == asked && bench.turns == turns)
    #expect(bench.isQuiet)
    visitor.isDeaf = false
    let size = visitor.text.utf8.count
    bench.backend.said = "{\"said\":\"last\"}"
    #expect(bench.until { visitor.text.contains("last") && bench.isQuiet })
    // What was under way, and the newest: not fifty.
    #expect(visitor.text.utf8.count - size < 250_000)
    visitor.isDeaf = true
    for step in 51...55 { change(step) }
    bench.now += 60_000
    #expect(bench.until { bench.site.viewerCount == 0 })
  }

  @Test("it ends with viewers that wait, and with half a head")
  func stop() throws {
    let bench = try WebBench()
    let visitors = (0..<3).map { _ in RawVisitor(bench.port) }
    for visitor in visitors { visitor.send("\(Self.look)\(bench.host)\r\n\r\n") }
    #expect(bench.until { bench.site.viewerCount == 3 && bench.isQuiet })
    let other = RawVisitor(bench.port)
    other.send("GET /")
    bench.settle()
    bench.server.stop()
    #expect((visitors + [other]).allSatisfy { $0.isClosed })
    #expect(bench.server.descriptors.isEmpty && bench.site.viewerCount == 0)
  }

  @Test("the program keeps GnuTLS from preparing itself before it is needed")
  func lateTLS() { #expect(dlsym(nil, "_gnutls_global_init_skip") != nil) }

  @Test("over TLS it is the same, and old versions are refused")
  func tls() throws {
    let (certificate, authority) = WebServer.Certificate.sample()
    let bench = try WebBench(certificate: certificate)
    let answer = bench.curl("/state", pem: authority)
    #expect(answer.code == CURLE_OK && answer.status == 200)
    let old = bench.curl("/state", pem: authority, maximum: CLong(CURL_SSLVERSION_MAX_TLSv1_1))
    #expect(old.code == CURLE_SSL_CONNECT_ERROR)
    let (_, stranger) = WebServer.Certificate.sample()
    #expect(bench.curl("/state", pem: stranger).code == CURLE_PEER_FAILED_VERIFICATION)
  }

  @Test("a TLS handshake that never goes on is cut after ten seconds")
  func slowTLS() throws {
    let (certificate, _) = WebServer.Certificate.sample()
    let bench = try WebBench(certificate: certificate)
    let silent = RawVisitor(bench.port)
    let slow = RawVisitor(bench.port)
    bench.settle()
    // The head of a record that says that more comes.
    for byte in "\u{16}\u{03}\u{01}\u{01}\u{00}\u{01}\u{00}\u{00}\u{7C}" {
      slow.send(String(byte))
      bench.settle()
      bench.now += 1_000
    }
    bench.now += 1_000
    #expect(bench.until { silent.isClosed && slow.isClosed })
    #expect(bench.turns < 60)
  }

  @Test("a certificate that is none, and a port that is taken, are told")
  func errors() throws {
    let bench = try WebBench()
    let address = ListenAddress("127.0.0.1:\(bench.port)")!
    do {
      _ = try WebListeners([ListenAddress("127.0.0.1:0")!, address])
      Issue.record("a port is taken twice")
    } catch {
      #expect(error.description == "cannot listen on \(address): Address already in use")
    }
    let none = WebServer.Certificate(chain: "none", key: "none")
    #expect(throws: WebError.self) { _ = try WebBench(certificate: none) }
  }

  @Test("IPv6 is another address")
  func six() throws {
    let bench = try WebBench("[::1]:0")
    #expect(bench.site.accepts(IPAddress("::1")!, at: bench.now) && bench.port > 0)
  }
}
