import Pixels

/// A line from the lowest to the highest price, and a mark where the price stands.
struct RangeBar {
  let place: Rect
  let depth: Depth

  func draw(low: Double, high: Double, price: Double?, _ role: ColourRole, on frame: inout Frame) {
    guard place.width >= 5, place.height > 0 else { return }
    let thickness = max(1, place.height / 5)
    let middle = place.y + (place.height - thickness) / 2
    let line = Rect(x: place.x, y: middle, width: place.width, height: thickness)
    frame.fill(line, with: (depth == .mono ? ColourRole.dim : .faint).pixel())
    // Ends that stand up tell a range from a rule.
    for x in [place.x, place.right - thickness] {
      let height = min(place.height, thickness + place.height / 4 * 2)
      frame.fill(
        Rect(x: x, y: place.y + (place.height - height) / 2, width: thickness, height: height),
        with: (depth == .mono ? ColourRole.dim : .faint).pixel())
    }
    guard let price else { return }
    let width = min(max(3, place.height / 3 | 1), place.width)
    let part = high > low ? (price - low) / (high - low) : 0.5
    let share = part.isFinite ? max(0, min(1, part)) : 0.5
    let x = place.x + Int(share * Double(place.width - width) + 0.5)
    frame.fill(
      Rect(x: x, y: place.y, width: width, height: place.height), with: role.pixel())
  }
}
