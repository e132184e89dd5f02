/// Which panel is at an I2C address, as far as it can be told.
public enum PanelGuess {
  /// - Parameter status: the byte that it answers when it is read: a status register whose low bits
  ///   differ from controller to controller (SSD1306 rev 1.1, table 9-2; SH1106 rev 0.1, read
  ///   status; the values are those that modules were seen to give).
  /// - Returns: the panel's name as configurations have it; nil where that address is no panel's.
  public static func panel(at address: UInt8, status: UInt8?) -> String? {
    guard address == 0x3c || address == 0x3d else { return nil }
    switch status.map({ $0 & 0x0f }) {
    case 0x08: return "sh1106"
    case 0x07, 0x0f: return "sh1107"
    default: return "ssd1306"
    }
  }
}
