import Pixels
import Timing

extension Display {
  /// A panel on a bus cannot report that it lost power for a moment while it was lit, for example by
  /// a loose wire. So the first change after this time sends the set-up and the whole picture.
  static var renewalMilliseconds: Int64 { 60_000 }
}

/// A panel on a bus. Sets the panel up, sends the changes, and the whole picture once a minute at
/// most, and tries again when the panel does not answer.
final class PanelDisplay<Chip: Panel>: Display {
  let name: String
  let surface: Surface
  let lightSource: LightSource
  private(set) var hasStarted = false

  private var panel: Chip
  private let bus: any CommandBus
  private let report: (String) -> Void
  private let plan: DamagePlan

  /// The contents that the memory should have, nil once it has them; and its present contents.
  private var wanted: [UInt8]?
  private var memory: PanelMemory

  private var state = State.down
  private var sleeps = false
  /// The steps to send before any damage, and not before `resumesAt`.
  private var agenda: ArraySlice<Step> = []
  private var resumesAt = Deadline.immediately
  /// When the registers of a panel that is lit are sent again, with the next change. The picture is
  /// 0.15 MB at most on SPI, one flush at the usual clocks, and 1 to 8 kB on I2C, less than a second
  /// at 100 kHz. The steps that wake the panel then delay a picture that follows at once: by 6 ms,
  /// on an ST7735 by 121 ms.
  private var renewsAt = Deadline.never
  /// Whether the panel was lit when its registers were last sent. Then its picture is visible before
  /// the steps that wake it are sent.
  private var isRenewal = false
  private var retries = Retry()
  private let usualPercent: Int
  private var percent: Int

  private enum State {
    case down, filling, lit, renewing, clearing, asleep
  }

  /// - Parameter report: takes a sentence for the log when the panel is lost and when it is back.
  init(
    _ panel: Chip, _ wiring: PanelWiring, on bus: any CommandBus,
    report: @escaping (String) -> Void
  ) {
    self.panel = panel
    surface = wiring.surface
    lightSource = wiring.lightSource
    usualPercent = wiring.brightness
    percent = wiring.brightness
    self.bus = bus
    self.report = report
    name = "\(wiring.kind) on \(bus.name)"
    plan = DamagePlan(panel)
    memory = PanelMemory(panel.cells)
  }

  var isUpToDate: Bool { wanted == nil && (agenda.isEmpty || isRenewal && state == .lit) }

  var traffic: DisplayTraffic? {
    DisplayTraffic(over: bus, errors: retries.errors)
  }

  func show(_ frame: Frame) { show(frame, changed: nil) }

  func show(_ frame: Frame, changed: [Rect]?) {
    precondition(frame.size == size, "a frame has the size of its display")
    wanted = panel.cells(of: frame)
    let places = panel.hasPixelsAsCells ? changed : nil
    for place in places ?? [Rect(memory.size)] { memory.doubt(place) }
    sleeps = false
    // A panel does not report that it lost power while asleep, so it is set up again.
    if state == .asleep { state = .down }
    if state == .clearing { state = .filling }
  }

  func wear(_ theme: Theme) {
    if let other = panel.wearing(theme) { recolour(as: other) }
  }

  /// The memory holds other colours, so all of it is sent again.
  private func recolour(as other: Chip) {
    panel = other
    memory.forget()
  }

  func dim(to percent: Int) {
    let percent = max(usualPercent * percent / 100, min(usualPercent, 1))
    guard percent != self.percent else { return }
    self.percent = percent
    if let other = panel.colouring(at: percent) { recolour(as: other) }
    // A panel that is off gets the brightness when it is switched on.
    guard state == .lit else { return }
    agenda += panel.dim(to: percent)
    // A backlight is set after a frame, so the present frame is wanted again.
    wanted = wanted ?? memory.cells
  }

  func sleep() {
    wanted = [UInt8](repeating: 0, count: memory.cells.count)
    memory.doubt(Rect(memory.size))
    sleeps = true
    // A lost panel may answer again by now and show an old picture: this is the last chance to
    // clear it.
    if state == .down { resumesAt = .immediately }
    guard [.lit, .filling, .renewing].contains(state) else { return }
    // The panel goes dark immediately, but only after a complete set-up, and after the wait that the
    // last command needs; then the memory is cleared too.
    agenda = (state == .lit ? agenda.prefix(while: \.isWait) : agenda) + panel.displayOff()
    state = .clearing
  }

