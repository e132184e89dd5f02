import Pixels

/// What the glance looks like on a surface: pages choose themselves by size.
enum GlanceForm: Equatable {
  /// The mood's colour: a light or two.
  case light
  /// The day's candle laid along a row of lights.
  case strip
  /// The face: eight dots square, and the day's range under it where that is tall.
  case face
  /// The price in small digits over the day's range, and the face where it has room.
  case matrix
  /// Everything, composed for a circle.
  case round
  /// Everything.
  case panel

  /// Whether it is told by a few lights.
  var isOfLights: Bool { self != .panel && self != .round }

  init(_ surface: Surface) {
    let size = surface.size
    let short = min(size.width, size.height)
    let long = max(size.width, size.height)
    switch short {
    case _ where surface.outline == .circle: self = short < 120 ? .face : .round
    case _ where long < 3: self = .light
    case ..<5: self = .strip
    case ..<24 where size.width >= max(MatrixGlance.smallestWidth, 2 * short): self = .matrix
    case ..<Face.smallestSide: self = .strip
    case ..<24: self = .face
    case _ where long < 48: self = .face
    default: self = .panel
    }
  }
}
