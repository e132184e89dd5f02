import MarketData
import Pixels

/// What the list page says.
public struct ListScene: PageScene {
  static let page = Page.list
  public var masthead = Masthead()

  var lights: Lights { Lights(.dim, level: 3) }
}

extension Desk {
  var listScene: ListScene { ListScene(masthead: masthead) }
}

/// Draws it.
struct ListPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: ListScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.list], scene.masthead, on: &frame)
  }
}
