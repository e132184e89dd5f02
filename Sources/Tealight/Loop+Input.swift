import Devices
import Glance
import State

extension Loop {
  /// Something with a descriptor that is not ours to understand: signals, keys.
  struct Input {
    let descriptor: Int32
    /// Called when it is readable; says what it asks for.
    let read: () -> [Wish]
  }

  /// What an input may ask of the loop.
  enum Wish: Equatable {
    case command(Command)
    case redraw
    /// The configuration is, or may be, another.
    /// - Parameter isAsked: by a signal, and not because the file was touched.
    case reload(isAsked: Bool)
    case stop
  }
}

extension Loop.Wish {
  init(_ key: TerminalKey) {
    switch key {
    case .next: self = .command(.nextMarket)
    case .previous: self = .command(.previousMarket)
    case .page: self = .command(.nextPage)
    case .previousPage: self = .command(.previousPage)
    case .home: self = .command(.home)
    case .mark: self = .command(.mark)
    case .layout: self = .command(.nextLayout)
    case .theme: self = .command(.nextTheme)
    case .colours: self = .command(.nextColours)
    case .currency: self = .command(.nextCurrency)
    case .language: self = .command(.nextLanguage)
    case .quit: self = .stop
    }
  }
}
