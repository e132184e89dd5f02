import Glance

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
    case stop
  }
}
