/// When something happened, by the board's two clocks. Time is an event: it is always handed in.
public struct Moment: Equatable, Sendable {
  /// Milliseconds that only ever go forward: deadlines and ages.
  public var monotonic: Int64
  /// Unix milliseconds by the board, which may jump: the clock on the screen.
  public var wall: Int64

  public init(monotonic: Int64, wall: Int64) {
    self.monotonic = monotonic
    self.wall = wall
  }
}
