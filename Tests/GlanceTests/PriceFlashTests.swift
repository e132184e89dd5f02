import MarketData
import Pixels
import TestSupport
import Testing
import Timing
import Typeface

@testable import Glance
@testable import State

@Suite("A change of the price")
struct PriceFlashTests {
  private static let start: Int64 = 1_795_147_953_000

  /// A desk that was told prices, milliseconds apart from its start, and then the time.
  private func desk(_ prices: [(Int64, Double)], at milliseconds: Int64) -> Desk {
    var desk = Desk(markets: [.upbit("BTC")])
    func pass(_ milliseconds: Int64) {
      let now = Moment(monotonic: 5_000 + milliseconds, wall: Self.start + milliseconds)
      desk.apply(.time(now, utcOffsetSeconds: 0))
    }
    for (time, price) in prices {
      pass(time)
      let ticker = Ticker(price: price, tradeTime: Self.start + time)
      desk.apply(.update(.ticker(market: 0, ticker)))
    }
    pass(milliseconds)
    return desk
  }

  @Test("is felt for three tenths of a second, and the desk says when it is over")
  func time() {
    #expect(desk([(0, 100)], at: 0).glanceScene.priceBefore == nil)
    let felt = desk([(0, 100), (1_000, 101)], at: 1_299)
    #expect(felt.glanceScene.priceBefore == 100)
    #expect(felt.screenDeadline == Deadline(5_000 + 1_300))
    let over = desk([(0, 100), (1_000, 101)], at: 1_300)
    #expect(over.glanceScene.priceBefore == nil && over.screenDeadline > Deadline(5_000 + 1_300))
    #expect(desk([(0, 100), (1_000, 100)], at: 1_000).glanceScene.priceBefore == nil)
  }

  @Test("is one with those that follow it before the next draw")
  func draw() {
    let quick = desk([(0, 100), (1_000, 105), (1_050, 101)], at: 1_060)
    #expect(quick.glanceScene.price == 101 && quick.glanceScene.priceBefore == 100)
    let slow = desk([(0, 100), (1_000, 105), (1_100, 101)], at: 1_110)
    #expect(slow.glanceScene.priceBefore == 105)
  }

  private func draw(_ before: Double?, _ surface: Surface, _ link: Link = .streaming) -> Frame {
    var scene = Scenes.usual()
    scene.priceBefore = before
    scene.statusHeader.link = link
    var frame = Frame(surface.size)
    GlancePage(surface, typesetter: Typeface { _ in }).draw(scene, on: &frame)
    return frame
  }

  @Test(
    "colours the digits that changed and nothing else", arguments: GlancePageTests.sizes.prefix(12))
  func colour(size: Size) throws {
    let surface = Surface(size, .colour)
    let still = draw(nil, surface)
    for (before, role) in [(148_736_000.0, ColourRole.rise), (148_738_000, .fall)] {
      let felt = draw(before, surface)
      for (pixel, other) in zip(felt.pixels, still.pixels) where pixel != other {
        #expect(pixel == role.pixel(other & 15) && other >> 4 == ColourRole.text.rawValue)
      }
      let rect = try #require(felt.difference(from: still))
      #expect(rect.width <= rect.height)
    }
  }

  @Test(
    "has a bar under it in one bit, and on paper nothing",
    arguments: GlancePageTests.sizes.prefix(6))
  func mono(size: Size) throws {
    let surface = Surface(size, .mono)
    let still = draw(nil, surface)
    let felt = draw(148_736_000, surface)
    let rect = try #require(felt.difference(from: still))
    #expect(rect.height <= 3 && rect.width >= rect.height)
    #expect(zip(felt.pixels, still.pixels).allSatisfy { $0 == $1 || $0 == ColourRole.text.pixel() })
    let paper = Surface(size, .mono, medium: .paper)
    #expect(draw(148_736_000, paper) == draw(nil, paper))
    #expect(draw(148_736_000, surface, .stale) == draw(nil, surface, .stale))
  }

  @Test(
    "moves nothing of the candles but the forming one", arguments: GlancePageTests.sizes.prefix(6))
  func breath(size: Size) {
    let surface = Surface(size, .mono)
    var random = SeededGenerator(seed: size.width)
    var scene = Scenes.usual()
    scene.candles = Scenes.candles((0..<60).map { Double($0 % 2 * 20) })
    var forming = scene.candleList[59]!
    func draw(_ close: Double) -> Frame {
      forming.close = 148_700_000 + close * 20_000
      forming.open = 148_900_000
      (forming.high, forming.low) = (
        max(forming.open, forming.close), min(forming.open, forming.close)
      )
      scene.candleList[59] = forming
      var frame = Frame(size)
      GlancePage(surface, typesetter: Typeface { _ in }).draw(scene, on: &frame)
      return frame
    }
    let plan = GlancePlan(for: scene, on: surface, typesetter: Typeface { _ in })
    let still = draw(10)
    var moved = 0
    for _ in 0..<10 {
      guard let rect = draw(.random(in: 0...20, using: &random).rounded()).difference(from: still)
      else {
        continue
      }
      moved += 1
      #expect(rect.right == plan.layout.chart.right && rect.width <= 9)
    }
    #expect(moved > 0)
  }
}
