/// How far a picture is turned clockwise on a panel.
public enum Rotation: Int, CaseIterable, Sendable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// A quarter further.
  var next: Rotation { Rotation(rawValue: (rawValue + 90) % 360)! }

  var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}
