import Devices

extension SurveyedBoard {
  /// Why a configured device cannot be used, and how to fix that.
  struct Problem: Equatable {
    let text: String
    let fix: String

    init(_ text: String, _ fix: String) { (self.text, self.fix) = (text, fix) }
  }

  private static let kernelOwns =
    "remove its dtoverlay from /boot/firmware/config.txt, or use panel = \"framebuffer\""

  /// What is wrong with a panel's bus; nil if the bus can be used.
  func problem(of bus: PanelBus, _ address: UInt8?) -> Problem? {
    switch bus {
    case .record, .gpio: nil
    case .i2c(let number): i2cProblem(number, address ?? 0)
    case .spi(let controller, let select): spiProblem(controller, select)
    case .framebuffer(let name): framebuffer(name)
    case .led(let name): setting("/sys/class/leds/\(name)", among: leds, group: "video")
    }
  }

  /// What is wrong with a backlight of the kernel's; nil if it can be used.
  func problem(of backlight: Backlight.Source) -> Problem? {
    switch backlight {
    case .named(let name):
      setting("/sys/class/backlight/\(name)", among: backlights, group: "video")
    case .pwm(let chip, _):
      setting(
        "/sys/class/pwm/pwmchip\(chip)", among: pwmChips, group: "gpio",
        enable: "dtoverlay=pwm in /boot/firmware/config.txt, then reboot")
    }
  }

  /// What is wrong with a device that is set through a file in its folder; nil if it can be used.
  private func setting(
    _ path: String, among devices: [BoardSurvey.Device], group: String, enable: String? = nil
  ) -> Problem? {
    guard let device = devices.first(where: { $0.path == path }) else {
      let names = devices.map(\.name).joined(separator: ", ")
      return Problem(
        "there is no \(path)",
        enable ?? (names.isEmpty ? "this machine has none" : "use one of: \(names)"))
    }
    return device.access == 0
      ? nil
      : Problem(
        "no permission to write \(path)",
        "tealight's udev rules give it to the group \(group): \(ServiceUser.join(group))")
  }

  private func i2cProblem(_ number: Int, _ address: UInt8) -> Problem? {
    let path = "/dev/i2c-\(number)"
    let fix = Self.fix(PanelBus.enabling(i2c: number))
    guard let adapter = i2c.first(where: { $0.device.path == path }) else {
      return Problem("there is no \(path)", fix)
    }
    if adapter.device.access != 0 { return closed(path, "i2c") }
    let answers: [BoardSurvey.Answer]
    do { answers = try adapter.answers.get() } catch { return Problem("\(error)", fix) }
    func name(_ address: UInt8) -> String { "0x" + String(address, radix: 16) }
    guard let answer = answers.first(where: { $0.address == address }) else {
      let others = answers.map { name($0.address) }.joined(separator: ", ")
      let hint = others.isEmpty ? "check power and wires" : "check address; these answer: \(others)"
      return Problem("no device answers at \(name(address))", hint)
    }
    return answer.driver.map {
      Problem("\(name(address)) is used by the kernel driver \($0)", Self.kernelOwns)
    }
  }

  private func spiProblem(_ controller: Int, _ select: Int) -> Problem? {
    let name = "\(controller).\(select)"
    if let owned = ownedSelects.first(where: { $0.select == name }) {
      return Problem("spi\(name) is used by the kernel driver \(owned.driver)", Self.kernelOwns)
    }
    let path = "/dev/spidev\(name)"
    guard let device = spi.first(where: { $0.path == path }) else {
      return Problem("there is no \(path)", Self.fix(PanelBus.enabling(spi: controller)))
    }
    return device.access == 0 ? nil : closed(path, "spi")
  }

  private func framebuffer(_ name: String) -> Problem? {
    let found = framebuffers.first { $0.device.path == "/dev/fb\(name)" || $0.device.name == name }
    guard let found else {
      return Problem(
        "there is no framebuffer \(name)", "add its dtoverlay to /boot/firmware/config.txt")
    }
    return found.device.access == 0 ? nil : closed(found.device.path, "video")
  }

  /// What is wrong with a panel's lines.
  func lines(of wiring: PanelWiring) -> [Problem] {
    guard let chip = wiring.chip, !wiring.bus.isRecord else { return [] }
    return PanelLine.allCases.compactMap { wiring.lines[$0].flatMap { line($0, of: chip) } }
  }

  /// What is wrong with a line; nil if it is free, or if the daemon uses it.
  func line(_ offset: Int, of name: String) -> Problem? {
    guard let chip = chips.first(where: { $0.isCalled(name) }) else {
      let labels = chips.map(\.label).joined(separator: ", ")
      let known = labels.isEmpty ? "this machine has no GPIO chip" : "set chip to one of: \(labels)"
      let owner = name == GPIOChipName.header ? "only Raspberry Pis have it; " : ""
      return Problem("there is no GPIO chip \(name)", owner + known)
    }
    if chip.access != 0 { return closed(chip.path, "gpio") }
    guard offset < chip.lineCount else {
      return Problem("\(name) has no line \(offset)", "it has 0 to \(chip.lineCount - 1)")
    }
    guard let user = chip.users[offset], user != OwnName.consumer else { return nil }
    let owner = user.isEmpty ? "the kernel" : "\"\(user)\""
    return Problem(
      "line \(offset) of \(name) is used by \(owner)", "stop that, or use another line")
  }

  private func closed(_ path: String, _ group: String) -> Problem {
    Problem("no permission to open \(path)", ServiceUser.join(group))
  }
}
