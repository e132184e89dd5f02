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

/// MADCTL: where in the memory what is sent goes, and which colour of a pixel comes first
/// (DCS `set_address_mode`).
struct AddressMode: OptionSet, Sendable {
  let rawValue: UInt8

  static let rowsAreReversed = AddressMode(rawValue: 0x80)
  static let columnsAreReversed = AddressMode(rawValue: 0x40)
  /// What is sent row by row goes into columns.
  static let axesAreSwapped = AddressMode(rawValue: 0x20)
  static let isBlueFirst = AddressMode(rawValue: 0x08)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Turns a picture that stands upright without it.
  init(_ rotation: Rotation) {
    switch rotation {
    case .none: self = []
    case .quarter: self = [.columnsAreReversed, .axesAreSwapped]
    case .half: self = [.columnsAreReversed, .rowsAreReversed]
    case .threeQuarters: self = [.rowsAreReversed, .axesAreSwapped]
    }
  }
}

/// What the controllers of colour LCDs have in common: the MIPI Display Command Set (DCS 1.02).
enum DCSCommand: UInt8 {
  case softReset = 0x01
  case enterSleep = 0x10
  case exitSleep = 0x11
  case exitInversion = 0x20
  case enterInversion = 0x21
  case displayOff = 0x28
  case displayOn = 0x29
  case setColumns = 0x2a
  case setRows = 0x2b
  case writeMemory = 0x2c
  case setAddressMode = 0x36
  case setPixelFormat = 0x3a
  case setBrightness = 0x51
  case setBrightnessControl = 0x53
}

extension Step {
  static func command(_ command: DCSCommand) -> Step { .command([command.rawValue]) }
}
