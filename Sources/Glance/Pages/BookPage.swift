import MarketData
import Pixels

/// What the book page says.
public struct BookScene: PageScene {
  static let page = Page.book
  public var masthead = Masthead()

  var lights: Lights { Lights(.dim, level: 3) }
}

extension Desk {
  var bookScene: BookScene { BookScene(masthead: masthead) }
}

/// Draws it.
struct BookPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: BookScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.book], scene.masthead, on: &frame)
  }
}
