import MarketData
import Pixels

/// Candles with prices beside them, their volumes and times below; an indicator lies over them, or in a
/// pane of its own.
struct ChartPage {
  let page: PageLayout

  init(_ page: PageLayout) { self.page = page }

  /// - Returns: the numbers beside the candles; nil where there are none.
  @discardableResult
  func draw(_ scene: ChartScene, on frame: inout Frame) -> PriceColumn? {
    let known = scene.candles.compactMap { $0 }
    guard scene.statusHeader.isListed, let last = known.last else {
      page.drawHeader(title(of: scene), scene.statusHeader, on: &frame)
      page.drawExplanation(page.words[.noCandles], of: scene.statusHeader, on: &frame)
      return nil
    }
    let price = scene.price ?? last.close
    let layout = ChartLayout(page, scene, price: known.reduce(price) { max($0, $1.high) })
    let indicator = layout.namesIndicator ? nil : scene.indicatorName
    page.drawHeader(title(of: scene, with: indicator), scene.statusHeader, on: &frame)
    let hasPane = scene.indicator.hasPane
    let newest = scene.newest ?? 0
    let chart = CandleChart(
      rect: layout.chart, depth: page.depth, newest: newest / scene.span.milliseconds)
    let visible = scene.candles.suffix(chart.capacity)
    // The average weighted by volume begins with the first candle that is visible.
    let candles = scene.indicator == .vwap ? Array(visible) : scene.candles
    let lines = scene.indicator.lines(of: candles, period: scene.period)
      .map { $0.suffix(visible.count) }
    let drawn = (hasPane ? [] : lines) + (scene.area.map { [[$0]] } ?? [])
    let height = layout.chart.height
    // In an outage it may be that none of the visible candles is known, but one before them.
    guard
      let scale = PriceScale(visible, lines: drawn, decimals: scene.decimals, height: height)
        ?? PriceScale([last], decimals: scene.decimals, height: height)
    else { return nil }
    let way = scene.area.map { ColourRole(change: price - $0) } ?? last.role
    let role: ColourRole = scene.statusHeader.isOld ? .dim : way
    var column = PriceColumn(page, layout, scale, last: price, role, visible)
    TimeAxis(layout.letters, page.depth, in: layout.axis).draw(
      from: newest + Int64(scene.utcOffsetSeconds) * 1_000, scene.span, count: visible.count,
      chart, through: layout.chart, on: &frame)
    // Dots of one bit are lost among those of an indicator.
    if page.depth != .mono || hasPane || lines.isEmpty { column.drawLines(on: &frame) }
    chart.drawVolumes(visible, in: layout.volumes, on: &frame)
    if let baseline = scene.area {
      chart.drawArea(visible, from: baseline, on: scale, on: &frame)
    } else {
      chart.draw(visible, on: scale, on: &frame)
    }
    let values = lines.map { $0.last ?? nil }
    if hasPane {
      let pane = IndicatorPane(page, chart, layout)
      pane.draw(scene.indicator, lines, on: &frame)
      column.addLegend(scene.indicatorName ?? "", pane.values(scene, values))
    } else if let name = scene.indicatorName {
      for (index, line) in lines.enumerated().reversed() {
        chart.drawLine(line, index == 0 ? .text : .dim, on: &frame) {
          scale.holds($0) ? layout.chart.y + scale.row($0) : nil
        }
      }
      let value = values.first.flatMap { $0 }.map(layout.form.text)
      column.addLegend(name, [value ?? NumberFormatter.unknown])
    }
    column.write(from: chart.end, on: &frame)
    return column
  }

  /// The market and how long its candles are, and an indicator that is named nowhere else, as far as
  /// there is room.
  private func title(of scene: ChartScene, with indicator: String? = nil) -> String {
    let name = page.name(of: scene.statusHeader)
    let base = scene.statusHeader.base
    let span = page.words.spans[scene.span]! + (indicator.map { " " + $0 } ?? "")
    let room = page.header.width - page.status(of: scene.statusHeader).width - page.gap
    let title = ["\(name) \(span)", "\(base) \(span)"].first {
      page.title.width($0) <= (page.isRound ? page.chord(for: $0) : room)
    }
    // The market matters more than the length of its candles; but an indicator is named only here.
    return title ?? (indicator == nil ? base : span)
  }
}

extension ChartScene {
  /// When the newest candle began, or would have begun if nothing is known of it.
  fileprivate var newest: Int64? {
    let known = candles.reversed().enumerated().first { $0.element != nil }
    return known.flatMap { offset, candle in
      candle.map { $0.start + Int64(offset) * span.milliseconds }
    }
  }

  /// What traders everywhere call the indicator: `EMA 20`.
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
  /// Whether the indicator is no price, and is drawn below the candles.
  var hasPane: Bool { self == .rsi || self == .macd }
}
