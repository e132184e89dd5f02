import MarketData
import Pixels

/// What the clock page says: the time, and the price beside it.
public struct ClockScene: PageScene {
  static let page = Page.clock
  public var masthead = Masthead()
  public var price: Double?
  public var decimals = 0
  public var mark = CurrencyMark()
  public var change: Double?

  var money: Money? { price.map { Money($0, decimals: decimals, mark: mark) } }

  var lights: Lights { Lights(masthead.isOld ? .warning : .dim, level: 3) }
}

extension Desk {
  var clockScene: ClockScene {
    let state = markets[shown]
    var scene = ClockScene(masthead: masthead)
    let tender = tender(of: shown)
    scene.price = tender(state.shownPrice(at: now.monotonic))
    (scene.decimals, scene.mark) = (tender.decimals, tender.mark)
    scene.change = state.shownChange(at: now.monotonic)
    return scene
  }
}

/// Big digits of the time; below them the market, its price and its change.
struct ClockPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: ClockScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.name(of: scene.masthead), scene.masthead, on: &frame)
    var place = sheet.body
    let line = Rect(
      x: place.x, y: place.bottom - sheet.text.ascent, width: place.width,
      height: sheet.text.ascent)
    place.height -= line.height + sheet.gap
    let digits = sheet.typesetter.largest("00:00", in: place.size, sheet.depth)
    frame.write(
      scene.masthead.clock, x: place.x + (place.width - digits.width("00:00")) / 2,
      baseline: place.bottom - (place.height - digits.ascent) / 2, ink: .text, in: digits)
    let change = sheet.numerals.change(scene.change) { sheet.text.width($0) <= line.width / 2 }
    let width = sheet.write(
      change, .right, of: line, Ink(change: scene.change, isOld: scene.masthead.isOld), on: &frame)
    let room = line.width - width - sheet.gap
    let price = sheet.numerals.money(scene.money, in: sheet.text, width: room)
    sheet.write(price, of: line, scene.masthead.isOld ? .dim : .text, on: &frame)
  }
}
