import MarketData
import Pixels

/// What the portfolio page says.
public struct PortfolioScene: PageScene {
  static let page = Page.portfolio
  public var masthead = Masthead()

  var lights: Lights { Lights(.dim, level: 3) }
}

extension Desk {
  var portfolioScene: PortfolioScene { PortfolioScene(masthead: masthead) }
}

/// Draws it.
struct PortfolioPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: PortfolioScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.portfolio], scene.masthead, on: &frame)
  }
}
