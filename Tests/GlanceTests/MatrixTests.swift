import MarketData
import Pixels
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

/// What every page says on a matrix of lights, by turns.
@Suite("Matrices of lights")
struct MatrixTests {
  @Test("a rough price has its mark, in letters of each height")
  func rough() {
    let money = Money(5, decimals: 0, mark: CurrencyMark("KRW", isRough: true))
    #expect(MatrixSlide.money(money).figure.text { _ in true } == "~5")
    for height in DotGlyphs.DigitHeight.allCases {
      #expect(Lettering(DotGlyphs(height)).canSpell("~5"))
    }
  }

  @Test(
    "every page says something in letters, rising and falling",
    arguments: [Size(32, 8), Size(8, 8), Size(16, 16)])
  func pictures(size: Size) throws {
    let shown = [true, false].flatMap { isRising in
      MatrixScenes.all(isRising: isRising).map { name, scene in
        let way = isRising ? "rising" : "falling"
        return "\(name), \(way):\n\n\(MatrixFilm(of: scene, size.width, size.height).text)\n"
      }
    }.joined(separator: "\n")
    let known = try Document.text(
      of: "Tests/GlanceTests/Fixtures/matrix-\(size).txt", writing: shown)
    #expect(known == shown, "TEALIGHT_WRITE=1 writes it anew")
  }

