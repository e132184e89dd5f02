import Pixels

/// How far a picture is turned clockwise on a panel.
public enum Rotation: Int, CaseIterable, Sendable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// The rotation by a quarter turn more.
  var next: Rotation { Rotation(rawValue: (rawValue + 90) % 360)! }

  var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}

extension Frame {
  /// The frame in the unturned panel's order, so that the picture is turned clockwise.
  func turned(_ rotation: Rotation) -> Frame {
    if rotation == .none { return self }
    var turned = Frame(rotation.swapsAxes ? Size(size.height, size.width) : size)
    let scan = ScanOrder(rotation, over: turned.size)
    let (width, height) = (turned.size.width, turned.size.height)
    turned.pixels.withUnsafeMutableBufferPointer { target in
      pixels.withUnsafeBufferPointer { source in
        var offset = 0
        for row in 0..<height {
          for column in 0..<width {
            target[offset] = source[scan.start + row * scan.down + column * scan.right]
            offset += 1
          }
        }
      }
    }
    return turned
  }
}

/// Where an unturned panel finds its pixels in a turned frame, as offsets into the frame.
struct ScanOrder {
  /// The panel's top left corner.
  let start: Int
  /// The offset from a pixel to the one on its right, and to the one below.
  let right: Int
  let down: Int

  /// - Parameter activeArea: the panel's size, unturned.
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
