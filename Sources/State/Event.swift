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
  /// Other places are shown from now on; newcomers are appended to the known markets. `mayComeBack`: a
  /// market without a place may have one again, because a hub names the markets.
  case places([Desk.Place], newcomers: [MarketState], mayComeBack: Bool = false)
  /// The board's networks were looked at.
  case network(BoardNetwork)
  /// Somebody sends a message; it is dropped where `notices` is full.
  case notice(Notice)
  /// Whether a press on the link page lets a browser in.
  case offersPairing(Bool)
  /// A browser may be let in; nil: not any more.
  case pairing(PairingOffer?)
}
