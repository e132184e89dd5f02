import Pixels

/// Which of many is shown: a dot for each, and a dash for this one.
struct PositionDots {
  let position: Int
  let count: Int
  /// Rows, and columns of a dot: 2 at least.
  let side: Int

  private var pitch: Int { side + max(2, side * 3 / 4) }

  /// Columns of all of them; 0 where there is nothing to choose from.
  var width: Int { count < 2 ? 0 : (count - 1) * pitch + 2 * side }

  func draw(x: Int, y: Int, on frame: inout Frame) {
    guard width > 0 else { return }
    for index in 0..<count {
      let isShown = index == position
      let left = x + index * pitch + (index > position ? side : 0)
      frame.fill(
        Rect(x: left, y: y, width: isShown ? 2 * side : side, height: side),
        with: (isShown ? ColourRole.text : .dim).pixel())
    }
  }
}
