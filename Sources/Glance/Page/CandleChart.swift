import MarketData
import Pixels

/// Candles from the right, the forming one last: hollow went up, filled went down, a line stood
/// still. Candles of samples, and those of which only a part is known, are thinner in role, and a
/// bucket that nothing is known of is a dot.
struct CandleChart {
  let rect: Rect
  let depth: Depth

  /// Columns of a body, an odd number so that the wick is in its middle, and from one to the next.
  private var body: Int { rect.width < 140 ? 3 : rect.width < 480 ? 5 : 9 }
  private var pitch: Int { rect.width < 140 ? 4 : rect.width < 480 ? 7 : 12 }

  /// How many candles there is room for.
  var capacity: Int { rect.isEmpty ? 0 : (rect.width + pitch - body) / pitch }

  func draw(_ candles: [Candle?], decimals: Int, on frame: inout Frame) {
    let visible = candles.suffix(capacity)
    draw(
      visible, on: PriceScale(visible, decimals: decimals, height: rect.height), on: &frame)
  }

  /// Draws as many candles as there is room for.
  func draw(_ visible: ArraySlice<Candle?>, on scale: PriceScale?, on frame: inout Frame) {
    for (offset, candle) in visible.reversed().enumerated() {
      let x = column(offset)
      if let candle, let scale {
        draw(candle, x: x, scale, on: &frame)
      } else {
        let dot = Rect(x: x + body / 2, y: rect.bottom - 1, width: 1, height: 1)
        frame.fill(dot, with: ColourRole.faint.pixel())
      }
    }
  }

  /// Draws what was traded in each candle as bars on the bottom of `floor`, which lies below the
  /// candles: the tallest bar is as high.
  func drawVolumes(_ visible: ArraySlice<Candle?>, in floor: Rect, on frame: inout Frame) {
    let volumes = visible.map { $0?.volume ?? 0 }
    guard let most = volumes.max(), most > 0, most.isFinite else { return }
    for (offset, (candle, volume)) in zip(visible, volumes).reversed().enumerated() {
      guard let candle, volume > 0 else { continue }
      let height = max(1, Int(volume / most * Double(floor.height) + 0.5))
      let bar = Rect(
        x: column(offset), y: floor.bottom - height, width: body, height: height)
      frame.fill(bar, with: candle.role.pixel(depth == .mono ? 15 : 7))
    }
  }

  /// Draws a line through a value for each candle, broken where there is none.
  /// - Parameter row: where a value stands on the frame; nil where that is nowhere.
  func drawLine(
    _ values: ArraySlice<Double?>, _ role: ColourRole, on frame: inout Frame, row: (Double) -> Int?
  ) {
    let points = values.reversed().enumerated().map { offset, value in
      value.flatMap(row).map { (x: column(offset) + body / 2, y: $0) }
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
  private func column(_ offset: Int) -> Int { rect.right - body - offset * pitch }

  private func draw(_ candle: Candle, x: Int, _ scale: PriceScale, on frame: inout Frame) {
    let role = candle.role
    let isThin = candle.source != .trades
    let pixel = role.pixel(isThin && depth != .mono ? 10 : 15)
    let top = rect.y + scale.row(max(candle.open, candle.close))
    let bottom = rect.y + scale.row(min(candle.open, candle.close))
    let high = rect.y + scale.row(candle.high)
    let low = rect.y + scale.row(candle.low)
    let wick = x + body / 2
    let box = Rect(x: x, y: top, width: body, height: bottom - top + 1)
    frame.fill(Rect(x: wick, y: high, width: 1, height: top - high), with: pixel)
    frame.fill(Rect(x: wick, y: bottom + 1, width: 1, height: low - bottom), with: pixel)
    if role == .rise {
      frame.outline(box, with: pixel)
    } else {
      frame.fill(box, with: pixel)
    }
    if isThin, depth == .mono {
      frame.dither(Rect(x: x, y: high, width: body, height: low - high + 1))
    }
  }
}

extension Candle {
  /// The role of how it went.
  var role: ColourRole { close > open ? .rise : close < open ? .fall : .still }
}
