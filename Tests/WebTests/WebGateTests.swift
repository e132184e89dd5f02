import Testing

@testable import Web

@Suite("Who may")
struct WebGateTests {
  @Test(
    "a name of another site is nobody here, whatever it points to",
    arguments: [
      ("127.0.0.1:8470", 200), ("localhost:8470", 200), ("LOCALHOST:8470", 200),
      ("[::1]:8470", 200), ("evil.example:8470", 421), ("evil.example", 421), ("", 421),
      ("127.0.0.1", 421), ("127.0.0.1:80", 421), ("127.0.0.1:8470.evil.example", 421),
      ("127.0.0.2:8470", 421), ("::1:8470", 421), ("[::1", 421), ("desk.local:8470", 421),
      ("localhost:8470@evil.example", 421), ("localhost:08470x", 421), (":8470", 421),
    ])
  func hosts(host: String, status: Int) {
    #expect(SiteBench(.local).ask("GET", "/health", host: host).status == status)
  }

  @Test(
    "in a network it has its addresses, its own name and those of the configuration",
    arguments: [
      ("192.168.1.5:8470", 200), ("[2001:db8::7]:8470", 200), ("localhost:8470", 200),
      ("desk:8470", 200), ("desk.local:8470", 200), ("ticker.example", 200),
      ("ticker.example:443", 200), ("desk.evil.example:8470", 421), ("other.local:8470", 421),
    ])
  func names(host: String, status: Int) {
    var rules = WebRules.network
    rules.names = ["Ticker.Example"]
    #expect(SiteBench(rules).ask("GET", "/health", host: host).status == status)
  }

  @Test(
    "a host name with its domain is also known without it",
    arguments: [
      ("desk.example.org:8470", 200), ("desk:8470", 200), ("desk.local:8470", 200),
      ("desk.example.org.local:8470", 421), ("desk.example:8470", 421),
      ("example.org:8470", 421), (".local:8470", 421),
    ])
  func domains(host: String, status: Int) {
    var rules = WebRules.network
    rules.hostName = "desk.example.org"
    #expect(SiteBench(rules).ask("GET", "/health", host: host).status == status)
  }

  @Test(
    "a page of another site changes nothing and hears nothing",
    arguments: [
      ("http://127.0.0.1:8470", 204), ("https://127.0.0.1:8470", 403), ("null", 403), ("", 403),
      ("http://evil.example", 403), ("http://127.0.0.1:8471", 403), ("http://127.0.0.1", 403),
      ("http://localhost:8470", 403), ("http://127.0.0.1:8470.evil.example", 403),
    ])
  func origins(origin: String, status: Int) {
    let bench = SiteBench(.local)
    let field = "Origin: \(origin)"
    #expect(bench.ask("POST", "/command", field, body: "next").status == status)
    #expect(bench.ask("GET", "/state", field).status == (status == 204 ? 200 : 403))
    #expect(bench.ask("GET", "/state", field).field("Access-Control-Allow-Origin") == nil)
  }

