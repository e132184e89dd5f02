/// What visitors look at and press. It is asked only when a visitor wants something.
public protocol WebBackend: AnyObject {
  var panelCount: Int { get }
  /// What a panel, numbered from 0, shows now; nil where it shows nothing yet. It must hold no secrets.
  func picture(of panel: Int) -> WebPicture?
  /// The same as a PNG file.
  func png(of panel: Int) -> [UInt8]?
  /// The texts that the page gets besides the pictures. `WebPage` says what it reads of them.
  /// - Parameter isPaired: whether the viewing browser was paired: only such a browser can be
  ///   forgotten.
  func texts(isPaired: Bool) -> [WebText]
  /// The state as one line of JSON.
  var stateLine: String { get }
  /// The metrics as OpenMetrics text.
  var metrics: String { get }
  /// Whether what is shown is live.
  var isHealthy: Bool { get }
  /// `count` bytes of a cryptographically secure random generator.
  func randomBytes(_ count: Int) -> [UInt8]
  /// Accepts an order, or refuses it with a sentence for the user.
  func perform(_ order: WebOrder) -> WebOrderResult
}

/// A text that the page gets whenever it has changed. It is an event of its own, so that a text that
/// hardly changes is not sent again with every price.
public struct WebText: Equatable, Sendable {
  /// Only letters.
  public let event: String
  public let json: String

  public init(event: String, json: String) {
    (self.event, self.json) = (event, json)
  }
}

/// What a visitor who may press wants done.
public enum WebOrder: Equatable, Sendable {
  /// A command, as `next-market` or `theme=night`, or in JSON.
  case command(String)
  /// A notice: text, or JSON.
  case notice(String)
}

/// Whether an order was accepted: `done` does not say that it has been carried out yet.
public enum WebOrderResult: Equatable, Sendable {
  case done
  /// - Parameter sentence: what is wrong, what is allowed.
  case refused(sentence: String)
}
