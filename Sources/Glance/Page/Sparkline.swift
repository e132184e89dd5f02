import Pixels

/// A line through prices from left to right, as high as its rectangle; its role says whether it rose.
struct Sparkline {
  let rect: Rect
  let depth: Depth

  /// Fewer prices than two are no line, and nothing is drawn.
  func draw(_ prices: [Double], _ role: ColourRole? = nil, on frame: inout Frame) {
    guard prices.count > 1, rect.width > 2, rect.height > 2, let low = prices.min(),
      let high = prices.max(), low.isFinite, high.isFinite
    else { return }
    let thickness = depth == .mono ? 1.2 : max(1.3, Double(rect.height) / 30)
    let lowest = Double(rect.bottom) - thickness / 2 - 0.2
    let reach = Double(rect.height) - thickness - 0.4
    let step = (Double(rect.width) - thickness) / Double(prices.count - 1)
    let points = prices.enumerated().map { index, price in
      let part = high > low ? (price - low) / (high - low) : 0.5
      return Point(
        Double(rect.x) + thickness / 2 + Double(index) * step,
        lowest - (part.isFinite ? part : 0.5) * reach)
    }
    let move = prices[prices.count - 1] - prices[0]
    let shown = role ?? ColourRole(change: move)
    // One by one: a stroke of many parts compares each pixel of its rectangle with every part.
    for (from, to) in zip(points, points.dropFirst()) {
      frame.stroke([from, to], thickness: thickness, role: shown, depth: depth)
    }
  }
}
