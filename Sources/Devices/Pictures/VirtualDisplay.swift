import Pixels
import Timing

/// A display without a device: whoever draws for it shows its frames elsewhere, as in a browser.
public final class VirtualDisplay: Display {
  public let name: String
  public let surface: Surface
  /// Like a panel with a lamp, it is dimmed and darkened by the plan of the day.
  public let lightSource = LightSource.lamp
  public private(set) var hasStarted = false

  public init(_ surface: Surface, name: String) { (self.surface, self.name) = (surface, name) }

  public func show(_ frame: Frame) {
    precondition(frame.size == size, "a frame has the size of its display")
  }

  public func flush(now: Int64) -> Deadline {
    hasStarted = true
    return .never
  }

  public func sleep() {}
}
