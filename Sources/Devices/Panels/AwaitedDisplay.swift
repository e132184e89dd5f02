import Pixels
import Timing

/// A panel whose device is missing or taken. It tries to open the device until that works, and acts
/// as the opened panel from then on.
public final class AwaitedDisplay: Display {
  typealias Opener = (Theme) throws(DeviceError) -> any Display

  private let wiring: PanelWiring
  private let open: Opener
  private let report: (String) -> Void
  /// The opened panel; nil while it is missing.
  private var found: (any Display)?

  /// The settings and the frame that it is given while the panel is missing.
  private var theme: Theme
  private var percent = 100
  private var frame: Frame?
  private var isOver = false

  private var retries = Retry()
  private var resumesAt = Deadline.immediately

  /// - Parameter report: takes a sentence for the log when the panel is missing and when it is
  ///   there.
  public convenience init(
    _ wiring: PanelWiring, theme: Theme, report: @escaping (String) -> Void
  ) {
    self.init(wiring, theme: theme, report: report) { (theme) throws(DeviceError) in
      try wiring.display(theme: theme, report: report)
    }
  }

  init(
    _ wiring: PanelWiring, theme: Theme, report: @escaping (String) -> Void,
    open: @escaping Opener
  ) {
    (self.wiring, self.theme, self.report, self.open) = (wiring, theme, report, open)
  }

  public var name: String { found?.name ?? "\(wiring.kind) on \(wiring.place)" }
  /// Some devices tell their own size, or what they can show; their surface is known once they are
  /// open.
  public var surface: Surface { found?.surface ?? wiring.surface }
  public var wakeDescriptor: Int32? { found?.wakeDescriptor }
  public var isUpToDate: Bool { found?.isUpToDate ?? false }
  public var lightSource: LightSource { wiring.lightSource }
  public var hasStarted: Bool { found?.hasStarted ?? true }

  public var traffic: DisplayTraffic? {
    var traffic = found?.traffic ?? DisplayTraffic(busBytes: nil, errors: 0)
    traffic.errors += retries.errors
    return traffic
  }

  public func show(_ frame: Frame) { show(frame, changed: nil) }

  public func show(_ frame: Frame, changed: [Rect]?) {
    if let found { found.show(frame, changed: changed) } else { self.frame = frame }
  }

  public func wear(_ theme: Theme) {
    self.theme = theme
    found?.wear(theme)
  }

  public func dim(to percent: Int) {
    self.percent = percent
    found?.dim(to: percent)
  }

  public func sleep() {
    frame = nil
    found?.sleep()
  }

  public func giveBack() {
    isOver = true
    found?.giveBack()
  }

  /// Makes the next try immediate.
  public func tryAgain() { resumesAt = .immediately }

  public func flush(now: Int64) -> Deadline {
    if let found { return found.flush(now: now) }
    // Nothing of ours is on a panel that was never opened.
    if isOver { return .never }
    if !resumesAt.isDue(at: now) { return resumesAt }
    do throws(DeviceError) {
      let display = try open(theme)
      if retries.errors > 0 { report("\(display.name) is there now") }
      found = display
      display.dim(to: percent)
      // A frame for another surface is not shown: it has to be drawn again.
      if let frame, display.surface == wiring.surface {
        display.show(frame)
      } else {
        display.sleep()
      }
      frame = nil
      return display.flush(now: now)
    } catch {
      resumesAt = Deadline(now + retries.pause(after: error) { report("\(wiring.kind): \($0)") })
      return resumesAt
    }
  }
}
