import MarketData
import Pixels

/// What the detail page says.
public struct DetailScene: PageScene {
  static let page = Page.detail
  public var masthead = Masthead()

  var lights: Lights { Lights(.dim, level: 3) }
}

extension Desk {
  var detailScene: DetailScene { DetailScene(masthead: masthead) }
}

/// Draws it.
struct DetailPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: DetailScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.detail], scene.masthead, on: &frame)
  }
}
