/// What a GPIO chip is called in the configuration.
public enum GPIOChipName {
  /// The chip of the 40-pin header of a Raspberry Pi, whatever number the kernel gives it: that is
  /// another one on a Pi 5 before Linux 6.6.45, and there is no number 0 from 6.12.96 on
  /// (raspberrypi/linux, pull request 6144; sunfounder/pironman5, issue 95).
  public static let header = "header"
  /// Its labels on a Pi 5, on a Pi 4, and on those before.
  private static let headerLabels = ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"]

  /// The labels, device names or paths that are looked for.
  static func sought(for name: String) -> [String] { name == header ? headerLabels : [name] }
}
