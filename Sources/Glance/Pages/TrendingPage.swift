import MarketData
import Pixels

/// What the trending page says.
public struct TrendingScene: PageScene {
  static let page = Page.trending
  public var masthead = Masthead()

  var lights: Lights { Lights(.dim, level: 3) }
}

extension Desk {
  var trendingScene: TrendingScene { TrendingScene(masthead: masthead) }
}

/// Draws it.
struct TrendingPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: TrendingScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.trending], scene.masthead, on: &frame)
  }
}
