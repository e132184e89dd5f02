import Devices
import Glance

extension ConfigReader {
  static let offsets = 0...65_535
  static let chipMeaning = "the label or path of a GPIO chip, for example \"/dev/gpiochip0\""

  mutating func readButton(_ button: TableReader) {
    var table = button
    let chip = table.text("chip", Self.chipMeaning)?.0
    let line = table.integer("line", in: Self.offsets)
    let pull = table.choice(
      "pull", among: [("up", ButtonLines.Wiring.Pull.up), ("down", .down), ("none", .none)])
    let isActiveLow = table.choice("active", among: [("low", true), ("high", false)])
    let commands = Command.allCases.map { (name: $0.rawValue, $0) }
    let press = table.choice("press", among: commands)
    let hold = table.choice("hold", among: commands)
    let doublePress = table.choice("double", among: commands)
    for key in ["chip", "line"] where !button.has(key) {
      table.complain("\(table.name) needs \(key)")
    }
    mistakes += table.finish()
    guard let chip, let line else { return }
    claim(GPIOLine(chip: chip, offset: line), for: "the button", at: button.place(of: "line"))
    var wired = Config.WiredButton(
      wiring: ButtonLines.Wiring(
        chip: chip, line: line, pull: pull ?? .up, isActiveLow: isActiveLow ?? true))
    wired.press = press ?? wired.press
    wired.hold = hold ?? wired.hold
    wired.doublePress = doublePress
    config.buttons.append(wired)
  }
}
