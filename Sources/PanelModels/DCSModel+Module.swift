import Devices
import Pixels

extension DCSModel {
  /// How the active area is wired to the memory.
  struct Module: Sendable {
    /// The size of the active area as it is seen: of a landscape module, in landscape.
    let size: Size
    /// Columns and rows of the memory, which pins of the controller select.
    let memory: Size
    /// The cell of the memory that the upper left point shows in portrait, and the direction from
    /// there.
    let first: (column: Int, row: Int)
    let direction: (column: Int, row: Int)
    /// Whether the display is dark without a voltage, and whether it has blue before red.
    let isInverted: Bool
    let isBlueFirst: Bool

    /// - Parameter out: hidden columns and rows of the memory before the upper left point.
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

    /// The cell of the memory that a point of the active area shows.
    func memoryCell(_ x: Int, _ y: Int) -> (column: Int, row: Int) {
      // A landscape module is a portrait one turned clockwise.
      let (x, y) = size.isLying ? (size.height - 1 - y, x) : (x, y)
      return (first.column + x * direction.column, first.row + y * direction.row)
    }
  }
}
