import Glibc

@testable import Devices
@testable import PanelModels

/// A bus with a panel's model at its end: counts what passes, and can be made to fail.
final class ModelBus: CommandBus {
  let name = "model"
  let bytesPerSecond: Int
  let lines: Set<PanelLine>
  private(set) var model: any PanelModel
  private(set) var transactions: [BusTransaction] = []
  /// Nil: never; otherwise how many more transactions go through.
  var failsAfter: Int?
  /// How the BUSY line is wired: not at all, to the panel, or to nothing.
  var busyWire = BusyWire.panel
  private let wiring: PanelWiring
  private let isI2C: Bool

  enum BusyWire {
    case none, panel, alwaysHigh
  }

  /// How bright the backlight was last told to be.
  private(set) var percent: Int?

  /// - Parameter lines: those that are wired; nil for all that the panel can use.
  init(_ wiring: PanelWiring, hz: Int?, lines: Set<PanelLine>? = nil) {
    self.wiring = wiring
    model = wiring.kind.model!(wiring)
    self.lines = lines ?? wiring.kind.lines.subtracting([.dc])
    switch wiring.wire! {
    case .i2c: (isI2C, bytesPerSecond) = (true, (hz ?? 400_000) / 9)
    case .spi(let usual, _): (isI2C, bytesPerSecond) = (false, (hz ?? usual) / 8)
    case .gpio: (isI2C, bytesPerSecond) = (false, 10_000)
    case .framebuffer, .led: fatalError("\(wiring.kind) has no bus with a clock")
    }
  }

  func shine(_ percent: Int) { self.percent = percent }

  private(set) var byteCount = 0
  var sentBytes: Int { byteCount }

  func command(_ bytes: [UInt8]) throws(DeviceError) { try send(bytes, isData: false) }

  func data(_ bytes: [UInt8]) throws(DeviceError) { try send(bytes, isData: true) }

  func drive(_ line: PanelLine, _ level: Bool) throws(DeviceError) {
    if lines.contains(line) { try pass(.line(line, level)) }
  }

  func isBusy() throws(DeviceError) -> Bool? {
    switch busyWire {
    case .none: nil
    case .panel: lines.contains(.busy) ? model.isBusy : nil
    case .alwaysHigh: true
    }
  }

  /// Takes the panel's power away and gives it back.
  func cyclePower() { model = wiring.kind.model!(wiring) }

  func pass(milliseconds: Int64) { model.pass(milliseconds: milliseconds) }

  private func send(_ bytes: [UInt8], isData: Bool) throws(DeviceError) {
    if isI2C {
      try pass(.i2c(address: 0x3c, isRead: false, [isData ? 0x40 : 0x00] + bytes))
    } else {
      try pass(.spi(isData: isData, bytes))
    }
  }

  private func pass(_ transaction: BusTransaction) throws(DeviceError) {
    if let left = failsAfter {
      if left == 0 { throw .failed(device: name, call: "I2C write", errno: EREMOTEIO) }
      failsAfter = left - 1
    }
    transactions.append(transaction)
    byteCount += transaction.byteCount
    do { try model.receive(transaction) } catch {
      fatalError("the driver broke the datasheet: \(error)")
    }
  }
}
