import MarketData
import Pixels
import TestSupport
import Testing
import Timing
import Typeface

@testable import Glance
@testable import State

@Suite("How an exchange is heard")
struct LinkStatusTests {
  static let pages: [PageName] = [.glance, .list, .detail, .trades, .clock, .chart, .book, .link]
  private static let surfaces = [
    Surface(Size(128, 64), .mono), Surface(Size(128, 32), .mono), Surface(Size(96, 64), .mono),
    Surface(Size(84, 48), .mono, medium: .reflective), Surface(Size(72, 40), .mono),
    Surface(Size(128, 128), .grey), Surface(Size(160, 80), .colour),
    Surface(Size(135, 240), .colour), Surface(Size(240, 240), .colour),
    Surface(Size(240, 240), .colour, outline: .circle),
    Surface(Size(250, 122), .mono, medium: .paper),
  ]

  private func desk(_ language: Language, _ page: PageName) -> Desk {
    var settings = Settings(allPages: PageCatalog.turnable)
    settings.language = language
    var desk = Desk(markets: [.upbit("BTC")], settings: settings)
    desk.apply(.time(Moment(monotonic: 500_000, wall: 500_000), utcOffsetSeconds: 0))
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 380_000)))
    var ticker = Ticker(price: 148_753_000, tradeTime: 380_000)
    ticker.baselinePrice = 145_000_000
    desk.apply(.update(.ticker(market: 0, ticker)))
    desk.apply(.command(.show(page)))
    return desk
  }

  @Test(
    "stands out by a bar where it is silent, on every page, however tall letters are",
    arguments: pages)
  func bar(page: PageName) {
    let typeface = Typeface { _ in }
    for language in Language.allCases {
      var desk = desk(language, page)
      for link in [Link.streaming, .stale, .offline] {
        desk.apply(.update(.link(exchange: "upbit", link, heard: 380_000)))
        for surface in Self.surfaces {
          let frame = DrawnPages.draw(desk.scene, surface, typeface)
          let isAlarm = link != .streaming
          #expect(hasBar(frame) == isAlarm, "\(language) \(link) \(surface.size)")
        }
      }
    }
  }

  /// Whether two columns beside each other are full of warning for as many rows as a digit has at least.
  private func hasBar(_ frame: Frame) -> Bool {
    let warning = ColourRole.warning.pixel()
    return (0..<frame.size.width - 1).contains { x in
      var rows = 0
      return (0..<frame.size.height).contains { y in
        rows = frame[x, y] == warning && frame[x + 1, y] == warning ? rows + 1 : 0
        return rows >= 8
      }
    }
  }
}
