import MarketData
import Pixels
import TestSupport
import Testing

@testable import Glance
@testable import State

/// The pages of money as pictures of text.
@Suite("Pages of money look as they did")
struct MoneyPageTests {
  private func desk(_ name: String) -> Desk {
    var desk = MoneyDesk.known {
      if name == "second" { ($0.currency, $0.secondCurrency) = ("USD", "KRW") }
      if name == "korean" { $0.language = .korean }
      if name == "none" { return }
      $0.holdings = [
        Holding(market: MarketState.named("upbit:KRW-BTC").market, amount: 0.5, averagePrice: 9e7),
        Holding(market: MarketState.named("upbit:KRW-USDT").market, amount: 2_000),
      ]
    }
    MoneyDesk.wait(1_000, &desk)
    MoneyDesk.say(0, 142_000_000, &desk)
    MoneyDesk.wait(1_000, &desk)
    MoneyDesk.say(0, 141_400_000, &desk)
    let shut = WalletState.Passage(canDeposit: true, canWithdraw: false)
    let networks = ["Bitcoin", "Lightning"].map { WalletState.Network(name: $0, passage: shut) }
    desk.apply(
      .update(.wallet(market: 0, WalletState(shut, networks: networks), heard: desk.now.monotonic)))
    var trending = Trending()
    trending.coins = [("ZEC", 612.41, 0.0873), ("PENGU", 0.01467, 0.2215)].map {
      var coin = Trending.Coin(id: $0.0, symbol: $0.0, name: $0.0)
      (coin.price, coin.change) = ($0.1, $0.2)
      return coin
    }
    desk.apply(.update(.trending(trending, heard: 100_000)))
    // Until no change is felt any more.
    MoneyDesk.wait(1_000, &desk)
    return desk
  }

  static let pictures = [
    "premium", "wallet", "portfolio", "trending", "portfolio-none", "glance-second",
    "premium-korean", "wallet-korean", "portfolio-korean", "trending-korean", "list-korean",
    "detail-korean", "link-korean", "clock-korean",
  ]

  @Test("128×64, and 128×32 in Korean, look as they did", arguments: pictures)
  func golden(name: String) throws {
    let parts = name.split(separator: "-")
    var desk = desk(parts.count > 1 ? String(parts[1]) : "")
    desk.apply(.command(.show(PageName(rawValue: String(parts[0])))))
    let surface = Surface(Size(128, parts.last == "korean" ? 32 : 64), .mono)
    var frame = Frame(surface.size)
    Pages(surface, typesetter: BuiltInTypesetter()).draw(desk.scene, on: &frame)
    let text = frame.text + "\n"
    let known = try Document.text(
      of: "Tests/GlanceTests/Fixtures/\(name).txt", writing: text)
    #expect(known == text, "TEALIGHT_WRITE=1 writes it anew")
  }
}
