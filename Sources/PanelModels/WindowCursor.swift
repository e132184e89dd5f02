/// A controller's position in the window of its memory that it fills.
struct WindowCursor {
  /// A new range moves the position to its start.
  var columns: ClosedRange<Int> { didSet { column = columns.lowerBound } }
  var rows: ClosedRange<Int> { didSet { row = rows.lowerBound } }
  private(set) var column: Int
  private(set) var row: Int

  init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.columns = columns
    self.rows = rows
    column = columns.lowerBound
    row = rows.lowerBound
  }

  /// Moves on by one, along the row or along the column, and after its end to the next.
  mutating func advance(isVertical: Bool) {
    if isVertical {
      row = Self.next(row, in: rows)
      if row == rows.lowerBound { column = Self.next(column, in: columns) }
    } else {
      column = Self.next(column, in: columns)
      if column == columns.lowerBound { row = Self.next(row, in: rows) }
    }
  }

  private static func next(_ place: Int, in range: ClosedRange<Int>) -> Int {
    place == range.upperBound ? range.lowerBound : place + 1
  }
}
