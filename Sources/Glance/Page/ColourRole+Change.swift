import Pixels

extension ColourRole {
  /// The role of a change: dim if it may be out of date, still if nothing is known.
  init(change: Double?, isOld: Bool = false) {
    self = isOld ? .dim : (change ?? 0) > 0 ? .rise : (change ?? 0) < 0 ? .fall : .still
  }
}
