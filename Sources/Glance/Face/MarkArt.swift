import Pixels

/// A user's own pictures of what is traded, by its code.
public struct MarkArt: Sendable {
  private let pictures: [String: FaceArt.Picture]
  private let theme: Theme

  /// - Parameter pictures: by the code of what is traded: `BTC`.
  public init(_ pictures: [String: FaceArt.Picture], theme: Theme) {
    (self.pictures, self.theme) = (pictures, theme)
  }

  /// The same pictures in other colours.
  public func wearing(_ theme: Theme) -> MarkArt { MarkArt(pictures, theme: theme) }

  func draw(_ code: String, side: Int, depth: Depth) -> Frame? {
    pictures[code]?.drawn(side: side, depth: depth, theme: theme)
  }
}

/// The marks of what is traded: a user's picture, else a letter in a neutral disc, because the colours
/// of rise and fall would say something false. The last mark is kept.
final class Marks {
  private let art: MarkArt?
  private let typesetter: any Typesetter
  private let depth: Depth
  private var last: (code: String, picture: Frame)?

  init(_ art: MarkArt?, _ typesetter: any Typesetter, _ depth: Depth) {
    (self.art, self.typesetter, self.depth) = (art, typesetter, depth)
  }

  /// The mark in a square of `side` pixels.
  func picture(of code: String, side: Int) -> Frame {
    if let last, last.code == code, last.picture.size.width == side { return last.picture }
    let picture = art?.draw(code, side: side, depth: depth) ?? drawn(code, side)
    last = (code, picture)
    return picture
  }

  private func drawn(_ code: String, _ side: Int) -> Frame {
    var frame = Frame(Size(side, side))
    let radius = Double(side) / 2
    let role = ColourRole.dim
    frame.ellipse(
      centre: Point(radius, radius), radiusX: radius, radiusY: radius, role: role, depth: depth)
    let letter = String(code.prefix(1))
    let letters = typesetter.largest(letter, in: Size(side * 6 / 10, side * 6 / 10), depth)
    let extent = letters.extent(letter)
    // The last column of a letter is the gap to the next one.
    let width = letters.width(letter) - (depth == .mono ? 1 : 0)
    frame.write(
      letter, x: (side - width) / 2, baseline: (side + extent.above - extent.below) / 2, role: role,
      in: letters, isCut: true)
    return frame
  }
}
