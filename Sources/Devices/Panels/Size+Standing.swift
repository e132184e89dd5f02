import Pixels

extension Size {
  /// Wider than high.
  var isLying: Bool { width > height }
  /// Its longer side upright.
  var standing: Size { isLying ? turned : self }
  var turned: Size { Size(height, width) }
}
