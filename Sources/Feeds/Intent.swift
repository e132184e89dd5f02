import MarketData
import Timing

/// What a feed wants done in the world. `endpoint` is the index of one of its endpoints: 0 is the
/// usual one.
public enum Intent: Equatable, Sendable {
  /// Open a socket; `opened` or `closed` follows.
  case connect(connection: ConnectionID, endpoint: Int)
  /// Send a text message.
  case send(String, connection: ConnectionID)
  /// Send a ping that carries a number; `pong` with the same one follows.
  case ping(number: Int, connection: ConnectionID)
  /// Close it and forget it: nothing of it follows.
  case close(connection: ConnectionID)
  /// Ask for a path below the endpoint's REST address; `answered` or `unanswered` follows.
  case get(id: CallID, path: String, endpoint: Int)
  /// Let no call to the endpoint leave before that, not even one that waits: its host has banned all.
  case hold(endpoint: Int, until: Deadline)
  /// Keep the exchange's list of markets, as it has just answered, for the next start.
  case save([Listing])
  case log(Severity, String)
}
