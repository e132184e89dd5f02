import MarketData
import Pixels

/// Candles with their prices at the right and their volumes below; an indicator lies over them, or
/// in a pane of its own.
struct ChartPage {
  let page: PageLayout

  init(_ page: PageLayout) { self.page = page }

  func draw(_ scene: ChartScene, on frame: inout Frame) {
    page.drawHeader(title(of: scene), scene.statusHeader, on: &frame)
    let known = scene.candles.compactMap { $0 }
    guard scene.notice == nil, let last = known.last else {
      return page.drawNotice(scene.notice ?? page.words[.noCandles], on: &frame)
    }
    let hasPane = scene.indicator.hasPane
    let layout = ChartLayout(page, scene, price: known.reduce(last.high) { max($0, $1.high) })
    let chart = CandleChart(rect: layout.chart, depth: page.depth)
    let visible = scene.candles.suffix(chart.capacity)
    // What is weighed by volume begins with the first candle that is seen.
    let candles = scene.indicator == .vwap ? Array(visible) : scene.candles
    let lines = scene.indicator.lines(of: candles, period: scene.period)
      .map { $0.suffix(visible.count) }
    let scale = PriceScale(
      visible, lines: hasPane ? [] : lines, decimals: scene.decimals, height: layout.chart.height)
    if let scale {
      PriceMarks(page, scale, layout).draw(
        last: scene.price ?? last.close, scene.statusHeader.isOld ? .dim : last.role, on: &frame)
    }
    chart.drawVolumes(visible, in: layout.volumes, on: &frame)
    chart.draw(visible, on: scale, on: &frame)
    if hasPane {
      IndicatorPane(page, chart, layout).draw(
        scene.indicator, lines, decimals: scene.decimals, on: &frame)
    } else if let scale {
      for (index, line) in lines.enumerated().reversed() {
        chart.drawLine(line, index == 0 ? .text : .dim, on: &frame) {
          scale.holds($0) ? layout.chart.y + scale.row($0) : nil
        }
      }
    }
  }

  /// The market, how long its candles are, and the indicator, as far as there is room.
  private func title(of scene: ChartScene) -> String {
    let name = page.name(of: scene.statusHeader)
    let base = scene.statusHeader.code.prefix { $0 != "/" && $0 != " " }
    let span = page.words.spans[scene.span]!
    let label = ([span] + scene.indicatorName).joined(separator: " ")
    let room =
      page.isRound
      ? page.header.width
      : page.header.width - page.status(of: scene.statusHeader).width - page.gap
    let titles = ["\(name) \(label)", "\(base) \(label)", label]
    return titles.first { page.title.width($0) <= room } ?? span
  }
}

extension ChartScene {
  /// What traders call it everywhere: `EMA 20`.
  fileprivate var indicatorName: [String] {
    let name: String? =
      switch indicator {
      case .none: nil
      case .bollinger: "BB"
      case .sma, .ema, .rsi, .macd, .vwap: indicator.rawValue.uppercased()
      }
    return name.map { [$0] + (period.map { ["\($0)"] } ?? []) } ?? []
  }
}

extension Indicator {
  /// It is no price, and is drawn below the candles.
  var hasPane: Bool { self == .rsi || self == .macd }
}
