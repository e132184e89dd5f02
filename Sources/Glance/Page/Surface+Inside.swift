import Pixels

extension Surface {
  /// Columns or rows on the shorter side.
  var shortSide: Int { min(size.width, size.height) }

  /// The area of a rectangle that a page may fill.
  var inside: Rect {
    // Small panels of one bit have no pixel to give away; colour is often behind a rounded bezel.
    let margin =
      depth == .mono
      ? (shortSide < 100 ? 0 : max(2, shortSide / 64 / 2 * 2)) : max(1, shortSide / 24)
    return Rect(
      x: margin, y: margin, width: size.width - 2 * margin, height: size.height - 2 * margin)
  }

  /// The time of day; on paper, whose picture may be minutes old, the time that the picture is of.
  func time(of statusHeader: StatusHeader, in words: Strings) -> String {
    guard medium == .paper else { return statusHeader.clock }
    return words.at(statusHeader.heardAt ?? statusHeader.clock)
  }
}
