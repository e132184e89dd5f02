/// What a feed asks an exchange for. The exchange counts the calls of each against a limit of its
/// own, and the log hears of each once.
enum Topic: String, CaseIterable {
  case list = "the list of markets"
  case tickers = "tickers"
  case history = "history"
  case wallets = "the wallet status"
  case stream = "the stream"
}
