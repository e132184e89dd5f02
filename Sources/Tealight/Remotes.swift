import State
import Timing

/// The remote users: browsers, and the clients of a broker. They are told what is new, and may ask
/// for something.
struct Remotes {
  /// Nil where no browser may look in.
  private var opener: WebOpener?
  /// Keeps which browsers have paired.
  let browsers: LinesFile
  /// Keeps what the broker was told, for the next `BrokerDesk`.
  let announced: LinesFile
  /// Nil where there is no broker to tell anything.
  private(set) var broker: BrokerDesk?

  init(
    browsers: LinesFile = .browsers(in: nil) { _, _ in }, opener: WebOpener? = nil,
    announced: LinesFile = .announced(in: nil) { _, _ in }, broker: BrokerDesk? = nil
  ) {
    (self.browsers, self.opener) = (browsers, opener)
    (self.announced, self.broker) = (announced, broker)
  }

  /// The desk for browsers; nil where no browser may look in, or the site is not open for now.
  var web: WebDesk? { opener?.web }

  var watches: [Loop.Watch] { (web?.watches ?? []) + (broker?.watches ?? []) }

  var deadline: Deadline {
    min(
      opener?.deadline ?? .never, broker?.deadline ?? announced.deadline, browsers.deadline)
  }

  /// Whether a remote motion sensor sees somebody.
  var isSomebodySeen: Bool { broker?.isSomebodySeen ?? false }

  /// Opens the site where it is due.
  /// - Returns: whether it has been opened.
  mutating func openWeb(at now: Int64) -> Bool { opener?.open(at: now) ?? false }

  /// Closes the site, which frees its address, and takes the opener of the next one.
  mutating func replaceWeb(_ opener: WebOpener?) {
    web?.end()
    self.opener = opener
  }

  /// Ends the connection to the broker, and takes the next broker, if there is one.
  mutating func replaceBroker(_ broker: BrokerDesk?) {
    self.broker?.end()
    self.broker = broker
  }

  /// There may be something new on the desk.
  func deskMayHaveChanged() {
    web?.deskMayHaveChanged()
    broker?.deskMayHaveChanged()
  }

  /// Writes the kept lines: those of browsers even where none may look in any longer, those of the
  /// broker where no `BrokerDesk` does so.
  func look(at now: Int64) {
    browsers.look(at: now)
    if broker == nil { announced.look(at: now) }
  }

  /// Whether there is neither a site nor a broker now.
  var isEmpty: Bool { web == nil && broker == nil }

  /// Tells browsers and the broker what is new.
  /// - Returns: what browsers and the clients of the broker ask for.
  func turn(
    _ desk: Desk, _ screens: Screens, at now: Moment, metrics: @escaping () -> String
  ) -> [Loop.Request] {
    (web?.turn(desk, screens, at: now, metrics: metrics) ?? [])
      + (broker?.turn(desk, screens, at: now.monotonic) ?? [])
  }

  func end() {
    web?.end()
    broker?.end()
  }

  /// Waits a while until the kept lines are written.
  func finish(withinMilliseconds: Int32) {
    for file in [browsers, announced] { file.finish(withinMilliseconds: withinMilliseconds) }
  }
}
