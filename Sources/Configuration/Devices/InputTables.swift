import Devices
import State

extension Config {
  public struct WiredButton: Equatable, Sendable {
    public var wiring: InputLines.Wiring
    public var binding = Binding()
  }

  /// A rotary encoder: its two contacts, and the button under its knob where one is wired.
  public struct WiredEncoder: Equatable, Sendable {
    public var a: InputLines.Wiring
    public var b: InputLines.Wiring
    /// 1, 2 or 4.
    public var stepsPerDetent = 4
    public var right = Command.nextMarket
    public var left = Command.previousMarket
    public var button: WiredButton?
  }

  /// A key that the kernel reads.
  public struct WiredKey: Equatable, Sendable {
    public var wiring: KernelKeys.Wiring
    public var binding = Binding()
  }
}

/// The buttons, encoders and keys of a file or of a board.
struct InputTables {
  var buttons: [TableValues<ButtonTable>] = []
  var encoders: [TableValues<EncoderTable>] = []
  var keys: [TableValues<KeyTable>] = []

  static let table = Table<Self>(
    "the board", Self(),
    [
      .tables(
        "button", \.buttons, ButtonTable.table, countMax: ButtonTable.countMax, isRecorded: false),
      .tables("encoder", \.encoders, EncoderTable.table, isRecorded: false),
      .tables("key", \.keys, KeyTable.table, isRecorded: false),
    ])
}

/// How lines of a chip are wired.
struct LineTable {
  var chip: String?
  var pull = InputLines.Wiring.Pull.up
  var isActiveLow = true

  static let chipKey = Key<Self>("chip", optional: \.chip, .chip, need: .name)
  static let activeKey = Key<Self>(
    "active", \.isActiveLow, .choice([("low", true), ("high", false)]))
  static let keys = [
    Key<Self>("pull", \.pull, .choice([("up", .up), ("down", .down), ("none", .none)])),
    activeKey,
  ]

  /// - Parameter line: its offset; nil where it is not known.
  func wiring(_ line: Int?) -> InputLines.Wiring? {
    guard let chip, let line else { return nil }
    return InputLines.Wiring(chip: chip, line: line, pull: pull, isActiveLow: isActiveLow)
  }
}

/// A key, and the command that it is bound to.
typealias BoundKey<Values> = (key: Key<Values>, command: Command)

extension Binding {
  private static let pressKey = Key<Self>("press", \.press, .command)
  private static let holdKey = Key<Self>("hold", \.hold, .command)
  private static let doubleKey = Key<Self>("double", \.doublePress, .commandOrNone)
  static let keys = [pressKey, holdKey, doubleKey]

  var boundKeys: [BoundKey<Self>] {
    [(Self.pressKey, press), (Self.holdKey, hold)]
      + (doublePress.map { [(Self.doubleKey, $0)] } ?? [])
  }
}

/// `[[button]]`: a button on a line.
struct ButtonTable {
  var wiring = LineTable()
  var line: Int?
  var binding = Binding()

  static let countMax = 8
  private static let lineKey = Key<Self>("line", optional: \.line, .lineOffset, need: .name)

  static let table = Table<Self>(
    "[[button]]", Self(),
    [LineTable.chipKey.within(\.wiring), lineKey] + LineTable.keys.map { $0.within(\.wiring) }
      + Binding.keys.map { $0.within(\.binding) })

  /// The button, its line taken; nil where it cannot be said where it is.
  static func button(
    _ table: TableValues<ButtonTable>, _ lines: inout GPIOLines, _ diagnostics: inout Diagnostics
  ) -> Config.WiredButton? {
    guard let wiring = table.wiring.wiring(table.line) else { return nil }
    lines.claim(
      GPIOLines.Use(wiring, "the button", at: table.location(of: lineKey)), &diagnostics)
    return Config.WiredButton(wiring: wiring, binding: table.binding)
  }
}

/// `[[encoder]]`: a rotary encoder on two lines.
struct EncoderTable {
  var wiring = LineTable()
  var a: Int?
  var b: Int?
  var line: Int?
  var stepsPerDetent = 4
  var right = Command.nextMarket
  var left = Command.previousMarket
  /// The knob goes through the markets already.
  var binding = Binding(press: .nextPage, hold: .home)

  private static let aKey = Key<Self>("a", optional: \.a, .lineOffset, need: .name)
  private static let bKey = Key<Self>("b", optional: \.b, .lineOffset, need: .name)
  private static let lineKey = Key<Self>("line", optional: \.line, .lineOffset)
  private static let rightKey = Key<Self>("right", \.right, .command)
  private static let leftKey = Key<Self>("left", \.left, .command)

  var boundKeys: [BoundKey<Self>] {
    [(Self.rightKey, right), (Self.leftKey, left)]
      + binding.boundKeys.map { ($0.key.within(\.binding), $0.command) }
  }

  static let table = Table<Self>(
    "[[encoder]]", Self(),
    [LineTable.chipKey.within(\.wiring), aKey, bKey, lineKey]
      + LineTable.keys.map { $0.within(\.wiring) } + [
        Key("steps", \.stepsPerDetent, .integers([1, 2, 4].map { ($0, $0) })),
        rightKey, leftKey,
      ] + Binding.keys.map { $0.within(\.binding) }
  ) { table, diagnostics in
    if !table.has(lineKey), let key = Binding.keys.first(where: { table.has($0) }) {
      diagnostics.error(
        "\(key.name) needs \(lineKey.name), the line of the encoder's button",
        at: table.location(of: key))
    }
  }

