import Configuration
import Glibc
import Pixels
import Testing
import Timing

@testable import Devices
@testable import Glance
@testable import Tealight

@Suite("Paper is refreshed when it is worth it, and says when the program has ended")
struct PaperScreenTests {
  private let paper = MemoryDisplay(PanelKind.ssd1680.surface())

  private func screen(_ rules: Config.Paper = Config.Paper()) -> Screen {
    Screen(paper, typesetter: BuiltInTypesetter(), art: nil, paper: rules)
  }

  private func scene(_ price: Double?) -> GlanceScene {
    var scene = GlanceScene()
    scene.statusHeader.name = "BTC/KRW"
    scene.price = price
    scene.statusHeader.link = .streaming
    return scene
  }

  /// Shows scenes at seconds; how many frames there were after each.
  private func frames(_ screen: Screen, _ scenes: [(second: Int64, price: Double?)]) -> [Int] {
    scenes.map { second, price in
      screen.draw(Scene(scene(price)), at: second * 1_000)
      screen.flush(now: second * 1_000)
      return paper.frames.count
    }
  }

  @Test("a price that moved too little waits, and the first one does not")
  func worth() {
    var rules = Config.Paper()
    rules.refreshPercent = 1
    let counts = frames(
      screen(rules), [(0, nil), (1, 1_000), (40, 1_009), (80, 1_010), (120, 1_011)])
    #expect(counts == [1, 2, 2, 3, 3])
  }

  @Test("what was not worth it is shown when so many candles have passed, without a new scene")
  func candles() {
    var rules = Config.Paper()
    rules.refreshCandles = 10
    let screen = screen(rules)
    #expect(frames(screen, [(0, 100_000), (20, 100_001)]) == [1, 1])
    #expect(screen.deadline == Deadline(50_000))
    screen.flush(now: 49_999)
    #expect(paper.frames.count == 1)
    screen.flush(now: 50_000)
    #expect(paper.frames.count == 2)
  }

  @Test("those who look from elsewhere see what it shows, whatever is set meanwhile")
  func fromElsewhere() {
    let screen = screen()
    _ = frames(screen, [(0, 100)])
    let shown = screen.publicFrame
    #expect(shown == paper.frames[0])
    screen.wear(.dark(.redBlue))
    #expect(frames(screen, [(1, 100)]) == [1] && screen.publicFrame == shown)
    screen.reconfigure(art: nil, marks: nil, paper: Config.Paper(), blinks: false)
    #expect(screen.publicFrame == shown)
  }

  @Test("another market is shown at once")
  func market() {
    let screen = screen()
    _ = frames(screen, [(0, 100)])
    var other = scene(7)
    other.statusHeader.name = "ETH/KRW"
    screen.draw(Scene(other), at: 1_000)
    screen.flush(now: 1_000)
    #expect(paper.frames.count == 2)
  }

  /// A display that says with a descriptor when it is done.
  private final class Busy: Display {
    let name = "busy"
    let surface = PanelKind.ssd1680.surface()
    let hasStarted = true
    let ends: [Int32]
    var shown: [Frame] = []
    var isDone = false
    var wakeDescriptor: Int32? { ends[0] }

    init() {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      self.ends = ends
    }

    deinit { for end in ends { close(end) } }

    func show(_ frame: Frame) { shown.append(frame) }
    func sleep() {}

    func flush(now: Int64) -> Deadline {
      var waiting = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      isDone = poll(&waiting, 1, 0) == 1
      // The next call is to come because of the descriptor, and long before this.
      _ = write(ends[1], "x", 1)
      return isDone ? .never : Deadline(now + 10_000)
    }
  }

  @Test("at the end it is told when that was, and waited for until it is done")
  func end() {
    let busy = Busy()
    let screen = Screen(busy, typesetter: BuiltInTypesetter(), art: nil)
    screen.draw(Scene(scene(100)), at: 0)
    let clock = Clock.fixed()
    let before = clock.now().monotonic
    [screen].end(clock, .korean, givingBack: true)
    #expect(busy.isDone && clock.now().monotonic - before < 900)
    #expect(busy.shown.count == 2 && busy.shown[1] != busy.shown[0])
    #expect(busy.shown[1].pixels.contains { $0 != 0 })
  }

  /// Paper whose refresh takes two seconds, or fails.
  private final class SlowPaper: Display {
    let name = "paper"
    let surface = PanelKind.ssd1680.surface()
    let hasStarted = true
    var fails = false
    private(set) var isDone = false
    private(set) var flushedAt: Int64 = 0
    var traffic: DisplayTraffic? {
      DisplayTraffic(busBytes: nil, errors: fails && flushedAt >= 100 ? 1 : 0)
    }

    func show(_ frame: Frame) {}
    func sleep() {}
    func flush(now: Int64) -> Deadline {
      flushedAt = now
      isDone = !fails && now >= 2_000
      return isDone ? .never : Deadline(now)
    }
  }

  @Test(
    "paper that loses its power or its reset line is waited for, and other paper is not",
    arguments: [.power, .reset, .busy] as [PanelLine])
  func leaves(line: PanelLine) {
    let paper = SlowPaper()
    leave(paper, with: line)
    #expect(paper.isDone == (line != .busy))
  }

  @Test("paper that fails while it is waited for holds nobody up any more")
  func leavesFailing() {
    let paper = SlowPaper()
    paper.fails = true
    leave(paper, with: .reset)
    #expect(paper.flushedAt < 500)
  }

  @Test("paper whose bus is a file loses no line")
  func leavesFile() {
    let paper = SlowPaper()
    leave(paper, with: .reset, on: .record(path: "/dev/null"))
    #expect(!paper.isDone && paper.flushedAt < 500)
  }

  /// Takes paper with such a line out of the configuration.
  private func leave(
    _ paper: SlowPaper, with line: PanelLine, on bus: PanelBus = .spi(controller: 0, select: 0)
  ) {
    var wiring = PanelWiring(.ssd1680, on: bus)
    wiring.lines[line] = 18
    var now: Int64 = 0
    let clock = Clock(utcOffsetSeconds: 0) {
      now += 10
      return Moment(monotonic: now, wall: 0)
    }
    var screens = Screens(
      [Screen(paper, of: wiring, typesetter: BuiltInTypesetter(), art: nil)],
      lighting: Lighting(Config.Lighting(), at: clock.now()),
      litHours: LitHours(folder: nil, names: [], now: 0) { _ in })
    screens.replacePanels(
      CompositionRoot(config: Config(), log: Log(descriptor: -1)), BuiltInTypesetter(),
      isWatched: false, language: .english, clock: clock, at: clock.now())
    #expect(screens.all.isEmpty)
  }
}
