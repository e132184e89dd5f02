import MarketData
import Pixels
import TestSupport
import Testing
import Timing
import Typeface

@testable import Glance
@testable import State

@Suite("The notice page")
struct NoticePageTests {
  private static func scene(
    _ text: String = "The door is open", title: String = "", _ language: Language = .english
  ) -> NoticeScene {
    var scene = NoticeScene()
    scene.statusHeader.language = language
    (scene.text, scene.title, scene.came) = (text, title, "14:05")
    return scene
  }

  private func draw(
    _ scene: NoticeScene, _ surface: Surface, _ typesetter: any Typesetter = BuiltInTypesetter()
  ) -> Frame {
    DrawnPages.draw(Scene(scene), surface, typesetter)
  }

  private static let texts = [
    "Hi", "The door is open", "현관에 손님이 오셨습니다",
    String(repeating: "The washing machine has finished. ", count: 15),
    String(repeating: "세탁이끝났습니다", count: 60), String(repeating: "W", count: 500), "🔔", "🔔 ding",
  ]

  @Test("says who it is of, when it came, how many wait and which of its lines are shown")
  func make() {
    let bench = AlertDesk([])
    var notice = Notice("A")
    (notice.title, notice.colour) = ("T", .fall)
    bench.desk.apply(.notice(notice))
    bench.desk.apply(.notice(Notice("B")))
    let scene = bench.desk.noticeScene
    #expect(scene.text == "A" && scene.title == "T" && scene.role == .fall)
    #expect(scene.came == "14:05" && scene.waitingCount == 1 && scene.lineStep == 0)
    bench.wait(17)
    #expect(bench.desk.noticeScene.lineStep == 2)
  }

  @Test("whatever a market does behind it, nothing is drawn anew")
  func still() {
    let bench = AlertDesk([])
    var notice = Notice("A")
    notice.holds = true
    bench.desk.apply(.notice(notice))
    // After a minute it has ceased to blink.
    bench.wait(64)
    let before = bench.desk.scene
    bench.price(100)
    bench.link(.stale)
    bench.wait(2)
    #expect(bench.desk.scene == before)
  }

  @Test("what the page behind it needs is asked for on")
  func requirements() {
    let bench = AlertDesk([])
    bench.press(.show(.book))
    bench.desk.apply(.notice(Notice("A")))
    #expect(bench.desk.page == .notice && bench.desk.requirements.books == [0])
  }

  @Test("its words stand in the largest letters in which all of them have room")
  func size() {
    for surface in [Surface(Size(128, 64), .mono), Surface(Size(240, 240), .colour)] {
      let rows = ["Hi", "The door is open", Self.texts[3]].map { text -> Int in
        let frame = draw(Self.scene(text, title: "Home"), surface, Typeface { _ in })
        // The first run of rows with letters in them, below the bar.
        let isInked = (0..<surface.size.height).map { y in
          (0..<surface.size.width).contains {
            frame[$0, y] >> 4 == ColourRole.text.rawValue && frame[$0, y] & 15 > 0
          }
        }
        let below = isInked.drop { $0 }.drop { !$0 }
        return below.prefix { $0 }.count
      }
      #expect(rows[0] >= rows[1] && rows[1] > rows[2] && rows[2] >= 5, "\(surface): \(rows)")
    }
  }

  @Test("where it has no room its lines give way to the next ones; on paper they do not")
  func turns() {
    for (surface, moves) in [
      (Surface(Size(128, 64), .mono), true),
      (Surface(Size(250, 122), .mono, medium: .paper), false),
      (Surface(Size(128, 128), .mono, outline: .circle), true),
    ] {
      var scene = Self.scene((1...120).map { "\($0)" }.joined(separator: " "))
      let first = draw(scene, surface)
      scene.lineStep = 1
      #expect((draw(scene, surface) != first) == moves, "\(surface)")
    }
  }

  @Test("it is drawn on every surface in both languages, inside the rim and never blank")
  func everywhere() {
    let typeface = Typeface { _ in }
    for text in Self.texts {
      for title in ["", "Home", String(repeating: "긴제목", count: 20)] {
        #expect(DrawnPages.strays { Scene(Self.scene(text, title: title, $0)) } == [])
        for surface in DrawnPages.surfaces {
          let pixels = draw(Self.scene(text, title: title), surface, typeface).pixels
          #expect(pixels.contains { $0 != 0 }, "\(text.prefix(20)) on \(surface)")
        }
      }
    }
  }

  @Test("lights shine by turns in its colour")
  func lights() {
    var scene = Self.scene()
    scene.colour = .warning
    let (lit, dim) = (ColourRole.warning.pixel(15), ColourRole.warning.pixel(2))
    let strip = Surface(Size(8, 1), .colour)
    #expect(draw(scene, strip).pixels == [lit, dim, lit, dim, lit, dim, lit, dim])
    #expect(draw(scene, Surface(Size(1, 1), .colour)).pixels == [lit])
    scene.isLit = false
    #expect(draw(scene, strip).pixels == [dim, lit, dim, lit, dim, lit, dim, lit])
    #expect(draw(scene, Surface(Size(1, 1), .mono)).pixels == [0])
  }

  @Test("a light blinks once a second for a minute, and shines then")
  func blink() {
    let bench = AlertDesk([])
    var notice = Notice("A")
    notice.holds = true
    bench.desk.apply(.notice(notice))
    var levels: [UInt8] = []
    for half in 0..<124 {
      let monotonic = Int64(half) * 500
      let moment = Moment(monotonic: monotonic, wall: bench.now.wall)
      bench.desk.apply(.time(moment, utcOffsetSeconds: 9 * 3_600))
      levels.append(bench.desk.scene.content.lights.level)
      if half < 119 { #expect(bench.desk.screenDeadline == Deadline(monotonic + 500)) }
    }
    #expect(levels.prefix(120).enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? 15 : 0) })
    #expect(levels.suffix(4).allSatisfy { $0 == 15 })
  }

  @Test("on a matrix of lights it passes by, its title first")
  func matrix() {
    let surface = Surface(Size(32, 8), .mono)
    let pages = Pages(surface, typesetter: BuiltInTypesetter())
    let scene = Scene(Self.scene("The door is open", title: "Home"))
    var frame = Frame(surface.size)
    pages.draw(scene, at: 0, on: &frame)
    let title = frame
    #expect(pages.deadline == Deadline(MatrixShow.dwellMilliseconds))
    pages.draw(scene, at: 4_000, on: &frame)
    let text = frame
    #expect(text != title && pages.deadline == Deadline(5_500))
    pages.draw(scene, at: 5_500, on: &frame)
    #expect(frame != text && pages.deadline == Deadline(5_600))
  }

  @Test(
    "paper is drawn when it comes, when another one does and when it goes, and for nothing else")
  func paper() {
    var budget = PaperBudget()
    var usual = Scenes.usual()
    usual.statusHeader.link = .streaming
    let first = Self.scene()
    var (blinking, another) = (first, first)
    (blinking.isLit, blinking.lineStep, another.text) = (false, 3, "Another")
    let shown = [Scene(usual), Scene(first), Scene(blinking), Scene(another), Scene(usual)].map {
      budget.spend(on: $0, at: 600_000)
    }
    #expect(shown == [true, true, false, true, true])
  }
}
