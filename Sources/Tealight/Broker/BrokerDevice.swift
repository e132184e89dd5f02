import MarketData

/// What stays as it is while the board is connected to its broker.
struct BrokerDevice: Equatable {
  /// What the first display is: `st7789`; nil where there is none.
  var panel: String?
  var size: (width: Int, height: Int)? {
    get { width.flatMap { width in height.map { (width, $0) } } }
    set { (width, height) = (newValue?.width, newValue?.height) }
  }
  private var width: Int?
  private var height: Int?
  /// Whether its picture is published.
  var sendsPicture = true
  /// How many keys can be pressed.
  var keys = 0
  /// When the program began: Unix seconds.
  var startSeconds: Int64

  init(startSeconds: Int64) { self.startSeconds = startSeconds }

  /// Whether it is announced in the same way. A clock that was set makes no other device of it.
  func isSame(as other: BrokerDevice) -> Bool {
    var other = other
    other.startSeconds = startSeconds
    return self == other
  }

  var model: String {
    let size = size.map { " \($0.width)×\($0.height)" } ?? ""
    return (panel ?? "no display") + size
  }

  /// What is said of it once.
  var text: String {
    JSON.object([
      ("version", Invocation.versionNumber.asJSON), ("started", "\(startSeconds)"),
      ("panel", panel?.asJSON ?? "null"),
      ("size", size.map { JSON.list(["\($0.width)", "\($0.height)"]) } ?? "null"),
    ])
  }
}
