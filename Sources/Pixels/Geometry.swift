/// Width and height in pixels.
public struct Size: Equatable, Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

extension Size: CustomStringConvertible {
  public var description: String { "\(width)x\(height)" }

  /// From `WIDTHxHEIGHT`, at least one pixel each.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
      side.utf8.allSatisfy { (0x30...0x39).contains($0) } && side.utf8.count <= 5
        ? Int(side) ?? 0 : 0
    }
    guard sides.count == 2, sides[0] > 0, sides[1] > 0 else { return nil }
    self.init(sides[0], sides[1])
  }
}

extension Size {
  /// Wider than high.
  public var isLying: Bool { width > height }
  /// Its longer side upright.
  public var standing: Size { isLying ? turned : self }
  public var turned: Size { Size(height, width) }
}

/// A rectangle of whole pixels; x to the right, y down.
public struct Rect: Equatable, Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  @inlinable
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  /// The first column to the right of it, and the first row below it.
  @inlinable public var right: Int { x + width }
  @inlinable public var bottom: Int { y + height }
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// What both cover; empty where they do not meet.
  @inlinable
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: max(0, min(right, other.right) - left),
      height: max(0, min(bottom, other.bottom) - top))
  }

  /// Whether a pixel is in both.
  @inlinable
  public func meets(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// The smallest rectangle around both.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(
      x: left, y: top, width: max(right, other.right) - left,
      height: max(bottom, other.bottom) - top)
  }
}
