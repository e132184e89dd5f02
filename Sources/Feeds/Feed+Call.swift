extension Feed {
  /// A call to the exchange's REST endpoint that is under way.
  enum Call: Equatable {
    case list(ListCall)
    case tickers([Int])
    case past(Int)
    case candles
    /// The last ones of a market.
    case trades(Int)
    /// The part of the wallets' states that stands at this place.
    case wallets(Int)
    /// All markets and their tickers, for whoever ranks them.
    case rankingList
    case ranking([String])

    /// What the exchange counts against one limit.
    enum Group: String {
      case list = "the list of markets"
      case tickers = "tickers"
      case past = "history"
      case wallets = "the state of wallets"
      case connect = "the stream"
    }

    var group: Group {
      switch self {
      case .list, .rankingList: .list
      case .tickers, .ranking: .tickers
      case .past, .candles, .trades: .past
      case .wallets: .wallets
      }
    }
  }
}
