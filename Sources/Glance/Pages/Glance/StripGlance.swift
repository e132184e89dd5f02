import MarketData
import Pixels

/// The day's candle laid along a row of lights, low end first: all of it glows faintly, the way
/// from where the day began to the price is lit, and the price is brightest.
struct StripGlance {
  let depth: Depth

  func draw(_ scene: GlanceScene, on frame: inout Frame) {
    frame.clear()
    draw(scene, in: frame.bounds, on: &frame)
  }

  /// Along the longer side of `rect`: from the left, or from the bottom.
  func draw(_ scene: GlanceScene, in rect: Rect, on frame: inout Frame) {
    let isLying = rect.width >= rect.height
    let steps = max(rect.width, rect.height)
    guard steps > 0 else { return }
    let range = DayRange(scene, steps: steps)
    for step in 0..<steps {
      let light =
        isLying
        ? Rect(x: rect.x + step, y: rect.y, width: 1, height: rect.height)
        : Rect(x: rect.x, y: rect.bottom - 1 - step, width: rect.width, height: 1)
      frame.fill(light, with: pixel(step, of: steps, range, scene))
    }
  }

  private func pixel(
    _ step: Int, of steps: Int, _ range: DayRange, _ scene: GlanceScene
  ) -> Pixel {
    let role = scene.isOld ? .warning : scene.direction
    guard let price = range.price else {
      return step == steps / 2 && scene.isOld ? ColourRole.warning.pixel() : 0
    }
    // One bit has no glow: the high end is a dot, and an old range is a row of dots.
    if depth == .mono {
      let isLit = scene.isOld ? step.isMultiple(of: 2) : step <= price || step == steps - 1
      return isLit ? role.pixel() : 0
    }
    let isAwake = scene.mood != .asleep
    let start = range.baseline ?? price
    if step == price { return role.pixel(isAwake ? 15 : 6) }
    if (min(start, price)...max(start, price)).contains(step) { return role.pixel(isAwake ? 6 : 3) }
    return (scene.isOld ? ColourRole.warning : .faint).pixel(2)
  }
}

/// Where the price stands between the day's lowest and highest, in steps of lights.
struct DayRange {
  /// Steps from the low end; nil where nothing is known.
  private(set) var price: Int?
  /// Where the day began, if its range holds that.
  private(set) var baseline: Int?

  /// `steps` lights from low to high, one at least.
  init(_ scene: GlanceScene, steps: Int) {
    guard let now = scene.price else { return }
    let candles = scene.candles.newest(scene.candles.count).compactMap { $0 }
    let low = min(now, scene.dayLow ?? candles.reduce(now) { min($0, $1.low) })
    let high = max(now, scene.dayHigh ?? candles.reduce(now) { max($0, $1.high) })
    func step(of value: Double) -> Int? {
      let part = low < high ? (value - low) / (high - low) : 0.5
      return part >= 0 && part <= 1 ? Int(part * Double(steps - 1) + 0.5) : nil
    }
    price = step(of: now)
    guard let change = scene.change, change > -1 else { return }
    let start = now / (1 + change)
    baseline = low < high ? step(of: max(low, min(high, start))) : price
  }
}

extension GlanceScene {
  /// The role of the day's change.
  var direction: ColourRole { ColourRole(change: change) }
}
