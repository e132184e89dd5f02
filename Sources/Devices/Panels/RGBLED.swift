import Pixels

/// A LED of two or three colours, each switched by a GPIO line.
final class RGBLED: FullFramePanel {
  private let bus: any CommandBus
  private var theme: Theme
  private let isActiveLow: Bool
  private let colours: [PanelLine]
  private var shown: [Bool] = []

  init(_ wiring: PanelWiring, on bus: any CommandBus, theme: Theme) {
    self.bus = bus
    self.theme = theme.lit
    isActiveLow = wiring.isActiveLow
    colours = [.red, .green, .blue].filter(bus.lines.contains)
  }

  func prepare() { shown = [] }

  func wear(_ theme: Theme) { self.theme = theme.lit }

  func put(_ frame: Frame, at percent: Int) throws(DeviceError) {
    try shine(percent > 0 ? Self.lit(frame.pixels[0], theme, colours) : [])
  }

  func displayOff() throws(DeviceError) { try shine([]) }

  private func shine(_ lit: Set<PanelLine>) throws(DeviceError) {
    let wanted = colours.map(lit.contains)
    if wanted == shown { return }
    shown = []
    // Off before on, so that no wrong colour flashes.
    for isOn in [false, true] {
      for (line, level) in zip(colours, wanted) where level == isOn {
        try bus.drive(line, isOn != isActiveLow)
      }
    }
    shown = wanted
  }

  /// The colours that come nearest to a pixel: the strongest of those that the LED has, and any that
  /// is nearly as strong.
  static func lit(_ pixel: Pixel, _ theme: Theme, _ colours: [PanelLine]) -> Set<PanelLine> {
    guard pixel & 8 != 0 else { return [] }
    let colour = theme[pixel]
    let channels: [PanelLine: Int] = [
      .red: Int(colour.red), .green: Int(colour.green), .blue: Int(colour.blue),
    ]
    let strongest = colours.compactMap { channels[$0] }.max() ?? 0
    return Set(colours.filter { channels[$0]! * 10 >= strongest * 7 })
  }
}

extension PanelKind {
  public static let rgbLED = PanelKind(
    "rgb-led", sizes: .listed([Size(1, 1)]), depth: .colour, wires: [.gpio],
    lines: [.red, .green, .blue], neededLines: [.red, .green],
    opening: .fullFrame { RGBLED($0, on: $1, theme: $2) })
}
