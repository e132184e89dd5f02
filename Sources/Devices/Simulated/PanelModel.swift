import Pixels

/// A panel as its datasheet describes it: reads the bus, shows the glass. It knows nothing of the
/// driver.
public protocol PanelModel {
  /// True if nothing at all can be seen, whatever the memory holds.
  var isDark: Bool { get }
  /// What the glass shows, rows from the top, unturned, black where dark: with as many shades as
  /// the controller has, the brightest 255.
  var glass: [Colour] { get }
  /// What the controller was last told of brightness, 0…255; nil where it cannot be told.
  var level: UInt8? { get }

  /// - Throws: where the datasheet does not allow it.
  mutating func receive(_ transaction: BusTransaction) throws(BusViolation)
}

extension PanelModel {
  public var level: UInt8? { nil }
}
