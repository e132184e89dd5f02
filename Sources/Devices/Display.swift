import Pixels
import Timing

/// Something that shows frames: a panel on a bus, a terminal, a folder of pictures.
public protocol Display: AnyObject {
  /// The display's name for the log: `ssd1306 on i2c:1`.
  var name: String { get }
  /// The surface as pages see it: turned by the configured rotation.
  var surface: Surface { get }
  /// Readable when something has happened so that `flush` has to be called before its time.
  var wakeDescriptor: Int32? { get }

  /// Accepts the newest frame, in place of any that is not sent yet, and wakes the display if it
  /// sleeps. Sends nothing.
  func show(_ frame: Frame)
  /// The same, for a frame that may differ from the one before only in these places; nil: anywhere.
  func show(_ frame: Frame, changed: [Rect]?)

  /// Sends what differs from the newest frame, at most about 40 ms of bus time.
  /// - Parameter now: monotonic milliseconds.
  /// - Returns: when `flush` has to be called again (`now` or earlier: in the next turn); never if
  ///   there is nothing left to do.
  func flush(now: Int64) -> Deadline

  /// Whether all of the newest frame has been sent.
  var isUpToDate: Bool { get }

  /// What it has sent, and how often it failed; nil if it is not a panel.
  var traffic: DisplayTraffic? { get }

  /// What its light comes from.
  var lightSource: LightSource { get }
  /// Sets its brightness to a percentage of the configured one, 1…100, as far as it can. Sends
  /// nothing; `flush` does.
  func dim(to percent: Int)

  /// Shows colour roles in these colours from now on, as far as it has colours. The next frame draws
  /// everything again.
  func wear(_ theme: Theme)

  /// Whether nobody can ever look at it again.
  var isGone: Bool { get }

  /// Whether it shows movement: false if each picture is kept, as in a file.
  var showsMotion: Bool { get }

  /// True once the first frame was sent, or the device was found missing: the start is over.
  var hasStarted: Bool { get }

  /// Blanks it and puts it to sleep: an old price must not stay visible. Sends nothing; `flush`
  /// does, and has to be called until it returns never.
  func sleep()
  /// Ends its use: as `sleep`, but a device that other programs use gets its earlier state back.
  func giveBack()
}

extension Display {
  public var size: Size { surface.size }
  public var depth: Depth { surface.depth }
  public var wakeDescriptor: Int32? { nil }
  public var isUpToDate: Bool { true }
  public var traffic: DisplayTraffic? { nil }
  public var lightSource: LightSource { .none }
  public var isGone: Bool { false }
  public var showsMotion: Bool { surface.medium != .paper }

  public func show(_ frame: Frame, changed: [Rect]?) { show(frame) }
  public func dim(to percent: Int) {}
  public func wear(_ theme: Theme) {}
  public func giveBack() { sleep() }
}

/// What a panel has sent since the start.
public struct DisplayTraffic: Equatable, Sendable {
  /// Bytes that its bus has carried; nil if it is on no bus.
  public var busBytes: Int?
  /// How long the bus takes for them at its clock.
  public var busMicroseconds: Int64 = 0
  /// How often the panel did not answer.
  public var errors: Int
}

extension DisplayTraffic {
  init(over bus: (any CommandBus)?, errors: Int) {
    self.init(
      busBytes: bus?.sentBytes, busMicroseconds: bus?.sentMicroseconds ?? 0, errors: errors)
  }
}

/// What gives a display its light.
public enum LightSource: Sendable {
  /// No light of ours: a file, a terminal, paper. There is nothing to dim.
  case none
  /// A lamp or a LED, which hardly ages.
  case lamp
  /// The pixels themselves, which age with the light that they give: OLED.
  case pixels
}
