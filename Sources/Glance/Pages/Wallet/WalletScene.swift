import MarketData
import Pixels
import State
import Timing

/// What the wallet page says: whether coins can be moved to and from an exchange.
public struct WalletScene: PageScene {
  static let name = PageName.wallet
  static let title = PageTitle(english: "Wallet", korean: "입출금")

  public var statusHeader = StatusHeader()
  /// The coin on the screen, then its networks, then the exchange's other coins on the desk; empty
  /// where the exchange says nothing of any.
  public var rows: [Row] = []
  /// Which lines are shown where there is no room for all.
  public var lineStep = 0

  public struct Row: Equatable, Sendable {
    public var name: String
    public var passage: WalletState.Passage
  }

  /// Deposits, then withdrawals; the one light tells whether all is well.
  var lights: LEDView {
    guard let passage = rows.first?.passage else {
      return LEDView(statusHeader.isOld ? .warning : .dim, level: 3)
    }
    let directions = passage.directions
    let isOld = statusHeader.isOld
    func role(_ can: Bool?) -> ColourRole { isOld ? .dim : WalletPage.role(can) }
    let bars = directions.map { can in
      LEDView.Bar(role(can), to: can == true ? 1 : can == false ? 0.4 : 0.1)
    }
    let worst: Bool? = directions.contains(false) ? false : directions.contains(nil) ? nil : true
    return LEDView(role(worst), level: worst == nil || isOld ? 3 : 15, bars: bars)
  }
}

extension WalletScene {
  static func make(from desk: Desk) -> WalletScene { desk.walletScene }

  static func requirements(of desk: Desk) -> DataRequirements {
    var requirements = DataRequirements()
    requirements.wallets = Set(desk.walletMarkets)
    return requirements
  }

  static func deadline(of desk: Desk) -> Deadline { desk.nextLineStepAt }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    WalletPage(layout).draw(self, on: &frame)
  }

  var missingCount: Int { rows.isEmpty ? 1 : 0 }
}

extension Desk {
  /// Exchanges are asked every minute while somebody looks.
  private static let walletStaleAfterMilliseconds: Int64 = 3 * 60_000

  var walletScene: WalletScene {
    var scene = WalletScene(statusHeader: statusHeader)
    scene.lineStep = lineStep
    let asked = walletMarkets
    let heard = asked.compactMap { markets[$0].walletHeard }
    guard let newest = heard.max() else { return scene }
    // A coin that the exchange no longer names is not known.
    let known = newest - Self.walletStaleAfterMilliseconds
    // Prices may still stream while the wallets are no longer updated.
    let age = max(0, now.monotonic - heard.filter { $0 >= known }.min()!)
    if age > Self.walletStaleAfterMilliseconds, !scene.statusHeader.isOld {
      (scene.statusHeader.link, scene.statusHeader.age) = (.stale, Int(age / 60_000) * 60)
      scene.statusHeader.heardAt = localTime(at: now.monotonic - age)
    }
    for id in asked {
      let isKnown = markets[id].walletHeard.map { $0 >= known } ?? false
      let wallet = isKnown ? markets[id].wallet : nil
      scene.rows.append(
        WalletScene.Row(
          name: markets[id].market.base, passage: wallet?.passage ?? WalletState.Passage()))
      guard id == shown, let networks = wallet?.networks, networks.count > 1 else { continue }
      scene.rows += networks.map { WalletScene.Row(name: $0.name, passage: $0.passage) }
    }
    return scene
  }

  /// The market on the screen, and one of its exchange for each other coin on the desk.
  var walletMarkets: [MarketID] {
    var bases: Set<String> = []
    return ([shown] + places.map(\.market)).filter { id in
      let market = markets[id].market
      return market.exchange == markets[shown].market.exchange
        && bases.insert(market.base).inserted
    }
  }
}

extension WalletState.Passage {
  /// Deposits, then withdrawals.
  var directions: [Bool?] { [canDeposit, canWithdraw] }
}
