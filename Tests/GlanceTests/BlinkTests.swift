import Pixels
import TestSupport
import Testing

@testable import Glance
@testable import State

@Suite("The frog blinks")
struct BlinkTests {
  @Test("not more than once in ten seconds, and it costs at most a fifth of a wake-up a second")
  func seldom() {
    var now: Int64 = 0
    var closings: [Int64] = []
    var wakeUps = 0
    while now < 600_000 {
      let next = Blink.next(after: now)
      #expect(next.monotonic > now)
      #expect(Blink.isClosed(at: next.monotonic) != Blink.isClosed(at: now))
      #expect(Blink.isClosed(at: next.monotonic - 1) == Blink.isClosed(at: now))
      now = next.monotonic
      wakeUps += 1
      if Blink.isClosed(at: now) { closings.append(now) }
    }
    #expect(zip(closings, closings.dropFirst()).allSatisfy { $1 - $0 >= 10_000 })
    #expect(wakeUps <= 600 / 5)
    // A flash, and no nap.
    #expect(Blink.milliseconds <= 250)
  }

  @Test("only where there is a drawn frog with open eyes")
  func whether() {
    let surface = Surface(Size(240, 240), .colour)
    func canBlink(
      _ mood: Mood, _ surface: Surface, art: FaceArt? = nil, _ change: (inout GlanceScene) -> Void
    ) -> Bool {
      var scene = Scenes.usual()
      scene.mood = mood
      change(&scene)
      return Pages(surface, typesetter: BuiltInTypesetter(), art: art).canBlink(Scene(scene))
    }
    for mood in Mood.allCases {
      let isOpen = [.down, .flat, .up].contains(mood)
      #expect(canBlink(mood, surface) { _ in } == isOpen, "\(mood)")
      #expect(canBlink(mood, Surface(Size(32, 8), .colour)) { _ in } == isOpen, "\(mood)")
      #expect(!canBlink(mood, Surface(Size(32, 1), .colour)) { _ in }, "\(mood)")
      #expect(!canBlink(mood, surface) { $0.layout = .digits }, "\(mood)")
    }
    let picture = FaceArt.Picture(size: Size(1, 1), rgba: [255, 255, 255, 255])
    let art = FaceArt([.up: picture], theme: .dark(.greenRed))
    #expect(!canBlink(.up, surface, art: art) { _ in })
    #expect(canBlink(.flat, surface, art: art) { _ in })
    let pages = Pages(surface, typesetter: BuiltInTypesetter())
    #expect(!pages.canBlink(Scene(LinkScene())))
  }

  @Test("its eyes are all that changes, on every display", arguments: DrawnPages.surfaces)
  func eyes(surface: Surface) {
    let scene = Scene(Scenes.usual())
    let pages = Pages(surface, typesetter: BuiltInTypesetter())
    var (open, closed, again) = (
      Frame(surface.size), Frame(surface.size), Frame(surface.size)
    )
    pages.draw(scene, on: &open)
    pages.blink(true)
    pages.draw(scene, on: &closed)
    pages.blink(false)
    pages.draw(scene, on: &again)
    #expect(open == again)
    #expect((open != closed) == pages.canBlink(scene))
    guard let changed = open.difference(from: closed) else { return }
    #expect(changed.width >= 2 * changed.height)
    #expect(changed.height * 2 <= surface.size.height)
  }
}
