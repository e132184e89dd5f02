import Devices
import Glance
import Glibc
import Pixels

/// One display and the frames that are drawn for it.
final class Screen {
  let display: any Display
  private var frame: Frame
  private var page: GlancePage
  private let typesetter: any Typesetter
  private let art: FaceArt?
  /// When the display wants to be flushed again; nil while it shows the newest frame.
  private(set) var flushAt: Int64?

  init(_ display: any Display, typesetter: any Typesetter, art: FaceArt?) {
    self.display = display
    self.typesetter = typesetter
    self.art = art
    frame = Frame(display.size)
    page = GlancePage(display.surface, typesetter: typesetter, art: art)
  }

  func draw(_ scene: GlanceScene) {
    if frame.size != display.size {
      frame = Frame(display.size)
      page = GlancePage(display.surface, typesetter: typesetter, art: art)
    }
    page.draw(scene, on: &frame)
    display.show(frame)
    flushAt = .min
  }

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
