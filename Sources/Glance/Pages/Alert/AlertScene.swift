import MarketData
import Pixels
import State

/// What the alert page says: what has happened, since when, and the price now.
public struct AlertScene: PageScene {
  static let name = PageName.alert
  static let title = PageTitle(english: "Alert", korean: "알림")

  public var statusHeader = StatusHeader()
  public var condition = AlertRule.Condition.dayHigh
  /// What the condition measured when the alert fired.
  public var figure: Double?
  /// The local time when it came, `14:05`.
  public var since = ""
  public var price: Money?
  /// Digits after the point of what the condition counted.
  public var decimals = 0
  /// Whether a light that blinks shines now.
  public var isLit = true

  /// Every other light by turns.
  var lights: LEDView {
    let bars = (0..<8).map { LEDView.Bar(role, to: ($0 % 2 == 0) == isLit ? 1 : 0) }
    return LEDView(role, level: isLit ? 15 : 0, bars: bars)
  }

  var role: ColourRole {
    switch AlertHeadline.Kind(condition, figure: figure) {
    case .above, .risen, .newHigh, .premiumAbove: .rise
    case .below, .fallen, .newLow, .premiumBelow: .fall
    case .feedLost: .warning
    }
  }
}

extension AlertScene {
  static func make(from desk: Desk) -> AlertScene { desk.alertScene }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    AlertPage(layout).draw(self, on: &frame)
  }

  func hasNews(since shown: AlertScene, pricePercent: Double) -> Bool {
    shown.condition != condition || shown.since != since
  }
}

extension Desk {
  var alertScene: AlertScene {
    var scene = AlertScene(statusHeader: statusHeader)
    guard let front = alerts.front else { return scene }
    let state = markets[front.key.market]
    scene.condition = settings.alerts.rules[front.key.rule].condition
    scene.figure = front.figure
    scene.since = localTime(at: front.since)
    if case .feedLost = scene.condition, let silent = exchange(state.market.source)?.silentSince {
      scene.since = localTime(at: silence(since: silent))
    }
    scene.price = money(state.price, of: front.key.market)
    scene.decimals = state.decimals
    scene.isLit = isBlinkLit
    return scene
  }
}
