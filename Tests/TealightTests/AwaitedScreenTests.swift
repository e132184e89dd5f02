import Pixels
import Testing

@testable import Devices
@testable import Glance
@testable import Tealight

/// What a screen shows whose panel is found late.
@Suite struct AwaitedScreenTests {
  @Test("a panel that is found is drawn on as it turns out to be")
  func surface() {
    let found = MemoryDisplay(Surface(Size(480, 320), .grey))
    var isThere = false
    let wiring = PanelWiring(.framebuffer, on: .framebuffer("0"))
    let display = AwaitedDisplay(wiring, theme: .dark(.greenRed)) { _ in
    } open: { _ throws(DeviceError) in
      if isThere { return found }
      throw .unusable(device: "/dev/fb0", reason: "does not exist", fix: "enable it")
    }
    let screen = Screen(display, of: wiring, typesetter: BuiltInTypesetter(), art: nil)
    var scene = GlanceScene()
    scene.price = 1
    screen.draw(Scene(scene), at: 0)
    screen.flush(now: 0)
    #expect(screen.publicFrame?.size == Size(320, 240))
    isThere = true
    for _ in 0..<2 { screen.flush(now: screen.deadline.monotonic) }
    #expect(found.frames.last == screen.publicFrame && found.frames.last?.size == found.size)
  }
}
