import Pixels

/// Where a page stands on a screen, unturned: each of its pixels is a square of so many of the
/// screen's, and what is left over is a margin all around.
///
/// Drawing a large screen in full would be slow for every price, and it is read from a distance.
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

  /// The columns of a screen that show these of the page.
  func columns(_ run: Range<Int>) -> Range<Int> {
    left + run.lowerBound * scale..<left + run.upperBound * scale
  }
}
