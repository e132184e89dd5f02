import State
import Timing

/// Who is told and asks from elsewhere: browsers, and the clients of a broker.
struct Remotes {
  /// Nil where nobody is to look in.
  private var opener: WebOpener?
  /// Keeps which browsers have paired.
  let browsers: LinesFile
  /// Keeps what the broker was told, for whoever speaks to it next.
  let announced: LinesFile
  /// Nil where no broker is told anything.
  private(set) var broker: BrokerDesk?

  init(
    browsers: LinesFile = .browsers(in: nil) { _, _ in }, opener: WebOpener? = nil,
    announced: LinesFile = .announced(in: nil) { _, _ in }, broker: BrokerDesk? = nil
  ) {
    (self.browsers, self.opener) = (browsers, opener)
    (self.announced, self.broker) = (announced, broker)
  }

  /// What browsers see and press; nil where nobody looks in, or nobody can for now.
  var web: WebDesk? { opener?.web }

  var watches: [Loop.Watch] { (web?.watches ?? []) + (broker?.watches ?? []) }

  var deadline: Deadline {
    min(
      opener?.deadline ?? .never, broker?.deadline ?? announced.deadline, browsers.deadline)
  }

  /// Whether a sensor elsewhere sees somebody.
  var isSomebodySeen: Bool { broker?.isSomebodySeen ?? false }

  /// Opens the site where it is due.
  /// - Returns: whether it has been opened.
  mutating func openWeb(at now: Int64) -> Bool { opener?.open(at: now) ?? false }

  /// Closes the site: its address can be had again then.
  mutating func replaceWeb(_ opener: WebOpener?) {
    web?.end()
    self.opener = opener
  }

  /// Leaves the broker; another one may follow.
  mutating func replaceBroker(_ broker: BrokerDesk?) {
    self.broker?.end()
    self.broker = broker
  }

  /// There may be something new on the desk.
  func deskMayHaveChanged() {
    web?.deskMayHaveChanged()
    broker?.deskMayHaveChanged()
  }

  /// Writes what is kept, of browsers although none is let in any more; a broker's desk does so by itself.
  func look(at now: Int64) {
    browsers.look(at: now)
    if broker == nil { announced.look(at: now) }
  }

  /// Whether nobody is told anything now.
  var isEmpty: Bool { web == nil && broker == nil }

  /// Tells what is new.
  /// - Returns: what somebody wants done.
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

  /// Waits a while for what is being written.
  func finish(withinMilliseconds: Int32) {
    for file in [browsers, announced] { file.finish(withinMilliseconds: withinMilliseconds) }
  }
}
