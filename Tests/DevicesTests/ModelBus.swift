import Devices
import Glibc

/// A bus with a model at its end: counts what passes, and can be made to fail.
final class ModelBus: CommandBus {
  enum Model {
    case ssd1306(SSD1306Model)
    case st7789(ST7789Model)
  }

  let name = "model"
  let bytesPerSecond: Int
  let lines: Set<PanelLine>
  var model: Model
  var transactions: [BusTransaction] = []
  /// Nil: never; otherwise how many more transactions go through.
  var failsAfter: Int?

  init(_ model: Model, bytesPerSecond: Int, lines: Set<PanelLine>) {
    self.model = model
    self.bytesPerSecond = bytesPerSecond
    self.lines = lines
  }

  var byteCount: Int { transactions.reduce(0) { $0 + $1.byteCount } }

  func command(_ bytes: [UInt8]) throws(DeviceError) { try send(bytes, isData: false) }

  func data(_ bytes: [UInt8]) throws(DeviceError) { try send(bytes, isData: true) }

  func drive(_ line: PanelLine, _ level: Bool) throws(DeviceError) {
    if lines.contains(line) { try pass(.line(line, level)) }
  }

  private func send(_ bytes: [UInt8], isData: Bool) throws(DeviceError) {
    switch model {
    case .ssd1306:
      try pass(.i2c(address: 0x3c, isRead: false, [isData ? 0x40 : 0x00] + bytes))
    case .st7789: try pass(.spi(isData: isData, bytes))
    }
  }

  private func pass(_ transaction: BusTransaction) throws(DeviceError) {
    if let left = failsAfter {
      if left == 0 { throw .failed(device: name, call: "I2C write", errno: EREMOTEIO) }
      failsAfter = left - 1
    }
    transactions.append(transaction)
    do {
      switch (model, transaction) {
      case (.ssd1306(var chip), .i2c(_, _, let bytes)):
        try chip.receive(bytes)
        model = .ssd1306(chip)
      case (.ssd1306(var chip), .line(.reset, false)):
        chip.reset()
        model = .ssd1306(chip)
      case (.st7789(var chip), _):
        // The model must be alone with its memory, or each transaction copies it.
        model = .ssd1306(SSD1306Model())
        defer { model = .st7789(chip) }
        try chip.receive(transaction)
      default: break
      }
    } catch {
      fatalError("the driver broke the datasheet: \(error)")
    }
  }
}
