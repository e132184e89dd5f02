import MarketData
import Timing

/// An action that a feed asks the program to do. `endpoint` is the index of one of the feed's
/// endpoints: 0 is the usual one.
public enum Intent: Equatable, Sendable {
  /// Open a socket; `opened` or `closed` follows.
  case connect(connection: ConnectionID, endpoint: Int)
  /// Send a text message.
  case send(String, connection: ConnectionID)
  /// Send a ping that carries a number; `pong` with the same number follows.
  case ping(number: Int, connection: ConnectionID)
  /// Close the socket and forget it: no event of it follows.
  case close(connection: ConnectionID)
  /// Ask for a path below the endpoint's REST address; `answered` or `unanswered` follows.
  case get(id: CallID, path: String, endpoint: Int)
  /// Send no call to the endpoint before this time, not even one that waits: its host bans all calls.
  case hold(endpoint: Int, until: Deadline)
  /// Store the list of markets that the exchange has just sent, for the next start.
  case save([Listing])
  case log(Severity, String)
}
