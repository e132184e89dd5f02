import Pixels

/// What the glance looks like on a surface: pages choose themselves by size.
enum GlanceForm: Equatable {
  /// The mood's colour: a light or two.
  case light
  /// The day's candle laid along a row of lights.
  case strip
  /// The face alone: in a small circle.
  case face
  /// Slides: `MatrixShow` shows them, and those of every other page.
  case matrix
  /// Everything, composed for a circle.
  case round
  /// Everything.
  case panel

  /// Whether the form is for a few lights.
  var isOfLights: Bool { self != .panel && self != .round }

  init(_ surface: Surface) {
    let size = surface.size
    let short = min(size.width, size.height)
    let long = max(size.width, size.height)
    switch short {
    case _ where surface.outline == .circle: self = short < 120 ? .face : .round
    case _ where long < 3: self = .light
    case ..<7: self = .strip
    case _ where size.width < Face.smallestSide: self = .strip
    case ..<24: self = .matrix
    case _ where long < 48: self = .matrix
    default: self = .panel
    }
  }
}
