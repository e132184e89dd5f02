import MarketData
import Pixels

/// What the wallet page says.
public struct WalletScene: PageScene {
  static let page = Page.wallet
  public var masthead = Masthead()

  var lights: Lights { Lights(.dim, level: 3) }
}

extension Desk {
  var walletScene: WalletScene { WalletScene(masthead: masthead) }
}

/// Draws it.
struct WalletPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: WalletScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.wallet], scene.masthead, on: &frame)
  }
}
