import MarketData
import Pixels

/// What the alert page says.
public struct AlertScene: PageScene {
  static let page = Page.alert
  public var masthead = Masthead()

  var lights: Lights { Lights(.dim, level: 3) }
}

extension Desk {
  var alertScene: AlertScene { AlertScene(masthead: masthead) }
}

/// Draws it.
struct AlertPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: AlertScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.alert], scene.masthead, on: &frame)
  }
}
