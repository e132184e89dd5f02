import Devices
import Glibc
import Pixels
import Timing

/// Writes what goes over the bus for the same pictures: `panel-transcripts FOLDER`, a file for each
/// panel, size, wire and rotation.
@main enum PanelTranscripts {
  static func main() throws {
    for kind in PanelKind.all where kind.isRecordable {
      for size in sizes(kind) {
        for (wire, lines) in kind.wires.compactMap({ wire in wiring(wire, kind) }) {
          for rotation in [Rotation.none, .quarter, .half, .threeQuarters] {
            let name = "\(kind) \(size) \(wire) \(rotation)"
            var wiring = PanelWiring(
              kind, on: .record(path: "\(CommandLine.arguments[1])/\(name)"), size: size)
            wiring.lines = Dictionary(uniqueKeysWithValues: lines.map { ($0, 0) })
            wiring.rotation = rotation
            try draw(on: wiring)
          }
        }
      }
    }
  }

  private static func sizes(_ kind: PanelKind) -> [Size] {
    switch kind.sizes {
    case .listed(let sizes): sizes
    case .between(let least, let most, let usual): [least, usual, most]
    case .ofDevice(let usual): [usual]
    }
  }

  /// The lines that make a recorded panel one on this wire.
  private static func wiring(
    _ wire: PanelKind.Wire, _ kind: PanelKind
  ) -> (String, Set<PanelLine>)? {
    switch wire {
    case .i2c: ("i2c", kind.lines.subtracting([.dc]))
    case .spi: ("spi", kind.lines.subtracting([.data, .clock]))
    case .gpio: ("gpio", kind.lines)
    case .framebuffer, .led: nil
    }
  }

  private static func draw(on wiring: PanelWiring) throws {
    var now: Int64 = 0
    let display = try wiring.display(theme: .dark(.greenRed)) { print($0) }
    /// Lets ten seconds go by: paper moves, and liquid crystal alternates.
    func settle() {
      let end = now + 10_000
      while case let next = display.flush(now: now), next < Deadline(end) {
        now = max(next.monotonic, now + 1)
      }
      now = end
    }
    func show(_ frame: Frame) {
      display.show(frame)
      settle()
    }
    var noise = noise(display.size)
    show(TestCard.draw(on: display.surface, title: "\(wiring.kind)"))
    show(noise)
    // A part changes, and everything moves by a column.
    let (width, height) = (display.size.width, display.size.height)
    for y in height / 3..<height / 2 { for x in width / 4..<width / 2 { noise[x, y] ^= 0x7F } }
    show(noise)
    for y in 0..<height { for x in 1..<max(1, width) { noise[x - 1, y] = noise[x, y] } }
    show(noise)
    display.wear(Theme(Theme.Name(.light, .redBlue)))
    show(noise)
    display.dim(to: 30)
    settle()
    display.sleep()
    settle()
    show(noise)
    // What is overtaken before it is out is never sent.
    display.show(Frame(display.size))
    _ = display.flush(now: now)
    show(noise)
    display.giveBack()
    settle()
  }

  private static func noise(_ size: Size) -> Frame {
    var frame = Frame(size)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for index in frame.pixels.indices {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      frame.pixels[index] = UInt8(truncatingIfNeeded: state >> 40)
    }
    return frame
  }
}
