import Pixels

extension Frame {
  /// The frame, turned clockwise, as panels of reflected light take it: rows of bits, the leftmost
  /// highest in its byte, 1 for paper. Rows are filled up with paper to whole bytes.
  func bitRows(turned rotation: Rotation) -> [UInt8] {
    let columns = rotation.swapsAxes ? size.height : size.width
    let rows = rotation.swapsAxes ? size.width : size.height
    let scan = ScanOrder(rotation, over: Size(columns, rows))
    var bytes: [UInt8] = []
    bytes.reserveCapacity((columns + 7) / 8 * rows)
    pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<rows {
        for column in stride(from: 0, to: columns, by: 8) {
          var byte: UInt8 = 0xff
          for bit in 0..<min(8, columns - column) {
            let pixel = pixels[scan.start + row * scan.down + (column + bit) * scan.right]
            byte &= ~((pixel >> 3 & 1) << UInt8(7 - bit))
          }
          bytes.append(byte)
        }
      }
    }
    return bytes
  }
}
