import Devices
import Glibc

/// Everything that a survey of the board found, and the findings that report it.
struct SurveyedBoard {
  var i2c: [(device: BoardSurvey.Device, answers: Result<[BoardSurvey.Answer], DeviceError>)] = []
  var spi: [BoardSurvey.Device] = []
  var ownedSelects: [BoardSurvey.OwnedSelect] = []
  var spiBytesMax: Int?
  var framebuffers: [(device: BoardSurvey.Device, shape: String)] = []
  var chips: [BoardSurvey.GPIOChip] = []
  var inputs: [BoardSurvey.Device] = []
  var leds: [BoardSurvey.Device] = []
  var backlights: [BoardSurvey.Device] = []
  var pwmChips: [BoardSurvey.Device] = []

  /// How to fix a missing bus.
  /// - Parameter enabling: how the bus is turned on, as `PanelBus` says it.
  static func fix(_ enabling: String) -> String {
    "on Raspberry Pi OS \(enabling); other systems have overlays of their own"
  }

  /// All that was found, whether it is configured or not.
  var findings: [Finding] {
    i2cFindings + spiFindings + otherFindings
  }

  private var i2cFindings: [Finding] {
    if i2c.isEmpty {
      return [Finding(.note, "I2C", "no adapter", fix: Self.fix(PanelBus.enabling(i2c: 1)))]
    }
    return i2c.map { device, answers in
      let subject = "i2c:\(device.path.dropFirst("/dev/i2c-".count))"
      switch answers {
      case .failure where device.access == EACCES:
        return Finding(.note, subject, "no permission to open it", fix: ServiceUser.join("i2c"))
      case .failure(let error): return Finding(.note, subject, "\(error)")
      case .success(let answers):
        let texts = answers.map(Self.text)
        let found = texts.isEmpty ? "no device answers" : texts.joined(separator: "; ")
        return Finding(texts.isEmpty ? .note : .good, subject, "\(device.name): \(found)")
      }
    }
  }

  private static func text(_ answer: BoardSurvey.Answer) -> String {
    let address = "0x" + String(answer.address, radix: 16)
    if let driver = answer.driver { return "\(address) is used by the kernel driver \(driver)" }
    guard let panel = PanelGuess.panel(at: answer.address, status: answer.status) else {
      return "\(address) answers"
    }
    return "\(address) answers, perhaps a panel = \"\(panel)\""
  }

  private var spiFindings: [Finding] {
    var findings = spi.map { device in
      let subject = "spi:\(device.path.dropFirst("/dev/spidev".count))"
      return device.access == 0
        ? Finding(.good, subject, "free for a panel")
        : Finding(.note, subject, "no permission to open it", fix: ServiceUser.join("spi"))
    }
    findings += ownedSelects.map {
      Finding(.note, "spi:\($0.select)", "is used by the kernel driver \($0.driver)")
    }
    if findings.isEmpty {
      return [Finding(.note, "SPI", "no device", fix: Self.fix(PanelBus.enabling(spi: 0)))]
    }
    if let spiBytesMax, spiBytesMax < 65_536 {
      findings.append(
        Finding(
          .note, "spidev",
          "sends at most \(spiBytesMax) bytes in one message; a larger buffer is faster",
          fix: "spidev.bufsiz=65536 at the end of the line in /boot/firmware/cmdline.txt"))
    }
    return findings
  }

  private var otherFindings: [Finding] {
    var findings = framebuffers.map { device, shape in
      let subject = "fb:\(device.path.dropFirst("/dev/fb".count))"
      let text = "\(device.name), \(shape)"
      return device.access == 0
        ? Finding(.good, subject, text)
        : Finding(
          .note, subject, "\(text); no permission to open it", fix: ServiceUser.join("video"))
    }
    for chip in chips {
      if chip.access != 0 {
        findings.append(
          Finding(.note, chip.path, "no permission to open it", fix: ServiceUser.join("gpio")))
        continue
      }
      let taken = chip.users.sorted { $0.key < $1.key }
        .map { $0.value.isEmpty ? "\($0.key)" : "\($0.key) (\($0.value))" }
      let used = taken.isEmpty ? "" : "; used: \(taken.joined(separator: ", "))"
      let free = chip.lineCount - chip.users.count
      findings.append(
        Finding(.good, chip.path, "\(chip.label), \(free) of \(chip.lineCount) lines free\(used)"))
    }
    if chips.isEmpty { findings.append(Finding(.note, "GPIO", "no chip")) }
    if !inputs.isEmpty {
      findings.append(Finding(.good, "keys", inputs.map(\.name).joined(separator: ", ")))
    }
    findings += Self.finding("LEDs", leds, group: "video")
    findings += Self.finding("backlights", backlights, group: "video")
    findings += Self.finding("PWM", pwmChips, group: "gpio")
    return findings
  }

  /// A finding about devices that are set through a file in their folders; none if there are none.
  private static func finding(
    _ subject: String, _ devices: [BoardSurvey.Device], group: String
  ) -> [Finding] {
    if devices.isEmpty { return [] }
    let names = devices.map(\.name).joined(separator: ", ")
    return devices.allSatisfy({ $0.access == 0 })
      ? [Finding(.good, subject, names)]
      : [
        Finding(
          .note, subject, "\(names); no permission to write all of them",
          fix: ServiceUser.join(group))
      ]
  }

}

extension SurveyedBoard {
  init(_ survey: BoardSurvey) {
    i2c = survey.i2cAdapters.map { device in
      (device, Result { () throws(DeviceError) in try survey.answers(on: device) })
    }
    spi = survey.spiDevices
    ownedSelects = survey.ownedSelects
    spiBytesMax = survey.spiBytesMax
    framebuffers = survey.framebuffers.map { ($0, survey.shape(ofFramebuffer: $0.path)) }
    chips = survey.gpioChips
    inputs = survey.inputs
    leds = survey.leds
    backlights = survey.backlights
    pwmChips = survey.pwmChips
  }
}
