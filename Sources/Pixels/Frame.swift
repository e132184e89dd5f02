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

  /// The rectangle around all that is not paper; empty where there is nothing.
  public var inked: Rect {
    var (left, right, top, bottom) = (size.width, 0, size.height, 0)
    for y in 0..<size.height {
      let row = pixels[y * size.width..<(y + 1) * size.width]
      guard let first = row.firstIndex(where: { $0 != 0 }),
        let last = row.lastIndex(where: { $0 != 0 })
      else { continue }
      left = min(left, first - y * size.width)
      right = max(right, last - y * size.width + 1)
      top = min(top, y)
      bottom = y + 1
    }
    return Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// The number of free pixels between the nearest pixels that are drawn here and on another frame,
  /// across or down, whichever is more; -1 if both have drawn on one pixel.
  /// - Returns: nil if it is more than `most`, or if nothing is drawn on one of the frames.
  public func distance(to other: Frame, upTo most: Int) -> Int? {
    let (own, others) = (inked, other.inked)
    guard !own.isEmpty, !others.isEmpty else { return nil }
    let reach = most + 1
    let near = Rect(
      x: others.x - reach, y: others.y - reach, width: others.width + 2 * reach,
      height: others.height + 2 * reach
    ).intersection(own)
    var least: Int?
    for y in near.y..<max(near.y, near.bottom) {
      for x in near.x..<max(near.x, near.right) where self[x, y] != 0 {
        let reach = least ?? reach
        let around = Rect(
          x: x - reach, y: y - reach, width: 2 * reach + 1, height: 2 * reach + 1
        ).intersection(others)
        for v in around.y..<max(around.y, around.bottom) {
          for u in around.x..<max(around.x, around.right) where other[u, v] != 0 {
            least = min(least ?? reach, max(abs(u - x), abs(v - y)))
          }
        }
        if least == 0 { return -1 }
      }
    }
    return least.map { $0 - 1 }
  }

  /// Takes over a rectangle of another frame of the same size, as far as it lies inside.
  public mutating func copy(_ other: Frame, in rect: Rect) {
    precondition(size == other.size, "frames of one display have one size")
    let inside = rect.intersection(bounds)
    guard !inside.isEmpty else { return }
    pixels.copy(other.pixels, in: inside, width: size.width)
  }

  /// Becomes equal to another frame of the same size, allocating nothing.
  public mutating func copy(_ other: Frame) {
    precondition(size == other.size, "frames of one display have one size")
    pixels.withUnsafeMutableBufferPointer { target in
      other.pixels.withUnsafeBufferPointer { _ = target.update(fromContentsOf: $0) }
    }
  }
}

extension [UInt8] {
  /// Takes over a rectangle of other cells, row by row.
  /// - Parameters:
  ///   - other: as many cells.
  ///   - rect: not empty, and inside of both.
  ///   - width: of a row of either, in cells.
  public mutating func copy(_ other: [UInt8], in rect: Rect, width: Int) {
    withUnsafeMutableBufferPointer { target in
      other.withUnsafeBufferPointer { source in
        let start = rect.y * width + rect.x
        var (to, from) = (target.baseAddress! + start, source.baseAddress! + start)
        for _ in 0..<rect.height {
          to.update(from: from, count: rect.width)
          to += width
          from += width
        }
      }
    }
  }
}
