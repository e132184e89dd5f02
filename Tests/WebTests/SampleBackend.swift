import Pixels
import TestSupport

@testable import Web

/// A desk with one panel of 16 by 8 that says and does what a test wants.
final class SampleBackend: WebBackend {
  var frames = [Frame(Size(16, 8))]
  var said = #"{"said":"nothing yet"}"#
  var controls = #"{"can":true}"#
  /// What a browser that was paired is told in place of the controls.
  static let pairedControls = #"{"can":true,"leaves":true}"#
  var isHealthy = true
  private(set) var orders: [WebOrder] = []
  private(set) var picturesAsked = 0
  private var random = SeededGenerator(seed: 7)

  var panelCount: Int { frames.count }
  func texts(isPaired: Bool) -> [WebText] {
    let controls = isPaired ? Self.pairedControls : controls
    return [WebText(event: "controls", json: controls), WebText(event: "said", json: said)]
  }
  var stateLine: String { #"{"link":"streaming"}"# }
  var metrics: String { "# EOF\n" }

  func picture(of panel: Int) -> WebPicture? {
    picturesAsked += 1
    return WebPicture(frames[panel], colours: Theme.dark(.greenRed).colours)
  }

  func png(of panel: Int) -> [UInt8]? { Array("PNG\(panel)".utf8) }

  func randomBytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  func perform(_ order: WebOrder) -> WebOrderResult {
    if order == .command("fly") { return .refused(sentence: "no command fly") }
    orders.append(order)
    return .done
  }
}

extension WebRules {
  /// On this machine alone.
  static var local: WebRules {
    WebRules(listeners: [ListenAddress("127.0.0.1:8470")!, ListenAddress("[::1]:8470")!])
  }

  /// Heard by the whole network.
  static var network: WebRules {
    var rules = WebRules(listeners: [ListenAddress("0.0.0.0:8470")!])
    rules.hostName = "desk"
    rules.token = "a token that is long"
    rules.password = "correct horse"
    return rules
  }
}

extension WebRequest {
  /// One that is well-formed.
  /// - Parameter fields: `Name: value`.
  static func sample(
    _ method: String = "GET", _ target: String = "/state", _ fields: String...,
    host: String = "127.0.0.1:8470", from peer: String = "127.0.0.1", isSecure: Bool = false
  ) throws(WebRefusal) -> WebRequest {
    try made(method, target, ["Host: \(host)"] + fields, from: peer, isSecure: isSecure)
  }

  static func made(
    _ method: String, _ target: String, _ lines: [String], from peer: String = "127.0.0.1",
    isSecure: Bool = false, version: String = "HTTP/1.1"
  ) throws(WebRefusal) -> WebRequest {
    var fields = lines.map { line in
      let colon = line.firstIndex(of: ":")!
      return WebField(
        String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
    }
    if method == "POST", !fields.contains(where: { $0.name == "Content-Length" }) {
      fields.append(WebField("Content-Length", "4"))
    }
    return try WebRequest(
      method: method, target: target, version: version, fields: fields, headBytes: 100,
      peer: IPAddress(peer)!, isSecure: isSecure)
  }
}

/// A site, and one that asks it.
final class SiteBench {
  let backend = SampleBackend()
  let site: WebSite
  private var last: UInt64 = 0

  init(_ rules: WebRules, sessions: [String] = []) {
    site = WebSite(rules, backend, sessions: sessions)
  }

  /// A connection of its own for one request.
  func ask(
    _ method: String, _ target: String, _ fields: String..., host: String = "127.0.0.1:8470",
    from peer: String = "127.0.0.1", on own: String? = nil, isSecure: Bool = false,
    body: String = "", at now: Int64 = 0
  ) -> WebAnswer {
    let number = open(from: peer, on: own, at: now)!
    defer { site.closed(number) }
    return ask(
      number, method, target, ["Host: \(host)"] + fields, from: peer, isSecure: isSecure,
      body: body, at: now)
  }

  func ask(
    _ number: UInt64, _ method: String, _ target: String, _ fields: [String],
    from peer: String = "127.0.0.1", isSecure: Bool = false, body: String = "", at now: Int64 = 0
  ) -> WebAnswer {
    let early = site.began(number, at: now) { (_) throws(WebRefusal) in
      try WebRequest.made(method, target, fields, from: peer, isSecure: isSecure)
    }
    return early ?? site.asked(number, Array(body.utf8), at: now)
  }

  /// - Parameter own: the address of this machine that is reached.
  func open(
    from peer: String = "127.0.0.1", on own: String? = nil, at now: Int64 = 0
  ) -> UInt64? {
    guard site.accepts(IPAddress(peer)!, at: now) else { return nil }
    last += 1
    site.opened(last, IPAddress(peer)!, on: own.flatMap { IPAddress($0) }, at: now)
    return last
  }

  /// One that looks, and has all there is.
  func look(at now: Int64 = 0, _ fields: String...) -> UInt64 {
    let number = open(at: now)!
    let answer = ask(number, "GET", "/events", ["Host: 127.0.0.1:8470"] + fields, at: now)
    precondition(answer.body == .stream)
    _ = drain(number, at: now)
    return number
  }

  func drain(_ number: UInt64, at now: Int64 = 0) -> String {
    var bytes: [UInt8] = []
    while case .bytes(let part) = site.read(number, 1_000, at: now) { bytes += part }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension WebAnswer {
  var text: String {
    guard case .bytes(let bytes) = body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
