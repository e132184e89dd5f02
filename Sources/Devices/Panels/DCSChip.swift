import Pixels

/// How controllers that take the MIPI Display Command Set differ.
struct DCSChip: Sendable {
  /// Columns and rows of the memory; if there are several sizes, pins on the module select one.
  let memories: [Size]
  /// The scan order that shows a picture upright on a portrait module, as modules are usually
  /// mounted.
  var mount: AddressMode = []
  /// Whether it can dim its LED pin (WRDISBV).
  var hasBrightness = true
  /// How long a software reset, and entering and leaving sleep, take until the next command.
  var settleMilliseconds: Int64 = 5
  /// Its own commands after a reset, each with its data.
  var setUp: [[UInt8]] = []
  /// The modules that the chip is sold on, the usual first.
  let activeAreas: [ActiveArea]

  /// The active area of a module, and how such modules are usually made.
  struct ActiveArea: Sendable {
    /// Wider than high where it is sold in landscape.
    let size: Size
    /// Columns and rows of the memory before it, in portrait.
    var offset = PanelWiring.Offset(0, 0)
    /// IPS displays are dark without a voltage, and need inverted colours.
    var isInverted = false
    var isBlueFirst = false
  }

  /// Each module can be used in landscape and in portrait.
  var sizes: [Size] {
    let sold = activeAreas.map(\.size)
    return sold + sold.map(\.turned).filter { !sold.contains($0) }
  }

  /// The module of one of the `sizes`.
  func activeArea(_ size: Size) -> ActiveArea {
    activeAreas.first { $0.size.standing == size.standing }!
  }

  /// The memory of a portrait module: the smallest whose middle columns hold the active area.
  func memory(behind size: Size, _ offset: PanelWiring.Offset) -> Size {
    let fitting = memories.filter {
      $0.width == size.width + 2 * offset.columns && $0.height >= size.height + offset.rows
    }
    return fitting.min { $0.height < $1.height } ?? memories[0]
  }
}

/// MADCTL: the order in which sent pixels fill the memory, and which colour of a pixel comes first
/// (DCS `set_address_mode`).
struct AddressMode: OptionSet, Sendable {
  let rawValue: UInt8

  static let rowsAreReversed = AddressMode(rawValue: 0x80)
  static let columnsAreReversed = AddressMode(rawValue: 0x40)
  /// Rows and columns are exchanged.
  static let axesAreSwapped = AddressMode(rawValue: 0x20)
  static let isBlueFirst = AddressMode(rawValue: 0x08)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Turns a picture that is upright without it.
  init(_ rotation: Rotation) {
    switch rotation {
    case .none: self = []
    case .quarter: self = [.columnsAreReversed, .axesAreSwapped]
    case .half: self = [.columnsAreReversed, .rowsAreReversed]
    case .threeQuarters: self = [.rowsAreReversed, .axesAreSwapped]
    }
  }
}

/// The commands that controllers of colour LCDs share: the MIPI Display Command Set (DCS 1.02).
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
