import Pixels
import State

/// A user's own pictures instead of the drawn face, mood by mood.
public struct FaceArt: Sendable {
  /// A picture as its file has it: four bytes a pixel, red, green, blue and alpha, not
  /// premultiplied, rows from the top.
  public struct Picture: Equatable, Sendable {
    public let size: Size
    public let rgba: [UInt8]

    public init(size: Size, rgba: [UInt8]) {
      precondition(
        size.width > 0 && size.height > 0 && rgba.count == size.width * size.height * 4,
        "a picture has four bytes a pixel")
      self.size = size
      self.rgba = rgba
    }
  }

  private let pictures: [Mood: Picture]
  private let theme: Theme

  /// Moods without a picture keep the drawn face. Each colour becomes the pixel that looks most
  /// like it in `theme`.
  public init(_ pictures: [Mood: Picture], theme: Theme) {
    self.pictures = pictures
    self.theme = theme
  }

  /// The same pictures in other colours.
  public func wearing(_ theme: Theme) -> FaceArt { FaceArt(pictures, theme: theme) }

  func holds(_ mood: Mood) -> Bool { pictures[mood] != nil }

  /// The mood's picture in a square of `side` pixels, whole and in its own proportions.
  func draw(_ mood: Mood, side: Int, depth: Depth) -> Frame? {
    pictures[mood]?.drawn(side: side, depth: depth, theme: theme)
  }
}

extension FaceArt.Picture {
  /// The picture over black, scaled down to `side`; the picture itself if it is not larger than that.
  public func limited(toSide side: Int) -> FaceArt.Picture {
    let longest = max(size.width, size.height)
    guard longest > side else { return self }
    let small = Size(max(1, size.width * side / longest), max(1, size.height * side / longest))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(small.width * small.height * 4)
    for y in 0..<small.height {
      for x in 0..<small.width {
        let colour = mean(ofPixel: x, y, of: small)
        bytes += [colour.red, colour.green, colour.blue, 255]
      }
    }
    return FaceArt.Picture(size: small, rgba: bytes)
  }

  /// Whole and in its own proportions, at the foot of a square of `side` pixels; each colour becomes
  /// the pixel that looks most like it.
  func drawn(side: Int, depth: Depth, theme: Theme) -> Frame {
    var frame = Frame(Size(side, side))
    let longest = max(size.width, size.height)
    let width = max(1, size.width * side / longest)
    let height = max(1, size.height * side / longest)
    for y in 0..<height {
      for x in 0..<width {
        let colour = mean(ofPixel: x, y, of: Size(width, height))
        frame[(side - width) / 2 + x, side - height + y] =
          depth == .mono
          ? (colour.luma >= 128 ? ColourRole.text.pixel() : 0) : theme.nearest(colour)
      }
    }
    return frame
  }

  /// The mean colour, over black, of the area that a pixel covers when this picture is scaled to another
  /// size. An area that is smaller than a pixel takes the pixel that it lies in.
  private func mean(ofPixel x: Int, _ y: Int, of scaled: Size) -> Colour {
    let columns = x * size.width / scaled.width..<(x + 1) * size.width / scaled.width
    let rows = y * size.height / scaled.height..<(y + 1) * size.height / scaled.height
    var sums = (red: 0, green: 0, blue: 0, count: 0)
    for y in rows.lowerBound..<max(rows.upperBound, rows.lowerBound + 1) {
      for x in columns.lowerBound..<max(columns.upperBound, columns.lowerBound + 1) {
        let at = (y * size.width + x) * 4
        let alpha = Int(rgba[at + 3])
        sums.red += Int(rgba[at]) * alpha
        sums.green += Int(rgba[at + 1]) * alpha
        sums.blue += Int(rgba[at + 2]) * alpha
        sums.count += 255
      }
    }
    func mean(_ sum: Int) -> UInt32 { UInt32((sum + sums.count / 2) / sums.count) }
    return Colour(mean(sums.red) << 16 | mean(sums.green) << 8 | mean(sums.blue))
  }
}
