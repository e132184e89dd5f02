import Pixels

/// Where one frame differs from another: bands of rows, each cut to its columns.
struct FrameChange {
  private(set) var bands: [Rect] = []

  /// Two bands with at most so many equal rows between them become one: these rows cost less than the
  /// head of another band.
  private static let gap = 4

  init(from old: Frame, to new: Frame) {
    precondition(old.size == new.size, "frames of one panel have one size")
    let width = new.size.width
    old.pixels.withUnsafeBufferPointer { old in
      new.pixels.withUnsafeBufferPointer { new in
        for start in stride(from: 0, to: new.count, by: width) {
          guard let first = (start..<start + width).first(where: { old[$0] != new[$0] }),
            let last = (start..<start + width).last(where: { old[$0] != new[$0] })
          else { continue }
          add(Rect(x: first - start, y: start / width, width: last - first + 1, height: 1))
        }
      }
    }
  }

  private mutating func add(_ row: Rect) {
    if let band = bands.last, row.y - band.bottom <= Self.gap {
      bands[bands.count - 1] = band.union(row)
    } else {
      bands.append(row)
    }
  }
}
