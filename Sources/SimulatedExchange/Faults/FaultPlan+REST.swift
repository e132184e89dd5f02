extension FaultPlan {
  /// How a response is sent, after faults have changed it.
  struct Delivery {
    var response: HTTPResponse
    var dripMilliseconds: Int64?
    var endsEarly = false
  }

  /// Changes a REST response.
  ///
  /// - Parameter failure: the source's own way to refuse with a status.
  func deliver(
    _ response: HTTPResponse, path: String, acceptsGzip: Bool, failure: (Int) -> HTTPResponse
  ) -> Delivery {
    var delivery = Delivery(response: replaced(response, path: path, failure: failure))
    if let fault = current(.retryAfter), delivery.response.status >= 400 {
      delivery.response.headers.append(("Retry-After", String(fault.number(5))))
    }
    if let fault = strike(.restHeader, path: path) {
      let value = Self.filling(Int(fault.number(1 << 20)))
      delivery.response.headers.append(("X-Endless", value))
    }
    if let fault = strike(.restHuge, path: path) {
      let missing = Int(fault.number(5 << 20)) - delivery.response.body.count
      delivery.response.body += Array(repeating: UInt8(ascii: " "), count: max(0, missing))
    }
    if strike(.restGzip, path: path) != nil || (acceptsGzip && !delivery.response.body.isEmpty) {
      delivery.response.body = Gzip.compress(delivery.response.body)
      delivery.response.headers.append(("Content-Encoding", "gzip"))
    }
    if let fault = strike(.restTruncate, path: path) {
      delivery.response.promisedLength = delivery.response.body.count
      delivery.response.body = Array(delivery.response.body.prefix(Int(fault.number(10))))
      delivery.endsEarly = true
    }
    delivery.dripMilliseconds = strike(.restDrip, path: path)?.number(100)
    return delivery
  }

  /// A meaningless text of this length. `String(repeating:count:)` takes a hundred times as long.
  static func filling(_ count: Int) -> String {
    String(decoding: [UInt8](repeating: UInt8(ascii: "x"), count: count), as: UTF8.self)
  }

  private func replaced(
    _ response: HTTPResponse, path: String, failure: (Int) -> HTTPResponse
  ) -> HTTPResponse {
    if let fault = strike(.restStatus, path: path) { return failure(Int(fault.number(503))) }
    if let fault = strike(.restRedirect, path: path) {
      return HTTPResponse(
        status: Int(fault.number(302)), headers: [("Location", "/elsewhere" + path)])
    }
    if strike(.restHTML, path: path) != nil {
      return HTTPResponse(
        status: 200, headers: [("Content-Type", "text/html")],
        body: Array("<!doctype html><title>Checking your browser</title>".utf8))
    }
    if strike(.restBlocked, path: path) != nil {
      return HTTPResponse(
        status: 403, headers: [("Content-Type", "text/html; charset=UTF-8")],
        body: Array("<!doctype html><title>Access denied</title>error code: 1020".utf8))
    }
    if let fault = strike(.restError, path: path) {
      var error = failure(Int(fault.number(500)))
      error.status = 200
      return error
    }
    return response
  }
}
