import MarketData
import Pixels
import TestSupport
import Testing

@testable import Glance
@testable import State

@Suite("The trending page")
struct TrendingTests {
  private func desk(_ change: (inout Settings) -> Void = { _ in }) -> Desk {
    var desk = MoneyDesk.known(change)
    var trending = Trending()
    trending.coins = (1...5).map {
      var coin = Trending.Coin(id: "\($0)", symbol: "C\($0)", name: "Coin \($0)")
      (coin.price, coin.change) = (Double($0), 0.01)
      return coin
    }
    trending.coins[4].price = .nan
    var nft = Trending.NFT(id: "a", symbol: "a", name: "Apes")
    (nft.floorPrice, nft.currency) = (1.5, "ETH")
    trending.nfts = [nft]
    desk.apply(.update(.trending(trending, heard: 100_000)))
    return desk
  }

  @Test("coins and collections have their prices, in the display currency where a rate is known")
  func prices() {
    let own = desk().trendingScene
    #expect(own.coins[1].price == Money(2, decimals: 3, mark: CurrencyMark("USD")))
    #expect(own.coins[4].price == nil)
    #expect(own.collections[0].price?.mark.currency == "ETH")
    let won = desk { $0.currency = "KRW" }.trendingScene
    #expect(won.coins[1].price == Money(2_800, decimals: 0, mark: CurrencyMark("KRW")))
    #expect(won.collections[0].price?.mark.currency == "ETH")
  }

  @Test("a change that is shown as none has no colour")
  func still() {
    var desk = MoneyDesk.known()
    var trending = Trending()
    trending.coins = [Trending.Coin(id: "dogecoin", symbol: "DOGE", name: "Dogecoin")]
    trending.coins[0].change = 0.000_03
    desk.apply(.update(.trending(trending, heard: 100_000)))
    #expect(desk.trendingScene.coins.map(\.change) == [0])
  }

  @Test("how old it is, and what is wrong with CoinGecko, is said")
  func age() {
    var desk = desk()
    #expect(
      desk.trendingScene.statusHeader.link == .polling && !desk.trendingScene.statusHeader.isOld)
    MoneyDesk.wait(16 * 60_000 + 30_000, &desk)
    #expect(desk.trendingScene.statusHeader.isOld && desk.trendingScene.statusHeader.age == 960)
    var silent = MoneyDesk.known()
    #expect(
      silent.trendingScene.statusHeader.link == .offline
        && silent.trendingScene.statusHeader.outage == nil)
    silent.apply(.update(.serviceFailure(service: "CoinGecko", .limitReached)))
    #expect(silent.trendingScene.statusHeader.outage?.failureReason == .limitReached)
  }

  @Test("it is none the older because the market on the screen is not listed")
  func unlisted() {
    var desk = desk()
    desk.apply(.update(.listed(market: 0, false)))
    #expect(desk.statusHeader.isOld && !desk.trendingScene.statusHeader.isOld)
  }

  @Test("lines that have no room come with the next steps, then the collections, then all again")
  func turns() {
    let layout = PageLayout(
      Surface(Size(128, 32), .mono), .english, typesetter: BuiltInTypesetter())
    var desk = desk()
    desk.apply(.command(.show(.trending)))
    let frames = (0..<5).map { _ in
      var frame = Frame(layout.surface.size)
      TrendingPage(layout).draw(desk.trendingScene, on: &frame)
      MoneyDesk.wait(8_000, &desk)
      return frame
    }
    // Two lines of five coins, and one collection.
    #expect(Set(frames.prefix(4).map(\.text)).count == 4 && frames[4] == frames[0])
    #expect(layout.window(of: 5, room: 2, step: 2) == 4..<5)
    #expect(layout.window(of: 2, room: 2, step: 9) == 0..<2)
    #expect(layout.window(of: 5, room: 0, step: 1).isEmpty)
  }

  @Test("where a price has no room none is shown: a dash would say that it is not known")
  func noRoom() {
    let layout = PageLayout(
      Surface(Size(72, 40), .mono), .english, typesetter: BuiltInTypesetter())
    func draw(_ prices: [Double?]) -> Frame {
      var scene = TrendingScene(statusHeader: Scenes.usual().statusHeader)
      scene.coins = prices.map { price in
        TrendingScene.Row(
          name: "PENGU", price: price.map { Money($0, decimals: 2, mark: CurrencyMark("USD")) },
          change: -0.0342)
      }
      var frame = Frame(layout.surface.size)
      TrendingPage(layout).draw(scene, on: &frame)
      return frame
    }
    #expect(draw([105_269.64, 2]) == draw([98_123.45, 3]))
    #expect(draw([105_269.64, 2]) != draw([nil, nil]))
  }

  @Test("collections are shown without coins, and a price without a currency is not")
  func collections() {
    var desk = MoneyDesk.known()
    var nft = Trending.NFT(id: "a", symbol: "a", name: "Apes")
    nft.floorPrice = 1.5
    var trending = Trending()
    trending.nfts = [nft]
    desk.apply(.update(.trending(trending, heard: 100_000)))
    #expect(desk.trendingScene.collections.map(\.price) == [nil])
    for medium in [Surface.Medium.light, .paper] {
      let layout = PageLayout(
        Surface(Size(128, 64), .mono, medium: medium), .english, typesetter: BuiltInTypesetter())
      let frames = [desk.trendingScene.collections, []].map { rows in
        var scene = desk.trendingScene
        scene.collections = rows
        var frame = Frame(layout.surface.size)
        TrendingPage(layout).draw(scene, on: &frame)
        return frame
      }
      var other = desk.trendingScene
      other.collections[0].name = "Dogs"
      var frame = Frame(layout.surface.size)
      TrendingPage(layout).draw(other, on: &frame)
      #expect(frames[0] != frames[1] && frames[0] != frame)
    }
  }
}
