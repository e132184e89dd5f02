import Glibc
import Pixels

/// A light of the kernel's LED class, `/sys/class/leds/NAME` (Documentation/leds/leds-class.rst and
/// leds-class-multicolor.rst): on or off, in steps, or in colours.
///
/// The LED's trigger, by which the kernel switches it, is removed, and restored at the end. If the
/// driver is bound again, the trigger is back and nothing reports that: so `prepare` is called now
/// and then.
final class KernelLED: FullFramePanel {
  static let folder = "/sys/class/leds"

  let depth: Depth
  private let name: String
  private let folder: String
  private var theme: Theme
  private let most: Int
  /// The colours of `multi_intensity`, in its order; empty where the LED has a single fixed colour.
  private let colours: [String]
  private var former: Former?
  private var written: [String: String] = [:]

  /// Its state before the start.
  private struct Former {
    var trigger: String?
    var brightness: String
    var intensities: String
  }

  /// - Parameter folder: the folder of the kernel's LEDs.
  /// - Throws: `unusable` where there is no such light, or it may not be written.
  init(_ name: String, in folder: String = KernelLED.folder, theme: Theme) throws(DeviceError) {
    self.name = "led:\(name)"
    self.folder = "\(folder)/\(name)"
    _ = try FileDescriptor(
      opening: "\(self.folder)/brightness", O_WRONLY, group: "video",
      enable: "ls \(folder) lists the LEDs of this board")
    most = max(Int(readLine("\(self.folder)/max_brightness")) ?? 255, 1)
    colours = readLine("\(self.folder)/multi_index").split(separator: " ").map(String.init)
    depth = !colours.isEmpty ? .colour : most == 1 ? .mono : .grey
    self.theme = theme.lit
  }

  func wear(_ theme: Theme) { self.theme = theme.lit }

  func prepare() throws(DeviceError) {
    written = [:]
    if former == nil { former = try find() }
    // Without a trigger, the brightness stays as we write it.
    if former?.trigger != nil { try write("none", to: "trigger") }
  }

  private func find() throws(DeviceError) -> Former {
    let triggers = readLine("\(folder)/trigger", bytesMax: 65_536)
    let chosen = triggers.split(separator: " ").first { $0.hasPrefix("[") && $0.hasSuffix("]") }
    return Former(
      trigger: chosen.map { String($0.dropFirst().dropLast()) }, brightness: try read("brightness"),
      intensities: colours.isEmpty ? "" : try read("multi_intensity"))
  }

  func put(_ frame: Frame, at percent: Int) throws(DeviceError) {
    let pixel = frame.pixels[0]
    let isLit = depth == .mono ? pixel & 8 != 0 : pixel != 0
    let colour = isLit ? theme[pixel] : Colour(0)
    let share = Double(percent) / 100
    if colours.isEmpty {
      let light = LEDLight(Colour(UInt32(colour.luma) * 0x010101))
      return try write("\(light.steps(of: most, at: share).red)", to: "brightness")
    }
    let steps = LEDLight(colour).steps(of: most, at: share)
    let intensities = colours.map { colour in
      switch colour {
      case "red": steps.red
      case "green": steps.green
      case "blue": steps.blue
      default: 0
      }
    }
    try write(intensities.map { "\($0)" }.joined(separator: " "), to: "multi_intensity")
    try write("\(most)", to: "brightness")
  }

  func displayOff() throws(DeviceError) { try write("0", to: "brightness") }

  func giveBack() throws(DeviceError) {
    guard let former else { return }
    if !colours.isEmpty { try write(former.intensities, to: "multi_intensity") }
    // In this order, because writing brightness 0 removes the trigger.
    try write(former.brightness, to: "brightness")
    if let trigger = former.trigger { try write(trigger, to: "trigger") }
  }

  private func read(_ file: String) throws(DeviceError) -> String {
    let line = readLine("\(folder)/\(file)")
    if line.isEmpty { throw .failed(device: name, call: "read \(file)", errno: errno) }
    return line
  }

  private func write(_ value: String, to file: String) throws(DeviceError) {
    if written[file] == value { return }
    written[file] = nil
    let code = writeSmallFile("\(folder)/\(file)", value)
    if code != 0 { throw .failed(device: name, call: "write \(file)", errno: code) }
    written[file] = value
  }
}

extension PanelKind {
  public static let led = PanelKind(
    "led", sizes: .listed([Size(1, 1)]), depth: .grey, wires: [.led], lines: [],
    opening: .device { (wiring, theme, report) throws(DeviceError) in
      guard case .led(let name) = wiring.bus else { preconditionFailure("a LED is on led:NAME") }
      let led = try KernelLED(name, theme: theme)
      var surface = wiring.surface
      surface.depth = led.depth
      return FullFrameDisplay(led, wiring, on: "\(wiring.bus)", surface: surface, report: report)
    })
}
