/// The answer to a request.
struct WebAnswer: Equatable {
  enum Body: Equatable {
    case bytes([UInt8])
    /// A stream of events, until somebody ends it.
    case stream
  }

  let status: Int
  let fields: [WebField]
  let body: Body

  /// - Parameter policy: what a browser may load for it (CSP Level 3).
  init(
    _ status: Int, _ type: String, _ body: Body,
    policy: String = "default-src 'none'; frame-ancestors 'none'", with more: [WebField] = []
  ) {
    self.status = status
    self.body = body
    fields =
      (type.isEmpty ? [] : [WebField("Content-Type", type)]) + [
        WebField("Content-Security-Policy", policy), WebField("X-Content-Type-Options", "nosniff"),
        WebField("Referrer-Policy", "no-referrer"), WebField("Cache-Control", "no-store"),
        WebField("Cross-Origin-Resource-Policy", "same-origin"),
        WebField("Cross-Origin-Opener-Policy", "same-origin"),
      ] + more
  }

  init(_ status: Int, text: String, with more: [WebField] = []) {
    self.init(
      status, "text/plain; charset=utf-8", .bytes(Array("\(text)\n".utf8)), with: more)
  }

  static func done(with more: [WebField] = []) -> WebAnswer {
    WebAnswer(204, "", .bytes([]), with: more)
  }

  func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}
