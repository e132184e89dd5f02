import Devices
import Pixels

/// A panel of either kind with its model, and time that passes when the panel asks for it.
final class Rig {
  let display: any Display
  let bus: ModelBus
  let rotation: Rotation
  private(set) var reports: [String] = []
  private(set) var now: Int64 = 0

  static let theme = Theme.dark(.redUp)

  init(_ panel: PanelKind, _ rotation: Rotation = .none, brightness: Int = 100, hz: Int? = nil) {
    var sink: (String) -> Void = { _ in }
    self.rotation = rotation
    switch panel {
    case .ssd1306:
      bus = ModelBus(.ssd1306(SSD1306Model()), bytesPerSecond: (hz ?? 400_000) / 9, lines: [])
    case .st7789:
      bus = ModelBus(
        .st7789(ST7789Model()), bytesPerSecond: (hz ?? 32_000_000) / 8,
        lines: [.reset, .backlight])
    }
    display = panel.display(
      on: bus, rotation: rotation, brightness: brightness, theme: Self.theme, report: { sink($0) })
    sink = { [unowned self] in reports.append($0) }
  }

  /// Flushes until nothing is left, at most so long. Returns the most bytes that one flush sent.
  @discardableResult
  func settle(milliseconds: Int64 = 60_000) -> Int {
    let end = now + milliseconds
    var most = 0
    while now < end {
      let before = bus.byteCount
      let next = display.flush(now: now)
      most = max(most, bus.byteCount - before)
      guard let next else { return most }
      now = min(max(next, now + 1), end)
    }
    return most
  }

  func show(_ frame: Frame) {
    display.show(frame)
    settle()
  }

  func blank() -> Frame { Frame(display.size) }

  func noise(_ seed: UInt64) -> Frame {
    var noise = Noise(state: seed)
    var frame = blank()
    for index in frame.pixels.indices {
      frame.pixels[index] = UInt8(truncatingIfNeeded: noise.next() >> 32)
    }
    return frame
  }

  /// True if the glass shows the frame, turned clockwise, and nothing else.
  func shows(_ frame: Frame) -> Bool {
    let turned = turn(frame)
    switch bus.model {
    case .ssd1306(let chip): return chip.glass == turned.pixels.map { $0 & 8 != 0 }
    case .st7789(let chip): return chip.glass == turned.pixels.map(Self.on18Bits)
    }
  }

  var isDark: Bool {
    switch bus.model {
    case .ssd1306(let chip): chip.isDark
    case .st7789(let chip): chip.isDark
    }
  }

  /// As it hangs on the wall: pixel by pixel, with no trick in common with the drivers.
  private func turn(_ frame: Frame) -> Frame {
    let (width, height) = (frame.size.width, frame.size.height)
    var turned = Frame(rotation.rawValue % 180 == 0 ? frame.size : Size(height, width))
    for y in 0..<height {
      for x in 0..<width {
        switch rotation {
        case .none: turned[x, y] = frame[x, y]
        case .quarter: turned[height - 1 - y, x] = frame[x, y]
        case .half: turned[width - 1 - x, height - 1 - y] = frame[x, y]
        case .threeQuarters: turned[y, width - 1 - x] = frame[x, y]
        }
      }
    }
    return turned
  }

  /// A pixel's colour after RGB565 on an 18-bit glass.
  private static func on18Bits(_ pixel: Pixel) -> UInt32 {
    let red = UInt32(theme[pixel].red >> 3)
    let green = UInt32(theme[pixel].green >> 2)
    let blue = UInt32(theme[pixel].blue >> 3)
    return (red << 1 | red >> 4) << 18 | green << 10 | (blue << 1 | blue >> 4) << 2
  }
}

extension Frame {
  /// Fills the part of the rectangle that is in the frame.
  mutating func fill(_ rect: Rect, _ pixel: Pixel) {
    let part = rect.intersection(Rect(size))
    for y in part.y..<part.bottom {
      for x in part.x..<part.right { self[x, y] = pixel }
    }
  }
}