  @Test("eight rows say the same in both languages, but for the date")
  func languages() {
    for (english, korean) in zip(
      MatrixScenes.all(isRising: true), MatrixScenes.all(isRising: true, .korean))
    where english.name != "clock" {
      #expect(
        MatrixFilm(of: english.scene, 32, 8).frames == MatrixFilm(of: korean.scene, 32, 8).frames,
        "\(english.name)")
    }
    let dates = Language.allCases.map { language in
      MatrixFilm(of: MatrixScenes.all(isRising: true, language)[14].scene, 32, 8).frames[1]
    }
    #expect(dates[0] != dates[1])
  }

  @Test("sixteen rows have room for a Korean name")
  func korean() {
    let films = Language.allCases.map { language in
      MatrixFilm(of: MatrixScenes.all(isRising: true, language)[8].scene, 96, 16)
    }
    #expect(films[0].frames[0] != films[1].frames[0])
  }

  @Test("Hangul is spelled on the narrowest matrices, too")
  func narrowKorean() {
    for size in [Size(8, 8), Size(16, 8), Size(16, 16)] {
      let films = ["조심", "인사"].map { text in
        var scene = NoticeScene()
        scene.text = text
        return MatrixFilm(of: Scene(scene), size.width, size.height)
      }
      #expect(films[0].frames != films[1].frames, "\(size)")
    }
  }

  @Test("a move of a thousandth is seen in the price", arguments: Layout.allCases)
  func moves(layout: Layout) {
    for size in [Size(32, 8), Size(16, 8), Size(8, 8), Size(64, 8), Size(16, 16)] {
      for price in [148_737_000, 93_105_000, 4_607_000, 105, 3.161, 0.02113] {
        let films = [price, price * 1.001].map { price in
          var scene = Scenes.usual()
          (scene.layout, scene.price, scene.decimals) = (layout, price, price < 1_000 ? 5 : 0)
          return MatrixFilm(of: Scene(scene), size.width, size.height)
        }
        let isSeen = films[0].frames != films[1].frames
        #expect(isSeen, "\(layout) \(price) on \(size)")
      }
    }
  }

  @Test("which way it goes is told by shape, not by colour alone")
  func shapes() {
    for (rising, falling) in zip(
      MatrixScenes.all(isRising: true), MatrixScenes.all(isRising: false))
    where rising.name != "empty book" {
      for size in [Size(32, 8), Size(8, 8)] {
        let isTold =
          MatrixFilm(of: rising.scene, size.width, size.height).all
          != MatrixFilm(of: falling.scene, size.width, size.height).all
        #expect(isTold, "\(rising.name) on \(size)")
      }
    }
  }

  @Test(
    "no page wakes more than ten times a second, and only what is too wide more than once in two")
  func wakeUps() {
    for (name, scene) in MatrixScenes.all(isRising: true) {
      for size in [Size(32, 8), Size(8, 8)] {
        let times = [0] + MatrixFilm(of: scene, size.width, size.height).deadlines
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(gaps.allSatisfy { $0 >= 100 }, "\(name) on \(size)")
        if size.width == 32, name == "glance" { #expect(gaps.allSatisfy { $0 == 4_000 }) }
      }
    }
  }

  @Test("what is too wide moves on by a column at a time, and rests on whole letters")
  func scroll() {
    let surface = Surface(Size(8, 8), .mono)
    let pages = Pages(surface, typesetter: BuiltInTypesetter())
    var scene = Scenes.usual()
    scene.layout = .digits
    scene.change = nil
    var frame = Frame(surface.size)
    pages.draw(Scene(scene), at: 1_000, on: &frame)
    #expect(pages.deadline == Deadline(2_500))
    // 14, 8., 7 and M: no letter is cut where it rests.
    let ways: [(start: Int64, columns: Int, shown: Int)] = [
      (2_500, 8, 5), (4_200, 6, 3), (5_700, 4, 5),
    ]
    for way in ways {
      for step in 0..<way.columns {
        let now = way.start + Int64(step) * 100
        let before = frame
        pages.draw(Scene(scene), at: now, on: &frame)
        guard step < way.columns - 1 else { break }
        #expect(pages.deadline == Deadline(now + 100))
        for y in 0..<8 where step > 0 {
          for x in 0..<7 { #expect(frame[x, y] == before[x + 1, y], "\(step)") }
        }
      }
      let isClear = (way.shown..<8).allSatisfy { x in (0..<8).allSatisfy { frame[x, $0] == 0 } }
      #expect(isClear, "\(way)")
    }
    #expect(pages.deadline == Deadline(7_500))
    pages.draw(Scene(scene), at: 7_500, on: &frame)
    #expect(pages.deadline == Deadline(9_000))
  }

  @Test("another market begins with its first slide; another price goes on where it was")
  func beginnings() {
    let surface = Surface(Size(32, 8), .mono)
    let pages = Pages(surface, typesetter: BuiltInTypesetter())
    var scene = Scenes.usual()
    var frame = Frame(surface.size)
    pages.draw(Scene(scene), at: 0, on: &frame)
    let first = frame
    pages.draw(Scene(scene), at: 4_000, on: &frame)
    let second = frame
    #expect(second != first)
    scene.price = 148_738_000
    pages.draw(Scene(scene), at: 5_000, on: &frame)
    #expect(frame == second && pages.deadline == Deadline(8_000))
    scene = Scenes.usual()
    scene.statusHeader.code = "ETH/KRW"
    pages.draw(Scene(scene), at: 5_100, on: &frame)
    #expect(frame == first && pages.deadline == Deadline(9_100))
  }

  @Test("without a time nothing moves")
  func still() {
    let surface = Surface(Size(8, 8), .colour)
    let pages = Pages(surface, typesetter: BuiltInTypesetter())
    var frame = Frame(surface.size)
    for (_, scene) in MatrixScenes.all(isRising: true) {
      pages.draw(scene, on: &frame)
      #expect(pages.deadline == .never)
    }
  }

  @Test("an alert blinks")
  func alert() {
    var scene = AlertScene(statusHeader: Scenes.usual().statusHeader)
    scene.condition = .above(140_000_000)
    let lit = DrawnPages.mono(Scene(scene), 32, 8)
    scene.isLit = false
    #expect(lit != DrawnPages.mono(Scene(scene), 32, 8))
  }

  @Test("what is old says so: the lost face, and no direction")
  func old() {
    var scene = Scenes.usual()
    (scene.statusHeader.link, scene.mood) = (.stale, .lost)
    for layout in [Layout.full, .digits, .chart] {
      scene.layout = layout
      let film = MatrixFilm(of: Scene(scene), 32, 8)
      #expect(film.frames.count == 1)
      let face = Face(.lost).draw(side: 8, depth: .mono)
      for y in 0..<8 {
        for x in 0..<8 { #expect((film.frames[0][x, y] == 0) == (face[x, y] == 0)) }
      }
    }
  }

  @Test("an old change has its sign, and no arrow")
  func oldChange() {
    let slide = MatrixSlide.change(-0.0235, of: ["BTC"], isOld: true)
    #expect(slide.figure.text { _ in true } == "−2.35%" && slide.direction == .still)
  }

  @Test("before every old figure is a cross: lights of one colour are not dim")
  func crosses() {
    var header = Scenes.usual().statusHeader
    header.link = .stale
    var chart = ChartScene()
    (chart.statusHeader, chart.candles, chart.price) = (header, Scenes.usual().candleList, 100)
    var trades = TradesScene(statusHeader: header)
    trades.trades = [Trade(id: nil, price: 100, volume: 1, time: 0, isBuy: true)]
    var premium = PremiumScene(statusHeader: header)
    premium.official = PremiumScene.Part(
      fraction: 0.01, low: 0.01, high: 0.01, isStale: true,
      rate: PremiumScene.Line(
        source: "ECB", money: Money(1_400, decimals: 2, mark: CurrencyMark("KRW")), isStale: true))
    var book = BookScene(statusHeader: header)
    book.bids = [OrderBook.Level(price: 99, size: 2)]
    book.asks = [OrderBook.Level(price: 100, size: 1)]
    var wallet = WalletScene(statusHeader: header)
    let passage = WalletState.Passage(canDeposit: true, canWithdraw: false)
    wallet.rows = [WalletScene.Row(name: "BTC", passage: passage)]
    var clock = ClockScene(statusHeader: header)
    clock.price = 100
    var detail = DetailScene(statusHeader: header)
    (detail.price, detail.volume) = (100, 5)
    var slides = chart.slides + trades.slides + premium.slides + book.slides + wallet.slides
    slides += clock.slides.suffix(1)
    slides += detail.slides
    slides.append(.change(0.01, of: ["BTC"], isOld: true))
    slides.append(.money(Money(100, decimals: 0), isOld: true))
    for slide in slides { #expect(slide.picture == .link(.stale) && slide.direction == .still) }
  }
}
