/// The lines beside a bus, those that are wired, and a backlight of the kernel's in place of a line.
struct PanelOutputs {
  let wired: [PanelLine: OutputLine]
  let backlight: Backlight?

  init(_ wired: [PanelLine: OutputLine] = [:], backlight: Backlight? = nil) {
    self.wired = wired
    self.backlight = backlight
  }

  var lines: Set<PanelLine> { Set(wired.keys) }

  func drive(_ line: PanelLine, _ level: Bool) throws(DeviceError) {
    try wired[line]?.drive(level)
    if line == .backlight { backlight?.drive(level) }
  }

  func shine(_ percent: Int) { backlight?.shine(percent) }
}
