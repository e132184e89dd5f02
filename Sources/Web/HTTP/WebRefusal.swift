/// Why a request or a connection is refused. The raw values appear in the metrics.
enum WebRefusal: String, Error, CaseIterable {
  /// Too many connections, or too many from one address.
  case connections
  case addressConnections = "address_connections"
  /// A request that was not whole in time, or an answer that was not read in time.
  case late
  case head, malformed, length, body, path, method, host, origin, unpaired, key, tries, viewers
  case viewOnly = "view_only"

  var status: Int {
    switch self {
    case .malformed: 400
    case .unpaired: 401
    case .origin, .key, .viewOnly: 403
    case .path: 404
    case .method: 405
    case .late: 408
    case .length: 411
    case .body: 413
    case .host: 421
    case .tries: 429
    case .head: 431
    case .connections, .addressConnections, .viewers: 503
    }
  }

  var sentence: String {
    switch self {
    case .connections, .addressConnections: "too many connections"
    case .late: "the request took too long"
    case .head: "the head is longer than 8 KiB"
    case .malformed: "the request is malformed"
    case .length: "the Content-Length header is missing"
    case .body: "the body is longer than 4 KiB"
    case .path:
      "not found; there is /, /events, /screen.png, /state, /command, /notice, /pair, /leave, /metrics, /health"
    case .method: "wrong method: see the Allow header"
    case .host: "unknown host name: add it to names in [web]"
    case .origin: "the request must come from the page itself, or carry the token"
    case .unpaired:
      "not paired: open / in a browser; a program needs token_file in [web], and sudo to read it"
    case .key: "wrong code or password"
    case .tries: "too many wrong attempts: try again later"
    case .viewers: "too many viewers: at most 8"
    case .viewOnly: "commands and notices are refused: see view_only in [web]"
    }
  }
}
