import MarketData
import Timing

/// Everything that can change the desk.
public enum Event: Equatable, Sendable {
  case update(Update)
  case command(Command)
  /// Time went on; with it the distance of local time from UTC in seconds.
  case time(Moment, utcOffsetSeconds: Int)
  /// The configuration says something else from now on.
  case settings(Settings)
  /// Other markets are shown from now on; those that were not known are behind the others then.
  /// `mayComeBack` says that those without a place may have one again, as a hub says it.
  case places([Desk.Place], newcomers: [MarketState], mayComeBack: Bool = false)
  /// Somebody looked at the board's networks.
  case network(BoardNetwork)
  /// Somebody sends a message; it is dropped where `notices` is full.
  case notice(Notice)
  /// Whether a press on the link page lets a browser in.
  case offersPairing(Bool)
  /// A browser may be let in; nil: not any more.
  case pairing(PairingOffer?)
}
