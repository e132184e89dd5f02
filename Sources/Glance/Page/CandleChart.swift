import MarketData
import Pixels

/// Candles, with the forming one at the right. A hollow candle rose, a filled one fell, a line stood
/// still. Where no colour says it, a body that is too low to be hollow is drawn as a step: up from the
/// left to the right, or down. Candles of samples, and candles of which only a part is known, are paler,
/// and dithered in one bit. A bucket that nothing is known of is a dot.
struct CandleChart {
  let rect: Rect
  let depth: Depth
  /// How many future candles have room at the right.
  private(set) var blankCount = 0

  /// Columns of a body, an odd number so that the wick is in its middle, and from one to the next.
  private var body: Int { rect.width < 140 ? 3 : rect.width < 480 ? 5 : 9 }
  private var pitch: Int { rect.width < 140 ? 4 : rect.width < 480 ? 7 : 12 }

  /// At most so many candles are drawn alone: clearing more columns costs as much as clearing the chart.
  private static let aloneCount = 3

  init(rect: Rect, depth: Depth) { (self.rect, self.depth) = (rect, depth) }

  /// A chart that moves on by a few candles at once: until then every candle keeps its place.
  /// - Parameter index: the number of the newest candle, counted over all time.
  init(rect: Rect, depth: Depth, newest index: Int64) {
    self.init(rect: rect, depth: depth)
    let step = Int64(max(1, min(4, capacity / 5)))
    blankCount = Int(step - 1 - (index % step + step) % step)
  }

  /// How many candles there is room for.
  var capacity: Int { rect.isEmpty ? 0 : (rect.width + pitch - body) / pitch - blankCount }

  /// The column beyond the newest candle.
  var end: Int { column(0) + body }

  /// - Parameter baseline: an area from this price is drawn instead of candles; nil for candles.
  func draw(
    _ candles: RecentCandles, decimals: Int, baseline: Double? = nil, on frame: inout Frame
  ) {
    let visible = candles.newest(capacity)[...]
    let scale = PriceScale(
      visible, lines: baseline.map { [[$0]] } ?? [], decimals: decimals, height: rect.height)
    if let baseline {
      drawArea(visible, from: baseline, on: scale, on: &frame)
    } else {
      draw(visible, on: scale, on: &frame)
    }
  }

  /// Draws the candles that differ from those on the frame now: often it is the forming one alone.
  /// - Parameter backdrop: what is under the chart.
  /// - Returns: the areas that were drawn.
  func draw(
    _ candles: RecentCandles, over drawn: RecentCandles, decimals: Int, on backdrop: Frame,
    on frame: inout Frame
  ) -> [Rect] {
    let (visible, before) = (candles.newest(capacity)[...], drawn.newest(capacity)[...])
    let scale = PriceScale(visible, decimals: decimals, height: rect.height)
    let changed = (0..<min(visible.count, before.count)).filter { offset in
      let (now, then) = (visible.last(but: offset), before.last(but: offset))
      return now != then && figure(of: now, scale) != figure(of: then, scale)
    }
    guard visible.count == before.count, changed.count <= Self.aloneCount,
      scale == PriceScale(before, decimals: decimals, height: rect.height)
    else {
      frame.copy(backdrop, in: rect)
      draw(visible, on: scale, on: &frame)
      return [rect]
    }
    return changed.map { offset in
      let own = Rect(x: column(offset), y: rect.y, width: body, height: rect.height)
      frame.copy(backdrop, in: own)
      draw(figure(of: visible.last(but: offset), scale), at: offset, on: &frame)
      return own
    }
  }

  /// Draws as many candles as there is room for.
  func draw(_ visible: ArraySlice<Candle?>, on scale: PriceScale?, on frame: inout Frame) {
    for (offset, candle) in visible.reversed().enumerated() {
      draw(figure(of: candle, scale), at: offset, on: &frame)
    }
  }

  /// A candle in rows of the frame: equal figures look equal.
  private struct Figure: Equatable {
    var role: ColourRole
    var isPale: Bool
    var high: Int
    var top: Int
    var bottom: Int
    var low: Int
  }

  /// Nil for a bucket that nothing is known of.
  private func figure(of candle: Candle?, _ scale: PriceScale?) -> Figure? {
    guard let candle, let scale else { return nil }
    func row(_ price: Double) -> Int { rect.y + scale.row(price) }
    return Figure(
      role: candle.role, isPale: candle.source != .trades, high: row(candle.high),
      top: row(max(candle.open, candle.close)), bottom: row(min(candle.open, candle.close)),
      low: row(candle.low))
  }

  private func draw(_ figure: Figure?, at offset: Int, on frame: inout Frame) {
    let x = column(offset)
    if let figure {
      draw(figure, x: x, on: &frame)
    } else {
      let dot = Rect(x: x + body / 2, y: rect.bottom - 1, width: 1, height: 1)
      frame.fill(dot, with: ColourRole.faint.pixel())
    }
  }

