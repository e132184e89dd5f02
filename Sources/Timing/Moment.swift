/// When something happened, by the board's two clocks. The time is always passed in, with the event.
public struct Moment: Equatable, Sendable {
  /// Milliseconds that only ever go forward, for deadlines and ages.
  public var monotonic: Int64
  /// Unix milliseconds by the board's wall clock, which may jump; for the clock on the screen.
  public var wall: Int64
  /// Whether the kernel says that the wall clock is synchronised.
  public var isSynchronised: Bool

  public init(monotonic: Int64, wall: Int64, isSynchronised: Bool = false) {
    self.monotonic = monotonic
    self.wall = wall
    self.isSynchronised = isSynchronised
  }
}
