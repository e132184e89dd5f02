import Pixels
import Timing

/// A display without a device: its frames are shown elsewhere by their owner, as in a browser.
public final class VirtualDisplay: Display {
  public let name: String
  public let surface: Surface
  /// Like a panel with a lamp, it is dimmed and darkened by the plan of the day.
  public let lightSource = LightSource.lamp
  public private(set) var hasStarted = false

  /// Whether it exists only because there is no other display.
  public let isStandIn: Bool

  public init(_ surface: Surface, name: String, isStandIn: Bool = false) {
    (self.surface, self.name, self.isStandIn) = (surface, name, isStandIn)
  }

  public func show(_ frame: Frame) {
    precondition(frame.size == size, "a frame has the size of its display")
  }

  public func flush(now: Int64) -> Deadline {
    hasStarted = true
    return .never
  }

  public func sleep() {}
}
