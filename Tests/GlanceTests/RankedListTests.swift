import MarketData
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

@Suite("Lists of what an exchange ranks first")
struct RankedListTests {
  private static let wish = RankingWish(exchange: "upbit", quote: "KRW", count: 3)

  private func market(_ base: String) -> Market {
    Market(exchange: "upbit", code: "KRW-\(base)", base: base, quote: "KRW")
  }

  private func desk() -> Desk {
    var settings = Settings(language: .korean)
    settings.ranking = Self.wish
    var desk = Desk(markets: ["A", "Z"].map { .upbit($0) }, settings: settings)
    desk.apply(.time(Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0))
    desk.apply(.command(.show(.list)))
    return desk
  }

  private func rank(_ desk: inout Desk, _ bases: [String], of exchange: String = "upbit") {
    let rows = bases.enumerated().map { index, base in
      RankedMarket(
        market: market(base), names: MarketNames(english: base, korean: "가" + base),
        price: Double(100 - index), change: 0.01, turnover: Double(1_000 - index))
    }
    var wish = Self.wish
    wish.exchange = exchange
    desk.apply(.update(.ranking(wish, rows)))
  }

  private func bases(_ desk: Desk) -> [String] { desk.listScene.rows.map(\.base) }

  @Test("the page asks for the ranking while it is shown, and says so until it is there")
  func needs() {
    var desk = desk()
    #expect(desk.requirements.ranking == Self.wish && desk.listScene.count == 0)
    rank(&desk, ["Q"], of: "binance")
    #expect(desk.listScene.count == 0)
    desk.apply(.command(.show(.clock)))
    #expect(desk.requirements.ranking == nil)
  }

  @Test("a market that only the list has is pointed at there, and one with a place is shown")
  func chosen() {
    var desk = desk()
    desk.apply(.command(.show(.glance)))
    rank(&desk, ["A", "B", "C"])
    #expect(
      desk.marketNames
        == ["upbit:KRW-A", "upbit:KRW-Z", "upbit:KRW-B", "upbit:KRW-C"])
    desk.apply(.command(.choose(.market("upbit:KRW-Z"))))
    #expect(desk.page == .glance && desk.place == 1)
    desk.apply(.command(.choose(.market("upbit:KRW-C"))))
    #expect(desk.page == .list && desk.place == 1)
    #expect(desk.pointedRow(in: desk.rows).map { desk.row(desk.rows[$0]).market } == market("C"))
    desk.apply(.command(.choose(.market("upbit:KRW-Q"))))
    #expect(desk.pointedRow(in: desk.rows).map { desk.row(desk.rows[$0]).market } == market("C"))
    desk.apply(.command(.choose(.market("upbit:KRW-A"))))
    #expect(desk.pointedRow(in: desk.rows).map { desk.row(desk.rows[$0]).market } == market("A"))
  }

  @Test("who stays keeps its row, and newcomers stand below until the list is sorted")
  func stability() {
    var desk = desk()
    rank(&desk, ["A", "B", "C"])
    #expect(bases(desk) == ["A", "B", "C"])
    rank(&desk, ["D", "C", "A"])
    #expect(bases(desk) == ["A", "C", "D"])
    desk.apply(.command(.sort))
    #expect(bases(desk) == ["D", "C", "A"])
    desk.apply(.command(.show(.clock)))
    rank(&desk, ["B", "A"])
    desk.apply(.command(.show(.list)))
    #expect(bases(desk) == ["B", "A"])
    desk.apply(.command(.show(.clock)))
    desk.apply(.command(.show(.list)))
    rank(&desk, ["C", "A", "B"])
    #expect(bases(desk) == ["C", "A", "B"], "rows of an earlier visit stand nowhere")
    rank(&desk, ["A", "B", "C"])
    #expect(bases(desk) == ["C", "A", "B"])
  }

  @Test("next market points at those that are not configured, too, and they become favourites")
  func cursor() {
    var desk = desk()
    rank(&desk, ["B", "A", "C"])
    #expect(desk.listScene.shown == 1)
    desk.apply(.command(.nextMarket))
    #expect(desk.listScene.shown == 2 && desk.place == 0)
    desk.apply(.command(.favourite))
    #expect(desk.preferences.favourites == [market("C")])
    #expect(desk.listScene.rows.map(\.isFavourite) == [false, false, true])
    rank(&desk, ["Z", "B"])
    #expect(desk.listScene.shown == 0)
    desk.apply(.command(.nextMarket))
    #expect(desk.place == 1, "it is configured")
  }

  @Test("what keeps an exchange from being ranked is said", arguments: Language.allCases)
  func outage(language: Language) {
    var desk = desk()
    desk.apply(.command(.choose(.language(language))))
    func fail(_ wish: RankingWish) {
      desk.apply(.update(.rankingFailure(wish, exchange: "Upbit", .refused)))
    }
    let waiting = language.words[.noRanking]
    let reason = language.words.sentence(for: .refused, of: "Upbit", since: nil)
    #expect(desk.scene.spoken.contains(waiting))
    fail(RankingWish(exchange: "upbit", quote: "BTC", count: 3))
    #expect(desk.scene.spoken.contains(waiting), "nobody wishes that")
    fail(Self.wish)
    #expect(desk.scene.spoken.contains(reason) && !desk.scene.spoken.contains(waiting))
    #expect(desk.listScene.lights.role == .warning)
    rank(&desk, ["B"])
    #expect(!desk.scene.spoken.contains(reason))
    fail(Self.wish)
    #expect(!desk.scene.spoken.contains(reason), "rows grow old by themselves")
  }

  @Test("a ranking that is not asked for says why its exchange is not heard")
  func unasked() {
    var desk = desk()
    desk.apply(.update(.link(exchange: "upbit", .offline, heard: nil)))
    #expect(desk.listScene.outage == nil)
    desk.apply(.update(.failure(exchange: "upbit", .blocked)))
    #expect(
      desk.listScene.outage == MarketList.Outage(exchange: "Upbit", failureReason: .blocked))
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 0)))
    #expect(desk.listScene.outage == nil)
  }

  @Test("what was not heard for a while is old")
  func age() {
    var desk = desk()
    rank(&desk, ["B"])
    #expect(desk.listScene.rows[0].isOld == false && desk.listScene.rows[0].name == "가B")
    desk.apply(.time(Moment(monotonic: 120_000, wall: 0), utcOffsetSeconds: 0))
    #expect(desk.listScene.rows[0].isOld)
  }

  @Test("the header says how old a ranking is that nobody tells any more, although prices stream")
  func header() {
    var desk = desk()
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: 0)))
    rank(&desk, ["B"])
    func header(at monotonic: Int64) -> StatusHeader {
      desk.apply(.time(Moment(monotonic: monotonic, wall: monotonic), utcOffsetSeconds: 0))
      return desk.listScene.statusHeader
    }
    #expect(header(at: 100_000).link == .streaming && header(at: 100_000).age == nil)
    let old = header(at: 179_000)
    #expect(old.link == .stale && old.age == 120 && old.heardAt == "00:00")
    rank(&desk, ["B"])
    #expect(header(at: 180_000).link == .streaming)
    // Markets of one's own are as old as their exchange.
    desk.apply(.settings(Settings(language: .korean)))
    #expect(header(at: 900_000).link == .streaming)
  }
}
