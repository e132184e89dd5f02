import MarketData
import Pixels

/// Candles with prices over them, their volumes and times below; an indicator lies over them, or in a
/// pane of its own.
struct ChartPage {
  let page: PageLayout

  init(_ page: PageLayout) { self.page = page }

  /// - Returns: what is written on the candles; nil where there are none.
  @discardableResult
  func draw(_ scene: ChartScene, on frame: inout Frame) -> [PlotLabels.Label]? {
    page.drawHeader(title(of: scene), scene.statusHeader, on: &frame)
    let known = scene.candles.compactMap { $0 }
    guard scene.notice == nil, let last = known.last else {
      page.drawNotice(scene.notice ?? page.words[.noCandles], on: &frame)
      return nil
    }
    let hasPane = scene.indicator.hasPane
    let layout = ChartLayout(page, scene, price: known.reduce(last.high) { max($0, $1.high) })
    let chart = CandleChart(rect: layout.chart, depth: page.depth)
    let visible = scene.candles.suffix(chart.capacity)
    // What is weighed by volume begins with the first candle that is seen.
    let candles = scene.indicator == .vwap ? Array(visible) : scene.candles
    let lines = scene.indicator.lines(of: candles, period: scene.period)
      .map { $0.suffix(visible.count) }
    let drawn = (hasPane ? [] : lines) + (scene.area.map { [[$0]] } ?? [])
    guard
      let scale = PriceScale(
        visible, lines: drawn, decimals: scene.decimals, height: layout.chart.height,
        headroom: layout.headroom)
    else { return nil }
    let marks = PriceMarks(page, scale, layout)
    let price = scene.price ?? last.close
    let way = scene.area.map { ColourRole(change: price - $0) } ?? last.role
    let role: ColourRole = scene.statusHeader.isOld ? .dim : way
    drawTimes(visible, scene, chart, layout, on: &frame)
    marks.drawLines(last: price, role, on: &frame)
    chart.drawVolumes(visible, in: layout.volumes, on: &frame)
    if let baseline = scene.area {
      chart.drawArea(visible, from: baseline, on: scale, on: &frame)
    } else {
      chart.draw(visible, on: scale, on: &frame)
    }
    var labels = PlotLabels(page, layout) { chart.hidden(by: $0, visible, on: scale) }
    if hasPane {
      IndicatorPane(page, chart, layout).draw(scene, lines, on: &frame)
    } else {
      for (index, line) in lines.enumerated().reversed() {
        chart.drawLine(line, index == 0 ? .text : .dim, on: &frame) {
          scale.holds($0) ? layout.chart.y + scale.row($0) : nil
        }
      }
    }
    marks.write(last: price, role, visible, chart, in: &labels, on: &frame)
    if !hasPane, let name = scene.indicatorName {
      let value = lines.first.flatMap { $0.last ?? nil }.map(layout.form.text)
      writeLegend([name, value ?? NumberFormatter.unknown], layout, in: &labels, on: &frame)
    }
    marks.writeLevels(in: &labels, on: &frame)
    return labels.written
  }

  private func drawTimes(
    _ visible: ArraySlice<Candle?>, _ scene: ChartScene, _ chart: CandleChart,
    _ layout: ChartLayout, on frame: inout Frame
  ) {
    guard let known = visible.reversed().enumerated().first(where: { $0.element != nil }),
      let candle = known.element
    else { return }
    let newest = candle.start + Int64(known.offset) * scene.span.milliseconds
    TimeAxis(page, in: layout.axis).draw(
      from: newest + Int64(scene.utcOffsetSeconds) * 1_000, scene.span, count: visible.count,
      chart, through: layout.chart, on: &frame)
  }

  /// What lies over the candles, and its last value, in a corner.
  private func writeLegend(
    _ words: [String], _ layout: ChartLayout, in labels: inout PlotLabels, on frame: inout Frame
  ) {
    for text in [words.joined(separator: " "), words[1]] {
      let size = Size(labels.width(text), labels.height)
      let (right, bottom) = (layout.chart.right - size.width, layout.chart.bottom - size.height)
      let places = [
        (layout.chart.x, layout.chart.y), (layout.chart.x, bottom), (right, layout.chart.y),
        (right, bottom),
      ].map { Rect(x: $0, y: $1, width: size.width, height: size.height) }
      if labels.write(text, among: places, .text, on: &frame) { return }
    }
  }

  /// The market and how long its candles are, as far as there is room.
  private func title(of scene: ChartScene) -> String {
    let name = page.name(of: scene.statusHeader)
    let span = page.words.spans[scene.span]!
    let room =
      page.isRound
      ? page.header.width
      : page.header.width - page.status(of: scene.statusHeader).width - page.gap
    let titles = ["\(name) \(span)", "\(scene.statusHeader.base) \(span)"]
    return titles.first { page.title.width($0) <= room } ?? span
  }
}

extension ChartScene {
  /// What traders call it everywhere: `EMA 20`.
  var indicatorName: String? {
    let name: String? =
      switch indicator {
      case .none: nil
      case .bollinger: "BB"
      case .sma, .ema, .rsi, .macd, .vwap: indicator.rawValue.uppercased()
      }
    return name.map { $0 + (period.map { " \($0)" } ?? "") }
  }
}

extension Indicator {
  /// It is no price, and is drawn below the candles.
  var hasPane: Bool { self == .rsi || self == .macd }
}
