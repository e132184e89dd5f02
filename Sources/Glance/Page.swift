import MarketData

/// The pages, in the order that next-page turns them.
public enum Page: String, CaseIterable, Sendable {
  case glance
}

/// The language of every word on the screen.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"
}

extension Language {
  func notListed(_ market: Market, by exchange: String) -> String {
    switch self {
    case .english: "\(market.code) is not listed by \(exchange)"
    case .korean: "\(exchange)에 없는 종목: \(market.code)"
    }
  }
}