  /// Draws a line through the closes, and fills what is between it and a price: in one role above it,
  /// in another below.
  func drawArea(
    _ visible: ArraySlice<Candle?>, from baseline: Double, on scale: PriceScale?,
    on frame: inout Frame
  ) {
    guard let scale else { return draw(visible, on: nil, on: &frame) }
    let floor = rect.y + scale.row(baseline)
    for x in stride(from: rect.x, to: rect.right, by: 3) {
      frame.fill(Rect(x: x, y: floor, width: 1, height: 1), with: ColourRole.faint.pixel())
    }
    let points = visible.reversed().enumerated().map { offset, candle in
      candle.map { (x: column(offset) + body / 2, y: rect.y + scale.row($0.close)) }
    }
    var after = points.first.flatMap { $0 }.map { (x: end - 1, y: $0.y) }
    for point in points {
      if let point {
        // Before a gap the line ends at this candle.
        let after = after ?? point
        for x in point.x...max(point.x, after.x) {
          let run = max(1, after.x - point.x)
          let row = point.y + ((after.y - point.y) * (x - point.x) * 2 + run) / (2 * run)
          let next = point.y + ((after.y - point.y) * (x + 1 - point.x) * 2 + run) / (2 * run)
          let role: ColourRole = row < floor ? .rise : row > floor ? .fall : .still
          let side = Rect(
            x: x, y: min(row, floor), width: 1, height: max(row, floor) - min(row, floor))
          frame.fill(side, with: role.pixel(depth == .mono ? 15 : 5))
          if depth == .mono { frame.dither(side) }
          let step = x < after.x ? next - row : 0
          let line = Rect(
            x: x, y: row + min(0, step + (step < 0 ? 1 : 0)), width: 1,
            height: max(depth == .mono ? 1 : 2, abs(step)))
          frame.fill(line.intersection(rect), with: role.pixel())
        }
      }
      after = point
    }
  }

  /// The middle column of a candle, counted from the right.
  func middle(_ offset: Int) -> Int { column(offset) + body / 2 }

  /// Draws the volume of each candle as a bar on the bottom of `floor`, which lies below the candles.
  /// The tallest bar is as high as `floor`.
  func drawVolumes(_ visible: ArraySlice<Candle?>, in floor: Rect, on frame: inout Frame) {
    let volumes = visible.map { $0?.volume ?? 0 }
    guard !floor.isEmpty, let most = volumes.max(), most > 0, most.isFinite else { return }
    for (offset, (candle, volume)) in zip(visible, volumes).reversed().enumerated() {
      guard let candle, volume > 0 else { continue }
      let height = max(1, Int(volume / most * Double(floor.height) + 0.5))
      let bar = Rect(
        x: column(offset), y: floor.bottom - height, width: body, height: height)
      frame.fill(bar, with: candle.role.pixel(depth == .mono ? 15 : 7))
    }
  }

  /// Draws a line through a value for each candle, broken where there is none.
  /// - Parameter row: the row of a value on the frame; nil if the value is not on the scale.
  func drawLine(
    _ values: ArraySlice<Double?>, _ role: ColourRole, on frame: inout Frame, row: (Double) -> Int?
  ) {
    let points = values.reversed().enumerated().map { offset, value in
      value.flatMap(row).map { (x: column(offset) + body / 2, y: $0) }
    }
    // One bit tells a second line from the first one by its dots.
    if depth == .mono, role == .dim {
      for case let point? in points { frame[point.x, point.y] = role.pixel() }
      return
    }
    for (from, to) in zip(points, points.dropFirst()) {
      guard let from, let to else { continue }
      frame.stroke(
        [
          Point(Double(from.x) + 0.5, Double(from.y) + 0.5),
          Point(Double(to.x) + 0.5, Double(to.y) + 0.5),
        ], thickness: depth == .mono ? 1 : 1.2, role: role, depth: depth)
    }
  }

  /// Draws a bar for each candle, from nought to a value.
  func drawBars(_ values: ArraySlice<Double?>, on frame: inout Frame, row: (Double) -> Int) {
    for (offset, value) in values.reversed().enumerated() {
      guard let value, value != 0 else { continue }
      let ends = [row(0), row(value)].sorted()
      let bar = Rect(
        x: column(offset), y: ends[0], width: body, height: ends[1] - ends[0] + 1)
      frame.fill(bar, with: ColourRole(change: value).pixel(depth == .mono ? 15 : 7))
    }
  }

  /// Where a candle begins, counted from the right: the forming one is the first.
  private func column(_ offset: Int) -> Int {
    rect.right - body - (blankCount + offset) * pitch
  }

  private func draw(_ figure: Figure, x: Int, on frame: inout Frame) {
    let (isPale, high, top, bottom, low) =
      (figure.isPale, figure.high, figure.top, figure.bottom, figure.low)
    let pixel = figure.role.pixel(isPale && depth != .mono ? 10 : 15)
    let wick = x + body / 2
    let box = Rect(x: x, y: top, width: body, height: bottom - top + 1)
    frame.fill(Rect(x: wick, y: high, width: 1, height: top - high), with: pixel)
    frame.fill(Rect(x: wick, y: bottom + 1, width: 1, height: low - bottom), with: pixel)
    if depth != .colour, figure.role != .still, box.height < 3 {
      drawStep(box, isUp: figure.role == .rise, pixel, on: &frame)
    } else if figure.role == .rise {
      frame.outline(box, with: pixel)
    } else {
      frame.fill(box, with: pixel)
    }
    if isPale, depth == .mono {
      frame.dither(Rect(x: x, y: high, width: body, height: low - high + 1))
    }
  }

  /// A body of two rows: its left half is where it opened, and its right half where it closed.
  private func drawStep(_ box: Rect, isUp: Bool, _ pixel: Pixel, on frame: inout Frame) {
    let top = max(rect.y, box.bottom - 2)
    let half = body / 2 + 1
    frame.fill(box, with: 0)
    for (x, isAbove) in [(box.x, !isUp), (box.right - half, isUp)] {
      frame.fill(Rect(x: x, y: isAbove ? top : top + 1, width: half, height: 1), with: pixel)
    }
  }
}

extension ArraySlice {
  fileprivate func last(but offset: Int) -> Element { self[endIndex - 1 - offset] }
}

extension Candle {
  /// The role of the candle's direction.
  var role: ColourRole { close > open ? .rise : close < open ? .fall : .still }
}
