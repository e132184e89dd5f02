import Pixels

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
