import MarketData
import Pixels
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

@Suite("A page with nothing to show has the frog and a sentence")
struct EmptyPageTests {
  private static let empty: [PageName] = [
    .chart, .book, .trades, .trending, .premium, .wallet, .portfolio,
  ]

  private func desk(_ language: Language) -> Desk {
    var settings = Settings(allPages: PageCatalog.turnable)
    settings.language = language
    var desk = Desk(markets: [.upbit("BTC")], settings: settings)
    desk.apply(.time(Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0))
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 0)))
    return desk
  }

  @Test("on every panel, in both languages", arguments: empty)
  func frog(page: PageName) {
    for language in Language.allCases {
      var desk = desk(language)
      desk.apply(.command(.show(page)))
      for surface in [
        Surface(Size(240, 240), .colour), Surface(Size(135, 240), .colour),
        Surface(Size(160, 80), .colour), Surface(Size(240, 240), .colour, outline: .circle),
      ] {
        let pixels = DrawnPages.draw(desk.scene, surface).pixels
        func count(_ role: ColourRole) -> Int { pixels.count { $0 >> 4 == role.rawValue } }
        #expect(count(.skin) >= 100, "\(surface)")
        #expect(count(.dim) >= 100, "\(surface)")
      }
      // The header alone has fewer lit pixels than a frog of eight dots.
      let small = DrawnPages.draw(desk.scene, Surface(Size(128, 64), .mono))
      let body = (16..<64).reduce(0) { sum, y in sum + (0..<128).count { small[$0, y] != 0 } }
      #expect(body >= 200)
    }
  }

  @Test("they all say in the same way that the exchange is not heard, or has no such market")
  func lost() {
    let troubles: [[Update]] = [
      [.failure(exchange: "upbit", .unreachable)], [.listed(market: 0, false)],
    ]
    for (surface, language) in [
      (Surface(Size(240, 240), .colour), Language.english),
      (Surface(Size(84, 48), .mono), .korean), (Surface(Size(128, 64), .mono), .english),
    ] {
      for updates in troubles {
        let bodies = [PageName.chart, .book, .trades, .wallet, .detail].map { page in
          var settings = Settings(allPages: PageCatalog.turnable)
          settings.language = language
          var desk = Desk(markets: [.upbit("BTC")], settings: settings)
          desk.apply(.time(Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0))
          desk.apply(.update(.link(exchange: "upbit", .offline, heard: nil)))
          for update in updates { desk.apply(.update(update)) }
          desk.apply(.command(.show(page)))
          let layout = PageLayout(surface, language, typesetter: BuiltInTypesetter())
          var frame = Frame(surface.size)
          desk.scene.content.draw(on: layout, &frame)
          let (body, trouble) = (layout.body, desk.statusHeader.troubles(in: layout.words))
          #expect(!trouble.isEmpty && desk.scene.spoken.contains(trouble[0]), "\(page)")
          return (body.y..<body.bottom).map { y in
            (body.x..<body.right).map { frame[$0, y] }
          }
        }
        #expect(Set(bodies).count == 1, "\(surface) \(language)")
        #expect(bodies[0].joined().contains(ColourRole.warning.pixel()))
      }
    }
  }

  @Test("pages without content step aside by themselves, and come back when they have some")
  func stepping() {
    func turned(_ desk: Desk) -> Set<PageName> {
      var desk = desk
      return Set(
        PageCatalog.turnable.map { _ in
          desk.apply(.command(.nextPage))
          return desk.page
        })
    }
    var settings = Settings(allPages: PageCatalog.turnable)
    settings.exchangesWithoutWallets = ["x"]
    var desk = Desk(
      markets: [
        MarketState(
          market: Market(exchange: "x", code: "KRW-BTC", base: "BTC", quote: "KRW"),
          exchangeTitle: "X", baseline: "")
      ],
      settings: settings)
    let dead: Set<PageName> = [.premium, .wallet, .portfolio]
    #expect(turned(desk) == Set(PageCatalog.turnable).subtracting(dead))
    settings.holdings = [Holding(market: desk.markets[0].market, amount: 1)]
    desk.apply(.settings(settings))
    #expect(turned(desk) == Set(PageCatalog.turnable).subtracting([.premium, .wallet]))
    desk.apply(
      .places(
        [0, 1].map { Desk.Place([$0]) }, newcomers: [.named("binance:USDT-BTC")]))
    #expect(turned(desk) == Set(PageCatalog.turnable))
  }

  @Test("pages that somebody named are turned whatever they show, and so is one that is shown")
  func named() {
    var settings = Settings(pages: [.glance, .portfolio, .premium])
    var desk = Desk(markets: [.upbit("BTC")], settings: settings)
    desk.apply(.command(.nextPage))
    #expect(desk.page == .portfolio)
    settings = Settings(allPages: [.glance, .portfolio, .clock])
    desk = Desk(markets: [.upbit("BTC")], settings: settings)
    desk.apply(.command(.show(.portfolio)))
    #expect(desk.page == .portfolio)
    desk.apply(.command(.nextPage))
    #expect(desk.page == .clock)
  }
}
