import MarketData
import Pixels
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

@Suite("A start is no alarm until something has failed")
struct ConnectingTests {
  private static let surfaces = DrawnPages.surfaces.filter { $0.depth == .colour }

  private func desk(_ updates: [Update] = []) -> Desk {
    var desk = Desk(
      markets: [.upbit("BTC")], settings: Settings(allPages: PageCatalog.turnable))
    desk.apply(.time(Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0))
    for update in updates { desk.apply(.update(update)) }
    return desk
  }

  private static func warns(_ desk: Desk, _ surface: Surface) -> Bool {
    DrawnPages.draw(desk.scene, surface).pixels.contains {
      $0 >> 4 == ColourRole.warning.rawValue
    }
  }

  @Test("before anything is heard or fails, no page has anything of the colour of problems")
  func calm() {
    let starts: [[Update]] = [[], [.link(exchange: "upbit", .offline, heard: nil)]]
    for updates in starts {
      var desk = desk(updates)
      #expect(desk.glanceScene.mood == .asleep && desk.glanceScene.statusHeader.isConnecting)
      for page in PageCatalog.turnable {
        desk.apply(.command(.show(page)))
        for surface in Self.surfaces { #expect(!Self.warns(desk, surface), "\(page) \(surface)") }
      }
    }
  }

  @Test("a few lights say in a word why there is no price")
  func lights() {
    var scene = GlanceScene()
    func word() -> String? {
      guard case .words(let word)? = scene.slides.first?.figure else { return nil }
      return word
    }
    (scene.statusHeader.link, scene.statusHeader.isConnecting) = (.offline, true)
    #expect(word() == "WAIT")
    scene.statusHeader.isConnecting = false
    #expect(word() == "OFF")
    scene.statusHeader.link = .streaming
    #expect(word() == "NONE")
  }

  @Test("for scripts it is offline as ever")
  func report() {
    #expect(desk().report.link == .offline && desk().report.mood == .lost)
  }

  @Test("what has failed once is an alarm until the exchange is heard")
  func failed() {
    var desk = desk([
      .link(exchange: "upbit", .offline, heard: nil),
      .failure(exchange: "upbit", .unreachable),
    ])
    for failureReason in [FailureReason.unreachable, nil] {
      desk.apply(.update(.failure(exchange: "upbit", failureReason)))
      #expect(desk.glanceScene.mood == .lost && !desk.glanceScene.statusHeader.isConnecting)
      #expect(Self.warns(desk, Surface(Size(240, 240), .colour)))
    }
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 0)))
    #expect(!desk.glanceScene.statusHeader.isOld)
  }

  @Test("what was heard before is never connecting again")
  func heard() {
    let desk = desk([.link(exchange: "upbit", .offline, heard: 0)])
    #expect(!desk.glanceScene.statusHeader.isConnecting && desk.glanceScene.mood == .lost)
  }

  @Test("paper says that something has failed within half a minute")
  func paper() {
    var budget = PaperBudget()
    var desk = desk()
    var refreshed = [budget.spend(on: desk.scene, at: 0)]
    desk.apply(.update(.failure(exchange: "upbit", .unreachable)))
    for now: Int64 in [10_000, 30_000] {
      refreshed.append(budget.spend(on: desk.scene, at: now))
    }
    #expect(refreshed == [true, false, true])
  }

  @Test("words say whom it is about, in both languages")
  func words() {
    #expect(Strings.english.connecting("Upbit") == "Connecting to Upbit")
    #expect(Strings.korean.connecting("Upbit") == "Upbit 연결 중")
  }
}
