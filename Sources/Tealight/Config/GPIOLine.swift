/// A line of a GPIO chip, however the chip is written.
struct GPIOLine: Hashable {
  let chip: String
  let offset: Int

  /// A chip may be named `gpiochip0` or `/dev/gpiochip0`.
  init(chip: String, offset: Int) {
    self.chip = String(chip.hasPrefix("/dev/") ? chip.dropFirst("/dev/".count) : chip[...])
    self.offset = offset
  }
}

extension ConfigReader {
  /// One line serves one thing.
  mutating func claim(_ line: GPIOLine, for owner: String, at place: Place) {
    if let first = lines[line] {
      let spot = first.place.line.map { " on line \($0) of \(first.place.file)" } ?? ""
      mistakes.append(
        Mistake(
          place: place,
          text: "\(owner) is line \(line.offset) of \(line.chip), which is \(first.owner)"
            + "\(spot) already; a GPIO line serves one thing"))
    } else {
      lines[line] = (owner, place)
    }
  }
}
