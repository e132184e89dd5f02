/// What everything is drawn on, by its name in the configuration.
public enum ThemeName: String, CaseIterable, Sendable {
  /// For panels that make their own light.
  case dark
  case light
  /// As print looks by a lamp.
  case paper
  /// Dim and red: eyes stay used to the dark.
  case night
}

/// The colours of up and down, in this order, by their name in the configuration.
public enum ColourConvention: String, CaseIterable, Sendable {
  /// As in Korea.
  case redBlue = "red-blue"
  /// As in China and Japan.
  case redGreen = "red-green"
  case greenRed = "green-red"
  /// For people who cannot tell red from green.
  case blueOrange = "blue-orange"
}
