import Devices
import Glance
import Glibc
import Pixels

/// One display and the frames that are drawn for it.
final class Screen {
  let display: any Display
  private let typesetter: any Typesetter
  private let art: FaceArt?
  private var canvas: Canvas?
  private var percent = 100
  private var shift = Lighting.Shift.none
  /// When the display wants to be flushed again; nil while it shows the newest frame.
  private(set) var flushAt: Int64?

  /// A page, and the frames of its size and of the display's.
  private struct Canvas {
    let page: GlancePage
    var picture: Frame
    var frame: Frame
  }

  init(_ display: any Display, typesetter: any Typesetter, art: FaceArt?) {
    self.display = display
    self.typesetter = typesetter
    self.art = art
  }

  func draw(_ scene: GlanceScene) {
    if percent == 0 { return }
    if canvas?.frame.size != display.size { canvas = nil }
    var canvas = self.canvas ?? blank()
    self.canvas = nil
    canvas.page.draw(scene, on: &canvas.picture)
    if shift == .none {
      display.show(canvas.picture)
    } else {
      canvas.frame.clear()
      canvas.frame.lay(canvas.picture, x: shift.offset.x, y: shift.offset.y)
      display.show(canvas.frame)
    }
    self.canvas = canvas
    flushAt = .min
  }

  /// A picture that moves has a pixel less each way.
  private func blank() -> Canvas {
    var surface = display.surface
    if shift != .none {
      surface.size = Size(max(surface.size.width - 1, 1), max(surface.size.height - 1, 1))
    }
    return Canvas(
      page: GlancePage(surface, typesetter: typesetter, art: art), picture: Frame(surface.size),
      frame: Frame(display.size))
  }

  /// Becomes as bright as it is to be now.
  /// - Returns: whether its picture is to be drawn anew.
  func follow(_ lighting: Lighting) -> Bool {
    let before = (percent, shift)
    percent = lighting.percent(display.glow)
    shift = lighting.shift(display.glow)
    if percent != before.0 {
      if percent == 0 { display.sleep() } else { display.dim(to: percent) }
      flushAt = .min
    }
    if (shift == .none) != (before.1 == .none) { canvas = nil }
    return percent > 0 && (before.0 == 0 || shift != before.1)
  }

  /// Whether it is dark because of the hour.
  var isOff: Bool { percent == 0 }

  /// The display has something to show besides the frame.
  func refresh() { flushAt = .min }

  /// Sends what is due.
  func flush(now: Int64) {
    guard let at = flushAt, at <= now else { return }
    flushAt = display.flush(now: now)
  }

  fileprivate func sleep() {
    display.sleep()
    flushAt = .min
  }
}

extension [Screen] {
  /// Blanks every display and puts it to sleep, for a second at most.
  func sleep(_ clock: Clock) {
    for screen in self { screen.sleep() }
    let giveUpAt = clock.now().monotonic + 1_000
    while let next = compactMap(\.flushAt).min(), next < giveUpAt {
      let now = clock.now().monotonic
      guard now < giveUpAt else { return }
      if next > now { poll(nil, 0, Int32(next - now)) }
      for screen in self { screen.flush(now: clock.now().monotonic) }
    }
  }
}