  func flush(now: Int64) -> Deadline {
    if wanted == nil && agenda.isEmpty { return .never }
    if !resumesAt.isDue(at: now) { return resumesAt }
    do throws(DeviceError) {
      return try advance(now)
    } catch {
      return retry(after: error, now)
    }
  }

  private func advance(_ now: Int64) throws(DeviceError) -> Deadline {
    var budget = bus.bytesPerFlush
    var hasSent = false
    while true {
      while let step = agenda.first {
        if case .wait(let milliseconds) = step {
          // The wait begins when everything before it is sent, and only the next call knows that
          // time.
          if hasSent { return Deadline(now) }
          resumesAt = Deadline(now + milliseconds + 1)
          agenda = agenda.dropFirst()
          return resumesAt
        }
        agenda = agenda.dropFirst()
        try bus.run(step)
        hasSent = true
      }
      if state == .lit, renewsAt.isDue(at: now), let wanted, wanted != memory.cells {
        agenda = panel.renewal()[...]
        memory.forget()
        state = .renewing
        continue
      }
      if state == .down {
        agenda = panel.setUp(bus.lines)[...]
        memory.forget()
        state = sleeps ? .clearing : .filling
        continue
      }
      hasSent = hasSent || wanted != nil
      if let wanted {
        guard try sendDamage(to: wanted, &budget) else { return Deadline(now) }
        memory.settle()
      }
      // Releases the frame, so that drawing the next one needs no copy.
      wanted = nil
      answered()
      // After every frame: a backlight that was missing may be back.
      bus.shine(percent)
      switch state {
      case .filling, .renewing:
        isRenewal = state == .renewing
        // A panel that was not just reset can be woken at once.
        let on = panel.displayOn().drop { isRenewal && $0.isWait }
        agenda = panel.dim(to: percent)[...] + on
        renewsAt = Deadline(now + Self.renewalMilliseconds)
        state = .lit
      case .clearing:
        agenda = panel.enterSleep()[...]
        state = .asleep
      case .down, .lit, .asleep:
        return .never
      }
    }
  }

  /// Sends the differences; false if there are more than the budget allows.
  private func sendDamage(to wanted: [UInt8], _ budget: inout Int) throws(DeviceError) -> Bool {
    for window in plan.windows(from: memory, to: wanted) {
      var rest = window
      while !rest.isEmpty {
        let piece = part(of: rest, fitting: budget)
        // What does not fit waits, but a full budget always sends something.
        guard let piece else { return false }
        for step in panel.open(piece) { try bus.run(step) }
        try bus.data(panel.encode(piece, of: wanted))
        memory.hold(piece, of: wanted)
        budget -= plan.windowBytes + piece.width * piece.height * plan.cellBytes
        rest.y += piece.height
        rest.height -= piece.height
      }
    }
    return true
  }

  /// The top part of a window: as many whole rows as the budget allows.
  private func part(of window: Rect, fitting budget: Int) -> Rect? {
    let rows = (budget - plan.windowBytes) / (window.width * plan.cellBytes)
    if rows < 1 && budget < bus.bytesPerFlush { return nil }
    var part = window
    part.height = plan.opensRowByRow ? 1 : min(window.height, max(rows, 1))
    return part
  }

  private func answered() {
    hasStarted = true
    retries.answered(name, report)
  }

  /// Plans the next try after a pause, with a new set-up.
  private func retry(after error: DeviceError, _ now: Int64) -> Deadline {
    hasStarted = true
    resumesAt = Deadline(now + retries.pause(after: error, report))
    wanted = wanted ?? memory.cells
    agenda = []
    state = .down
    return resumesAt
  }
}

/// A monochrome controller whose cells are page bytes.
protocol PagePanel: Panel {
  var pages: PageBytes { get }
}

extension PagePanel {
  var cells: Size { pages.cells }
  var cellBytes: Int { 1 }

  func cells(of frame: Frame) -> [UInt8] { pages.cells(of: frame) }
}
