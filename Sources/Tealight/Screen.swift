import Configuration
import Devices
import Glance
import Glibc
import Pixels
import State
import Timing

/// One display and the frames that are drawn for it.
final class Screen {
  let display: any Display
  /// The configured panel that it is; nil for others.
  let wiring: PanelWiring?
  private let typesetter: any Typesetter
  private var art: FaceArt?
  private var marks: MarkArt?
  /// Nil until it is known.
  private var theme: Theme?
  /// Decides which scenes are worth a refresh of paper; nil for other displays.
  private var budget: PaperBudget?
  /// The newest scene, which may not be shown yet.
  private var newest: Scene?
  /// Whether the frog on it blinks.
  private var blinks = false
  /// When the newest scene is drawn again although it has not changed: the frog closes or opens its
  /// eyes, or a slide moves or gives way.
  private var moveAt = Deadline.never
  private var canvas: Canvas?
  /// The picture that paper still shows when `canvas` is gone; nil for other displays.
  private var paper: Frame?
  /// How bright it is; 0 while it is dark.
  private(set) var percent = 100
  private var shift = Lighting.Shift.none
  /// How many frames were drawn for it.
  private(set) var frames = 0
  /// When the oldest message arrived that the display does not show completely yet, in microseconds.
  private var heardAt: Int64?
  /// When the display wants to be flushed again; never while it shows the newest frame.
  private(set) var flushAt = Deadline.never
  /// The number of errors that the display had when its end began.
  private var errorsBeforeEnd = 0

  /// The pages, the picture that they draw, and the frame for the display.
  private struct Canvas {
    /// The surface of the display.
    let surface: Surface
    let pages: Pages
    var picture: Frame
    /// The picture in its place on a display whose picture is shifted; nil on others.
    var shifted: Frame?

    var frame: Frame { shifted ?? picture }
  }

  init(
    _ display: any Display, of wiring: PanelWiring? = nil, typesetter: any Typesetter,
    art: FaceArt?, marks: MarkArt? = nil, paper: Config.Paper = Config.Paper(),
    blinks: Bool = false
  ) {
    self.display = display
    self.wiring = wiring
    self.typesetter = typesetter
    if display.surface.medium == .paper { budget = PaperBudget() }
    reconfigure(art: art, marks: marks, paper: paper, blinks: blinks)
  }

  /// Draws with these faces and marks from now on, and refreshes paper by these limits.
  /// - Parameter blinks: whether the frog blinks, on a display that shows motion.
  func reconfigure(art: FaceArt?, marks: MarkArt?, paper: Config.Paper, blinks: Bool) {
    (self.art, self.marks) = (art, marks)
    self.blinks = blinks && showsMotion
    canvas = nil
    budget?.reconfigure(pricePercent: paper.refreshPercent, candles: paper.refreshCandles)
  }

  private var showsMotion: Bool { display.showsMotion && wiring?.showsMotion ?? true }

  /// Draws in these colours from now on.
  func wear(_ theme: Theme) {
    display.wear(theme)
    self.theme = theme
    (art, marks) = (art?.wearing(theme), marks?.wearing(theme))
    canvas = nil
  }

  /// Takes the newest scene; paper shows it when it is worth a refresh.
  /// - Parameter heardAt: when the message arrived that the scene shows, in microseconds.
  func draw(_ scene: Scene, at now: Int64, heardAt: Int64? = nil) {
    if percent == 0 { return }
    // A picture may be seen from anywhere unless it is on a configured panel.
    let scene = wiring == nil ? scene.withoutSecret : scene
    newest = scene
    let before = frames
    if budget == nil { paint(scene, at: now) } else { refreshPaper(at: now) }
    if frames > before { self.heardAt = self.heardAt ?? heardAt }
  }

  private func refreshPaper(at now: Int64) {
    guard let newest, budget?.spend(on: newest, at: now) == true else { return }
    paint(newest, at: now)
  }

