import MarketData
import Pixels

/// What the trades page says.
public struct TradesScene: PageScene {
  static let page = Page.trades
  public var masthead = Masthead()

  var lights: Lights { Lights(.dim, level: 3) }
}

extension Desk {
  var tradesScene: TradesScene { TradesScene(masthead: masthead) }
}

/// Draws it.
struct TradesPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: TradesScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.trades], scene.masthead, on: &frame)
  }
}
