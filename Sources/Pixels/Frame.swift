/// A picture in inks, one byte a pixel, rows from the top. Themes and panels turn it into light.
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

  /// Back to paper, keeping the memory.
  public mutating func clear() {
    pixels.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }
}
