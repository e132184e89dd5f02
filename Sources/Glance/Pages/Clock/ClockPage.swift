import MarketData
import Pixels
import State

/// What the clock page says: the time and the day, and the price below.
public struct ClockScene: PageScene {
  static let name = PageName.clock
  static let title = PageTitle(english: "Clock", korean: "시계")

  public var masthead = Masthead()
  public var price: Double?
  public var decimals = 0
  public var mark = CurrencyMark()
  public var change: Double?
  /// The local day.
  var day = CalendarDay(at: 0, utcOffsetSeconds: 0)

  var money: Money? { price.map { Money($0, decimals: decimals, mark: mark) } }

  /// The hour as it goes by, in eighths.
  var lights: Lights {
    let minute = Int(masthead.clock.suffix(2)) ?? 0
    let ink: Ink = masthead.isOld ? .warning : .dim
    return Lights(
      ink, level: 3,
      bars: (0..<8).map { place in
        Lights.Bar(ink, to: max(0, min(1, Double(minute) / 7.5 - Double(place))))
      })
  }
}

extension ClockScene {
  static func make(from desk: Desk) -> ClockScene { desk.clockScene }

  func draw(on sheet: Sheet, _ frame: inout Frame) {
    ClockPage(sheet).draw(self, on: &frame)
  }

  var subject: [String?] { [mark.currency] }

  func hasNews(since shown: ClockScene, pricePercent: Double) -> Bool {
    shown.masthead.clock != masthead.clock
  }
}

extension Desk {
  var clockScene: ClockScene {
    let state = markets[shown]
    var scene = ClockScene(masthead: masthead)
    let display = displayCurrency(of: shown)
    scene.price = display(state.shownPrice(at: now.monotonic))
    (scene.decimals, scene.mark) = (display.decimals, display.mark)
    scene.change = state.shownChange(at: now.monotonic)
    scene.day = CalendarDay(at: now.wall, utcOffsetSeconds: utcOffsetSeconds)
    return scene
  }
}

/// Big digits of the time; above them the market and the day, below them its price and its change.
struct ClockPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: ClockScene, on frame: inout Frame) {
    sheet.drawHeader(
      sheet.name(of: scene.masthead), scene.masthead, note: sheet.words.date(scene.day), on: &frame)
    var place = sheet.body
    // The price in full, if need be in smaller letters.
    let change = sheet.numerals.change(scene.change) { sheet.text.width($0) <= place.width / 2 }
    let needed = { (letters: Lettering) in
      letters.width(sheet.numerals.money(scene.money, in: letters, width: .max)) + sheet.gap
        + letters.width(change)
    }
    let letters = needed(sheet.text) <= place.width ? sheet.text : sheet.small
    // Letters of other scripts reach below digits, and into the gap above them.
    let tail = letters.ascent < sheet.words.lineHeight ? sheet.words.tail : 0
    let height = letters.ascent + tail
    let line = Rect(x: place.x, y: place.bottom - height, width: place.width, height: height)
    place.height -= letters.ascent + sheet.gap
    let digits = sheet.largest("00:00", in: place.size)
    frame.write(
      scene.masthead.clock, x: place.x + (place.width - digits.width("00:00")) / 2,
      baseline: place.bottom - (place.height - digits.ascent) / 2, ink: .text, in: digits)
    let width = sheet.write(
      change, .right, of: line, Ink(change: scene.change, isOld: scene.masthead.isOld),
      in: letters, on: &frame)
    // The last letters' own gaps may hang over the edge.
    let room = line.width + 1 - (width - 1) - sheet.gap
    let price = sheet.numerals.money(scene.money, in: letters, width: room)
    sheet.write(price, of: line, scene.masthead.isOld ? .dim : .text, in: letters, on: &frame)
  }
}

extension PageName {
  public static let clock = PageName(rawValue: "clock")
}
