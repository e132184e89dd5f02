/// A colour as a panel or a picture file takes it: eight bits a channel, sRGB.
public struct Colour: Equatable, Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  /// How bright it looks, 0…255 (ITU-R BT.601).
  public var luma: Int { (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000 }

  /// From `0xRRGGBB`.
  public init(_ hex: UInt32) {
    red = UInt8(hex >> 16 & 255)
    green = UInt8(hex >> 8 & 255)
    blue = UInt8(hex & 255)
  }
}

/// Which colour each pixel is.
public struct Theme: Equatable, Sendable {
  /// Nil for a theme with colours of its own.
  public internal(set) var name: Name?
  /// The colour of every pixel value, 256 of them, coverage already laid over paper.
  public let colours: [Colour]

  /// `roles` names a colour for each role, paper first, in the order of `ColourRole.allCases`.
  public init(roles: [Colour]) {
    precondition(roles.count == ColourRole.allCases.count, "a theme names every role")
    let paper = roles[0]
    colours = (0..<256).map { value in
      let role = roles[min(value >> 4, roles.count - 1)]
      func blend(_ channel: KeyPath<Colour, UInt8>) -> UInt32 {
        let from = Int(paper[keyPath: channel])
        let to = Int(role[keyPath: channel])
        return UInt32(from + ((to - from) * (value & 15) * 2 + 15) / 30)
      }
      return Colour(blend(\.red) << 16 | blend(\.green) << 8 | blend(\.blue))
    }
  }

  public subscript(pixel: Pixel) -> Colour { colours[Int(pixel)] }

  /// The pixel whose colour is the least different.
  public func nearest(_ colour: Colour) -> Pixel {
    func distance(_ other: Colour) -> Int {
      let red = Int(colour.red) - Int(other.red)
      let green = Int(colour.green) - Int(other.green)
      let blue = Int(colour.blue) - Int(other.blue)
      return 3 * red * red + 6 * green * green + blue * blue
    }
    var best: (pixel: Pixel, distance: Int) = (0, distance(self[0]))
    for role in ColourRole.allCases where role != .paper {
      for coverage in 1...15 as ClosedRange<UInt8> {
        let pixel = role.pixel(coverage)
        let far = distance(self[pixel])
        if far < best.distance { best = (pixel, far) }
      }
    }
    return best.pixel
  }
}
