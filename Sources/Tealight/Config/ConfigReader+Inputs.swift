import Devices
import Glance
import State

extension ConfigReader {
  static let inputKeys = ["button", "encoder", "key"]
  static let buttonsMax = 8
  static let offsets = 0...65_535
  static let chipMeaning = "the label or path of a GPIO chip, for example \"/dev/gpiochip0\""
  private static let commands = Command.named(pages: PageCatalog.turnable).map {
    (name: $0.name, $0.command)
  }
  private static let commandsOrNone = [(name: "none", nil as Command?)] + commands

  /// Everything that a hand can move, of the file or of a board.
  mutating func readInputs(_ file: inout TableReader) {
    for button in file.tables("button") { readButton(button) }
    for encoder in file.tables("encoder") { readEncoder(encoder) }
    for key in file.tables("key") { readKey(key) }
  }

  private mutating func readButton(_ button: TableReader) {
    var table = button
    let wirings = readLines(of: &table, needed: ["line": "the button"])
    let binding = readBinding(&table, usual: Binding())
    if config.buttons.count == Self.buttonsMax {
      table.complain("this is one button too many; at most \(Self.buttonsMax) are allowed")
    }
    mistakes += table.finish()
    guard let wiring = wirings["line"] else { return }
    config.buttons.append(Config.WiredButton(wiring: wiring, binding: binding))
  }

  private mutating func readEncoder(_ encoder: TableReader) {
    var table = encoder
    let wirings = readLines(
      of: &table, needed: ["a": "a of the encoder", "b": "b of the encoder"],
      optional: ["line": "the encoder's button"])
    let stepsPerDetent = readSteps(&table)
    let right = table.choice("right", among: Self.commands)
    let left = table.choice("left", among: Self.commands)
    // The knob goes through the markets already.
    let binding = readBinding(&table, usual: Binding(press: .nextPage, hold: .home))
    if !encoder.has("line"), let key = ["press", "hold", "double"].first(where: encoder.has) {
      table.complain(
        "\(key) needs line, where the encoder's button is", at: encoder.place(of: key))
    }
    mistakes += table.finish()
    guard let a = wirings["a"], let b = wirings["b"] else { return }
    var wired = Config.WiredEncoder(a: a, b: b)
    wired.stepsPerDetent = stepsPerDetent ?? wired.stepsPerDetent
    wired.right = right ?? wired.right
    wired.left = left ?? wired.left
    wired.button = wirings["line"].map { Config.WiredButton(wiring: $0, binding: binding) }
    config.encoders.append(wired)
  }

  private mutating func readKey(_ key: TableReader) {
    var table = key
    complain(in: &table, missing: ["device", "code"])
    let device = table.text(
      "device", "the path or the name of an input device, for example \"/dev/input/event0\"")?.0
    let code = readCode(&table)
    let isGrabbed = table.truth("grab") ?? false
    let binding = readBinding(&table, usual: Binding())
    mistakes += table.finish()
    guard let device, let code else { return }
    claim(DeviceKey(device: device, code: code), at: key.place(of: "code"))
    config.keys.append(
      Config.WiredKey(
        wiring: KernelKeys.Wiring(device: device, code: code, isGrabbed: isGrabbed),
        binding: binding))
  }

  /// The lines of one table, which are on one chip and wired alike, by their keys.
  /// - Parameters:
  ///   - needed: keys that must be there, and what their lines are.
  ///   - optional: keys that may be there.
  private mutating func readLines(
    of table: inout TableReader, needed: KeyValuePairs<String, String>,
    optional: KeyValuePairs<String, String> = [:]
  ) -> [String: InputLines.Wiring] {
    let whole = table
    complain(in: &table, missing: ["chip"] + needed.map(\.key))
    let chip = table.text("chip", Self.chipMeaning)?.0
    let offsets = (Array(needed) + Array(optional)).map { key, owner in
      (key, owner, offset: table.integer(key, in: Self.offsets))
    }
    let pull = table.choice(
      "pull", among: [("up", InputLines.Wiring.Pull.up), ("down", .down), ("none", .none)])
    let isActiveLow = table.choice("active", among: [("low", true), ("high", false)])
    guard let chip else { return [:] }
    var wirings: [String: InputLines.Wiring] = [:]
    for case (let key, let owner, let offset?) in offsets {
      claim(GPIOLine(chip: chip, offset: offset), for: owner, at: whole.place(of: key))
      wirings[key] = InputLines.Wiring(
        chip: chip, line: offset, pull: pull ?? .up, isActiveLow: isActiveLow ?? true)
    }
    return wirings
  }

  private func readBinding(_ table: inout TableReader, usual: Binding) -> Binding {
    var binding = usual
    binding.press = table.choice("press", among: Self.commands) ?? usual.press
    binding.hold = table.choice("hold", among: Self.commands) ?? usual.hold
    binding.doublePress = table.choice("double", among: Self.commandsOrNone) ?? usual.doublePress
    return binding
  }

  private func readSteps(_ table: inout TableReader) -> Int? {
    guard let entry = table.take("steps") else { return nil }
    if case .integer(let steps) = entry.value.value, [1, 2, 4].contains(steps) {
      return Int(steps)
    }
    table.complain(
      "steps is \(entry.value.kind); it must be one of 1, 2, 4", at: entry.value.place)
    return nil
  }

  /// A key by its name, or by its number.
  private func readCode(_ table: inout TableReader) -> UInt16? {
    guard let entry = table.take("code") else { return nil }
    let example = "for example \"up\" or \"KEY_ENTER\""
    switch entry.value.value {
    case .text(let name):
      if let code = KeyName.code(name) { return code }
      let guess = KeyName.plain(name).nearest(among: KeyName.all)
        .map { "did you mean \"\($0)\"? " }
      table.complain(
        "unknown code \"\(name)\"; \(guess ?? "")it must be a key's name, \(example), "
          + "or its number", at: entry.value.place)
    case .integer(let number) where (1...Int64(KeyName.codeMax)).contains(number):
      return UInt16(number)
    default:
      table.complain(
        "code is \(entry.value.kind); it must be a key's name, \(example), "
          + "or its number from 1 to \(KeyName.codeMax)", at: entry.value.place)
    }
    return nil
  }

  private func complain(in table: inout TableReader, missing keys: [String]) {
    for key in keys where !table.has(key) { table.complain("\(table.name) needs \(key)") }
  }
}
