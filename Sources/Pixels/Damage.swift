/// Where two frames differ, as a few rectangles that hold every changed pixel.
public struct Damage: Equatable, Sendable {
  /// Empty where the frames are equal. They may overlap where that is cheaper than to go around.
  public private(set) var rects: [Rect] = []

  /// Unchanged columns or rows that are cheaper to send again than to go around.
  private static let slack = 8
  /// What one more rectangle costs on a bus, in pixels.
  private static let overhead = 32
  /// More places than this become fewer, larger ones.
  private static let limit = 16

  public init() {}

  public init(from old: Frame, to new: Frame) {
    find(from: old, to: new)
  }

  /// Compares two frames of one size, keeping this value's memory.
  public mutating func find(from old: Frame, to new: Frame) {
    precondition(old.size == new.size, "frames of one display have one size")
    rects.removeAll(keepingCapacity: true)
    let width = new.size.width
    let height = new.size.height
    old.pixels.withUnsafeBytes { old in
      new.pixels.withUnsafeBytes { new in
        guard let old = old.baseAddress, let new = new.baseAddress else { return }
        // Most of two frames is equal: look for what is not in large strides, over row ends.
        var offset = 0
        while offset < width * height {
          if offset + 64 <= width * height, Self.areEqual(old + offset, new + offset) {
            offset += 64
          } else {
            let y = offset / width
            add(row: y, of: width, old + y * width, new + y * width)
            offset = (y + 1) * width
          }
        }
      }
    }
    while joinNearest() {}
  }

  /// Whether 64 pixels are.
  @inline(__always)
  private static func areEqual(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    let all = old.loadUnaligned(as: SIMD8<UInt64>.self) ^ new.loadUnaligned(as: SIMD8<UInt64>.self)
    let half = all.lowHalf | all.highHalf
    let quarter = half.lowHalf | half.highHalf
    return quarter.x | quarter.y == 0
  }

  /// Adds the changed columns of one row, in runs that eight unchanged ones part.
  private mutating func add(
    row y: Int, of width: Int, _ old: UnsafeRawPointer, _ new: UnsafeRawPointer
  ) {
    var first = -1
    var last = 0
    var x = 0
    while x < width {
      let difference =
        width - x >= 8
        ? (old + x).loadUnaligned(as: UInt64.self) ^ (new + x).loadUnaligned(as: UInt64.self)
        : Self.few(old + x, count: width - x) ^ Self.few(new + x, count: width - x)
      if difference != 0 {
        let word = UInt64(littleEndian: difference)
        if first < 0 { first = x + word.trailingZeroBitCount / 8 }
        last = x + 7 - word.leadingZeroBitCount / 8
      } else if first >= 0 {
        add(Rect(x: first, y: y, width: last - first + 1, height: 1))
        first = -1
      }
      x += 8
    }
    if first >= 0 { add(Rect(x: first, y: y, width: last - first + 1, height: 1)) }
  }

  /// Fewer than eight pixels, as they would lie in a word of memory.
  private static func few(_ pixels: UnsafeRawPointer, count: Int) -> UInt64 {
    var word: UInt64 = 0
    withUnsafeMutableBytes(of: &word) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: pixels, count: count))
    }
    return word
  }

  /// Grows the place that reaches this run of one row, or begins another.
  private mutating func add(_ run: Rect) {
    for index in rects.indices.reversed() {
      let near = rects[index]
      if run.y - near.bottom < Self.slack, run.x < near.right + Self.slack,
        near.x < run.right + Self.slack
      {
        rects[index] = near.union(run)
        return
      }
    }
    if rects.count < 4 * Self.limit {
      rects.append(run)
    } else {
      rects[rects.count - 1] = rects[rects.count - 1].union(run)
    }
  }

  /// Makes one of the two places that cost least together, where that pays or must be.
  private mutating func joinNearest() -> Bool {
    var best = (cost: Int.max, first: 0, second: 0)
    for first in rects.indices {
      for second in rects.indices.dropFirst(first + 1) {
        let union = rects[first].union(rects[second])
        let cost = union.area - rects[first].area - rects[second].area
        if cost < best.cost { best = (cost, first, second) }
      }
    }
    guard rects.count > Self.limit || best.cost < Self.overhead else { return false }
    rects[best.first] = rects[best.first].union(rects[best.second])
    rects.remove(at: best.second)
    return true
  }
}

extension Rect {
  fileprivate var area: Int { width * height }
}
