import Glibc

/// A backlight of the kernel's, set to a brightness in percent. Its driver may be unloaded and come
/// back. Meanwhile its brightness cannot be set, the log says so once, and the panel works on.
public final class Backlight {
  /// Where the kernel has it.
  public enum Source: Hashable, Sendable {
    /// `/sys/class/backlight/NAME`
    case named(String)
    /// `/sys/class/pwm/pwmchipCHIP`, one of its channels.
    case pwm(chip: Int, channel: Int)
  }

  /// 1 ms: so short that nobody sees it flicker, and every backlight driver can follow it.
  private static let periodNanoseconds = 1_000_000

  private let source: Source
  private let classes: String
  private let report: (String) -> Void
  private var isLit = false
  private var percent: Int
  /// The percentage that was written last; nil if it is not known.
  private var shown: Int?
  private var failures = 0

  /// - Parameters:
  ///   - percent: 0…100, how bright it is once it is lit.
  ///   - classes: the folder of the kernel's classes.
  ///   - report: takes a sentence for the log when the backlight is lost and when it is back.
  public init(
    _ source: Source, percent: Int, classes: String = "/sys/class",
    report: @escaping (String) -> Void
  ) {
    self.source = source
    self.percent = percent
    self.classes = classes
    self.report = report
    askForChannel()
  }

  /// Asks for the PWM channel. Its files appear a moment later.
  private func askForChannel() {
    if case .pwm(let chip, let channel) = source, access(folder, F_OK) != 0 {
      _ = write(channel, to: "\(classes)/pwm/pwmchip\(chip)/export")
    }
  }

  /// - Parameter isLit: written even if it has not changed, as the driver may be another one by now.
  func drive(_ isLit: Bool) {
    (self.isLit, shown) = (isLit, nil)
    update()
  }

  func shine(_ percent: Int) {
    self.percent = percent
    update()
  }

  private func update() {
    let wanted = isLit ? percent : 0
    if wanted == shown { return }
    if let error = set(wanted) {
      shown = nil
      failures += 1
      // The first failure may be because udev has not set the files' permissions yet.
      if failures == 2 { report("\(error); the backlight is unchanged") }
    } else {
      shown = wanted
      if failures > 1 { report("\(folder) is back") }
      failures = 0
    }
  }

  /// Sets it; returns the error, or nil.
  private func set(_ percent: Int) -> DeviceError? {
    switch source {
    case .named:
      let most = number(in: "max_brightness") ?? 0
      let level = max(percent * most / 100, min(percent, 1))
      if let error = write(level, to: "\(folder)/brightness") { return error }
      // 0 is on and 4 is off (include/uapi/linux/fb.h, FB_BLANK_POWERDOWN); not every driver cares.
      _ = write(percent > 0 ? 0 : 4, to: "\(folder)/bl_power")
      return nil
    case .pwm:
      // Its driver may have been loaded after this program, or loaded again.
      askForChannel()
      if number(in: "period") != Self.periodNanoseconds {
        // Never on for longer than the period; a channel without a period refuses even 0.
        _ = write(0, to: "\(folder)/duty_cycle")
        let error = write(Self.periodNanoseconds, to: "\(folder)/period")
        if error != nil { return error }
      }
      return write(Self.periodNanoseconds / 100 * percent, to: "\(folder)/duty_cycle")
        ?? write(1, to: "\(folder)/enable")
    }
  }

  private var folder: String {
    switch source {
    case .named(let name): "\(classes)/backlight/\(name)"
    case .pwm(let chip, let channel): "\(classes)/pwm/pwmchip\(chip)/pwm\(channel)"
    }
  }

  private func number(in file: String) -> Int? {
    Int(readLine("\(folder)/\(file)"))
  }

  private func write(_ number: Int, to path: String) -> DeviceError? {
    let code = writeSmallFile(path, "\(number)")
    switch (code, source) {
    case (0, _): return nil
    case (EACCES, _), (EPERM, _):
      let group = if case .named = source { "video" } else { "gpio" }
      return .unusable(
        device: path, reason: "no permission to write",
        fix: "tealight's udev rules give it to the group \(group): "
          + DeviceError.joining(group))
    case (ENOENT, .named), (ENODEV, .named):
      return .unusable(
        device: path, reason: "does not exist",
        fix: "ls /sys/class/backlight lists those of this board")
    case (ENOENT, .pwm), (ENODEV, .pwm):
      return .unusable(
        device: path, reason: "does not exist",
        fix: "enable it: dtoverlay=pwm in /boot/firmware/config.txt, then reboot")
    default: return .failed(device: path, call: "write", errno: code)
    }
  }
}

extension Backlight.Source: CustomStringConvertible {
  /// For people: what a configuration may say.
  public static let meaning = "the offset of a line, \"class:NAME\" or \"pwm:CHIP.CHANNEL\""

  public var description: String {
    switch self {
    case .named(let name): "class:\(name)"
    case .pwm(let chip, let channel): "pwm:\(chip).\(channel)"
    }
  }

  /// Nil where the text names no backlight.
  public init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon] {
    case "class" where PanelBus.isName(rest): self = .named(String(rest))
    case "pwm":
      guard let (chip, channel) = PanelBus.pair(rest) else { return nil }
      self = .pwm(chip: chip, channel: channel)
    default: return nil
    }
  }
}
