import Devices
import Pixels

extension DCSModel {
  /// The glass in front of a memory, as it is soldered.
  struct Module: Sendable {
    /// As people see it.
    let size: Size
    /// Columns and rows that the controller is strapped to.
    let memory: Size
    /// Where the memory has the upper left point of the glass when that stands, and which way it
    /// goes on from there.
    let first: (column: Int, row: Int)
    let direction: (column: Int, row: Int)
    /// Whether the glass is dark without a voltage, and blue before red.
    let isInverted: Bool
    let isBlueFirst: Bool

    /// Behind the upper left of a glass that is as wired, so many columns and rows are out of sight.
    init(
      _ wiring: PanelWiring, memory: Size, out: PanelWiring.Offset, isInverted: Bool,
      isBlueFirst: Bool, reversed: (columns: Bool, rows: Bool) = (false, false)
    ) {
      size = wiring.size
      self.memory = memory
      let out = wiring.offset ?? out
      first = (
        reversed.columns ? memory.width - 1 - out.columns : out.columns,
        reversed.rows ? memory.height - 1 - out.rows : out.rows
      )
      direction = (reversed.columns ? -1 : 1, reversed.rows ? -1 : 1)
      self.isInverted = wiring.isInverted ?? isInverted
      self.isBlueFirst = wiring.isBlueFirst ?? isBlueFirst
    }

    /// The point of the memory that a point of the glass shows.
    func place(_ x: Int, _ y: Int) -> (column: Int, row: Int) {
      // A glass that lies was standing before it fell to its right.
      let (x, y) = size.isLying ? (size.height - 1 - y, x) : (x, y)
      return (first.column + x * direction.column, first.row + y * direction.row)
    }
  }
}
