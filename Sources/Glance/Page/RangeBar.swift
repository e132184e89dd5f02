import Pixels

/// A line from the lowest to the highest price, and a mark where the price stands.
struct RangeBar {
  let rect: Rect
  let depth: Depth

  func draw(low: Double, high: Double, price: Double?, _ role: ColourRole, on frame: inout Frame) {
    guard rect.width >= 5, rect.height > 0 else { return }
    let thickness = max(1, rect.height / 5)
    let middle = rect.y + (rect.height - thickness) / 2
    let line = Rect(x: rect.x, y: middle, width: rect.width, height: thickness)
    frame.fill(line, with: (depth == .mono ? ColourRole.dim : .faint).pixel())
    // Ends that stand up tell a range from a rule.
    for x in [rect.x, rect.right - thickness] {
      let height = min(rect.height, thickness + rect.height / 4 * 2)
      frame.fill(
        Rect(x: x, y: rect.y + (rect.height - height) / 2, width: thickness, height: height),
        with: (depth == .mono ? ColourRole.dim : .faint).pixel())
    }
    guard let price else { return }
    let width = min(max(3, rect.height / 3 | 1), rect.width)
    let part = high > low ? (price - low) / (high - low) : 0.5
    let share = part.isFinite ? max(0, min(1, part)) : 0.5
    let x = rect.x + Int(share * Double(rect.width - width) + 0.5)
    frame.fill(
      Rect(x: x, y: rect.y, width: width, height: rect.height), with: role.pixel())
  }
}
