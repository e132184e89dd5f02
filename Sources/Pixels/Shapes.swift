extension Frame {
  public var bounds: Rect { Rect(size) }

  /// Covers `rect`, as far as it lies inside.
  public mutating func fill(_ rect: Rect, with pixel: Pixel) {
    let inside = rect.intersection(bounds)
    guard !inside.isEmpty else { return }
    let stride = size.width
    pixels.withUnsafeMutableBufferPointer { buffer in
      var row = buffer.baseAddress! + inside.y * stride + inside.x
      for _ in 0..<inside.height {
        row.update(repeating: pixel, count: inside.width)
        row += stride
      }
    }
  }

  /// Draws the edge of `rect`, one pixel wide, and leaves what is within.
  public mutating func outline(_ rect: Rect, with pixel: Pixel) {
    guard !rect.isEmpty else { return }
    fill(Rect(x: rect.x, y: rect.y, width: rect.width, height: 1), with: pixel)
    fill(Rect(x: rect.x, y: rect.bottom - 1, width: rect.width, height: 1), with: pixel)
    fill(Rect(x: rect.x, y: rect.y, width: 1, height: rect.height), with: pixel)
    fill(Rect(x: rect.right - 1, y: rect.y, width: 1, height: rect.height), with: pixel)
  }

  /// Draws a triangle that fills `rect`, its tip up or down; one row more for each two columns.
  public mutating func arrow(in rect: Rect, isUp: Bool, with pixel: Pixel) {
    for row in 0..<rect.height {
      let half = (row * (rect.width / 2)) / max(1, rect.height - 1)
      fill(
        Rect(
          x: rect.x + rect.width / 2 - half, y: isUp ? rect.y + row : rect.bottom - 1 - row,
          width: 2 * half + 1, height: 1), with: pixel)
    }
  }

  /// Takes every second pixel back to paper, as on a chessboard: how one bit says faint.
  public mutating func thin(_ rect: Rect) {
    let inside = rect.intersection(bounds)
    guard !inside.isEmpty else { return }
    let width = size.width
    pixels.withUnsafeMutableBufferPointer { buffer in
      for y in inside.y..<inside.bottom {
        var x = inside.x + (inside.x + y) % 2
        while x < inside.right {
          buffer[y * width + x] = 0
          x += 2
        }
      }
    }
  }

  /// Lays a picture on this one with its top left corner at (x, y); its paper is see-through.
  public mutating func lay(_ picture: Frame, x: Int, y: Int) {
    let place = Rect(x: x, y: y, width: picture.size.width, height: picture.size.height)
    picture.pixels.withUnsafeBufferPointer { source in
      eachRow(of: place) { target, start, count in
        let row = source.baseAddress! + start
        for index in 0..<count {
          let pixel = row[index]
          target[index] = pixel == 0 ? target[index] : pixel
        }
      }
    }
  }

  /// Lays coverage (0…15 a pixel, rows from the top) on this frame in one ink.
  public mutating func stamp(_ coverage: [UInt8], in place: Rect, ink: Ink) {
    let ground = ink.rawValue << 4
    coverage.withUnsafeBufferPointer { source in
      eachRow(of: place) { target, start, count in
        let row = source.baseAddress! + start
        for index in 0..<count {
          let cover = row[index]
          target[index] = cover == 0 ? target[index] : ground | cover
        }
      }
    }
  }

  /// Cuts coverage out of ground that is full of one ink.
  public mutating func cut(_ coverage: [UInt8], in place: Rect, from ink: Ink) {
    let ground = ink.rawValue << 4
    coverage.withUnsafeBufferPointer { source in
      eachRow(of: place) { target, start, count in
        let row = source.baseAddress! + start
        for index in 0..<count {
          let cover = row[index]
          let left = cover == 15 ? 0 : ground | (15 - cover)
          target[index] = cover == 0 ? target[index] : left
        }
      }
    }
  }

  /// For each row of `place` inside the frame: where to write, the index in a picture of that
  /// place to read from, and how many pixels.
  @inline(__always)
  private mutating func eachRow(
    of place: Rect, _ body: (UnsafeMutablePointer<Pixel>, Int, Int) -> Void
  ) {
    let inside = place.intersection(bounds)
    guard !inside.isEmpty else { return }
    let stride = size.width
    pixels.withUnsafeMutableBufferPointer { buffer in
      var target = buffer.baseAddress! + inside.y * stride + inside.x
      var start = (inside.y - place.y) * place.width + inside.x - place.x
      for _ in 0..<inside.height {
        body(target, start, inside.width)
        target += stride
        start += place.width
      }
    }
  }
}