  /// Whether the canvas has the present surface of the display. That of a terminal changes with its
  /// window, and a panel that was missing tells its surface only once it is there.
  private var fitsDisplay: Bool { canvas?.surface == display.surface }

  private func paint(_ scene: Scene, at now: Int64) {
    if !fitsDisplay { canvas = nil }
    var canvas = self.canvas ?? blank()
    self.canvas = nil
    let canBlink = blinks && canvas.pages.canBlink(scene)
    canvas.pages.blink(canBlink && Blink.isClosed(at: now))
    let changed = canvas.pages.draw(scene, at: showsMotion ? now : nil, on: &canvas.picture)
    moveAt = min(canBlink ? Blink.next(after: now) : .never, canvas.pages.deadline)
    canvas.shifted?.clear()
    canvas.shifted?.blit(canvas.picture, x: shift.offset.x, y: shift.offset.y)
    display.show(canvas.frame, changed: canvas.shifted == nil ? changed : nil)
    self.canvas = canvas
    if budget != nil { paper = publicFrame }
    frames += 1
    flushAt = .immediately
  }

  /// What the display shows, for remote viewers: without secrets. Nil before the first picture.
  var publicFrame: Frame? {
    guard let canvas else { return isOff ? Frame(display.size) : paper }
    guard let newest, newest.hasSecret else { return canvas.frame }
    var copy = blank()
    copy.pages.draw(newest.withoutSecret, on: &copy.picture)
    copy.shifted?.blit(copy.picture, x: shift.offset.x, y: shift.offset.y)
    return copy.frame
  }

  /// The colour of each pixel value. While the display is off all of them are dark, so that a
  /// remote viewer does not see an earlier picture.
  var look: [Colour] {
    let lit = display.surface.look(theme ?? .dark(.greenRed))
    return isOff ? lit.map { _ in Colour(0) } : lit
  }

  /// A picture that is shifted is one pixel smaller each way.
  private func blank() -> Canvas {
    let whole = display.surface
    var surface = theme.map(whole.wearing) ?? whole
    if shift != .none {
      surface.size = Size(max(surface.size.width - 1, 1), max(surface.size.height - 1, 1))
    }
    return Canvas(
      surface: whole, pages: Pages(surface, typesetter: typesetter, art: art, marks: marks),
      picture: Frame(surface.size), shifted: shift == .none ? nil : Frame(display.size))
  }

  /// Takes over brightness and shift from the lighting.
  /// - Returns: whether the picture must be drawn again.
  func follow(_ lighting: Lighting) -> Bool {
    let before = (percent, shift)
    percent = lighting.percent(display.lightSource)
    shift = lighting.shift(display.lightSource)
    if percent != before.0 {
      if percent == 0 { display.sleep() } else { display.dim(to: percent) }
      if percent == 0 { (moveAt, heardAt) = (.never, nil) }
      flushAt = .immediately
    }
    if (shift == .none) != (before.1 == .none) { canvas = nil }
    return percent > 0 && (before.0 == 0 || shift != before.1)
  }

  var isOff: Bool { percent == 0 }

  /// Whether it is a stand-in, which is there only while there is no other display.
  var isStandIn: Bool { (display as? VirtualDisplay)?.isStandIn ?? false }

  /// Whether the panel may lose its power or be reset when the program ends. Linux then takes back
  /// its GPIO lines (gpiolib's pinctrl drivers turn them into inputs, which a Raspberry Pi pulls
  /// low from GPIO 9 on), and a refresh of paper that is under way stays half drawn.
  fileprivate var losesLines: Bool {
    guard display.surface.medium == .paper, let wiring, !wiring.bus.isRecord else { return false }
    return wiring.lines[.power] != nil || wiring.lines[.reset] != nil
  }

