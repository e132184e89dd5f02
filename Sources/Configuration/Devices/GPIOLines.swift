import Devices

/// The lines of GPIO chips that something hangs on: each serves one thing.
struct GPIOLines {
  /// What a line is used for, and where the file says so.
  struct Use {
    let chip: String
    let offset: Int
    let owner: String
    let location: Location

    init(chip: String, offset: Int, owner: String, location: Location) {
      self.chip = chip
      self.offset = offset
      self.owner = owner
      self.location = location
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
    let name = GPIOChipName.unified(use.chip)
    let first = uses.first { GPIOChipName.unified($0.chip) == name && $0.offset == use.offset }
    guard let first else {
      uses.append(use)
      return
    }
    let spot = first.location.line.map { " on line \($0) of \(first.location.file)" } ?? ""
    diagnostics.error(
      "\(use.owner) needs line \(use.offset) of \(use.chip), which is already \(first.owner)"
        + "\(spot); use each GPIO line once", at: use.location)
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
