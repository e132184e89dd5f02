import MarketData
import Pixels

/// Candles from the right, the forming one last: hollow went up, filled went down, a line stood
/// still. Candles of samples are thinner in ink, and a bucket that nothing is known of is a dot.
struct CandleChart {
  let place: Rect
  let depth: Depth

  /// Columns of a body, an odd number so that the wick is in its middle, and from one to the next.
  private var body: Int { place.width < 140 ? 3 : place.width < 480 ? 5 : 9 }
  private var pitch: Int { place.width < 140 ? 4 : place.width < 480 ? 7 : 12 }

  /// How many candles there is room for.
  var capacity: Int { place.isEmpty ? 0 : (place.width + pitch - body) / pitch }

  func draw(_ candles: [Candle?], decimals: Int, on frame: inout Frame) {
    let visible = candles.suffix(capacity)
    let scale = PriceScale(visible, decimals: decimals, height: place.height)
    var x = place.right - (visible.count - 1) * pitch - body
    for candle in visible {
      if let candle, let scale {
        draw(candle, x: x, scale, on: &frame)
      } else {
        let dot = Rect(x: x + body / 2, y: place.bottom - 1, width: 1, height: 1)
        frame.fill(dot, with: Ink.faint.pixel())
      }
      x += pitch
    }
  }

  private func draw(_ candle: Candle, x: Int, _ scale: PriceScale, on frame: inout Frame) {
    let ink: Ink =
      candle.close > candle.open ? .rise : candle.close < candle.open ? .fall : .still
    let isSampled = candle.source == .samples
    let pixel = ink.pixel(isSampled && depth != .mono ? 10 : 15)
    let top = place.y + scale.row(max(candle.open, candle.close))
    let bottom = place.y + scale.row(min(candle.open, candle.close))
    let high = place.y + scale.row(candle.high)
    let low = place.y + scale.row(candle.low)
    let wick = x + body / 2
    let box = Rect(x: x, y: top, width: body, height: bottom - top + 1)
    frame.fill(Rect(x: wick, y: high, width: 1, height: top - high), with: pixel)
    frame.fill(Rect(x: wick, y: bottom + 1, width: 1, height: low - bottom), with: pixel)
    if ink == .rise {
      frame.outline(box, with: pixel)
    } else {
      frame.fill(box, with: pixel)
    }
    if isSampled, depth == .mono {
      frame.thin(Rect(x: x, y: high, width: body, height: low - high + 1))
    }
  }
}
