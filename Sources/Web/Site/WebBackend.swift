/// What is looked at and pressed: asked when somebody wants it, and by nobody else.
public protocol WebBackend: AnyObject {
  var panelCount: Int { get }
  /// What a panel, numbered from 0, shows now; nil where it shows nothing yet. It must hold no secrets.
  func picture(of panel: Int) -> WebPicture?
  /// The same as a PNG file.
  func png(of panel: Int) -> [UInt8]?
  /// What the page is told beside the pictures. `WebPage` says what it reads of it.
  /// - Parameter isPaired: whether the browser that looks was paired: only that one can be forgotten.
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

/// What the page is told whenever it is another than before: an event of its own, so that what changes
/// with every price does not bring along what hardly changes.
public struct WebText: Equatable, Sendable {
  /// Letters alone.
  public let event: String
  public let json: String

  public init(event: String, json: String) {
    (self.event, self.json) = (event, json)
  }
}

/// What somebody who may press wants done.
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
