import MarketData
import Pixels
import State

/// What the clock page says: the time and the day, and the price below.
public struct ClockScene: PageScene {
  static let name = PageName.clock
  static let title = PageTitle(english: "Clock", korean: "시계")

  public var statusHeader = StatusHeader()
  public var price: Double?
  public var decimals = 0
  public var mark = CurrencyMark()
  public var change: Double?
  /// The local day.
  var day = CalendarDay(at: 0, utcOffsetSeconds: 0)

  var money: Money? { price.map { Money($0, decimals: decimals, mark: mark) } }

  /// How much of the hour is over, in eighths.
  var lights: LEDView {
    let minute = Int(statusHeader.clock.suffix(2)) ?? 0
    let role: ColourRole = statusHeader.isOld ? .warning : .dim
    return LEDView(
      role, level: 3,
      bars: (0..<8).map { index in
        LEDView.Bar(role, to: max(0, min(1, Double(minute) / 7.5 - Double(index))))
      }, fit: .scale)
  }
}

extension ClockScene {
  static func make(from desk: Desk) -> ClockScene { desk.clockScene }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    ClockPage(layout).draw(self, on: &frame)
  }

  var subject: [String?] { [mark.currency] }

  func hasNews(since shown: ClockScene, pricePercent: Double) -> Bool {
    shown.statusHeader.clock != statusHeader.clock
  }
}

extension Desk {
  var clockScene: ClockScene {
    let state = markets[shown]
    var scene = ClockScene(statusHeader: statusHeader)
    let display = displayCurrency(of: shown)
    scene.price = display(state.shownPrice(at: now.monotonic))
    (scene.decimals, scene.mark) = (display.decimals, display.mark)
    scene.change = state.shownChange(at: now.monotonic)
    scene.day = CalendarDay(at: now.wall, utcOffsetSeconds: utcOffsetSeconds)
    return scene
  }
}

extension PageName {
  public static let clock = PageName(rawValue: "clock")
}
