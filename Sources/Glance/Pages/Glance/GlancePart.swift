import Pixels

/// What the glance on a panel is composed of. Each is drawn by itself, and no two share a pixel.
public enum GlancePart: String, CaseIterable, Sendable {
  case name, status, dots, clock, price, change, baseline
  /// Tables of measures call it so (`tealight gallery --report`).
  case explanation = "notice"
  case candles, face, rim, divider

  /// Whether it stays while prices change.
  var isStill: Bool {
    switch self {
    case .price, .change, .candles: false
    case .name, .status, .dots, .clock, .baseline, .explanation, .face, .rim, .divider: true
    }
  }

  /// Whether a half of the part would be wrong, and not merely less.
  var isIndivisible: Bool {
    switch self {
    case .name, .status, .clock, .price, .change, .baseline, .explanation, .face: true
    case .dots, .candles, .rim, .divider: false
    }
  }
}
