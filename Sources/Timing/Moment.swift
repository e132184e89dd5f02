/// When something happened, by the board's two clocks. Time is an event: it is always handed in.
public struct Moment: Equatable, Sendable {
  /// Milliseconds that only ever go forward: deadlines and ages.
  public var monotonic: Int64
  /// Unix milliseconds by the board, which may jump: the clock on the screen.
  public var wall: Int64
  /// Whether the kernel knows that something keeps the wall clock right.
  public var isSynchronised: Bool

  public init(monotonic: Int64, wall: Int64, isSynchronised: Bool = false) {
    self.monotonic = monotonic
    self.wall = wall
    self.isSynchronised = isSynchronised
  }
}
