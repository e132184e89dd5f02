import Pixels
import Timing

/// A display that keeps the frames that it was shown, for tests.
public final class MemoryDisplay: Display {
  public let name = "memory"
  public let surface: Surface
  public let lightSource: LightSource
  public private(set) var hasStarted = false
  /// Every frame that was flushed and differs from the one before it.
  public private(set) var frames: [Frame] = []
  /// The theme; nil until one is set.
  public private(set) var theme: Theme?
  private var newest: Frame?

  public init(_ surface: Surface, lightSource: LightSource = .none) {
    self.surface = surface
    self.lightSource = lightSource
  }

  public func show(_ frame: Frame) {
    precondition(frame.size == size, "a frame has the size of its display")
    newest = frame
  }

  public func wear(_ theme: Theme) { self.theme = theme }

  public func flush(now: Int64) -> Deadline {
    guard let newest else { return .never }
    hasStarted = true
    if frames.last != newest { frames.append(newest) }
    return .never
  }

  public func sleep() { newest = Frame(size) }
}
