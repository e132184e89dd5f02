import Pixels
import TestSupport
import Testing

@testable import Glance
@testable import State

@Suite struct LightsTests {
  private func draw(
    _ scene: GlanceScene, _ width: Int, _ height: Int, _ depth: Depth = .colour
  ) -> Frame {
    let surface = Surface(Size(width, height), depth)
    var frame = Frame(surface.size)
    GlancePage(surface, typesetter: BuiltInTypesetter()).draw(scene, on: &frame)
    return frame
  }

  private static func day(change: Double = 0.05, _ mood: Mood = .up) -> GlanceScene {
    var scene = GlanceScene()
    (scene.price, scene.change, scene.mood, scene.statusHeader.link) = (
      105, change, mood, .streaming
    )
    (scene.dayLow, scene.dayHigh) = (98, 112)
    return scene
  }

  @Test("pages choose themselves by size")
  func forms() {
    let forms: [(Int, Int, GlanceForm)] = [
      (1, 1, .light), (2, 1, .light), (3, 1, .strip), (8, 1, .strip), (1, 144, .strip),
      (8, 4, .strip), (5, 5, .strip), (17, 7, .matrix), (8, 8, .matrix), (7, 9, .strip),
      (16, 16, .matrix), (8, 32, .matrix), (16, 8, .matrix), (32, 8, .matrix), (64, 8, .matrix),
      (64, 32, .panel), (96, 16, .matrix), (32, 32, .matrix), (72, 40, .panel), (240, 240, .panel),
    ]
    for (width, height, form) in forms {
      #expect(GlanceForm(Surface(Size(width, height), .colour)) == form, "\(width)x\(height)")
    }
    #expect(GlanceForm(Surface(Size(240, 240), .colour, outline: .circle)) == .round)
  }

  @Test("a scale is as long as there are lights", arguments: [4, 8, 60])
  func scale(count: Int) {
    var scene = DetailScene()
    (scene.day, scene.change) = (DetailScene.Range(low: 98, high: 112), 0.1)
    scene.statusHeader.link = .streaming
    func lit(_ price: Double) -> Int {
      scene.price = price
      var frame = Frame(Size(count, 1))
      LEDRenderer(surface: Surface(frame.size, .colour)).draw(scene.lights, on: &frame)
      return frame.pixels.count { $0 == ColourRole.rise.pixel() }
    }
    #expect(lit(112) == count && lit(98) <= (count + 7) / 8 && lit(105) >= count / 2)
  }

  @Test("a light is the mood's colour, stronger where the market soars or plunges")
  func light() {
    let lights = Mood.allCases.map { draw(Self.day($0), 1, 1)[0, 0] }
    #expect(
      lights == [
        ColourRole.fall.pixel(), ColourRole.fall.pixel(8), ColourRole.still.pixel(5),
        ColourRole.rise.pixel(8),
        ColourRole.rise.pixel(), ColourRole.dim.pixel(2), ColourRole.warning.pixel(),
      ])
  }

  @Test("a light of one colour is brighter the better the day goes, and dark when nothing is heard")
  func dimmer() {
    let order: [Mood] = [.lost, .asleep, .plunge, .down, .flat, .up, .soar]
    let levels = order.map { draw(Self.day($0), 1, 1, .grey)[0, 0] & 15 }
    #expect(levels[0] == 0 && zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 })
    #expect(
      order.map { draw(Self.day($0), 1, 1, .mono).text } == [".", ".", ".", ".", ".", "#", "#"])
  }

  @Test("a strip is the day's candle: faint, lit from its start, brightest at the price")
  func strip() {
    let rise = draw(Self.day(), 15, 1)
    let faint = ColourRole.faint.pixel(2)
    let body = ColourRole.rise.pixel(6)
    #expect(
      rise.pixels == [faint, faint] + Array(repeating: body, count: 5) + [ColourRole.rise.pixel()]
        + Array(repeating: faint, count: 7))
    let fall = draw(Self.day(change: 105.0 / 112 - 1), 15, 1)
    #expect(fall[7, 0] == ColourRole.fall.pixel() && fall[14, 0] == ColourRole.fall.pixel(6))
    #expect(fall[6, 0] == faint)
    let standing = draw(Self.day(), 1, 15)
    #expect(standing.pixels == rise.pixels.reversed())
  }

  @Test("a strip says that it is old, asleep, or knows nothing")
  func stripOfLink() {
    var scene = Self.day()
    scene.statusHeader.link = .stale
    #expect(draw(scene, 15, 1).pixels.allSatisfy { $0 >> 4 == ColourRole.warning.rawValue })
    #expect(draw(scene, 8, 1, .mono).text == "#.#.#.#.")
    let lost = ColourRole.warning.pixel()
    #expect(draw(GlanceScene(), 8, 1).pixels == [0, 0, 0, 0, lost, 0, 0, 0])
    scene.statusHeader.link = .streaming
    let awake = draw(scene, 15, 1)
    scene.mood = .asleep
    #expect(zip(draw(scene, 15, 1).pixels, awake.pixels).allSatisfy { $0 & 15 <= $1 & 15 })
  }

  @Test("the day's range grows with the price, and stands in for what no exchange told")
  func range() {
    var scene = Self.day()
    scene.price = 120
    #expect(DayRange(scene, steps: 8).price == 7)
    (scene.dayLow, scene.dayHigh, scene.price) = (nil, nil, 148_900_000)
    scene.candles = Scenes.candles([0, 2, 10])
    #expect(DayRange(scene, steps: 3).price == 2)
    scene.candleList = []
    #expect(DayRange(scene, steps: 9).price == 4)
    scene.price = nil
    #expect(DayRange(scene, steps: 9).price == nil)
  }
}
