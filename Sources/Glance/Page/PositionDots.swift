import Pixels

/// Which one of several is shown: a dot for each, and a bar for this one.
struct PositionDots {
  let position: Int
  let count: Int
  /// Rows, and columns of a dot: 2 at least.
  let side: Int

  /// Rows of a dot beside letters.
  static func side(beside letters: Lettering) -> Int { max(2, letters.ascent / 4) }

  private var pitch: Int { side + max(2, side * 3 / 4) }

  /// Columns of all of them; 0 where there is nothing to choose from.
  var width: Int { count < 2 ? 0 : (count - 1) * pitch + 2 * side }

  func draw(x: Int, y: Int, on frame: inout Frame) {
    draw(x: x, on: &frame) { _ in y }
  }

  /// Along the lowest part of a circle's rim.
  func drawAlongRim(of size: Size, on frame: inout Frame) {
    let radius = size.height / 2
    let far = radius - side - max(2, side)
    // Higher up the rim is too steep for a row of dots.
    guard width <= radius else { return }
    draw(x: (size.width - width) / 2, on: &frame) { dot in
      let aside = abs(2 * dot.x + dot.width - size.width) / 2
      return radius + Int(Double(far * far - aside * aside).squareRoot())
    }
  }

  /// - Parameter row: the row of a dot whose columns are known.
  private func draw(x: Int, on frame: inout Frame, row: (Rect) -> Int) {
    guard width > 0 else { return }
    for index in 0..<count {
      let isShown = index == position
      let left = x + index * pitch + (index > position ? side : 0)
      var dot = Rect(x: left, y: 0, width: isShown ? 2 * side : side, height: side)
      dot.y = row(dot)
      frame.fill(dot, with: (isShown ? ColourRole.text : .dim).pixel())
    }
  }
}
