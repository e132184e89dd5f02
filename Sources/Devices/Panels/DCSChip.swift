import Pixels

/// What tells one controller that takes the MIPI Display Command Set from another.
struct DCSChip: Sendable {
  /// Columns and rows of the memory; where there are several, the module's maker straps one.
  let memories: [Size]
  /// Stands a picture upright on a glass that stands, as modules are usually mounted.
  var mount: AddressMode = []
  /// Whether it can be told how bright its LED pin is (WRDISBV).
  var hasBrightness = true
  /// Its own commands after a reset, each with its data.
  var setUp: [[UInt8]] = []
  /// What it is sold behind, the usual first.
  let activeAreas: [ActiveArea]

  /// A glass by its active area, and how modules with it are usually made.
  struct ActiveArea: Sendable {
    /// Wider than high where it is sold lying.
    let size: Size
    /// Columns and rows of the memory before it, where it stands.
    var offset = PanelWiring.Offset(0, 0)
    /// IPS glasses are dark without a voltage, and want their colours inverted.
    var isInverted = false
    var isBlueFirst = false
  }

  /// Each glass can be used lying and standing.
  var sizes: [Size] {
    let sold = activeAreas.map(\.size)
    return sold + sold.map(\.turned).filter { !sold.contains($0) }
  }

  /// The glass of one of the `sizes`.
  func activeArea(_ size: Size) -> ActiveArea {
    activeAreas.first { $0.size.standing == size.standing }!
  }

  /// The memory behind a standing glass: the smallest that has it in the middle of the columns.
  func memory(behind size: Size, _ offset: PanelWiring.Offset) -> Size {
    let fitting = memories.filter {
      $0.width == size.width + 2 * offset.columns && $0.height >= size.height + offset.rows
    }
    return fitting.min { $0.height < $1.height } ?? memories[0]
  }
}
