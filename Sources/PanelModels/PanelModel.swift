import Pixels

/// A panel as its datasheet describes it: reads the bus and shows its active area. It shares no
/// code with the driver.
public protocol PanelModel {
  /// True if nothing at all can be seen, whatever the memory holds.
  var isDark: Bool { get }
  /// What the active area shows, rows from the top, unturned, black where dark: with as many shades
  /// as the controller has, the brightest 255. Where light is reflected, dark pixels count as lit.
  var activeArea: [Colour] { get }
  /// The brightness that the controller was last told, 0…255; nil if it cannot be set.
  var level: UInt8? { get }

  /// - Throws: if the datasheet does not allow the transaction.
  mutating func receive(_ transaction: BusTransaction) throws(BusViolation)

  /// Whether the controller is busy and drives its BUSY line.
  var isBusy: Bool { get }
  /// Lets this much time pass.
  mutating func pass(milliseconds: Int64)
}

extension PanelModel {
  public var level: UInt8? { nil }
  public var isBusy: Bool { false }
  public mutating func pass(milliseconds: Int64) {}
}
