import MarketData

/// What stays as it is while the board is connected to its broker.
struct BrokerDevice: Equatable {
  /// The kind of the first display, as `st7789`; nil where there is none.
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

  /// Whether the other is announced as the same device. A clock that was set does not make it
  /// another one.
  func isSame(as other: BrokerDevice) -> Bool {
    var other = other
    other.startSeconds = startSeconds
    return self == other
  }

  var model: String {
    let size = size.map { " \($0.width)×\($0.height)" } ?? ""
    return (panel ?? "no display") + size
  }

  /// The text about the board that is published at `about`.
  var text: String {
    JSON.object([
      ("version", Invocation.versionNumber.asJSON), ("started", "\(startSeconds)"),
      ("panel", panel?.asJSON ?? "null"),
      ("size", size.map { JSON.list(["\($0.width)", "\($0.height)"]) } ?? "null"),
    ])
  }
}
