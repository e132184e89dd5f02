import Pixels

/// What the glance on a panel is composed of. Each is drawn by itself, and no two share a pixel.
public enum GlancePart: String, CaseIterable, Sendable {
  case name, status, dots, clock, price, change, baseline, notice, candles, face, rim, divider

  /// Whether it stays while prices change.
  var isStill: Bool {
    switch self {
    case .price, .change, .candles: false
    case .name, .status, .dots, .clock, .baseline, .notice, .face, .rim, .divider: true
    }
  }

  /// Whether half of it is wrong rather than less.
  var isIndivisible: Bool {
    switch self {
    case .name, .status, .clock, .price, .change, .baseline, .notice, .face: true
    case .dots, .candles, .rim, .divider: false
    }
  }
}
