/// The paths of the site, and what each one does.
enum WebRoute: String, CaseIterable {
  case page = "/"
  case events = "/events"
  case picture = "/screen.png"
  case state = "/state"
  case metrics = "/metrics"
  case health = "/health"
  case command = "/command"
  case notice = "/notice"
  case pair = "/pair"
  case leave = "/leave"

  init(_ request: WebRequest) throws(WebRefusal) {
    guard let route = Self(rawValue: request.path) else { throw .path }
    let methods = route.changes ? ["POST"] : ["GET", "HEAD"]
    guard methods.contains(request.method) else { throw .method }
    self = route
  }

  /// The methods of each path.
  static let allowed = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.changes ? "POST" : "GET, HEAD") })

  /// Whether a request changes anything.
  var changes: Bool { presses || self == .pair || self == .leave }

  /// Whether a request changes the desk.
  var presses: Bool { self == .command || self == .notice }

  /// Whether only clients who may look get it.
  var isForKnown: Bool {
    switch self {
    case .page, .health, .pair, .leave: false
    case .events, .picture, .state, .metrics, .command, .notice: true
    }
  }
}
