import Pixels
import TestSupport

@testable import Devices
@testable import PanelModels

/// A panel with its model, and time that passes when the panel asks for it.
final class Rig {
  let display: any Display
  let bus: ModelBus
  let wiring: PanelWiring
  private(set) var reports: [String] = []
  private(set) var now: Int64 = 0

  static let theme = Theme.dark(.redBlue)
  private var theme = theme
  /// How bright the colours of the picture are.
  var percent = 100

  /// - Parameters:
  ///   - hz: the clock of the bus; nil for the usual one.
  ///   - lines: those beside the bus; nil for all that the panel can use.
  init(
    _ panel: PanelWiring, _ rotation: Rotation = .none, brightness: Int = 100, hz: Int? = nil,
    lines: Set<PanelLine>? = nil
  ) {
    var sink: (String) -> Void = { _ in }
    var wiring = panel
    wiring.rotation = rotation
    wiring.brightness = brightness
    self.wiring = wiring
    bus = ModelBus(wiring, hz: hz, lines: lines)
    display = wiring.kind.display(wiring, on: bus, theme: Self.theme) { sink($0) }
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
      if next.isNever { return most }
      wait(until: min(max(next.monotonic, now + 1), end))
    }
    return most
  }

  /// Until then, or until the BUSY line falls.
  func wait(until then: Int64) {
    while bus.model.isBusy, bus.busyWire == .panel, now < then {
      bus.pass(milliseconds: 1)
      now += 1
      if !bus.model.isBusy { return }
    }
    bus.pass(milliseconds: then - now)
    now = then
  }

  func show(_ frame: Frame) {
    display.show(frame)
    settle()
  }

  func blank() -> Frame { Frame(display.size) }

  func noise(_ seed: UInt64) -> Frame {
    var noise = SeededGenerator(seed: seed)
    var frame = blank()
    for index in frame.pixels.indices {
      frame.pixels[index] = UInt8(truncatingIfNeeded: noise.next() >> 32)
    }
    return frame
  }

  /// True if the glass shows the frame, turned clockwise, and nothing else.
  func shows(_ frame: Frame) -> Bool {
    let lights = (0...255).map { light(Pixel($0)) }
    return bus.model.activeArea == turn(frame).pixels.map { lights[Int($0)] }
  }

  func wear(_ theme: Theme) {
    self.theme = theme
    display.wear(theme)
  }

  var isDark: Bool { bus.model.isDark }

  /// As it hangs on the wall: pixel by pixel, with no trick in common with the drivers.
  private func turn(_ frame: Frame) -> Frame {
    let (width, height) = (frame.size.width, frame.size.height)
    var turned = Frame(wiring.size)
    for y in 0..<height {
      for x in 0..<width {
        switch wiring.rotation {
        case .none: turned[x, y] = frame[x, y]
        case .quarter: turned[height - 1 - y, x] = frame[x, y]
        case .half: turned[width - 1 - x, height - 1 - y] = frame[x, y]
        case .threeQuarters: turned[y, width - 1 - x] = frame[x, y]
        }
      }
    }
    return turned
  }

  /// What is left of a pixel's colour on such a glass.
  private func light(_ pixel: Pixel) -> Colour {
    let colour = theme[pixel].dimmed(to: percent)
    switch wiring.kind.depth {
    case .mono: return Colour(pixel & 8 == 0 ? 0x000000 : 0xffffff)
    case .grey: return Colour(UInt32(colour.luma >> 4) * 0x111111)
    case .colour:
      // RGB565, shown in 18 bits as the controllers do.
      let red = UInt32(colour.red >> 3)
      let green = UInt32(colour.green >> 2)
      let blue = UInt32(colour.blue >> 3)
      let shown = (red << 1 | red >> 4) << 16 | green << 8 | (blue << 1 | blue >> 4)
      return Colour(shown << 2 | shown >> 4 & 0x03_03_03)
    }
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
