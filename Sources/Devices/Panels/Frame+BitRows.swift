import Pixels

extension Frame {
  /// The frame, turned clockwise, as panels of reflected light take it: rows of bits, the leftmost
  /// highest in its byte, 1 for paper. Rows are filled up with paper to whole bytes.
  func bitRows(turned rotation: Rotation) -> [UInt8] {
    let (width, height) = (size.width, size.height)
    let columns = rotation.swapsAxes ? height : width
    let rows = rotation.swapsAxes ? width : height
    // Where the first pixel of the turned frame comes from, and how far its neighbours are.
    let (first, right, down) =
      switch rotation {
      case .none: (0, 1, width)
      case .quarter: ((height - 1) * width, -width, 1)
      case .half: (width * height - 1, -1, -width)
      case .threeQuarters: (width - 1, width, -1)
      }
    var bytes: [UInt8] = []
    bytes.reserveCapacity((columns + 7) / 8 * rows)
    pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<rows {
        for column in stride(from: 0, to: columns, by: 8) {
          var byte: UInt8 = 0xff
          for bit in 0..<min(8, columns - column) {
            let pixel = pixels[first + row * down + (column + bit) * right]
            byte &= ~((pixel >> 3 & 1) << UInt8(7 - bit))
          }
          bytes.append(byte)
        }
      }
    }
    return bytes
  }
}
