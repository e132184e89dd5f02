import Broker
import State
import Timing

/// Who is told and asks from elsewhere: browsers, and the clients of a broker.
struct Remotes {
  /// Nil where nobody looks in.
  var web: WebDesk?
  /// Nil where no broker is told anything.
  var broker: BrokerDesk?

  var watches: [Loop.Watch] { (web?.watches ?? []) + (broker?.watches ?? []) }

  var deadline: Deadline { min(web?.deadline ?? .never, broker?.deadline ?? .never) }

  /// Whether a sensor elsewhere sees somebody.
  var isSomebodySeen: Bool { broker?.isSomebodySeen ?? false }

  /// There may be something new on the desk.
  func look() {
    web?.look()
    broker?.look()
  }

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
}
