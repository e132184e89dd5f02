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
        if inside.width == 1 {
          row.pointee = pixel
        } else {
          row.update(repeating: pixel, count: inside.width)
        }
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

  /// Covers `rect` but for its corners, which are round.
  public mutating func pill(_ rect: Rect, with pixel: Pixel) {
    let radius = min(rect.width, rect.height) / 4
    fill(
      Rect(x: rect.x, y: rect.y + radius, width: rect.width, height: rect.height - 2 * radius),
      with: pixel)
    for row in 0..<radius {
      let up = Double(radius - row) - 0.5
      let reach = (Double(radius * radius) - up * up).squareRoot()
      let inset = radius - Int(reach + 0.5)
      for y in [rect.y + row, rect.bottom - 1 - row] {
        fill(Rect(x: rect.x + inset, y: y, width: rect.width - 2 * inset, height: 1), with: pixel)
      }
    }
  }

  /// Draws a triangle that fills `rect`, its tip up or down; one row more for each two columns.
  public mutating func arrow(in rect: Rect, isUp: Bool, with pixel: Pixel) {
    guard !rect.isEmpty else { return }
    for row in 0..<rect.height {
      let half = (row * (rect.width / 2)) / max(1, rect.height - 1)
      fill(
        Rect(
          x: rect.x + rect.width / 2 - half, y: isUp ? rect.y + row : rect.bottom - 1 - row,
          width: 2 * half + 1, height: 1), with: pixel)
    }
  }

  /// Sets every second pixel to paper, as on a chessboard: how a display of one bit shows faint
  /// colours.
  /// - Parameter keepsEven: whether the pixels stay whose column plus row is even, and not those where
  ///   it is odd.
  public mutating func dither(_ rect: Rect, keepsEven: Bool = false) {
    let inside = rect.intersection(bounds)
    guard !inside.isEmpty else { return }
    let width = size.width
    pixels.withUnsafeMutableBufferPointer { buffer in
      for y in inside.y..<inside.bottom {
        var x = inside.x + (inside.x + y + (keepsEven ? 1 : 0)) % 2
        while x < inside.right {
          buffer[y * width + x] = 0
          x += 2
        }
      }
    }
  }

  /// Copies a picture onto this one with its top left corner at (x, y); its paper is transparent.
  public mutating func blit(_ picture: Frame, x: Int, y: Int) {
    let rect = Rect(x: x, y: y, width: picture.size.width, height: picture.size.height)
    replace(picture.pixels, in: rect, ground: 0)
  }

  /// Blends coverage (0…15 a pixel, rows from the top) into this frame in one role.
  public mutating func blend(_ coverage: [UInt8], in rect: Rect, role: ColourRole) {
    replace(coverage, in: rect, ground: role.rawValue << 4)
  }

  /// Cuts coverage out of ground that is full of one role.
  public mutating func cut(_ coverage: [UInt8], in rect: Rect, from role: ColourRole) {
    replace(coverage, in: rect, ground: role.rawValue << 4, isCut: true)
  }

  /// Replaces each pixel that `cover` covers by its coverage with the bits of `ground`; if it `isCut`,
  /// by what the coverage leaves of the ground.
  @inline(__always)
  private mutating func replace(
    _ cover: [UInt8], in rect: Rect, ground: Pixel, isCut: Bool = false
  ) {
    cover.withUnsafeBytes { source in
      eachRow(of: rect) { target, start, count in
        let row = source.baseAddress! + start
        let target = UnsafeMutableRawPointer(target)
        // As many pixels at once as a word has; the last word may cover some of them twice.
        func merge<Word: FixedWidthInteger & UnsignedInteger>(_ word: Word.Type, at offset: Int) {
          let ones = Word.max / 255
          let fifteens = 15 &* ones
          // All ones in every byte that has coverage.
          func mask(_ cover: Word) -> Word {
            (((cover & fifteens) &+ fifteens) >> 4 & ones) &* 255
          }
          let cover = row.loadUnaligned(fromByteOffset: offset, as: word)
          let ink = isCut ? fifteens &- cover : cover
          let under = target.loadUnaligned(fromByteOffset: offset, as: word)
          let over = ((Word(ground) &* ones) | ink) & mask(ink)
          let result = (under & ~mask(cover)) | (over & mask(cover))
          target.storeBytes(of: result, toByteOffset: offset, as: word)
        }
        if count >= 8 {
          for offset in stride(from: 0, to: count - 8, by: 8) { merge(UInt64.self, at: offset) }
          merge(UInt64.self, at: count - 8)
        } else if count >= 4 {
          merge(UInt32.self, at: 0)
          merge(UInt32.self, at: count - 4)
        } else {
          for offset in 0..<count { merge(UInt8.self, at: offset) }
        }
      }
    }
  }

  /// For each row of `rect` inside the frame: where to write, the index in a picture of that
  /// rect to read from, and how many pixels.
  @inline(__always)
  private mutating func eachRow(
    of rect: Rect, _ body: (UnsafeMutablePointer<Pixel>, Int, Int) -> Void
  ) {
    let inside = rect.intersection(bounds)
    guard !inside.isEmpty else { return }
    let stride = size.width
    pixels.withUnsafeMutableBufferPointer { buffer in
      var target = buffer.baseAddress! + inside.y * stride + inside.x
      var start = (inside.y - rect.y) * rect.width + inside.x - rect.x
      for _ in 0..<inside.height {
        body(target, start, inside.width)
        target += stride
        start += rect.width
      }
    }
  }
}
