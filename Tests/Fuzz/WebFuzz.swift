import Pixels

@testable import Web

/// A desk that must not be asked.
private final class Nothing: WebBackend, Sendable {
  var panelCount: Int { 1 }
  func texts(isPaired: Bool) -> [WebText] { [] }
  var stateLine: String { preconditionFailure("a stranger reads the state") }
  var metrics: String { preconditionFailure("a stranger reads the metrics") }
  var isHealthy: Bool { true }

  func picture(of panel: Int) -> WebPicture? { preconditionFailure("a stranger looks") }
  func png(of panel: Int) -> [UInt8]? { preconditionFailure("a stranger looks") }
  func randomBytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xA5, count: count) }
  func perform(_ order: WebOrder) -> WebOrderResult { preconditionFailure("a stranger presses") }
}

private let backend = Nothing()
private let rules = {
  var rules = WebRules(listeners: [ListenAddress("0.0.0.0:80")!])
  (rules.hostName, rules.names) = ("desk", ["ticker.example"])
  rules.proxies = [IPAddress("127.0.0.1")!]
  (rules.password, rules.token) = ("a password nobody has", "a token that nobody has")
  return rules
}()

/// Whoever brings neither token nor password nor cookie learns nothing, presses nothing and leaves no
/// session, whatever they write: a line with the method, one with the target, fields, an empty line,
/// a body.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let input = UnsafeBufferPointer(start: bytes, count: count)
  let lines = input.split(separator: 10, maxSplits: 12, omittingEmptySubsequences: false).map {
    String(decoding: $0, as: UTF8.self)
  }
  let end = lines.firstIndex(of: "") ?? lines.count
  let fields = lines[..<end].dropFirst(2).map { line in
    let colon = line.firstIndex(of: ":") ?? line.endIndex
    return WebField(String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
  }
  let site = WebSite(rules, backend)
  site.opened(1, IPAddress("127.0.0.1")!, at: 0)
  let early = site.began(1, at: 0) { (peer) throws(WebRefusal) in
    try WebRequest(
      method: lines[0], target: lines.count > 1 ? lines[1] : "/", fields: Array(fields),
      headBytes: count, peer: peer, isSecure: false)
  }
  let answer = early ?? site.asked(1, Array(lines.dropFirst(end + 1).joined().utf8), at: 0)
  precondition((200...503).contains(answer.status) && answer.body != .stream)
  precondition(answer.field("Set-Cookie") == nil || answer.status == 204)
  precondition(site.sessions.isEmpty)
  _ = ListenAddress(lines[0])
  return 0
}