  /// Whether its last refresh is waited for longer than that of other displays. A refresh that
  /// fails stays half drawn anyway, however long the program waits.
  fileprivate var isWaitedForLonger: Bool {
    losesLines && display.traffic?.errors ?? 0 == errorsBeforeEnd
  }

  /// Flushes the display soon: it has something to show besides the frame, or something to do.
  func refresh() { flushAt = .immediately }

  /// Looks for its device now, if the device is missing.
  func tryAgain() {
    guard let display = display as? AwaitedDisplay else { return }
    display.tryAgain()
    refresh()
  }

  /// How long its bus has been in use since the start.
  var busMicroseconds: Int64 { display.traffic?.busMicroseconds ?? 0 }

  /// When `flush` is wanted although there is no new scene.
  var deadline: Deadline { min(flushAt, moveAt, budget?.deadline ?? .never) }

  /// Sends what is due.
  /// - Returns: when the oldest message arrived that the display now shows completely, in
  ///   microseconds; nil if there is none.
  @discardableResult
  func flush(now: Int64) -> Int64? {
    if budget?.deadline.isDue(at: now) == true { refreshPaper(at: now) }
    if moveAt.isDue(at: now), let newest { paint(newest, at: now) }
    guard flushAt.isDue(at: now) else { return nil }
    flushAt = display.flush(now: now)
    if let newest, canvas != nil, !fitsDisplay, !isOff { paint(newest, at: now) }
    guard let heardAt, display.isUpToDate else { return nil }
    self.heardAt = nil
    return heardAt
  }

  /// Ends the display. Paper keeps its picture without power, so its last picture says that the
  /// price is no longer updated.
  fileprivate func end(_ clock: String, _ language: Language, givingBack: Bool, at now: Int64) {
    errorsBeforeEnd = display.traffic?.errors ?? 0
    if budget != nil {
      paint(.stopped(at: clock, in: language, after: newest), at: now)
      budget = nil
    }
    moveAt = .never
    if givingBack { display.giveBack() } else { display.sleep() }
    flushAt = .immediately
  }
}

extension [Screen] {
  /// How long to wait for paper that would lose its lines in the middle of a refresh.
  private static var paperMilliseconds: Int64 { 5_000 }

  /// The names of the displays whose pixels age.
  var countedNames: [String] { map(\.display).filter { $0.lightSource == .pixels }.map(\.name) }

  /// Blanks every display and puts it to sleep, or gives it back as it was found. A display that
  /// does not answer is waited for only so long. Paper that would lose its lines is waited for
  /// longer, unless it fails.
  func end(
    _ clock: Clock, _ language: Language, givingBack: Bool, withinMilliseconds: Int64 = 1_000
  ) {
    let now = clock.now()
    let time = StatusHeader.clock(
      at: now.wall, utcOffsetSeconds: clock.utcOffsetSeconds(at: now.wall))
    for screen in self {
      screen.end(time, language, givingBack: givingBack, at: now.monotonic)
    }
    let start = now.monotonic
    while true {
      let now = clock.now().monotonic
      let pending = filter { !$0.flushAt.isNever }
      let patience =
        pending.contains(where: \.isWaitedForLonger) ? Self.paperMilliseconds : withinMilliseconds
      let giveUpAt = Deadline(start + patience)
      let waking = pending.filter { $0.display.wakeDescriptor != nil }
      let next = pending.map(\.flushAt).min() ?? .never
      guard !giveUpAt.isDue(at: now), next < giveUpAt || !waking.isEmpty else { return }
      var watches = waking.map {
        pollfd(fd: $0.display.wakeDescriptor!, events: Int16(POLLIN), revents: 0)
      }
      let wait = Swift.min(next, giveUpAt).milliseconds(from: now)
      poll(&watches, nfds_t(watches.count), Int32(wait))
      for (screen, watch) in zip(waking, watches) where watch.revents != 0 { screen.refresh() }
      for screen in pending { screen.flush(now: clock.now().monotonic) }
    }
  }
}
