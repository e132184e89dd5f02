import State

extension Command {
  /// What the command is called, if it does not turn to a page.
  var term: Term {
    switch self {
    case .previousMarket: .previous
    case .home: .home
    case .favourite: .favourite
    case .sort: .sort
    case .snooze: .snooze
    case .nextLayout, .choose(.layout): .layout
    case .nextSpan: .span
    case .nextIndicator: .indicator
    case .nextLanguage, .choose(.language): .language
    case .nextTheme, .choose(.theme): .theme
    case .nextColours, .choose(.colours): .colours
    case .nextCurrency, .choose(.currency): .currency
    case .choose(.rotation): .rotation
    case .light(.brightness): .brightness
    case .light(.screen): .screen
    case .retryNow: .retry
    case .nextMarket, .nextPage, .previousPage, .mark, .show, .choose(.market), .choose(.page):
      .next
    }
  }
}

extension Strings {
  /// The short name of a command, with its value: `theme night`.
  public func name(of command: Command) -> String {
    guard let value = command.assignment?.value else { return self[command.term] }
    switch command {
    // There is no room for the exchange.
    case .choose(.market(let name)): return String(name.split(separator: ":").last ?? "")
    case .choose(.rotation(seconds: 0)), .light(.screen(isOn: false)):
      return "\(self[command.term]) \(self[.off])"
    case .light(.screen(isOn: true)): return "\(self[command.term]) \(self[.on])"
    case .choose(.rotation): return "\(self[command.term]) \(value)\(seconds)"
    case .light(.brightness): return "\(self[command.term]) \(value)%"
    default: return "\(self[command.term]) \(value)"
    }
  }
}

extension ListOrder.Key {
  var term: Term {
    switch self {
    case .price: .price
    case .change: .change
    case .turnover: .turnover
    }
  }
}
