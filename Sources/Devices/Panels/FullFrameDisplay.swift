import Pixels
import Timing

/// A full-frame panel as a display: shows the newest frame, and tries again when that fails.
final class FullFrameDisplay: Display {
  /// Most panels cannot tell that they lost power: the first picture after this time, or after the
  /// dark, sets the panel up again.
  static let setUpMilliseconds: Int64 = 10_000

  let name: String
  let surface: Surface
  let lightSource: LightSource
  private(set) var hasStarted = false

  private let panel: any FullFramePanel
  private let bus: (any CommandBus)?
  private let report: (String) -> Void

  private var frame: Frame
  private let usualPercent: Int
  private var percent: Int
  /// The state to reach; nil once it is reached.
  private var goal: Goal?
  private var preparesAt = Deadline.immediately
  private var isDark = true
  private var retries = Retry()
  private var resumesAt = Deadline.immediately

  private enum Goal {
    case lit, dark, givenBack
  }

  /// - Parameters:
  ///   - device: the bus or device that the panel is on, for the log.
  ///   - bus: the bus that carries its bytes; nil if there is none.
  ///   - surface: the turned surface; nil for the wiring's.
  init(
    _ panel: any FullFramePanel, _ wiring: PanelWiring, on device: String,
    over bus: (any CommandBus)? = nil, surface: Surface? = nil,
    report: @escaping (String) -> Void
  ) {
    self.panel = panel
    self.bus = bus
    self.surface = surface ?? wiring.surface
    lightSource = wiring.lightSource
    self.report = report
    name = "\(wiring.kind) on \(device)"
    frame = Frame(self.surface.size)
    usualPercent = wiring.brightness
    percent = wiring.brightness
  }

  var isUpToDate: Bool { goal == nil }

  var traffic: DisplayTraffic? {
    DisplayTraffic(over: bus, errors: retries.errors)
  }

  func show(_ frame: Frame) {
    precondition(frame.size == size, "a frame has the size of its display")
    self.frame = frame
    if isDark, !panel.noticesLoss { preparesAt = .immediately }
    goal = .lit
  }

  func wear(_ theme: Theme) { panel.wear(theme) }

  func dim(to percent: Int) {
    let percent = max(usualPercent * percent / 100, min(usualPercent, 1))
    guard percent != self.percent else { return }
    self.percent = percent
    // A panel that is off gets the brightness when it is switched on.
    if !isDark, goal == nil { goal = .lit }
  }

  func sleep() { end(.dark) }

  func giveBack() { end(.givenBack) }

  private func end(_ goal: Goal) {
    self.goal = goal
    // A lost panel may answer again by now and show an old picture: this is the last chance to
    // clear it.
    resumesAt = .immediately
  }

  func flush(now: Int64) -> Deadline {
    guard let goal else { return .never }
    if !resumesAt.isDue(at: now) { return resumesAt }
    do throws(DeviceError) {
      if preparesAt.isDue(at: now) {
        try panel.prepare()
        preparesAt = panel.noticesLoss ? .never : Deadline(now + Self.setUpMilliseconds)
      }
      switch goal {
      case .lit: try panel.put(frame, at: percent)
      case .dark: try panel.displayOff()
      case .givenBack: try panel.giveBack()
      }
    } catch {
      return retry(after: error, now)
    }
    isDark = goal != .lit
    if goal == .givenBack { preparesAt = .immediately }
    self.goal = nil
    hasStarted = true
    retries.answered(name, report)
    return .never
  }

  /// Plans the next try after a pause, with a new set-up.
  private func retry(after error: DeviceError, _ now: Int64) -> Deadline {
    hasStarted = true
    preparesAt = .immediately
    resumesAt = Deadline(now + retries.pause(after: error, report))
    return resumesAt
  }
}

/// A panel that takes whole pictures: LEDs, and framebuffers.
protocol FullFramePanel: AnyObject {
  /// Whether it notices at each picture that it was gone.
  var noticesLoss: Bool { get }
  /// Brings it from any state to one where pictures can be shown.
  func prepare() throws(DeviceError)
  /// Shows the frame, `percent` bright (0…100), and sends only the differences.
  func put(_ frame: Frame, at percent: Int) throws(DeviceError)
  /// Shows colour roles in these colours from now on, as far as it has colours.
  func wear(_ theme: Theme)
  /// Makes it dark, with nothing old left in its memory.
  func displayOff() throws(DeviceError)
  /// Ends its use: restores the earlier state if other programs use it, else makes it dark.
  func giveBack() throws(DeviceError)
}

extension FullFramePanel {
  var noticesLoss: Bool { false }
  func wear(_ theme: Theme) {}
  func giveBack() throws(DeviceError) { try displayOff() }
}
