/// A picture in roles, one byte a pixel, rows from the top. Themes and panels turn it into colours.
public struct Frame: Equatable, Sendable {
  public let size: Size
  public var pixels: [Pixel]

  /// A frame of paper.
  public init(_ size: Size) {
    precondition(size.width > 0 && size.height > 0, "a frame has at least one pixel")
    self.size = size
    pixels = [Pixel](repeating: 0, count: size.width * size.height)
  }

  public subscript(x: Int, y: Int) -> Pixel {
    get { pixels[y * size.width + x] }
    set { pixels[y * size.width + x] = newValue }
  }

  /// Sets every pixel to paper; allocates nothing.
  public mutating func clear() {
    fill(bounds, with: 0)
  }

  /// Becomes equal to another frame of the same size, allocating nothing.
  public mutating func copy(_ other: Frame) {
    precondition(size == other.size, "frames of one display have one size")
    let width = size.width
    pixels.withUnsafeMutableBufferPointer { target in
      other.pixels.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for start in stride(from: 0, to: width * size.height, by: width) {
          (target + start).update(from: source + start, count: width)
        }
      }
    }
  }
}
