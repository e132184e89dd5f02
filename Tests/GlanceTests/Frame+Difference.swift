import Pixels

extension Frame {
  /// Whether no pixel outside these places differs; nil: they are anywhere.
  func equals(_ other: Frame, but places: [Rect]?) -> Bool {
    guard let places else { return true }
    var twin = self
    for place in places { twin.copy(other, in: place) }
    return twin == other
  }

  /// The smallest rectangle that holds every pixel in which they differ; nil where they are equal.
  func difference(from other: Frame) -> Rect? {
    let changed = pixels.indices.filter { pixels[$0] != other.pixels[$0] }
    let (columns, rows) = (changed.map { $0 % size.width }, changed.map { $0 / size.width })
    guard let left = columns.min(), let right = columns.max() else { return nil }
    return Rect(
      x: left, y: rows.min()!, width: right - left + 1, height: rows.max()! - rows.min()! + 1)
  }
}
