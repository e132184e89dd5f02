import MarketData
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

@Suite("What the chart is of")
struct ChartDeskTests {
  private static let wall: Int64 = 1_795_147_953_000

  private func desk(_ change: (inout Settings) -> Void = { _ in }) -> Desk {
    var settings = Settings()
    settings.home = .chart
    change(&settings)
    return .streaming(
      markets: ["BTC", "ETH"].map { .upbit($0) }, settings: settings,
      at: Moment(monotonic: 0, wall: Self.wall))
  }

  private func history(_ span: ChartSpan, _ count: Int64) -> CandleHistory {
    let length = span.milliseconds
    let newest = Self.wall / length * length
    return CandleHistory(
      span: span,
      candles: (0..<count).map {
        let price = 100 + Double($0)
        return Candle(
          start: newest - (count - 1 - $0) * length, open: price, high: price, low: price,
          close: price, volume: 1, source: .trades)
      },
      time: Self.wall)
  }

  @Test(
    "one command goes through all spans, another through all indicators, and the user goes first")
  func choices() {
    var desk = desk { ($0.span, $0.indicator) = (.hour, .rsi) }
    #expect((desk.chartScene.span, desk.chartScene.indicator) == (.hour, .rsi))
    var spans: [ChartSpan] = []
    var indicators: [Indicator] = []
    for _ in ChartSpan.allCases {
      desk.apply(.command(.nextSpan))
      spans.append(desk.chartScene.span)
    }
    for _ in Indicator.allCases {
      desk.apply(.command(.nextIndicator))
      indicators.append(desk.chartScene.indicator)
    }
    #expect(spans == [.day, .fiveSeconds, .minute, .fiveMinutes, .hour])
    #expect(indicators == [.macd, .vwap, .none, .sma, .ema, .bollinger, .rsi])
    desk.apply(.command(.nextSpan))
    #expect((desk.preferences.span, desk.preferences.indicator) == (.day, .rsi))
    // What the file changed goes before what the user chose.
    var settings = desk.settings
    settings.span = .minute
    desk.apply(.settings(settings))
    #expect((desk.chartScene.span, desk.chartScene.indicator) == (.minute, .rsi))
  }

  @Test("candles are asked for while they are looked at, of the market on the screen")
  func needs() {
    var desk = desk()
    #expect(desk.requirements.chart == Chart(market: 0, span: .minute))
    desk.apply(.command(.nextMarket))
    desk.apply(.command(.nextSpan))
    #expect(desk.requirements.chart == Chart(market: 1, span: .fiveMinutes))
    desk.apply(.command(.show(.clock)))
    #expect(desk.requirements.chart == nil)
    // The ring has them.
    desk.apply(.command(.show(.chart)))
    repeat { desk.apply(.command(.nextSpan)) } while desk.span != .fiveSeconds
    #expect(desk.requirements.chart == nil)
  }

  @Test("what an exchange keeps is charted, of one market at a time")
  func kept() {
    var desk = desk()
    desk.apply(.update(.candles(market: 0, history(.minute, 30))))
    #expect(desk.chartScene.candles.count == 30)
    desk.apply(.command(.nextSpan))
    #expect(desk.chartScene.candles.isEmpty)
    desk.apply(.update(.candles(market: 0, history(.fiveMinutes, 12))))
    #expect(desk.chartScene.candles.count == 12)
    desk.apply(.command(.nextMarket))
    #expect(desk.chartScene.candles.isEmpty)
    desk.apply(.update(.candles(market: 1, history(.fiveMinutes, 5))))
    #expect(desk.chartScene.candles.count == 5)
    desk.apply(.command(.previousMarket))
    #expect(desk.chartScene.candles.isEmpty)
  }

  @Test("a trade moves the forming candle of every span", arguments: ChartSpan.allCases)
  func live(span: ChartSpan) {
    var desk = desk { $0.span = span }
    desk.apply(.update(.candles(market: 0, history(span, 3))))
    for (after, price) in [(1_000, 90.0), (9_000, 130), (14_000, 120)] as [(Int64, Double)] {
      let now = Moment(monotonic: after, wall: Self.wall + after)
      desk.apply(.time(now, utcOffsetSeconds: 0))
      let trade = Trade(id: nil, price: price, volume: 1, time: Self.wall + after)
      desk.apply(.update(.trade(market: 0, trade)))
    }
    let forming = desk.chartScene.candles.last ?? nil
    #expect(forming?.close == 120)
    guard span != .fiveSeconds, span != .minute else { return }
    #expect(desk.chartScene.candles.count == 3)
    #expect((forming?.open, forming?.high, forming?.low) == (102, 130, 90))
  }

  @Test("the period is the indicator's own unless the configuration says another")
  func periods() {
    let usual: [Indicator: Int?] = [
      .none: nil, .sma: 20, .ema: 20, .bollinger: 20, .rsi: 14, .macd: nil, .vwap: nil,
    ]
    for indicator in Indicator.allCases {
      #expect(desk { $0.indicator = indicator }.chartScene.period == usual[indicator])
      let chosen = desk { ($0.indicator, $0.period) = (indicator, 50) }.chartScene.period
      #expect(chosen == (indicator.usualPeriod == nil ? nil : 50))
    }
  }
}
