import MarketData
import State

extension Language {
  public var words: Strings {
    switch self {
    case .english: .english
    case .korean: .korean
    }
  }

  func notListed(_ market: Market, by exchange: String) -> String {
    switch self {
    case .english: "\(market.code) is not listed by \(exchange)"
    case .korean: "\(exchange)에 없는 종목: \(market.code)"
    }
  }
}
