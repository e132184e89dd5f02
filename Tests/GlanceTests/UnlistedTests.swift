import MarketData
import Pixels
import TestSupport
import Testing
import Timing
import Typeface

@testable import Glance
@testable import State

@Suite("A price is not shown as if it were alive where its market is not")
struct UnlistedTests {
  private func desk(_ updates: [Update]) -> Desk {
    var desk = Desk(markets: [.upbit("BTC")], settings: Settings(allPages: [.glance, .list]))
    desk.apply(.time(Moment(monotonic: 1_000, wall: 1_000), utcOffsetSeconds: 0))
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 1_000)))
    var ticker = Ticker(price: 148_753_000, tradeTime: 1_000)
    ticker.baselinePrice = 145_000_000
    desk.apply(.update(.ticker(market: 0, ticker)))
    for update in updates { desk.apply(.update(update)) }
    return desk
  }

  private func roles(_ desk: Desk, _ surface: Surface) -> Set<UInt8> {
    Set(DrawnPages.draw(desk.scene, surface).pixels.filter { $0 & 15 > 0 }.map { $0 >> 4 })
  }

  @Test("what the exchange took from its list is old on the glance and in lists")
  func unlisted() {
    let surface = Surface(Size(240, 240), .colour)
    let listed = desk([])
    #expect(roles(listed, surface).contains(ColourRole.rise.rawValue))
    var gone = desk([.listed(market: 0, false)])
    #expect(gone.report.mood == .lost && gone.glanceScene.isOld)
    #expect(!roles(gone, surface).contains(ColourRole.rise.rawValue))
    #expect(roles(gone, surface).contains(ColourRole.warning.rawValue))
    gone.apply(.command(.show(.list)))
    #expect(gone.listScene.rows.map(\.isOld) == [true])
    #expect(!roles(gone, surface).contains(ColourRole.rise.rawValue))
    gone.apply(.update(.listed(market: 0, true)))
    #expect(gone.report.mood == listed.report.mood && !gone.glanceScene.isOld)
  }

  @Test("what is listed and not traded is called so, and not missing", arguments: Language.allCases)
  func halted(language: Language) {
    let words = language.words
    func troubles(_ updates: Update...) -> [String] {
      var desk = desk(updates)
      desk.apply(.command(.choose(.language(language))))
      return desk.statusHeader.troubles(in: words)
    }
    let market = Market(exchange: "upbit", code: "KRW-BTC", base: "BTC", quote: "KRW")
    let gone = [language.notListed(market, by: "Upbit"), words[.notListed]]
    let halted = [language.notTraded(market, by: "Upbit"), words[.notTraded]]
    let (isGone, isHalted) = (
      Update.listed(market: 0, false), Update.listed(market: 0, false, isHalted: true)
    )
    #expect(troubles(isGone) == gone)
    #expect(troubles(isHalted) == halted)
    #expect(troubles(isHalted, isGone) == gone, "it was taken off the list meanwhile")
    #expect(troubles(isGone, isHalted) == halted)
    #expect(troubles(isHalted, .listed(market: 0, true)) == [])
  }

  @Test("the sentence stands as a whole on every panel, if need be in two words")
  func sentences() {
    for language in Language.allCases {
      var scene = Scenes.usual(language)
      scene.price = nil
      let words = language.words
      scene.statusHeader.listingFault = language.notListed(
        Market(exchange: "upbit", code: "KRW-1000CHEEMS", base: "1000CHEEMS", quote: "KRW"),
        by: "Upbit")
      for surface in [Size(128, 32), Size(128, 64), Size(160, 80), Size(240, 240)] {
        let plan = GlancePlan(
          for: scene, on: Surface(surface, .mono), typesetter: BuiltInTypesetter())
        let lines = plan.explanation(of: scene)?.lines ?? []
        let isWhole = scene.statusHeader.troubles(in: words).contains(lines.joined(separator: " "))
        #expect(isWhole, "\(language) \(surface): \(lines)")
      }
    }
  }

  @Test("without a price the reason has its room, too, and is said in full")
  func reasons() {
    for language in Language.allCases {
      for size in [Size(84, 48), Size(128, 64), Size(160, 80), Size(240, 240)] {
        var scene = Scenes.usual(language)
        (scene.price, scene.statusHeader.link) = (nil, .offline)
        scene.statusHeader.outage = StatusHeader.Outage(
          failureReason: .unreachable, since: "14:05")
        let plan = GlancePlan(
          for: scene, on: Surface(size, .mono), typesetter: BuiltInTypesetter())
        let explanation = plan.explanation(of: scene)
        let said = explanation?.lines.joined(separator: " ")
        #expect(said == scene.statusHeader.troubles(in: language.words)[0], "\(size) \(language)")
        #expect(explanation?.rect.intersection(plan.layout.face).isEmpty ?? false)
      }
    }
  }

  @Test("a circle keeps the last price beside the reason")
  func circle() {
    let surface = Surface(Size(240, 240), .colour, outline: .circle)
    for language in Language.allCases {
      var scene = Scenes.usual(language)
      scene.statusHeader.link = .offline
      scene.statusHeader.outage = StatusHeader.Outage(failureReason: .noNetwork, since: "14:05")
      let pages = Pages(surface, typesetter: Typeface { _ in })
      let inked = pages.parts(of: Scene(scene)).filter { !$0.frame.inked.isEmpty }.map(\.part)
      #expect(Set(inked).isSuperset(of: [.price, .explanation]), "\(language)")
    }
  }

  @Test("a reason that has no room is without its time before it is cut")
  func shortReasons() {
    let surfaces = [
      Surface(Size(240, 240), .colour, outline: .circle), Surface(Size(128, 64), .mono),
      Surface(Size(160, 80), .colour), Surface(Size(135, 240), .colour),
    ]
    for surface in surfaces {
      for language in Language.allCases {
        var scene = Scenes.usual(language)
        scene.statusHeader.link = .offline
        scene.statusHeader.outage = StatusHeader.Outage(failureReason: .noNetwork, since: "13:53")
        let plan = GlancePlan(for: scene, on: surface, typesetter: Typeface { _ in })
        guard let said = plan.explanation(of: scene)?.lines.joined(separator: " ") else {
          #expect(!plan.layout.chartHoldsWords, "\(surface.size) \(language)")
          continue
        }
        #expect(!said.isEmpty && !said.contains("…"), "\(surface.size) \(language) \(said)")
      }
    }
  }

  @Test("a day that went nowhere has nothing before its zero")
  func flat() {
    let pages = Pages(Surface(Size(240, 240), .colour), typesetter: Typeface { _ in })
    func width(_ change: Double) -> Int {
      var scene = Scenes.usual(.english)
      scene.change = change
      let parts = pages.parts(of: Scene(scene))
      return parts.first { $0.part == .change }?.frame.inked.width ?? 0
    }
    // A sign and an arrow are wider than a digit's half.
    #expect(width(0) > 0 && width(0) + 20 < width(0.0001))
  }
}
