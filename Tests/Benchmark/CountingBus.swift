import Devices

/// A bus in memory that counts: on I2C each transaction has a control byte.
final class CountingBus: CommandBus {
  let name = "counting"
  let bytesPerSecond: Int
  let lines: Set<PanelLine> = [.reset]
  private let controlBytes: Int
  private(set) var bytes = 0
  var sentBytes: Int { bytes }

  /// Whether a wire carries bytes at a rate of its own.
  static func counts(_ wire: PanelKind.Wire) -> Bool {
    switch wire {
    case .i2c, .spi: true
    case .gpio, .framebuffer, .led: false
    }
  }

  init(_ wire: PanelKind.Wire) {
    switch wire {
    case .i2c: (bytesPerSecond, controlBytes) = (400_000 / 9, 1)
    case .spi(let hz, _): (bytesPerSecond, controlBytes) = (hz / 8, 0)
    case .gpio, .framebuffer, .led: fatalError("no bus with a clock")
    }
  }

  func command(_ bytes: [UInt8]) { count(bytes) }
  func data(_ bytes: [UInt8]) { count(bytes) }
  func drive(_ line: PanelLine, _ level: Bool) {}

  private func count(_ sent: [UInt8]) {
    bytes += sent.count + controlBytes
  }
}