  /// The encoder, its lines taken; nil where it cannot be said where it is.
  static func encoder(
    _ table: TableValues<EncoderTable>, _ lines: inout GPIOLines, _ diagnostics: inout Diagnostics
  ) -> Config.WiredEncoder? {
    let wirings = [
      (aKey, table.a, "a of the encoder"), (bKey, table.b, "b of the encoder"),
      (lineKey, table.line, "the encoder's button"),
    ].map { key, line, owner in
      let wiring = table.wiring.wiring(line)
      if let wiring {
        lines.claim(GPIOLines.Use(wiring, owner, at: table.location(of: key)), &diagnostics)
      }
      return wiring
    }
    guard let a = wirings[0], let b = wirings[1] else { return nil }
    return Config.WiredEncoder(
      a: a, b: b, stepsPerDetent: table.stepsPerDetent, right: table.right, left: table.left,
      button: wirings[2].map { Config.WiredButton(wiring: $0, binding: table.binding) })
  }
}

/// `[presence]`: a motion sensor on a line.
struct PresenceTable {
  var wiring = LineTable(isActiveLow: false)
  var line: Int?

  private static let lineKey = Key<Self>("line", optional: \.line, .lineOffset, need: .name)

  static let table = Table<Self>(
    "[presence]", Self(),
    [
      LineTable.chipKey.within(\.wiring), lineKey, LineTable.activeKey.within(\.wiring),
    ])

  /// Its line, which is taken; nil where it cannot be said where it is.
  static func wiring(
    _ table: TableValues<Self>, _ lines: inout GPIOLines, _ diagnostics: inout Diagnostics
  ) -> InputLines.Wiring? {
    guard var wiring = table.wiring.wiring(table.line) else { return nil }
    // With this pull, a wire that has come off reports no motion.
    wiring.pull = wiring.isActiveLow ? .up : .down
    lines.claim(
      GPIOLines.Use(wiring, "the motion sensor", at: table.location(of: lineKey)), &diagnostics)
    return wiring
  }
}

/// `[[key]]`: a key that the kernel reads.
struct KeyTable {
  var device: String?
  var code: UInt16?
  var isGrabbed = false
  var binding = Binding()

  private static let codeKey = Key<Self>("code", optional: \.code, .keyCode, need: .name)

  static let table = Table<Self>(
    "[[key]]", Self(),
    [
      Key(
        "device", optional: \.device,
        .text("the path or the name of an input device, for example \"/dev/input/event0\""),
        need: .name),
      codeKey, Key("grab", \.isGrabbed, .boolean),
    ] + Binding.keys.map { $0.within(\.binding) })

  /// The key; nil where it cannot be said which it is.
  static func key(_ table: TableValues<KeyTable>) -> (key: Config.WiredKey, location: Location)? {
    guard let device = table.device, let code = table.code else { return nil }
    let wiring = KernelKeys.Wiring(device: device, code: code, isGrabbed: table.isGrabbed)
    return (
      Config.WiredKey(wiring: wiring, binding: table.binding), table.location(of: codeKey)
    )
  }
}

extension ValueType<Command> {
  fileprivate static let command = ValueType(
    .either([.choice(CommandReader.names), .assignment(CommandReader.valueNames)])
  ) { toml, name, diagnostics in
    toml.command(name, &diagnostics)
  }.writing { "\"\($0.name)\"" }
}

extension ValueType<Command?> {
  private static let none = "none"

  fileprivate static let commandOrNone = ValueType(
    .either([.choice([none] + CommandReader.names), .assignment(CommandReader.valueNames)])
  ) { toml, name, diagnostics in
    if case .text(none) = toml.value { return .some(nil) }
    return toml.command(name, or: [none], &diagnostics)
  }.writing { "\"\($0?.name ?? none)\"" }
}

extension TOML {
  fileprivate func command(
    _ name: String, or others: [String] = [], _ diagnostics: inout Diagnostics
  ) -> Command? {
    guard let text = text(name, CommandReader.meaning, &diagnostics) else { return nil }
    do throws(CommandError) {
      return try CommandReader().command(text, called: name, or: others)
    } catch {
      diagnostics.error("\(error)", at: location)
      return nil
    }
  }
}

extension ValueType<UInt16> {
  /// A key by its name, or by its number.
  fileprivate static let keyCode = {
    let numbers = 1...KeyName.codeMax
    let name = "a key's name, for example \"up\" or \"KEY_ENTER\""
    return ValueType(.either([.text(name), .integer(numbers)])) { toml, key, diagnostics in
      switch toml.value {
      case .text(let text):
        if let code = KeyName.code(text) { return code }
        let guess = KeyName.plain(text).guess(among: KeyName.all)
        diagnostics.error(
          "unknown \(key) \"\(text)\"; \(guess)it must be \(name), or its number",
          at: toml.location)
        return nil
      case .integer(let number):
        if let code = Int(exactly: number), numbers.contains(code) { return UInt16(code) }
      default: break
      }
      toml.refuse(
        key, "\(name), or its number from \(numbers.lowerBound) to \(numbers.upperBound)",
        &diagnostics)
      return nil
    }
  }()
}
