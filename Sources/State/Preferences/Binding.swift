/// What the gestures of a button ask for.
public struct Binding: Equatable, Sendable {
  public var press: Command
  public var hold: Command
  /// Nil where a press is to act at once, and not to wait for another one.
  public var doublePress: Command?

  public init(
    press: Command = .nextMarket, hold: Command = .nextPage, doublePress: Command? = .mark
  ) {
    (self.press, self.hold, self.doublePress) = (press, hold, doublePress)
  }
}
