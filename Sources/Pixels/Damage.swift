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
    old.pixels.withUnsafeBytes { old in
      new.pixels.withUnsafeBytes { new in
        for y in 0..<(new.count / width) where Self.differ(old, new, from: y * width, count: width)
        {
          add(row: y, of: width, old, new)
        }
      }
    }
    while joinNearest() {}
  }

  /// Whether any byte differs, without looking which: 16 at a time.
  @inline(__always)
  private static func differ(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, from start: Int, count: Int
  ) -> Bool {
    var offset = start
    let end = start + count
    var difference = SIMD16<UInt8>.zero
    while offset + 16 <= end {
      difference |=
        old.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
        ^ new.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      offset += 16
    }
    if difference != .zero { return true }
    while offset < end {
      if old[offset] != new[offset] { return true }
      offset += 1
    }
    return false
  }

  /// Adds the changed columns of one row, in runs with less than `slack` unchanged between them.
  private mutating func add(
    row y: Int, of width: Int, _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer
  ) {
    let start = y * width
    var x = 0
    while x < width {
      if x + 8 <= width,
        old.loadUnaligned(fromByteOffset: start + x, as: UInt64.self)
          == new.loadUnaligned(fromByteOffset: start + x, as: UInt64.self)
      {
        x += 8
        continue
      }
      guard old[start + x] != new[start + x] else {
        x += 1
        continue
      }
      let first = x
      var last = x
      while x < width, x - last <= Self.slack {
        if old[start + x] != new[start + x] { last = x }
        x += 1
      }
      add(Rect(x: first, y: y, width: last - first + 1, height: 1))
    }
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
