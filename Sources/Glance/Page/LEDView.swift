import MarketData
import Pixels

/// What a page shows on a few lights: a single light says the most important thing, and a few bars say
/// more on a row or a square of lights.
struct LEDView: Equatable, Sendable {
  /// A bar, from one height to another: 0 is the bottom, 1 the top.
  struct Bar: Equatable, Sendable {
    var role: ColourRole
    var from: Double
    var to: Double

    init(_ role: ColourRole, from: Double = 0, to: Double) {
      (self.role, self.from, self.to) = (role, from, to)
    }
  }

  /// The one light: its colour, and how bright it is, 0…15.
  var role: ColourRole
  var level: UInt8
  /// From left to right.
  var bars: [Bar] = []
  var fit = Fit.newest

  /// Which bars are shown if there are more or fewer lights.
  enum Fit: Equatable, Sendable {
    /// The rightmost, where there are too many.
    case newest
    /// The middle, where there are too many.
    case middle
    /// The bars are one scale, which is as long as there are lights.
    case scale
  }

  init(_ role: ColourRole, level: UInt8 = 15, bars: [Bar] = [], fit: Fit = .newest) {
    (self.role, self.level, self.bars, self.fit) = (role, level, bars, fit)
  }

  /// The bars for so many lights.
  func fitted(to count: Int) -> [Bar] {
    switch fit {
    case .newest: Array(bars.suffix(count))
    case .middle: Array(bars.dropFirst(max(0, bars.count - count) / 2).prefix(count))
    case .scale: (0..<count).map { bars[$0 * bars.count / count] }
    }
  }
}

/// Draws the lights: one light, a row with one for each bar, or bars side by side.
struct LEDRenderer {
  let surface: Surface

  func draw(_ lights: LEDView, on frame: inout Frame) {
    frame.clear()
    drawAll(lights, on: &frame)
    guard surface.outline == .circle else { return }
    let (width, height) = (surface.size.width, surface.size.height)
    let short = min(width, height)
    for index in 0..<width * height {
      // Twice the distance from the middle, so that it is whole.
      let (u, v) = (2 * (index % width) + 1 - width, 2 * (index / width) + 1 - height)
      if u * u + v * v > short * short { frame[index % width, index / width] = 0 }
    }
  }

  private func drawAll(_ lights: LEDView, on frame: inout Frame) {
    let size = surface.size
    let isLying = size.width >= size.height
    let steps = isLying ? size.width : size.height
    guard max(size.width, size.height) >= 3 else {
      return frame.fill(frame.bounds, with: pixel(lights.role, lights.level))
    }
    if lights.bars.isEmpty { return drawLamp(lights, on: &frame) }
    if min(size.width, size.height) < 5 {
      return drawStrip(lights.fitted(to: steps), steps, isLying, on: &frame)
    }
    let count = min(lights.bars.count, size.width)
    for (index, bar) in lights.fitted(to: count).enumerated() {
      let left = index * size.width / count
      let top = row(max(bar.from, bar.to))
      let bottom = row(min(bar.from, bar.to))
      // Bars that are wide enough stand apart.
      let width = (index + 1) * size.width / count - left
      frame.fill(
        Rect(
          x: left, y: top, width: width > 2 ? width - 1 : width, height: max(1, bottom - top)),
        with: bar.role.pixel())
    }
  }

  /// One light amid dark ones; in one bit, which cannot be dim, its edge.
  private func drawLamp(_ lights: LEDView, on frame: inout Frame) {
    let size = surface.size
    let (across, down) = (size.width / 4, size.height / 4)
    let lamp = Rect(
      x: across, y: down, width: size.width - 2 * across, height: size.height - 2 * down)
    if surface.depth == .mono, lights.level < 8 {
      frame.outline(lamp, with: lights.role.pixel())
    } else {
      frame.fill(lamp, with: pixel(lights.role, lights.level))
    }
  }

  /// A light for each bar: the longer, the brighter.
  private func drawStrip(
    _ bars: [LEDView.Bar], _ steps: Int, _ isLying: Bool, on frame: inout Frame
  ) {
    for (index, bar) in bars.enumerated() {
      let length = share(abs(bar.to - bar.from))
      let light =
        isLying
        ? Rect(x: index, y: 0, width: 1, height: surface.size.height)
        : Rect(x: 0, y: steps - 1 - index, width: surface.size.width, height: 1)
      frame.fill(light, with: pixel(bar.role, UInt8(2 + length * 13)))
    }
  }

  private func row(_ height: Double) -> Int {
    surface.size.height - Int(share(height) * Double(surface.size.height) + 0.5)
  }

  private func share(_ value: Double) -> Double {
    value.isFinite ? max(0, min(1, value)) : 0
  }

  private func pixel(_ role: ColourRole, _ level: UInt8) -> Pixel {
    surface.depth == .mono ? (level < 8 ? 0 : role.pixel()) : role.pixel(min(level, 15))
  }
}

extension LEDView {
  /// Candles from their low to their high. An unknown candle is dark, or a warning while the exchange is
  /// not heard: lights that are all dark look as if they were off.
  static func bars(of candles: some Collection<Candle?>, isOld: Bool) -> [Bar] {
    let known = candles.compactMap { $0 }
    let low = known.reduce(Double.infinity) { min($0, $1.low) }
    let high = known.reduce(-Double.infinity) { max($0, $1.high) }
    func height(_ price: Double) -> Double { low < high ? (price - low) / (high - low) : 0.5 }
    return candles.map { candle in
      guard let candle else { return isOld ? Bar(.warning, to: 0.1) : Bar(.paper, to: 0) }
      return Bar(
        ColourRole(change: candle.close - candle.open, isOld: isOld), from: height(candle.low),
        to: height(candle.high))
    }
  }
}
