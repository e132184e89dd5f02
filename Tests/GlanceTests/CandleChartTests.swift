import MarketData
import Pixels
import TestSupport
import Testing

@testable import Glance

@Suite struct CandleChartTests {
  private func candle(
    _ open: Double, _ high: Double, _ low: Double, _ close: Double,
    _ source: Candle.Source = .trades
  ) -> Candle {
    Candle(
      start: 0, open: open, high: high, low: low, close: close, volume: nil, source: source)
  }

  private func picture(_ candles: [Candle?], _ size: Size) -> String {
    var frame = Frame(size)
    CandleChart(rect: Rect(size), depth: .mono).draw(
      RecentCandles(candles), decimals: 0, on: &frame)
    return frame.text
  }

  @Test("up is hollow, down is full, still is a line, unknown is a dot, samples are thin")
  func shapes() {
    let candles: [Candle?] = [
      candle(20, 80, 0, 60), candle(60, 70, 10, 30), nil, candle(40, 60, 20, 40),
      candle(70, 70, 30, 30, .samples),
    ]
    #expect(
      picture(candles, Size(20, 9)) == """
        ..#.................
        ..#...#...........#.
        .###.###......#..#.#
        .#.#.###......#...#.
        .#.#.###.....###.#.#
        .#.#.###......#...#.
        .###..#.......#.....
        ..#...#.............
        ..#.......#.........
        """)
  }

  @Test("without colour a low body steps up or down, and with it is a line")
  func steps() {
    let candles: [Candle?] = [
      candle(50, 80, 50, 50), candle(50, 50, 20, 55), candle(55, 80, 50, 50),
      candle(50, 50, 50, 50), candle(40, 50, 40, 50), candle(50, 50, 40, 40),
    ]
    #expect(
      picture(candles, Size(23, 9)) == """
        .#.......#.............
        .#.......#.............
        .#.......#.............
        .#...##.##.............
        ###.##...##.###..##.##.
        .....#..........##...##
        .....#.................
        .....#.................
        .....#.................
        """)
    var frame = Frame(Size(23, 9))
    CandleChart(rect: frame.bounds, depth: .colour).draw(
      RecentCandles(candles), decimals: 0, on: &frame)
    let rows = (4...6).map { x in (0..<9).filter { frame[x, $0] >> 4 == ColourRole.rise.rawValue } }
    #expect(rows[0] == rows[2] && !rows[0].isEmpty)
  }

  @Test("an area has each candle that is known, one between two gaps, too")
  func areaBetweenGaps() {
    let candles = [nil, candle(60, 60, 60, 60), nil, candle(40, 40, 40, 40), nil]
    var frame = Frame(Size(20, 13))
    let chart = CandleChart(rect: frame.bounds, depth: .mono)
    chart.draw(RecentCandles(candles), decimals: 0, baseline: 50, on: &frame)
    let columns = (0..<20).filter { x in (0..<13).contains { frame[x, $0] != 0 && $0 != 6 } }
    #expect(columns == [chart.middle(3), chart.middle(1)])
  }

  @Test("an area leads from where the day began to each close, full above and below")
  func area() {
    let candles = [50, 60, 70, 60, 50, 40, 30, 40, 40].map { candle($0, $0, $0, $0) }
    var frame = Frame(Size(36, 13))
    let chart = CandleChart(rect: frame.bounds, depth: .mono)
    chart.draw(RecentCandles(candles), decimals: 0, baseline: 50, on: &frame)
    #expect(
      frame.text == """
        ..........#.........................
        ..........##........................
        ........##.###......................
        ......###.#.#.#.....................
        ......##.#.#.#.#....................
        ....###.#.#.#.#.##..................
        #.##..#..#..#..#..##.#.#.#.#.#.#.#.#
        ...................##.#.#.#.#.#.#.#.
        ....................##.#.#.#.#.#.#.#
        ......................#.#.#.#.######
        .......................#.#.#.##.....
        ........................###.##......
        ..........................##........
        """)
    frame = Frame(Size(36, 13))
    CandleChart(rect: frame.bounds, depth: .colour)
      .draw(RecentCandles(candles), decimals: 0, baseline: 50, on: &frame)
    let roles = (0..<13).map { y in
      Set((0..<36).map { frame[$0, y] >> 4 }).intersection(
        [ColourRole.rise, .fall].map(\.rawValue))
    }
    let floor = roles.lastIndex { $0.contains(ColourRole.rise.rawValue) }!
    #expect(roles[...(floor - 1)].allSatisfy { !$0.contains(ColourRole.fall.rawValue) })
    #expect(roles[(floor + 2)...].allSatisfy { !$0.contains(ColourRole.rise.rawValue) })
  }

  @Test("the forming candle is last, at the right edge, and the oldest fall off the left one")
  func edges() {
    let rising = (0..<50).map { candle(Double($0), Double($0) + 1, Double($0), Double($0) + 1) }
    var frame = Frame(Size(21, 9))
    let chart = CandleChart(rect: Rect(frame.size), depth: .mono)
    #expect(chart.capacity == 5)
    chart.draw(RecentCandles(rising), decimals: 0, on: &frame)
    #expect((0..<9).contains { frame[20, $0] != 0 })
    #expect((0..<9).allSatisfy { frame[0, $0] == 0 && frame[1, $0] == 0 })
  }

  @Test("a market that stands still is a line in the middle")
  func calm() {
    for price in [0.000952, 1, 95.2, 148_737_000, 1e12] {
      let scale = PriceScale([Candle.flat(at: price, start: 0)], decimals: 8, height: 21)
      #expect(abs((scale?.row(price) ?? 0) - 10) <= 1, "\(price)")
    }
  }

  @Test("a price of one smallest step has no scale below zero")
  func aboveZero() {
    let scale = PriceScale([Candle.flat(at: 1e-8, start: 0)], decimals: 8, height: 60)
    #expect(scale?.holds(0) == true && scale?.holds(-1e-9) == false)
    // What is counted from nought may be less.
    #expect(PriceScale([Candle.flat(at: -2, start: 0)], decimals: 0, height: 60)?.holds(-3) == true)
  }

  @Test("a small step in the forming candle leaves the others where they are")
  func steady() {
    var candles = [candle(100, 140, 90, 130), candle(130, 135, 105, 110)]
    let rows = [90, 100, 120, 140].map { PriceScale(candles, decimals: 0, height: 60)?.row($0) }
    candles[1].close = 119
    candles[1].high = 138
    #expect(
      rows == [90, 100, 120, 140].map { PriceScale(candles, decimals: 0, height: 60)?.row($0) })
  }

  @Test("no price falls off the scale, whatever it is")
  func extremes() {
    for extreme in [1e300, 1e-300, Double.greatestFiniteMagnitude] {
      let scale = PriceScale(
        [candle(1, extreme, min(1, extreme), 1)], decimals: 18, height: 9)
      for price in [extreme, 1, 0] { #expect((0..<9).contains(scale?.row(price) ?? -1)) }
    }
    #expect(PriceScale([nil, nil], decimals: 0, height: 9) == nil)
  }
}
