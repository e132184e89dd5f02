import MarketData
import Pixels

/// What the link page says.
public struct LinkScene: PageScene {
  static let page = Page.link
  public var masthead = Masthead()

  var lights: Lights { Lights(.dim, level: 3) }
}

extension Desk {
  var linkScene: LinkScene { LinkScene(masthead: masthead) }
}

/// Draws it.
struct LinkPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: LinkScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.link], scene.masthead, on: &frame)
  }
}
