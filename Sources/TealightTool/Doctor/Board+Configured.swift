import Devices
import Glibc
import Tealight

extension Board {
  /// Whether what a configuration names can be used.
  func findings(for config: Config) -> [Finding] {
    var findings: [Finding] = []
    for (index, wiring) in config.panels.enumerated() {
      let subject = "display \(index + 1)"
      let mistakes = place(of: wiring) + lines(of: wiring)
      findings += mistakes.map { text, fix in
        Finding(.problem, subject, "\(wiring.kind) on \(wiring.bus): \(text)", fix: fix)
      }
      if mistakes.isEmpty {
        findings.append(Finding(.good, subject, "\(wiring.kind) on \(wiring.bus) can be used"))
      }
    }
    for (index, button) in config.buttons.enumerated() {
      let subject = "button \(index + 1)"
      if let (text, fix) = line(button.wiring.line, of: button.wiring.chip) {
        findings.append(Finding(.problem, subject, text, fix: fix))
      } else {
        findings.append(
          Finding(.good, subject, "line \(button.wiring.line) of \(button.wiring.chip) can be used")
        )
      }
    }
    if config.panels.isEmpty {
      findings.append(
        Finding(
          .problem, "displays", "none is configured",
          fix: "add [[display]] with a board or a panel"))
    }
    return findings
  }

  private typealias Mistake = (text: String, fix: String?)

  private func place(of wiring: PanelWiring) -> [Mistake] {
    switch wiring.bus {
    case .record, .gpio: return []
    case .i2c(let number):
      guard let adapter = i2c.first(where: { $0.device.path == "/dev/i2c-\(number)" }) else {
        return [("there is no /dev/i2c-\(number)", Self.enableI2C)]
      }
      guard case .success(let answers) = adapter.answers else {
        return [("/dev/i2c-\(number) may not be opened", Self.join("i2c"))]
      }
      let address = wiring.address ?? 0
      let name = "0x" + String(address, radix: 16)
      guard let answer = answers.first(where: { $0.address == address }) else {
        let others = answers.map { "0x" + String($0.address, radix: 16) }
        let hint =
          others.isEmpty ? "check power and wires" : "these do: \(others.joined(separator: ", "))"
        return [("nobody answers at \(name)", hint)]
      }
      return answer.driver.map {
        [
          (
            "\(name) is owned by the kernel's \($0)",
            "remove its dtoverlay, or use panel = \"framebuffer\""
          )
        ]
      } ?? []
    case .spi(let controller, let select):
      let name = "\(controller).\(select)"
      if let owned = ownedSelects.first(where: { $0.select == name }) {
        return [
          (
            "spi\(name) is owned by the kernel's \(owned.driver)",
            "remove its dtoverlay, or use panel = \"framebuffer\""
          )
        ]
      }
      guard let device = spi.first(where: { $0.path == "/dev/spidev\(name)" }) else {
        return [("there is no /dev/spidev\(name)", Self.enableSPI)]
      }
      return device.access == 0 ? [] : [("\(device.path) may not be opened", Self.join("spi"))]
    case .framebuffer(let name):
      let device = framebuffers.first {
        $0.device.path == "/dev/fb\(name)" || $0.device.name == name
      }
      guard let device else {
        return [
          ("there is no framebuffer \(name)", "add its dtoverlay to /boot/firmware/config.txt")
        ]
      }
      return device.device.access == 0
        ? [] : [("\(device.device.path) may not be opened", Self.join("video"))]
    case .led(let name):
      return leds.contains(name)
        ? [] : [("there is no /sys/class/leds/\(name)", "ls /sys/class/leds lists them")]
    }
  }

  private func lines(of wiring: PanelWiring) -> [Mistake] {
    guard let chip = wiring.chip, !wiring.bus.isRecord else { return [] }
    return PanelLine.allCases.compactMap { name in
      wiring.lines[name].flatMap { line($0, of: chip) }
    }
  }

  /// What is wrong with a line; nil where it can be had, or the daemon has it.
  private func line(_ offset: Int, of name: String) -> Mistake? {
    let chip = chips.first {
      [$0.path, $0.label, String($0.path.dropFirst("/dev/".count))].contains(name)
    }
    guard let chip else {
      return (
        "there is no GPIO chip \(name)", "use one of: \(chips.map(\.label).joined(separator: ", "))"
      )
    }
    if chip.access != 0 { return ("\(chip.path) may not be opened", Self.join("gpio")) }
    guard offset < chip.lineCount else {
      return ("\(name) has no line \(offset), only 0 to \(chip.lineCount - 1)", "name another line")
    }
    guard let user = chip.users[offset], user != "tealight" else { return nil }
    let by = user.isEmpty ? "the kernel" : "\"\(user)\""
    return ("line \(offset) of \(name) is taken by \(by)", "free it, or name another line")
  }
}
