/// Something that a hand moves became active or inactive.
public struct Edge: Equatable, Sendable {
  /// The place of its wiring in what was asked for.
  public var input: Int
  public var isActive: Bool
  /// By the kernel's monotonic clock.
  public var timeNanoseconds: Int64

  /// The monotonic millisecond.
  public var time: Int64 { timeNanoseconds / 1_000_000 }
}
