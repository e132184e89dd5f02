import MarketData
import TestSupport
import Testing

@testable import Glance
@testable import State

@Suite("The wallet page")
struct WalletTests {
  private let open = WalletState.Passage(canDeposit: true, canWithdraw: true)
  private let shut = WalletState.Passage(canDeposit: true, canWithdraw: false)

  private func desk() -> Desk {
    var desk = MoneyDesk.desk(of: [
      "upbit:KRW-BTC", "binance:USDT-BTC", "upbit:KRW-ETH", "upbit:USDT-BTC",
    ])
    desk.apply(.command(.show(.wallet)))
    return desk
  }

  @Test("the coin on the screen comes first, then its networks, then the exchange's other coins")
  func order() {
    var desk = desk()
    #expect(desk.walletScene.rows.isEmpty && desk.walletScene.lights.level == 3)
    #expect(desk.requirements.wallets == [0, 2])
    let networks = ["Bitcoin", "Lightning"].map { WalletState.Network(name: $0, passage: shut) }
    desk.apply(.update(.wallet(market: 0, WalletState(open, networks: networks), heard: 0)))
    #expect(desk.walletScene.rows.map(\.name) == ["BTC", "Bitcoin", "Lightning", "ETH"])
    #expect(desk.walletScene.rows.map(\.passage) == [open, shut, shut, WalletState.Passage()])
    desk.apply(.command(.nextMarket))
    #expect(desk.walletScene.rows.isEmpty && desk.requirements.wallets == [1])
    desk.apply(.command(.nextMarket))
    #expect(desk.walletScene.rows.map(\.name) == ["ETH", "BTC"])
  }

  @Test("what was said a while ago says so, although prices stream")
  func age() {
    var desk = desk()
    let heard = desk.now.monotonic
    desk.apply(.update(.wallet(market: 0, WalletState(open), heard: heard)))
    MoneyDesk.wait(170_000, &desk)
    #expect(!desk.walletScene.statusHeader.isOld && desk.walletScene.statusHeader.age == nil)
    desk.apply(.update(.wallet(market: 2, WalletState(open), heard: desk.now.monotonic)))
    MoneyDesk.wait(7_500_000, &desk)
    // As old as the oldest of what is shown.
    #expect(
      desk.walletScene.statusHeader.link == .stale && desk.walletScene.statusHeader.age == 7_620)
    for market in [0, 2] as [MarketID] {
      desk.apply(.update(.wallet(market: market, WalletState(open), heard: desk.now.monotonic)))
    }
    #expect(!desk.walletScene.statusHeader.isOld)
    // A coin that is named no more does not make the others old.
    MoneyDesk.wait(190_000, &desk)
    desk.apply(.update(.wallet(market: 0, WalletState(open), heard: desk.now.monotonic)))
    #expect(!desk.walletScene.statusHeader.isOld)
    #expect(desk.walletScene.rows.map(\.passage) == [open, WalletState.Passage()])
  }

  @Test("two lights tell deposits and withdrawals, one whether all is well")
  func lights() {
    var scene = WalletScene()
    scene.statusHeader.link = .streaming
    scene.rows = [WalletScene.Row(name: "BTC", passage: open)]
    // Colours of rise and fall speak of prices.
    #expect(scene.lights.role == .text && scene.lights.bars.map(\.role) == [.text, .text])
    scene.rows[0].passage = shut
    #expect(scene.lights.role == .warning && scene.lights.bars.map(\.role) == [.text, .warning])
    scene.rows[0].passage = WalletState.Passage(canDeposit: true)
    #expect(scene.lights.role == .dim && scene.lights.bars.map(\.role) == [.text, .dim])
    scene.statusHeader.link = .stale
    scene.rows[0].passage = open
    #expect(scene.lights.role == .dim && scene.lights.bars.map(\.role) == [.dim, .dim])
  }
}
