import MarketData
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

@Suite("Lists that can be read while prices move")
struct ListTests {
  /// A desk on its list page, with markets of these prices, changes and traded values.
  private func desk(
    _ rows: [(price: Double?, change: Double, turnover: Double?)],
    _ change: (inout Settings) -> Void = { _ in }
  ) -> Desk {
    var settings = Settings()
    change(&settings)
    var desk = Desk(
      markets: rows.indices.map {
        MarketState.upbit("C\($0)")
      }, settings: settings)
    pass(&desk)
    desk.apply(.command(.show(.list)))
    for (index, row) in rows.enumerated() {
      if let price = row.price { tell(&desk, index, price, row.change, row.turnover) }
    }
    return desk
  }

  private func market(_ index: Int, quote: String = "KRW") -> Market {
    Market(exchange: "upbit", code: "\(quote)-C\(index)", base: "C\(index)", quote: quote)
  }

  private func tell(
    _ desk: inout Desk, _ index: Int, _ price: Double, _ change: Double = 0,
    _ turnover: Double? = 1
  ) {
    let ticker = Ticker(price: price, baselinePrice: price / (1 + change), turnover: turnover)
    desk.apply(.update(.ticker(market: MarketID(index), ticker)))
  }

  private func pass(_ desk: inout Desk, seconds: Int64 = 1) {
    let now = desk.now.monotonic + seconds * 1_000
    desk.apply(.time(Moment(monotonic: now, wall: now), utcOffsetSeconds: 0))
  }

  private func bases(_ desk: Desk) -> [String] { desk.listScene.rows.map(\.base) }

  private static let orders: [(ListOrder, [String])] = [
    (.priceDown, ["C2", "C0", "C3", "C1"]),
    (.priceUp, ["C3", "C0", "C2", "C1"]),
    (.changeDown, ["C3", "C0", "C2", "C1"]),
    (.changeUp, ["C2", "C0", "C3", "C1"]),
    (.turnoverDown, ["C0", "C2", "C1", "C3"]),
    (.turnoverUp, ["C2", "C0", "C1", "C3"]),
    (.configured, ["C0", "C1", "C2", "C3"]),
  ]

  @Test("sort steps through all orders and comes round; what is not known stands last")
  func orders() {
    var desk = desk([(20, 0.01, 900), (nil, 0, nil), (30, -0.02, 500), (10, 0.03, nil)])
    for (order, rows) in Self.orders {
      desk.apply(.command(.mark))
      #expect(desk.preferences.order == order && bases(desk) == rows, "\(order)")
    }
    desk.apply(.command(.sort))
    #expect(desk.preferences.order == .priceDown)
  }

  @Test("what is equal stands as configured")
  func stable() {
    var desk = desk([(5, 0, 1), (5, 0, 1), (5, 0, 1)])
    for _ in ListOrder.allCases {
      desk.apply(.command(.sort))
      #expect(bases(desk) == ["C0", "C1", "C2"])
    }
  }

  @Test("rows stay while prices move, and are sorted anew when the page is opened or by a command")
  func kept() {
    var desk = desk([(1, 0, 1), (2, 0, 1), (3, 0, 1)])
    desk.apply(.command(.sort))
    tell(&desk, 0, 9)
    pass(&desk)
    #expect(bases(desk) == ["C2", "C1", "C0"])
    #expect(desk.listScene.rows.map(\.price?.amount) == [3, 2, 9])
    desk.apply(.command(.show(.clock)))
    desk.apply(.command(.show(.list)))
    #expect(bases(desk) == ["C0", "C2", "C1"])
    tell(&desk, 1, 99)
    for _ in ListOrder.allCases { desk.apply(.command(.sort)) }
    #expect(bases(desk) == ["C1", "C0", "C2"])
  }

  @Test("a market's first price puts it into its row")
  func firstPrice() {
    var desk = desk([(1, 0, 1), (2, 0, 1), (nil, 0, nil)])
    desk.apply(.command(.sort))
    #expect(bases(desk) == ["C1", "C0", "C2"])
    tell(&desk, 2, 1.5)
    #expect(bases(desk) == ["C1", "C2", "C0"])
  }

  @Test("favourites stand first where that is wished, whatever the order")
  func favourites() {
    var desk = desk([(1, 0, 1), (2, 0, 1), (3, 0, 1)]) { $0.putsFavouritesFirst = true }
    desk.apply(.command(.favourite))
    desk.apply(.command(.sort))
    #expect(bases(desk) == ["C0", "C2", "C1"])
    #expect(desk.listScene.rows.map(\.isFavourite) == [true, false, false])
    desk.apply(.command(.favourite))
    #expect(desk.preferences.favourites.isEmpty && bases(desk) == ["C2", "C1", "C0"])
  }

