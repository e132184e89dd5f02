/// What the first button does now, shown for a moment after the user was there.
public struct Hint: Equatable, Sendable {
  /// What a gesture does: it turns to a page, does what a command is called, or lets a browser in.
  public enum Action: Equatable, Sendable {
    case page(PageName)
    case command(Command)
    case pair
  }

  /// Nil where the gesture does nothing; the next two likewise.
  public var press: Action?
  public var hold: Action?
  public var doublePress: Action?

  public init(press: Action? = nil, hold: Action? = nil, doublePress: Action? = nil) {
    (self.press, self.hold, self.doublePress) = (press, hold, doublePress)
  }
}

extension Desk {
  /// Nil where the user was not there lately, or where there is no button.
  public var hint: Hint? {
    guard activity.isHintShown(at: now.monotonic), let binding = settings.binding else {
      return nil
    }
    // A hint would cover the last line of a notice, or a part of a pairing code.
    if page == .notice || page == .link && pairing != nil { return nil }
    // Every gesture does the same then.
    if page == .alert { return Hint(press: .command(.snooze)) }
    return Hint(
      press: action(binding.press), hold: action(binding.hold),
      doublePress: binding.doublePress.flatMap(action))
  }

  /// The command that `mark` stands for on the page on the screen.
  var markCommand: Command {
    switch page {
    case .list: .sort
    case .alert: .snooze
    default: .favourite
    }
  }

  private var hasNext: Bool { (page == .list ? rowCount : places.count) > 1 }

  private func action(_ command: Command) -> Hint.Action? {
    switch command {
    case .show(let page), .choose(.page(let page)): .page(page)
    case .nextPage: .page(turnablePage(after: 1))
    case .previousPage: .page(turnablePage(after: -1))
    case .mark: action(markCommand)
    // The link page is about no market.
    case .nextMarket where page == .link && offersPairing: .pair
    case .nextMarket, .previousMarket: hasNext ? .command(command) : nil
    default: .command(command)
    }
  }
}
