/// One HTTP/1.1 response.
struct HTTPResponse: Equatable {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: [UInt8]
  /// What the Content-Length says, where it is not the body's length.
  var promisedLength: Int?

  init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  static func json(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [("Content-Type", "application/json;charset=UTF-8")],
      body: Array(text.utf8))
  }

  /// Upbit's error object. For quotations the name is a number.
  static func error(_ status: Int, _ message: String, name: String? = nil) -> HTTPResponse {
    let name = name ?? String(status)
    return json(
      "{\"error\":{\"name\":\(name),\"message\":\(JSONValue.quoted(message))}}", status: status)
  }

  static func == (a: HTTPResponse, b: HTTPResponse) -> Bool {
    a.status == b.status && a.body == b.body && a.headers.elementsEqual(b.headers, by: ==)
  }

  func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }

  var bytes: [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r\n"
    for header in headers { head += header.name + ": " + header.value + "\r\n" }
    if status != 101, status != 304 {
      head += "Content-Length: \(promisedLength ?? body.count)\r\n"
    }
    return Array((head + "\r\n").utf8) + body
  }

  private static let reasons = [
    101: "Switching Protocols", 200: "OK", 301: "Moved Permanently", 302: "Found",
    304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 418: "I'm a teapot",
    422: "Unprocessable Entity", 426: "Upgrade Required",
    429: "Too Many Requests", 431: "Request Header Fields Too Large",
    451: "Unavailable For Legal Reasons", 500: "Internal Server Error",
    503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]
}
