import Testing

@testable import TealightTool

@Suite("What is changed in config.txt")
struct BootConfigurationTests {
  /// As Raspberry Pi OS installs it, but shorter.
  private static let installed = """
    # Some settings
    #dtparam=i2c_arm=on
    #dtparam=spi=on
    dtoverlay=vc4-kms-v3d

    [cm4]
    otg_mode=1

    [all]

    """

  private func changed(_ text: String, _ wanted: [String]) -> BootConfiguration {
    BootConfiguration(text, adding: wanted, for: "tealight: HAT")
  }

  private static let replacements: [(line: String, wanted: String, new: String)] = [
    ("#dtparam=spi=on", "dtparam=spi=on", "dtparam=spi=on"),
    ("# dtparam=spi=on", "dtparam=spi=on", "dtparam=spi=on"),
    ("dtparam=spi=off", "dtparam=spi=on", "dtparam=spi=on"),
    ("dtparam=audio=on,spi=off", "dtparam=spi=on", "dtparam=audio=on,spi=on"),
    ("dtparam=i2c1=off", "dtparam=i2c_arm=on", "dtparam=i2c_arm=on"),
    ("dtoverlay=spi0-2cs", "dtoverlay=spi0-2cs,no_miso", "dtoverlay=spi0-2cs,no_miso"),
    (
      "dtoverlay=spi0-2cs,cs0_pin=5", "dtoverlay=spi0-2cs,no_miso",
      "dtoverlay=spi0-2cs,cs0_pin=5,no_miso"
    ),
  ]

  @Test("a line that says it nearly is changed where it stands", arguments: replacements)
  func replaced(line: String, wanted: String, new: String) {
    let changed = changed("a=1\n\(line)\nb=2\n", [wanted])
    #expect(changed.text == "a=1\n\(new)\nb=2\n")
    #expect(changed.difference == ["2 - \(line)", "2 + \(new)"])
  }

  @Test("overlays of another display's selects are named, those of its own and other kinds are not")
  func otherSelects() {
    let text =
      "dtoverlay=spi0-1cs-inverted\n#dtoverlay=spi0-0cs\ndtoverlay=spi0-2cs,cs0_pin=5\ndtoverlay=vc4-kms-v3d\n"
    #expect(
      changed(text, ["dtparam=spi=on"]).otherSelects == [
        "dtoverlay=spi0-1cs-inverted", "dtoverlay=spi0-2cs,cs0_pin=5",
      ])
    #expect(changed(text, ["dtoverlay=spi0-2cs"]).otherSelects == ["dtoverlay=spi0-1cs-inverted"])
  }

  private static let sayings: [(text: String, wanted: String)] = [
    ("dtparam=spi=on", "dtparam=spi=on"), ("  dtparam=spi=on \n", "dtparam=spi=on"),
    ("dtparam=spi", "dtparam=spi=on"), ("dtparam=audio=on,spi=on\n", "dtparam=spi=on"),
    ("dtparam=i2c=on\n", "dtparam=i2c_arm=on"), ("dtparam=i2c1=on\n", "dtparam=i2c_arm=on"),
    ("dtparam=i2c_arm_baudrate=1000000\n", "dtparam=i2c_arm_baudrate=400000"),
    ("dtoverlay=spi0-2cs,x=1,no_miso\n", "dtoverlay=spi0-2cs,no_miso"),
    ("[cm4]\na=1\n[all]\ndtparam=spi=on\n", "dtparam=spi=on"), ("gpu_mem=16\n", "gpu_mem=16"),
    ("dtoverlay=i2c3,baudrate=100000\n", "dtoverlay=i2c3"),
    (
      "dtoverlay=gpio-key,gpio=5\ndtoverlay=gpio-key,label=x,gpio=6\n",
      "dtoverlay=gpio-key,gpio=6"
    ),
  ]

  @Test("what is said already, or was chosen otherwise, stays", arguments: sayings)
  func complete(text: String, wanted: String) {
    let changed = changed(text, [wanted])
    #expect(changed.isComplete && changed.text == text && changed.difference.isEmpty)
  }

  private static let additions: [(text: String, wanted: [String], new: String)] = [
    (installed, ["dtoverlay=rpi-sense"], installed + "\n# tealight: HAT\ndtoverlay=rpi-sense\n"),
    ("a=1", ["dtparam=spi=on"], "a=1\n\n# tealight: HAT\ndtparam=spi=on\n"),
    ("", ["dtparam=spi=on"], "\n# tealight: HAT\ndtparam=spi=on\n"),
    ("a=1\r\n", ["b=2"], "a=1\r\n\r\n# tealight: HAT\r\nb=2\r\n"),
    // What holds for some machines only does not hold for all.
    (
      "[cm4]\ndtparam=spi=on\n#b=2\n", ["dtparam=spi=on", "b=2"],
      "[cm4]\ndtparam=spi=on\n#b=2\n\n# tealight: HAT\n[all]\ndtparam=spi=on\nb=2\n"
    ),
    (
      "a=1\n", ["a=1", "[pi4]", "b=2", "[all]", "c=3"],
      "a=1\n\n# tealight: HAT\n[pi4]\nb=2\n[all]\nc=3\n"
    ),
    ("a=1\n", ["[pi4]", "b=2", "[all]"], "a=1\n\n# tealight: HAT\n[pi4]\nb=2\n[all]\n"),
    ("b=1\n", ["b=2"], "b=1\n\n# tealight: HAT\nb=2\n"),
    // Another line of an overlay is another device, unless it is a bus.
    (
      "dtoverlay=gpio-key,gpio=5\n", ["dtoverlay=gpio-key,gpio=6", "dtoverlay=gpio-key,gpio=7"],
      "dtoverlay=gpio-key,gpio=5\n\n# tealight: HAT\n"
        + "dtoverlay=gpio-key,gpio=6\ndtoverlay=gpio-key,gpio=7\n"
    ),
    (
      "dtoverlay=w1-gpio\n", ["dtoverlay=w1-gpio,gpiopin=5"],
      "dtoverlay=w1-gpio\n\n# tealight: HAT\ndtoverlay=w1-gpio,gpiopin=5\n"
    ),
    (
      "dtoverlay=w1-gpio,gpiopin=5\n", ["dtoverlay=w1-gpio"],
      "dtoverlay=w1-gpio,gpiopin=5\n\n# tealight: HAT\ndtoverlay=w1-gpio\n"
    ),
  ]

  @Test("what no line says comes at the end, below its filter", arguments: additions)
  func appended(text: String, wanted: [String], new: String) {
    let changed = changed(text, wanted)
    #expect(changed.text == new)
    // Once it is said, nothing is to be done.
    #expect(self.changed(new, wanted).isComplete, "\(self.changed(new, wanted).text)")
  }

  @Test("what a board needs is turned on in the file that comes with the system")
  func stock() {
    let changed = changed(
      Self.installed, ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"])
    #expect(
      changed.difference == [
        " 2 - #dtparam=i2c_arm=on", " 2 + dtparam=i2c_arm=on", "10 +", "11 + # tealight: HAT",
        "12 + dtparam=i2c_arm_baudrate=400000",
      ])
  }
}
