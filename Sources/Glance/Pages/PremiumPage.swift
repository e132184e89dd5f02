import MarketData
import Pixels

/// What the premium page says.
public struct PremiumScene: PageScene {
  static let page = Page.premium
  public var masthead = Masthead()

  var lights: Lights { Lights(.dim, level: 3) }
}

extension Desk {
  var premiumScene: PremiumScene { PremiumScene(masthead: masthead) }
}

/// Draws it.
struct PremiumPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: PremiumScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.premium], scene.masthead, on: &frame)
  }
}
