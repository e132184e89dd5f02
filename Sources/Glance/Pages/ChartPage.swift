import MarketData
import Pixels

/// What the chart page says.
public struct ChartScene: PageScene {
  static let page = Page.chart
  public var masthead = Masthead()

  var lights: Lights { Lights(.dim, level: 3) }
}

extension Desk {
  var chartScene: ChartScene { ChartScene(masthead: masthead) }
}

/// Draws it.
struct ChartPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: ChartScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.chart], scene.masthead, on: &frame)
  }
}