  @Test("mark makes a favourite on other pages, and the glance says so")
  func mark() {
    var desk = desk([(1, 0, 1), (2, 0, 1)])
    desk.apply(.command(.show(.glance)))
    desk.apply(.command(.nextMarket))
    desk.apply(.command(.mark))
    #expect(desk.preferences.favourites == [market(1)] && desk.glanceScene.statusHeader.isFavourite)
    #expect(desk.preferences.order == .configured)
  }

  @Test("next market goes down the list as it is sorted, and up again from its end")
  func next() {
    var desk = desk([(1, 0, 1), (2, 0, 1), (3, 0, 1)])
    desk.apply(.command(.sort))
    #expect(desk.listScene.shown == 2)
    desk.apply(.command(.nextMarket))
    #expect(desk.place == 2 && desk.listScene.shown == 0)
    desk.apply(.command(.previousMarket))
    #expect(desk.place == 0)
  }

  @Test("prices in other currencies are compared by what they are worth")
  func currencies() {
    var desk = Desk(
      markets: [market(0), market(1, quote: "USD"), market(2)].map {
        MarketState(market: $0, exchangeTitle: "Upbit", baseline: "")
      })
    pass(&desk)
    let rates = ExchangeRates(
      base: "USD", units: ["KRW": 1_400], source: "ECB", time: 0, staleAfterMilliseconds: 1_000_000)
    desk.apply(.update(.rates([rates])))
    for (index, price) in [1_000.0, 2, 5_000].enumerated() { tell(&desk, index, price) }
    desk.apply(.command(.show(.list)))
    desk.apply(.command(.sort))
    #expect(bases(desk) == ["C2", "C1", "C0"])
  }

  @Test("without a rate amounts in the currency of most rows are sorted, and the others stand last")
  func withoutRate() {
    var desk = Desk(
      markets: [market(0), market(1, quote: "USD"), market(2), market(3, quote: "USD")].map {
        MarketState(market: $0, exchangeTitle: "Upbit", baseline: "")
      })
    pass(&desk)
    for (index, price) in [1_000.0, 2_000, 5_000, 9_000].enumerated() {
      tell(&desk, index, price, Double(index) / 100, price)
    }
    desk.apply(.command(.show(.list)))
    let orders: [(ListOrder, [String])] = [
      (.priceDown, ["C2", "C0", "C1", "C3"]), (.priceUp, ["C0", "C2", "C1", "C3"]),
      (.changeDown, ["C3", "C2", "C1", "C0"]), (.changeUp, ["C0", "C1", "C2", "C3"]),
      (.turnoverDown, ["C2", "C0", "C1", "C3"]), (.turnoverUp, ["C0", "C2", "C1", "C3"]),
    ]
    for (order, rows) in orders {
      desk.apply(.command(.sort))
      #expect(desk.preferences.order == order && bases(desk) == rows, "\(order)")
    }
  }

  @Test("one market in another currency does not keep those behind it from being sorted")
  func otherFirst() {
    var desk = Desk(
      markets: [market(0, quote: "USD"), market(1), market(2)].map {
        MarketState(market: $0, exchangeTitle: "Upbit", baseline: "")
      })
    pass(&desk)
    for (index, price) in [2_000.0, 1_000, 5_000].enumerated() { tell(&desk, index, price, 0, 1) }
    desk.apply(.command(.show(.list)))
    desk.apply(.command(.sort))
    #expect(desk.preferences.order == .priceDown && bases(desk) == ["C2", "C1", "C0"])
  }

  @Test("of three hundred markets those around the pointed one are said, and every one is seen")
  func hundreds() {
    var desk = desk((0..<300).map { (Double(1_000 - $0), 0, 1) })
    desk.apply(.command(.sort))
    var seen: Set<String> = []
    for step in 0..<300 {
      let scene = desk.listScene
      #expect(scene.count == 300 && scene.shown == step && scene.rows.count <= 96)
      for lines in [1, 2, 7, 40] {
        let page = scene.page(of: lines)
        #expect(page.count == lines && page.contains(scene.shown - scene.first))
      }
      seen.formUnion(scene.page(of: 7).map { scene.rows[$0].base })
      desk.apply(.command(.nextMarket))
    }
    #expect(seen.count == 300 && desk.listScene.shown == 0)
  }

  @Test("lights are each market's change as a bar up or down from the middle")
  func lights() {
    let desk = desk([(1, 0.05, 1), (2, -0.5, 1), (nil, 0, nil)])
    let bars = desk.listScene.lights.bars
    #expect(bars.map(\.role) == [.dim, .dim, .dim], "nobody is heard")
    #expect(bars.map(\.from) == [0.5, 0.5, 0.5] && bars.map(\.to) == [0.75, 0, 0.5])
  }
}
