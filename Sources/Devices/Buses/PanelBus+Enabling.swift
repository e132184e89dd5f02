/// The settings that turn on a missing bus of a Raspberry Pi, as the end of a sentence. The header's
/// buses have parameters, which some boards replace by an overlay of their own; most other buses
/// have overlays only (https://github.com/raspberrypi/firmware, boot/overlays/README).
extension PanelBus {
  /// The setting that turns on `/dev/i2c-N`.
  public static func enabling(i2c number: Int) -> String {
    let setting =
      switch number {
      case 0: "dtparam=i2c_vc=on"
      case 1: "dtparam=i2c_arm=on\(orThoseOfBoard)"
      default: "the overlay of this bus, as dtoverlay=i2c3 is that of i2c:3,"
      }
    return setting + place
  }

  /// The setting that turns on `/dev/spidevB.C`.
  public static func enabling(spi controller: Int) -> String {
    let setting =
      controller == 0
      ? "dtparam=spi=on\(orThoseOfBoard)"
      : "the overlay of this bus, as dtoverlay=spi1-1cs is that of spi:1.0,"
    return setting + place
  }

  private static let orThoseOfBoard = ", or the lines that tealight boards NAME shows,"
  private static let place = " in /boot/firmware/config.txt, then reboot"
}
