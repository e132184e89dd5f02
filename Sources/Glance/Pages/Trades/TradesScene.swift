import MarketData
import Pixels
import State

/// What the trades page says: the tape, newest first.
public struct TradesScene: PageScene {
  static let name = PageName.trades
  static let title = PageTitle(english: "Trades", korean: "체결")

  /// The most trades: more than any panel has rows for.
  static let rowsMax = 20

  public var statusHeader = StatusHeader()
  public var trades: [Trade] = []
  public var decimals = 0
  public var mark = CurrencyMark()
  /// The distance of the times that are shown from UTC, in seconds.
  public var utcOffsetSeconds = 0
  /// A day ago, in Unix milliseconds: earlier trades show their day. It is in whole minutes, so that the
  /// scene does not change each second.
  public var dayAgo = Int64.min
  /// False if the exchange offers no trades, so that the page does not wait for one.
  public var isOffered = true

  /// The last eight, each as high as it is large; the one light is the side of the newest.
  var lights: LEDView {
    guard let newest = trades.first else {
      return LEDView(statusHeader.isOld ? .warning : .dim, level: 3)
    }
    let shown = trades.prefix(8)
    let most = max(shown.map(\.volume).max()!, .leastNonzeroMagnitude)
    return LEDView(
      role(of: newest), level: 8,
      bars: shown.reversed().map { LEDView.Bar(role(of: $0), to: $0.volume / most) })
  }

  /// What is said if there are no trades: that the next one is shown, only if one may come.
  func explanation(in words: Strings) -> String {
    isOffered ? words[.noTrades] : words.language.noTradesOffered(by: statusHeader.exchange)
  }

  /// Polls tell no complete tape, so trades are old unless they are streamed.
  var isOld: Bool { !statusHeader.isStreamed }

  func role(of trade: Trade) -> ColourRole {
    isOld ? .dim : trade.isBuy.map { $0 ? .rise : .fall } ?? .still
  }

  /// Whether it is a day old, and told by its day. Before 1970 nothing was traded here.
  func isDayOld(_ trade: Trade) -> Bool { trade.time >= 0 && trade.time < dayAgo }

  /// The local time of a trade, or its day.
  func time(of trade: Trade, hasSeconds: Bool) -> String {
    guard !isDayOld(trade) else {
      return CalendarDay(at: trade.time, utcOffsetSeconds: utcOffsetSeconds).short
    }
    return StatusHeader.clock(
      at: trade.time, utcOffsetSeconds: utcOffsetSeconds, hasSeconds: hasSeconds)
  }
}

extension TradesScene {
  static func make(from desk: Desk) -> TradesScene { desk.tradesScene }

  static func requirements(of desk: Desk) -> DataRequirements {
    var requirements = DataRequirements()
    requirements.tape = desk.shown
    return requirements
  }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    TradesPage(layout).draw(self, on: &frame)
  }

  var subject: [String?] { [mark.currency] }
  var missingCount: Int { trades.isEmpty ? 1 : 0 }
}

extension Desk {
  var tradesScene: TradesScene {
    let display = fineDisplayCurrency(of: shown)
    var scene = TradesScene(statusHeader: statusHeader)
    scene.trades = markets[shown].tape.trades.prefix(TradesScene.rowsMax).compactMap { trade in
      display(trade.price).map {
        var trade = trade
        trade.price = $0
        return trade
      }
    }
    (scene.decimals, scene.mark) = (display.decimals, display.mark)
    scene.utcOffsetSeconds = utcOffsetSeconds
    scene.dayAgo = now.wall / 60_000 * 60_000 - 86_400_000
    scene.isOffered = markets[shown].tape.isOffered
    return scene
  }
}

extension PageName {
  public static let trades = PageName(rawValue: "trades")
}
