import Pixels

/// How a kind of LED chip in a row is told its colour.
protocol LEDStripChip {
  /// The word for one LED of this colour, at a share of its light.
  static func word(_ light: LEDLight, _ share: Double) -> [UInt8]
  /// The words of all LEDs, with the start and the end of a picture for a bus of this speed.
  static func message(_ words: [UInt8], bytesPerSecond: Int) -> [UInt8]
}

/// LEDs in a row. All colours are sent whenever one of them has changed.
final class LEDStrip<Chip: LEDStripChip>: FullFramePanel {
  private let bus: any CommandBus
  private let rotation: Rotation
  private var lights: [LEDLight]
  private let count: Int
  private var shown: [UInt8] = []

  init(_ wiring: PanelWiring, on bus: any CommandBus, theme: Theme) {
    self.bus = bus
    rotation = wiring.rotation
    lights = LEDLight.table(theme)
    count = wiring.size.width
  }

  func prepare() { shown = [] }

  func wear(_ theme: Theme) { lights = LEDLight.table(theme) }

  func put(_ frame: Frame, at percent: Int) throws(DeviceError) {
    let share = Double(percent) / 100
    try send(frame.turned(rotation).pixels.flatMap { Chip.word(lights[Int($0)], share) })
  }

  func displayOff() throws(DeviceError) {
    try send((0..<count).flatMap { _ in Chip.word(lights[0], 0) })
  }

  private func send(_ words: [UInt8]) throws(DeviceError) {
    if words == shown { return }
    shown = []
    try bus.data(Chip.message(words, bytesPerSecond: bus.bytesPerSecond))
    shown = words
  }
}
