/// A pin of the 40-pin header of a Raspberry Pi.
public enum HeaderPin: Equatable, Sendable {
  /// A voltage or ground, as people call it.
  case power(String)
  /// A line of the header's GPIO chip, by its offset.
  case gpio(Int)

  public static let ground = HeaderPin.power("ground")

  /// Pins 1 to 40 (Raspberry Pi documentation, "GPIO and the 40-pin header").
  public static let all: [HeaderPin] = [
    .power("3.3 V"), .power("5 V"), .gpio(2), .power("5 V"), .gpio(3), .ground, .gpio(4), .gpio(14),
    .ground, .gpio(15), .gpio(17), .gpio(18), .gpio(27), .ground, .gpio(22), .gpio(23),
    .power("3.3 V"), .gpio(24), .gpio(10), .ground, .gpio(9), .gpio(25), .gpio(11), .gpio(8),
    .ground, .gpio(7), .gpio(0), .gpio(1), .gpio(5), .ground, .gpio(6), .gpio(12), .gpio(13),
    .ground, .gpio(19), .gpio(16), .gpio(26), .gpio(20), .ground, .gpio(21),
  ]

  /// The lines of the chip that are on the header. The chip has more lines, which the board itself
  /// needs; on some boards, those of its Wi-Fi.
  public static let lines = 0...27

  /// As people call it.
  public var name: String {
    switch self {
    case .power(let name): name
    case .gpio(let line): "GPIO \(line)"
    }
  }
}
