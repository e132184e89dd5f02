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
