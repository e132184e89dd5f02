import Testing

@testable import MarketData

@Suite("Indicators by their definitions")
struct IndicatorTests {
  private static func candles(_ closes: [Double]) -> [Candle?] {
    closes.enumerated().map { place, close in
      Candle(
        start: Int64(place) * 60_000, open: close, high: close, low: close, close: close,
        volume: 1, source: .trades)
    }
  }

  private func values(
    _ indicator: Indicator, _ closes: [Double], period: Int? = nil, line: Int = 0
  ) -> [Double?] {
    indicator.lines(of: Self.candles(closes), period: period)[line]
  }

  /// Whether they are equal as far as they were published, and nil before.
  private func agree(
    _ values: [Double?], _ published: [Double], within error: Double,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let silent = values.count - published.count
    #expect(values.prefix(silent).allSatisfy { $0 == nil }, sourceLocation: location)
    for (value, expected) in zip(values.dropFirst(silent), published) {
      #expect(
        abs((value ?? .infinity) - expected) <= error, "\(expected)", sourceLocation: location)
    }
  }

  /// StockCharts ChartSchool, "Moving Averages", its spreadsheet cs-movavg: Intel's closes from 24
  /// March to 5 May 2010 and their 10-day averages, to three decimals (as in
  /// github.com/stebas101/TradingToolbox, data/cs-movavg.csv).
  private static let intel = [
    22.273, 22.194, 22.085, 22.174, 22.184, 22.134, 22.234, 22.432, 22.244, 22.293, 22.154, 22.393,
    22.382, 22.611, 23.356, 24.052, 23.753, 23.832, 23.952, 23.634, 23.823, 23.872, 23.654, 23.187,
    23.098, 23.326, 22.681, 23.098, 22.403, 22.173,
  ]

  @Test("the exponential average is ChartSchool's")
  func exponential() {
    agree(
      values(.ema, Self.intel, period: 10),
      [
        22.225, 22.212, 22.245, 22.270, 22.332, 22.518, 22.797, 22.971, 23.127, 23.277, 23.342,
        23.429, 23.510, 23.536, 23.473, 23.404, 23.390, 23.261, 23.231, 23.081, 22.916,
      ], within: 0.001)
  }

  @Test("the simple average is ChartSchool's")
  func simple() {
    agree(
      values(.sma, Self.intel, period: 10),
      [
        22.225, 22.213, 22.233, 22.262, 22.306, 22.423, 22.615, 22.767, 22.907, 23.078, 23.212,
        23.379, 23.527, 23.654, 23.711, 23.686, 23.613, 23.506, 23.432, 23.277, 23.131,
      ], within: 0.001)
  }

  /// StockCharts ChartSchool, "Relative Strength Index (RSI)": the closes and the 14-day values of
  /// its spreadsheet, which follow Wilder's "New Concepts in Technical Trading Systems" (1978).
  @Test("the relative strength is Wilder's")
  func strength() {
    let closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826,
      45.8931, 46.0328, 45.6140, 46.2820, 46.2820, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
      46.2122, 46.2521, 45.7137, 46.4515, 45.7835, 45.3548, 44.0288, 44.1783, 44.2181, 44.5672,
      43.4205, 42.6628, 43.1314,
    ]
    agree(
      values(.rsi, closes),
      [
        70.53278948, 66.31856181, 66.54982994, 69.40630534, 66.35516906, 57.97485571, 62.92960675,
        63.25714756, 56.05929872, 62.37707144, 54.70757308, 50.42277441, 39.98982315, 41.46048198,
        41.86891609, 45.46321245, 37.30404209, 33.07952299, 37.77295211,
      ], within: 1e-8)
  }

  /// Invest Excel, "How to Calculate MACD in Excel": Apple's closes of 2013, its line and its signal.
  @Test("the convergence is that of Invest Excel's spreadsheet")
  func convergence() {
    let closes = [
      459.99, 448.85, 446.06, 450.81, 442.80, 448.97, 444.57, 441.40, 430.47, 420.05, 431.14,
      425.66, 430.58, 431.72, 437.87, 428.43, 428.35, 432.50, 443.66, 455.72, 454.49, 452.08,
      452.73, 461.91, 463.58, 461.14, 452.08, 442.66, 428.91, 429.79, 431.99, 427.72, 423.20,
      426.21, 426.98, 435.69, 434.33, 429.80, 419.85, 426.24,
    ]
    agree(
      values(.macd, closes),
      [
        8.2752695039, 7.7033783815, 6.4160747570, 4.2375197833, 2.5525833249, 1.3788857199,
        0.1029814912, -1.2584019528, -2.0705581901, -2.6218423283, -2.3290667405, -2.1816321148,
        -2.4026262729, -3.3421216814, -3.5303631361,
      ], within: 1e-9)
    let signal = values(.macd, closes, line: 1)
    #expect(signal.prefix(33).allSatisfy { $0 == nil })
    let published = [33: 3.037525868733945, 34: 1.90565222933578, 39: -1.338100412582993]
    for (day, value) in published { #expect(abs((signal[day] ?? 0) - value) < 1e-9, "\(day)") }
  }

  /// StockCharts ChartSchool, "Bollinger Bands": the spreadsheet's closes and its three bands.
  @Test("the bands are ChartSchool's")
  func bands() {
    let closes = [
      86.1557, 89.0867, 88.7829, 90.3228, 89.0671, 91.1453, 89.4397, 89.1750, 86.9302, 87.6752,
      86.9596, 89.4299, 89.3221, 88.7241, 87.4497, 87.2634, 89.4985, 87.9006, 89.1260, 90.7043,
      92.9001, 92.9784, 91.8021, 92.6647, 92.6843, 92.3021, 92.7725, 92.5373, 92.9490, 93.2039,
      91.0669, 89.8318, 89.7435, 90.3994, 90.7387, 88.0177, 88.0867, 88.8439, 90.7781, 90.5416,
      91.3894, 90.6500,
    ]
    let lines = Indicator.bollinger.lines(of: Self.candles(closes))
    agree(
      lines[0],
      [
        88.71, 89.05, 89.24, 89.39, 89.51, 89.69, 89.75, 89.91, 90.08, 90.38, 90.66, 90.86, 90.88,
        90.91, 90.99, 91.15, 91.19, 91.12, 91.17, 91.25, 91.24, 91.17, 91.05,
      ], within: 0.0051)
    agree(
      lines[1],
      [
        86.12, 86.14, 85.87, 85.85, 85.70, 85.65, 85.59, 85.56, 85.60, 85.98, 86.27, 86.82, 86.87,
        86.91, 87.12, 87.63, 87.83, 87.56, 87.76, 87.97, 87.95, 87.96, 87.95,
      ], within: 0.0051)
    agree(
      lines[2],
      [
        91.29, 91.95, 92.61, 92.93, 93.31, 93.73, 93.90, 94.27, 94.57, 94.79, 95.04, 94.91, 94.90,
        94.90, 94.86, 94.67, 94.56, 94.68, 94.58, 94.53, 94.53, 94.37, 94.15,
      ], within: 0.0051)
  }

  /// StockCharts ChartSchool, "Volume-Weighted Average Price (VWAP)": the first minutes of a day of
  /// IBM's, which range from 127.36 to 126.67 and end at 127.09.
  @Test("the weighted price is ChartSchool's")
  func weighted() {
    let high = [
      127.36, 127.31, 127.21, 127.15, 127.08, 127.19, 127.09, 127.08, 127.18, 127.16, 127.31,
      127.35, 127.34, 127.29, 127.36,
    ]
    let low = [
      126.99, 127.10, 127.11, 126.93, 126.98, 126.99, 126.82, 126.95, 127.05, 127.05, 127.08,
      127.20, 127.25, 127.17, 127.25,
    ]
    let close = [
      127.28, 127.11, 127.15, 127.04, 126.98, 127.07, 126.93, 127.05, 127.11, 127.15, 127.30,
      127.28, 127.28, 127.29, 127.25,
    ]
    let volume: [Double] = [
      89329, 16137, 23945, 20679, 27252, 20915, 17372, 17600, 13896, 6700, 13848, 9925, 5540,
      10803, 19400,
    ]
    let candles = volume.indices.map {
      Candle(
        start: Int64($0) * 60_000, open: close[$0], high: high[$0], low: low[$0],
        close: close[$0], volume: volume[$0], source: .trades)
    }
    agree(
      Indicator.vwap.lines(of: candles)[0],
      [
        127.2100, 127.2044, 127.1956, 127.1741, 127.1494, 127.1424, 127.1267, 127.1191, 127.1188,
        127.1188, 127.1246, 127.1300, 127.1332, 127.1374, 127.1467,
      ], within: 0.00006)
  }
}
