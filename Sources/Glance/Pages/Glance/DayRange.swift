/// Where the price stands between the day's lowest and highest, in steps of lights.
struct DayRange {
  /// Steps from the low end; nil where nothing is known.
  private(set) var price: Int?
  /// Where the day began, if its range holds that.
  private(set) var baseline: Int?

  /// `steps` places from low to high, one at least.
  init(_ scene: GlanceScene, steps: Int) {
    guard let now = scene.price else { return }
    let candles = scene.candles.compactMap { $0 }
    let low = min(now, scene.dayLow ?? candles.reduce(now) { min($0, $1.low) })
    let high = max(now, scene.dayHigh ?? candles.reduce(now) { max($0, $1.high) })
    func place(_ value: Double) -> Int? {
      let part = low < high ? (value - low) / (high - low) : 0.5
      return part >= 0 && part <= 1 ? Int(part * Double(steps - 1) + 0.5) : nil
    }
    price = place(now)
    guard let change = scene.change, change > -1 else { return }
    let start = now / (1 + change)
    baseline = low < high ? place(max(low, min(high, start))) : price
  }
}
