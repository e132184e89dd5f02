import Devices

/// The lines of GPIO chips that something hangs on: each serves one thing.
struct GPIOLines {
  /// What a line is used for, and where the file says so.
  struct Use {
    let chip: String
    let offset: Int
    let owner: String
    let location: Location
    /// The bus that it is a line of, which all panels on the bus have together; nil for a line that is
    /// named in the file.
    let bus: PanelBus?

    init(
      chip: String, offset: Int, owner: String, location: Location, of bus: PanelBus? = nil
    ) {
      self.chip = chip
      self.offset = offset
      self.owner = owner
      self.location = location
      self.bus = bus
    }

    init(_ wiring: InputLines.Wiring, _ owner: String, at location: Location) {
      self.init(chip: wiring.chip, offset: wiring.line, owner: owner, location: location)
    }
  }

  private var uses: [Use] = []

  mutating func claim(_ use: Use, _ diagnostics: inout Diagnostics) {
    if use.chip == GPIOChipName.header, !HeaderPin.lines.contains(use.offset) {
      diagnostics.error(Self.complaint(offHeader: use), at: use.location)
      return
    }
    guard let first = uses.first(where: { Self.isSameLine($0, use) }) else {
      uses.append(use)
      return
    }
    let buses = [first, use].compactMap(\.bus)
    if buses.count == 2 { return }
    let spot = first.location.line.map { " on line \($0) of \(first.location.file)" } ?? ""
    let clash =
      "\(use.owner) needs line \(use.offset) of \(use.chip), which is already \(first.owner)\(spot); "
    // An overlay may put I2C on other lines, but not SPI.
    if case .i2c? = buses.first {
      diagnostics.warn(
        clash + "use another line, unless an overlay puts that bus on others", at: use.location)
    } else {
      diagnostics.error(clash + "use each GPIO line once", at: use.location)
    }
  }

  private static func isSameLine(_ a: Use, _ b: Use) -> Bool {
    guard a.offset == b.offset, GPIOChipName.unified(a.chip) == GPIOChipName.unified(b.chip) else {
      return false
    }
    // The first chip of another board is not the header's, and that board's buses are on other lines.
    let isForSure = GPIOChipName.isHeader(a.chip) && GPIOChipName.isHeader(b.chip)
    return isForSure || a.bus == nil && b.bus == nil
  }

  /// Of a line that the header does not have: most often it is the number of a pin.
  private static func complaint(offHeader use: Use) -> String {
    let pins = HeaderPin.all
    let pin =
      pins.indices.contains(use.offset - 1)
      ? ": pin \(use.offset) is \(pins[use.offset - 1].name)" : ""
    return "\(use.owner) needs line \(use.offset) of \(use.chip), which has GPIO "
      + "\(HeaderPin.lines.lowerBound) to \(HeaderPin.lines.upperBound); "
      + "write the GPIO's number and not the pin's\(pin)"
  }
}
