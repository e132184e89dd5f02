import Devices

/// One line of a transcript: what went over a bus, or a line that was driven.
public enum BusTransaction: Equatable, Sendable {
  case i2c(address: UInt8, isRead: Bool, [UInt8])
  case spi(isData: Bool, [UInt8])
  case line(PanelLine, Bool)

  /// Bytes on the bus, with the control bytes and without the I2C address.
  public var byteCount: Int {
    switch self {
    case .i2c(_, _, let bytes), .spi(_, let bytes): bytes.count
    case .line: 0
    }
  }
}

/// A transaction that no controller would understand.
public struct BusViolation: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
