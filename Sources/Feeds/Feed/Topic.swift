/// What a feed asks an exchange for. The exchange counts the calls for each topic against a limit
/// of its own, and a complaint about each topic is logged once.
enum Topic: CaseIterable {
  case list
  case tickers
  case history
  case wallets
  case stream

  /// For the log. No raw value: a topic would be hashed and compared as a text.
  var title: String {
    switch self {
    case .list: "the list of markets"
    case .tickers: "tickers"
    case .history: "history"
    case .wallets: "the wallet status"
    case .stream: "the stream"
    }
  }
}
