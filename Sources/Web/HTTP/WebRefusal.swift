/// Why somebody does not get what they want. The names stand in the metrics.
enum WebRefusal: String, Error, CaseIterable {
  /// Too many connections, or too many of one address.
  case connections
  case addressConnections = "address_connections"
  /// A request that was not whole in time, or an answer that was not taken.
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
    case .connections, .addressConnections: "there are too many connections"
    case .late: "the request took too long"
    case .head: "the head is longer than 8 KiB"
    case .malformed: "the request is malformed"
    case .length: "say how long the body is: Content-Length"
    case .body: "the body is longer than 4 KiB"
    case .path:
      "there is /, /events, /screen.png, /state, /command, /notice, /pair, /leave, /metrics, /health"
    case .method: "another method is needed: see Allow"
    case .host: "nobody here has that name: see names in the configuration"
    case .origin: "a request that changes something needs the page's own Origin, or a token"
    case .unpaired: "pair first: open / and follow it, or send the token of token_file as a Bearer"
    case .key: "that is neither the code on the panel nor the password"
    case .tries: "too many have failed: wait"
    case .viewers: "8 look already"
    case .viewOnly: "looking is allowed, pressing is not: see view_only in the configuration"
    }
  }
}
