/// What a GPIO chip is called in the configuration.
public enum GPIOChipName {
  /// The chip of the 40-pin header of a Raspberry Pi, whatever number the kernel gives it. On a
  /// Pi 5 it has another number before Linux 6.6.45, and there is no number 0 from 6.12.96 on
  /// (raspberrypi/linux, "Use gpiochip0 for the user-facing GPIOs on Pi 5").
  public static let header = "header"
  /// The header chip's labels on a Pi 5, on a Pi 4, and on older boards.
  private static let headerLabels = ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"]

  /// One name for all names that may mean the same chip: on most boards the header's chip is number
  /// 0.
  public static func unified(_ name: String) -> String {
    let name = name.hasPrefix("/dev/") ? String(name.dropFirst("/dev/".count)) : name
    return name == "gpiochip0" || headerLabels.contains(name) ? header : name
  }

  /// Whether a name can mean no other chip than the header's.
  public static func isHeader(_ name: String) -> Bool {
    name == header || headerLabels.contains(name)
  }

  /// The labels, device names or paths that are looked for.
  static func sought(for name: String) -> [String] { name == header ? headerLabels : [name] }
}
