import Testing

@testable import Web

@Suite("What a request says")
struct WebRequestTests {
  @Test("a target is a path and a query, and nothing else")
  func target() throws {
    let request = try WebRequest.sample("GET", "/screen.png?panel=1&a=b%20c+d&panel=2&x")
    #expect(request.path == "/screen.png" && request.query["panel"] == "1")
    #expect(request.query["a"] == "b c d" && request.query["x"] == "")
    for target in ["", "*", "http://127.0.0.1:8470/state", "state"] {
      #expect(throws: WebRefusal.malformed, "\(target)") { try WebRequest.sample("GET", target) }
    }
  }

  @Test("what is escaped badly, or is not text, is left out")
  func escapes() {
    let fields = FormFields(Array("a=%&b=%4&c=%zz&d=%ff&e=%C3%A9&%66=1".utf8))
    #expect(fields.fields.map(\.name) == ["e", "f"] && fields["e"] == "é")
    #expect(FormFields(Array(String(repeating: "a=1&", count: 99).utf8)).fields.count == 16)
  }

  @Test(
    "what could be understood in two ways is refused",
    arguments: ["Host: 127.0.0.1:8470", "Content-Length: 4", "Content-Length: x"])
  func twice(line: String) {
    #expect(throws: WebRefusal.malformed) {
      try WebRequest.sample("POST", "/command", line, "Content-Length: 4")
    }
  }

  @Test("a body says how long it is, and is short")
  func bodies() throws {
    func refusal(_ fields: String...) -> WebRefusal? {
      do throws(WebRefusal) {
        _ = try WebRequest.sample("POST", "/command", fields[0])
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal("Content-Length: 4096") == nil)
    #expect(refusal("Content-Length: 4097") == .body)
    #expect(refusal("Content-Length: 99999999999999999999") == .malformed)
    #expect(refusal("Content-Length: -1") == .malformed)
    #expect(refusal("Transfer-Encoding: chunked") == .length)
  }

  @Test("cookies and tokens are found among others")
  func secrets() throws {
    let request = try WebRequest.sample(
      "GET", "/", "Cookie: a=1;tealight=x=y ; b", "cookie: c=2", "AUTHORIZATION: bearer  tok")
    #expect(request.cookie("tealight") == "x=y " && request.cookie("a") == "1")
    #expect(request.cookie("c") == "2" && request.cookie("light") == nil)
    #expect(request.bearer == "tok")
    let basic = try WebRequest.sample("GET", "/", "Authorization: Basic dDp0")
    #expect(basic.bearer == nil)
  }

  @Test(
    "what proxies say is read as RFC 7239 writes it",
    arguments: [
      ("for=192.0.2.43", "192.0.2.43"), ("For=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
      ("for=192.0.2.60; proto=http ;by=203.0.113.43", "192.0.2.60"),
      ("for=192.0.2.43, for=198.51.100.17", "198.51.100.17"), ("for=_hidden", "nil"),
      ("for=unknown", "nil"), ("for=\"1.2.3.4,5.6.7.8\"", "nil"), ("", "nil"), ("for", "nil"),
      ("for=\"[2001:db8::1]\";by=\"a,b\"", "2001:db8::1"), ("for=192.0.2.43:80", "192.0.2.43"),
      ("for=2001:db8::7;proto=https", "2001:db8::7"), ("for=2001:db8::c", "2001:db8::c"),
    ])
  func forwarded(field: String, address: String) {
    let found = ForwardedStep.steps(field).last?.address
    #expect(found?.description ?? "nil" == address)
  }

  @Test(
    "addresses are read strictly",
    arguments: [
      ("127.0.0.1:8470", "127.0.0.1:8470"), ("[::1]:80", "[::1]:80"),
      ("[::ffff:10.0.0.1]:1", "10.0.0.1:1"), ("::1:80", "nil"), ("[127.0.0.1]:80", "nil"),
      ("127.1:80", "nil"), ("127.0.0.1", "nil"), ("127.0.0.1:65536", "nil"), ("[::1]", "nil"),
      ("localhost:80", "nil"), ("127.0.0.1:+1", "nil"), ("0.0.0.0:0", "0.0.0.0:0"),
    ])
  func addresses(text: String, read: String) {
    #expect(ListenAddress(text)?.description ?? "nil" == read)
  }
}
