import Pixels

/// Where a page is on a screen, unturned: each of its pixels is a square of `scale` × `scale` of the
/// screen's pixels, and the rest is a margin all around.
///
/// Drawing a large screen in full for every price would be slow, and such a screen is read from a
/// distance.
struct FramebufferLayout: Equatable {
  let page: Size
  let scale: Int
  let left: Int
  let top: Int

  static let largest = Size(800, 480)

  init(_ screen: Size) {
    let (long, short) = (
      max(screen.width, screen.height), min(screen.width, screen.height)
    )
    scale = max(
      (long + Self.largest.width - 1) / Self.largest.width,
      (short + Self.largest.height - 1) / Self.largest.height)
    page = Size(screen.width / scale, screen.height / scale)
    left = (screen.width - page.width * scale) / 2
    top = (screen.height - page.height * scale) / 2
  }

  /// The columns of the screen that show these columns of the page.
  func columns(_ run: Range<Int>) -> Range<Int> {
    left + run.lowerBound * scale..<left + run.upperBound * scale
  }
}