  @Test(
    "another site's page may lead to the page, and asks for nothing else",
    arguments: [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)])
  func otherSites(site: String, status: Int) {
    let bench = SiteBench(.local)
    let field = "Sec-Fetch-Site: \(site)"
    for path in ["/events", "/screen.png", "/state"] {
      #expect(bench.ask("GET", path, field).status == status, "\(path)")
    }
    #expect(bench.ask("GET", "/", field).status == 200)
  }

  @Test("without an origin a command needs the token, even from this machine")
  func noOrigin() {
    let bench = SiteBench(.local)
    #expect(bench.ask("POST", "/command", body: "next").status == 403)
    #expect(bench.ask("POST", "/command", "Authorization: Bearer x", body: "n").status == 403)
    #expect(bench.backend.orders.isEmpty)
    let network = SiteBench(.network)
    let token = "Authorization: Bearer a token that is long"
    #expect(network.ask("POST", "/notice", token, body: "tea").status == 204)
    #expect(network.backend.orders == [.notice("tea")])
  }

  @Test("loopback is trusted only where nothing else leads here")
  func loopback() {
    #expect(WebRules.local.trustsLoopback)
    for path in ["/state", "/events", "/screen.png", "/metrics"] {
      #expect(SiteBench(.local).ask("GET", path).status == 200, "\(path)")
      #expect(SiteBench(.network).ask("GET", path).status == 401, "\(path)")
      var rules = WebRules.local
      rules.names = ["ticker.example"]
      #expect(SiteBench(rules).ask("GET", path).status == 401, "\(path)")
      rules.names = []
      rules.proxies = [IPAddress("127.0.0.1")!]
      #expect(SiteBench(rules).ask("GET", path).status == 401, "\(path)")
    }
    #expect(SiteBench(.local).ask("GET", "/state", from: "192.168.1.7").status == 401)
  }

  @Test("to be forgotten is offered to a browser that was paired, and leaving is in vain elsewhere")
  func forgetting() throws {
    var rules = WebRules.local
    rules.password = "correct horse"
    let bench = SiteBench(rules)
    func isOffered(_ fields: String...) throws -> Bool {
      let number = try #require(bench.open())
      defer { bench.site.closed(number) }
      _ = bench.ask(number, "GET", "/events", ["Host: 127.0.0.1:8470"] + fields)
      return bench.drain(number).contains(SampleBackend.pairedControls)
    }
    // Being on this machine is enough to look there.
    #expect(try isOffered() == false)
    let origin = "Origin: http://127.0.0.1:8470"
    let paired = bench.ask("POST", "/pair", origin, body: "key=correct+horse")
    let cookie = try #require(paired.field("Set-Cookie"))
    let token = try #require(cookie.split(separator: ";").first)
    #expect(try isOffered("Cookie: \(token)"))
    #expect(try isOffered("Cookie: tealight=another") == false)
    #expect(bench.ask("POST", "/leave", origin, "Cookie: \(token)").status == 204)
    #expect(try isOffered("Cookie: \(token)") == false)
    #expect(bench.ask("POST", "/leave", origin).status == 204)
  }

  @Test(
    "who comes through a proxy of this machine is not on this machine",
    arguments: [
      "Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1", "x-forwarded-host: ticker.example",
      "X-Forwarded-Proto: https", "X-Real-IP: 192.0.2.1", "Via: 1.1 proxy",
    ])
  func strangerBehindProxy(field: String) {
    #expect(SiteBench(.local).ask("GET", "/state", field).status == 401)
    #expect(SiteBench(.local).ask("GET", "/health", field).status == 200)
  }

  @Test("a proxy of this machine that says nothing of itself, and speaks HTTP/1.0, is one")
  func silentProxy() throws {
    let fields = ["Host: 127.0.0.1:8470"]
    #expect(try !WebRequest.made("GET", "/state", fields).isForwarded)
    #expect(try WebRequest.made("GET", "/state", fields, version: "HTTP/1.0").isForwarded)
  }

  @Test("wrong tokens of others keep nobody from pairing")
  func othersTokens() {
    let bench = SiteBench(.network)
    for host in 1...9 {
      for _ in 0..<3 {
        _ = bench.ask("GET", "/state", "Authorization: Bearer x", from: "192.168.2.\(host)")
      }
    }
    let answer = bench.ask(
      "POST", "/pair", "Origin: http://desk:8470", host: "desk:8470", from: "192.168.1.7",
      body: "key=correct+horse")
    #expect(answer.status == 303)
  }

  @Test("a wrong token is refused, from this machine too, and slowed")
  func tokens() {
    let bench = SiteBench(.network)
    func ask(_ token: String) -> WebAnswer {
      bench.ask("GET", "/state", "Authorization: Bearer \(token)", from: "192.168.1.7")
    }
    #expect(["", "x", "a token that is lonG"].map { ask($0).status } == [401, 401, 401])
    #expect(ask("y").status == 429 && ask("y").field("Retry-After") == "10")
    #expect(ask("a token that is long").status == 200)
    var rules = WebRules.local
    rules.token = "a token that is long"
    #expect(SiteBench(rules).ask("GET", "/state", "Authorization: Bearer no").status == 401)
  }

  @Test("who may only look presses nothing, with the token neither")
  func viewOnly() {
    var rules = WebRules.network
    rules.isViewOnly = true
    let bench = SiteBench(rules)
    let token = "Authorization: Bearer a token that is long"
    for path in ["/command", "/notice"] {
      #expect(bench.ask("POST", path, token, body: "next").status == 403)
    }
    #expect(bench.ask("GET", "/state", token).status == 200)
    #expect(bench.backend.orders.isEmpty)
  }

  @Test("each path has its methods, and says which")
  func methods() {
    let bench = SiteBench(.local)
    #expect(bench.ask("POST", "/state").field("Allow") == "GET, HEAD")
    #expect(bench.ask("GET", "/command").field("Allow") == "POST")
    #expect(bench.ask("OPTIONS", "/command").status == 405)
    #expect(bench.ask("GET", "/secret").status == 404)
    #expect(bench.ask("GET", "/state/").status == 404)
    #expect(bench.ask("HEAD", "/events").body == .bytes([]))
  }

  @Test("every answer forbids other pages to embed, guess or keep it")
  func fields() {
    for path in ["/", "/state", "/screen.png", "/nothing", "/events"] {
      let answer = SiteBench(.local).ask("GET", path)
      #expect(answer.field("X-Content-Type-Options") == "nosniff")
      #expect(answer.field("Referrer-Policy") == "no-referrer")
      #expect(answer.field("Cache-Control") == "no-store")
      #expect(answer.field("Cross-Origin-Resource-Policy") == "same-origin")
      let policy = answer.field("Content-Security-Policy")!
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    }
  }

  @Test("a proxy's word counts only where the configuration names the proxy")
  func forwarded() {
    var rules = WebRules.network
    rules.proxies = [IPAddress("10.0.0.1")!]
    rules.names = ["ticker.example"]
    let bench = SiteBench(rules)
    func fail(_ forwarded: String, from peer: String) -> Int {
      bench.ask(
        "GET", "/state", "Authorization: Bearer no", "Forwarded: \(forwarded)", from: peer
      ).status
    }
    // One address behind the proxy fails; another one is not slowed by it.
    for status in [401, 401, 401, 429] {
      #expect(fail("for=192.0.2.1;proto=https", from: "10.0.0.1") == status)
    }
    #expect(fail("for=192.0.2.1, for=192.0.2.2", from: "10.0.0.1") == 401)
    // Half a quote hides nothing of what the proxy says, and neither does a mark on a quote or a comma: it
    // tells of nobody, and the proxy itself waits.
    let ends = [
      "x=\", for=\"192.0.2.1\"", "x=\"\u{301}\", for=192.0.2.1", "\u{600}, for=192.0.2.1",
    ]
    for (number, status) in [401, 401, 401, 429, 429, 429].enumerated() {
      let forwarded = "for=192.0.3.\(number);\(ends[number % ends.count]);proto=https"
      #expect(fail(forwarded, from: "10.0.0.1") == status)
    }
    // Nobody else can pass for it.
    #expect(fail("for=192.0.2.9", from: "192.0.2.1") == 429)
    let origin = "Origin: https://ticker.example"
    let through = bench.ask(
      "POST", "/pair", origin, "Forwarded: for=192.0.2.3;proto=https", host: "ticker.example",
      from: "10.0.0.1", body: "key=correct+horse")
    #expect(through.status == 303 && through.field("Set-Cookie")!.hasSuffix("; Secure"))
    let beside = bench.ask(
      "POST", "/pair", origin, "Forwarded: for=192.0.2.3;proto=https", host: "ticker.example",
      from: "10.0.0.2", body: "key=correct+horse")
    #expect(beside.status == 403)
  }

  @Test("a browser that has paired through TLS pairs without it as well")
  func secureCookie() throws {
    var rules = WebRules.network
    rules.proxies = [IPAddress("10.0.0.1")!]
    let bench = SiteBench(rules)
    var cookies: [String] = []
    for scheme in ["https", "http"] {
      let pairing = bench.ask(
        "POST", "/pair", "Origin: \(scheme)://desk:8470", "Forwarded: proto=\(scheme)",
        host: "desk:8470", from: "10.0.0.1", body: "key=correct+horse")
      cookies.append(String(try #require(pairing.field("Set-Cookie")).prefix { $0 != ";" }))
    }
    // It keeps both: a name with this prefix is of TLS alone (RFC 6265bis, "Cookie Name Prefixes").
    #expect(cookies[0].hasPrefix("__Host-tealight=") && cookies[1].hasPrefix("tealight="))
    for scheme in ["https", "http"] {
      let state = bench.ask(
        "GET", "/state", "Cookie: \(cookies.joined(separator: "; "))", "Forwarded: proto=\(scheme)",
        host: "desk:8470", from: "10.0.0.1")
      #expect(state.status == 200)
    }
  }

  @Test("secrets are compared whole, and nothing is no secret")
  func comparison() {
    #expect(isSameSecret("abc", "abc"))
    for other in ["", "ab", "abcd", "abd", "abcabc", "ABC"] {
      #expect(!isSameSecret("abc", other) && !isSameSecret("", other), "\(other)")
    }
  }
}
