import MarketData
import Timing

/// The calls to the exchange's REST endpoint that are under way.
struct RESTCalls {
  enum Call: Equatable {
    case list(ListCall)
    case tickers([MarketID])
    case history(MarketID)
    case candles
    /// The last ones of a market.
    case trades(MarketID)
    /// A part of the wallets' states, by its index.
    case wallets(Int)
    /// All markets and their tickers, for the page that ranks them.
    case topMarketsList
    case topMarkets([String])

    var topic: Topic {
      switch self {
      case .list, .topMarketsList: .list
      case .tickers, .topMarkets: .tickers
      case .history, .candles, .trades: .history
      case .wallets: .wallets
      }
    }

    /// Whether it is for the list of markets; the ranking asks for a list of its own.
    var isForList: Bool { if case .list = self { true } else { false } }
    var isForTickers: Bool { if case .tickers = self { true } else { false } }
    var isForTrades: Bool { if case .trades = self { true } else { false } }
    var isForTopMarkets: Bool {
      switch self {
      case .topMarkets, .topMarketsList: true
      default: false
      }
    }
  }

  /// A call that is to be made, and its path below the endpoint's REST address.
  typealias Question = (call: Call, path: String)

  /// Calls for history are made one after the other, at most eight in a second.
  private static let historyMilliseconds: Int64 = 125

  private var underWay: [CallID: Call] = [:]
  private var count = 0
  /// When the next call for history may be made.
  private(set) var historyAllowsAt = Deadline.immediately

  mutating func ask(
    _ call: Call, _ path: String, endpoint: Int, _ intents: inout [Intent]
  ) {
    count += 1
    let id = CallID(count)
    underWay[id] = call
    intents.append(.get(id: id, path: path, endpoint: endpoint))
  }

  /// A call for history was made.
  mutating func paceHistory(slowdown: Int64, at now: Int64) {
    historyAllowsAt = Deadline(now + Self.historyMilliseconds * slowdown)
  }

  func isAsking(_ isMeant: (Call) -> Bool) -> Bool { underWay.values.contains(where: isMeant) }

  /// A call was answered or has failed.
  /// - Returns: nil where it is not waited for any more.
  mutating func end(_ id: CallID) -> Call? { underWay.removeValue(forKey: id) }

  /// Nobody waits for any of them any more.
  /// - Returns: what they were for.
  mutating func dropAll() -> Set<Topic> {
    defer { underWay = [:] }
    return Set(underWay.values.map(\.topic))
  }

  /// Nobody waits for these any more.
  mutating func drop(_ isMeant: (Call) -> Bool) {
    underWay = underWay.filter { !isMeant($0.value) }
  }
}
