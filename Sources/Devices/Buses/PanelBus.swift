/// The bus or device that a panel is on.
public enum PanelBus: Hashable, Sendable {
  /// `/dev/i2c-N`
  case i2c(Int)
  /// `/dev/spidevB.C`
  case spi(controller: Int, select: Int)
  /// Lines of a GPIO chip, without a bus.
  case gpio
  /// `/dev/fbN`, by its number or by the name that its driver gives it.
  case framebuffer(String)
  /// A light of `/sys/class/leds`, by its name.
  case led(String)
  /// A file that every transaction is written to.
  case record(path: String)
}

extension PanelBus: CustomStringConvertible {
  /// For people: what a configuration may say.
  public static let meaning =
    "\"i2c:N\", \"spi:B.C\", \"gpio\", \"fb:N\", \"led:NAME\" or \"record:FILE\""

  public var description: String {
    switch self {
    case .i2c(let number): "i2c:\(number)"
    case .spi(let controller, let select): "spi:\(controller).\(select)"
    case .gpio: "gpio"
    case .framebuffer(let name): "fb:\(name)"
    case .led(let name): "led:\(name)"
    case .record(let path): "record:\(path)"
    }
  }

  /// Nil where the text names no bus.
  public init?(_ text: String) {
    if text == "gpio" {
      self = .gpio
      return
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon] {
    case "i2c":
      guard let number = Self.number(rest) else { return nil }
      self = .i2c(number)
    case "spi":
      guard let (controller, select) = Self.pair(rest) else { return nil }
      self = .spi(controller: controller, select: select)
    case "fb" where Self.isName(rest): self = .framebuffer(String(rest))
    case "led" where Self.isName(rest): self = .led(String(rest))
    case "record" where !rest.isEmpty: self = .record(path: String(rest))
    default: return nil
    }
  }

  /// The kernel numbers its buses from 0; large numbers are mistakes.
  private static func number(_ digits: Substring) -> Int? {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
      return nil
    }
    return number <= 255 ? number : nil
  }

  /// `A.B`
  static func pair(_ text: Substring) -> (Int, Int)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap(number)
    return parts.count == 2 && numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  /// A name in a folder of `/sys`, which must not lead out of that folder.
  static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text != "." && text != ".." && !text.utf8.contains(UInt8(ascii: "/"))
  }

  public var isRecord: Bool {
    if case .record = self { true } else { false }
  }
}

/// The wired lines beside a bus, and the kernel's backlight if that is used in place of a line.
struct PanelOutputs {
  let wired: [PanelLine: OutputLine]
  let backlight: Backlight?

  init(_ wired: [PanelLine: OutputLine] = [:], backlight: Backlight? = nil) {
    self.wired = wired
    self.backlight = backlight
  }

  var lines: Set<PanelLine> { Set(wired.keys) }

  func drive(_ line: PanelLine, _ level: Bool) throws(DeviceError) {
    try wired[line]?.set(level)
    if line == .backlight { backlight?.drive(level) }
  }

  func shine(_ percent: Int) { backlight?.shine(percent) }
}
