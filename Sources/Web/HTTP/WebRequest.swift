/// A request: the few parts of it that matter here.
struct WebRequest: Equatable {
  let method: String
  let path: String
  let query: FormFields
  let peer: IPAddress
  /// The address that the peer is counted by.
  var countsAs: IPAddress
  /// Whether it came over TLS to this server itself.
  let isSecure: Bool
  /// The `Host` field; empty if there is none, and the request is then refused.
  let host: String
  let origin: String?
  /// Whether a browser says that a page of another origin sends the request (Fetch Metadata,
  /// `Sec-Fetch-Site`). It says so also for a picture or a stream, where it sends no `Origin`, but
  /// only over HTTPS, or where it runs on this machine.
  let isOfOtherOrigin: Bool
  /// The token after `Bearer`.
  let bearer: String?
  let contentType: String
  let forwarded: [ForwardedStep]
  /// Whether a proxy has passed the request on. A proxy adds a field that says so, or speaks
  /// HTTP/1.0. No browser speaks that, but nginx before 1.29.7 does if nothing else is set
  /// (`proxy_http_version`). A newer nginx that adds no field cannot be told from a browser.
  let isForwarded: Bool
  private let cookies: String

  private static let proxyFields: Set = [
    "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
  ]

  static let headBytesMax = 8 * 1024
  static let bodyBytesMax = 4 * 1024

  /// - Parameters:
  ///   - target: as it came: `/screen.png?panel=1`.
  ///   - headBytes: the length of the head's lines together.
  init(
    method: String, target: String, version: String = "HTTP/1.1", fields: [WebField],
    headBytes: Int, peer: IPAddress, isSecure: Bool
  ) throws(WebRefusal) {
    guard headBytes <= Self.headBytesMax else { throw .head }
    // A field that comes twice could be understood in two ways.
    func only(_ name: String) throws(WebRefusal) -> String? {
      let values = fields.filter { $0.name.lowercased() == name }
      guard values.count < 2 else { throw .malformed }
      return values.first?.value
    }
    func all(_ name: String, _ separator: String) -> String {
      fields.filter { $0.name.lowercased() == name }.map(\.value).joined(separator: separator)
    }
    guard target.hasPrefix("/") else { throw .malformed }
    let question = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    self.method = method
    path = String(target[..<question])
    query = FormFields(target.utf8[question...].dropFirst())
    self.peer = peer
    countsAs = peer.neighbourhood
    self.isSecure = isSecure
    host = try only("host") ?? ""
    origin = try only("origin")
    isOfOtherOrigin = try ["cross-site", "same-site"].contains(only("sec-fetch-site"))
    bearer = try only("authorization").flatMap { value in
      value.lowercased().hasPrefix("bearer ")
        ? String(value.dropFirst(7).drop { $0 == " " }) : nil
    }
    contentType = try only("content-type") ?? ""
    cookies = all("cookie", "; ")
    forwarded = ForwardedStep.steps(all("forwarded", ", "))
    isForwarded =
      version == "HTTP/1.0"
      || fields.contains { Self.proxyFields.contains($0.name.lowercased()) }

    let length = try only("content-length")
    guard try only("transfer-encoding") == nil, method != "POST" || length != nil else {
      throw .length
    }
    guard let bytes = Int(length ?? "0"), bytes >= 0 else { throw .malformed }
    guard bytes <= Self.bodyBytesMax else { throw .body }
  }

  /// The value of the first cookie of that name (RFC 6265, 4.2).
  func cookie(_ name: String) -> String? {
    for pair in cookies.split(separator: ";") {
      let pair = pair.drop { $0 == " " }
      let equals = pair.firstIndex(of: "=") ?? pair.endIndex
      if pair[..<equals] == name { return String(pair[equals...].dropFirst()) }
    }
    return nil
  }
}
