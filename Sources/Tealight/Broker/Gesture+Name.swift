import Devices

extension Gesture {
  /// As the configuration calls it.
  var name: String {
    switch self {
    case .press: "press"
    case .hold: "hold"
    case .doublePress: "double"
    }
  }

  static let names = [Gesture.press, .hold, .doublePress].map(\.name)
}
