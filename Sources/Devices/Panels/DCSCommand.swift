/// What the controllers of colour LCDs have in common: the MIPI Display Command Set (DCS 1.02).
enum DCSCommand: UInt8 {
  case softReset = 0x01
  case enterSleep = 0x10
  case exitSleep = 0x11
  case exitInversion = 0x20
  case enterInversion = 0x21
  case displayOff = 0x28
  case displayOn = 0x29
  case setColumns = 0x2a
  case setRows = 0x2b
  case writeMemory = 0x2c
  case setAddressMode = 0x36
  case setPixelFormat = 0x3a
  case setBrightness = 0x51
  case setBrightnessControl = 0x53
}

extension Step {
  static func command(_ command: DCSCommand) -> Step { .command([command.rawValue]) }
}
