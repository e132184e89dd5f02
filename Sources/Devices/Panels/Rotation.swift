import Pixels

/// How far a picture is turned clockwise on a panel.
public enum Rotation: Int, CaseIterable, Sendable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// A quarter further.
  var next: Rotation { Rotation(rawValue: (rawValue + 90) % 360)! }

  var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}

extension Frame {
  /// The frame as it has to lie on the unturned glass, so that it is seen turned clockwise.
  func turned(_ rotation: Rotation) -> Frame {
    if rotation == .none { return self }
    var turned = Frame(rotation.swapsAxes ? Size(size.height, size.width) : size)
    let scan = ScanOrder(rotation, over: turned.size)
    let (width, height) = (turned.size.width, turned.size.height)
    turned.pixels.withUnsafeMutableBufferPointer { target in
      pixels.withUnsafeBufferPointer { source in
        var place = 0
        for row in 0..<height {
          for column in 0..<width {
            target[place] = source[scan.start + row * scan.down + column * scan.right]
            place += 1
          }
        }
      }
    }
    return turned
  }
}

/// Where a glass finds its pixels in a frame that is turned on it, as offsets into the frame.
struct ScanOrder {
  /// The glass's top left corner.
  let start: Int
  /// From a pixel to the one on its right, and to the one below.
  let right: Int
  let down: Int

  /// - Parameter glass: its size, unturned.
  init(_ rotation: Rotation, over activeArea: Size) {
    let (width, height) = (activeArea.width, activeArea.height)
    switch rotation {
    case .none: (start, right, down) = (0, 1, width)
    case .quarter: (start, right, down) = ((width - 1) * height, -height, 1)
    case .half: (start, right, down) = (width * height - 1, -1, -width)
    case .threeQuarters: (start, right, down) = (height - 1, height, -1)
    }
  }
}
