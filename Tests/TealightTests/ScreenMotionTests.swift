import Configuration
import Devices
import Glibc
import Pixels
import State
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import Tealight

@Suite("What moves on a display although nothing new is known")
struct ScreenMotionTests {
  private static func scene(_ mood: Mood = .up) -> Scene {
    var scene = GlanceScene()
    scene.statusHeader.name = "BTC/KRW"
    scene.statusHeader.link = .streaming
    (scene.price, scene.change, scene.mood) = (148_737_000, 0.0125, mood)
    return Scene(scene)
  }

  /// Shows a scene for a minute, woken only when the screen asks for it.
  /// - Returns: how often it was woken.
  private func run(_ screen: Screen, _ scene: Scene) -> Int {
    screen.draw(scene, at: 0)
    screen.flush(now: 0)
    var wakeUps = 0
    while screen.deadline <= Deadline(60_000), wakeUps < 100 {
      screen.flush(now: screen.deadline.monotonic)
      wakeUps += 1
    }
    return wakeUps
  }

  private func screen(
    _ display: any Display, of wiring: PanelWiring? = nil, blinks: Bool = true
  ) -> Screen {
    Screen(display, of: wiring, typesetter: BuiltInTypesetter(), art: nil, blinks: blinks)
  }

  @Test("the frog blinks five times a minute, and each time it is the same picture again")
  func blinks() {
    let display = MemoryDisplay(Surface(Size(240, 240), .colour))
    #expect(run(screen(display), Self.scene()) == 10)
    #expect(display.frames.count == 11)
    #expect(Set(display.frames.map(\.pixels)).count == 2)
    #expect(display.frames.first == display.frames.last)
  }

  @Test("it does not blink on paper, in files, where the configuration forbids it, or asleep")
  func still() throws {
    let paper = MemoryDisplay(PanelKind.ssd1680.surface())
    let waking = run(screen(paper), Self.scene())
    #expect(paper.frames.count == 1 && waking <= 1)
    let folder = TemporaryFolder()
    let surface = Surface(Size(128, 64), .mono)
    let files = try PNGDisplay(
      folder: folder.path, surface: surface, theme: .dark(.greenRed), frames: 9
    ) { Issue.record("\($0)") }
    #expect(run(screen(files), Self.scene()) == 0)
    #expect(folder.names.count == 2)
    for (blinks, mood) in [(false, Mood.up), (true, .asleep), (true, .lost), (true, .soar)] {
      let display = MemoryDisplay(surface)
      #expect(run(screen(display, blinks: blinks), Self.scene(mood)) == 0)
      #expect(display.frames.count == 1)
    }
  }

  @Test("a matrix moves from slide to slide, unless it is to stand still")
  func matrix() {
    var wiring = PanelWiring(.max7219, on: .spi(controller: 0, select: 0))
    let moving = MemoryDisplay(wiring.surface)
    #expect(run(screen(moving, of: wiring, blinks: false), Self.scene()) == 15)
    #expect(Set(moving.frames.map(\.pixels)).count == 2)
    wiring.showsMotion = false
    let still = MemoryDisplay(wiring.surface)
    #expect(run(screen(still, of: wiring), Self.scene()) == 0)
    #expect(still.frames == [moving.frames[0]])
  }

  /// A bus that counts.
  private final class CountingBus: CommandBus {
    let name = "counting"
    let bytesPerSecond = 4_000_000
    let lines: Set<PanelLine> = [.reset]
    private(set) var bytes = 0
    var sentBytes: Int { bytes }

    func command(_ bytes: [UInt8]) { self.bytes += bytes.count }
    func data(_ bytes: [UInt8]) { self.bytes += bytes.count }
    func drive(_ line: PanelLine, _ level: Bool) {}
  }

  @Test("a blink sends no more than the eyes over the bus")
  func bytes() {
    let panels: [(kind: PanelKind, bus: PanelBus, bitsPerPixel: Int)] = [
      (.ssd1306, .i2c(1), 1), (.st7789, .spi(controller: 0, select: 0), 16),
    ]
    for (kind, bus, bitsPerPixel) in panels {
      let wire = CountingBus()
      let wiring = PanelWiring(kind, on: bus)
      let display = kind.display(wiring, on: wire, theme: .dark(.greenRed)) { _ in }
      let screen = screen(display)
      screen.draw(Self.scene(), at: 0)
      func settle(from start: Int64) -> Int64 {
        var now = start
        screen.flush(now: now)
        while screen.deadline < Deadline(start + 1_000) {
          now = max(now + 1, screen.deadline.monotonic)
          screen.flush(now: now)
        }
        return now
      }
      _ = settle(from: 0)
      let pages = Pages(display.surface, typesetter: BuiltInTypesetter())
      var (open, closed) = (Frame(display.size), Frame(display.size))
      pages.draw(Self.scene(), on: &open)
      pages.blink(true)
      pages.draw(Self.scene(), on: &closed)
      let changed = open.pixels.indices.filter { open.pixels[$0] != closed.pixels[$0] }
      let columns = changed.map { $0 % display.size.width }
      let rows = changed.map { $0 / display.size.width }
      // A chip whose bytes are eight rows high sends whole ones.
      let high =
        bitsPerPixel == 1
        ? (rows.max()! / 8 - rows.min()! / 8 + 1) * 8 : rows.max()! - rows.min()! + 1
      let eyes = (columns.max()! - columns.min()! + 1) * high * bitsPerPixel / 8
      let before = wire.bytes
      screen.flush(now: screen.deadline.monotonic)
      let sent = wire.bytes - before
      if getenv("TEALIGHT_FIGURES") != nil {
        print("\(kind): a blink sends \(sent) bytes, eyes \(eyes)")
      }
      // Two windows with their commands.
      #expect(sent > 0 && sent <= eyes + 40, "\(kind)")
    }
  }

  @Test("a scene that comes while its eyes are closed finds them closed")
  func meanwhile() {
    let display = MemoryDisplay(Surface(Size(240, 240), .colour))
    let screen = screen(display)
    screen.draw(Self.scene(), at: 0)
    screen.flush(now: 0)
    let closing = screen.deadline.monotonic
    screen.flush(now: closing)
    screen.draw(Self.scene(.flat), at: closing + 50)
    screen.flush(now: closing + 50)
    let before = display.frames.count
    screen.flush(now: screen.deadline.monotonic)
    #expect(display.frames.count == before + 1)
    #expect(!Blink.isClosed(at: closing + Blink.milliseconds))
  }
}
