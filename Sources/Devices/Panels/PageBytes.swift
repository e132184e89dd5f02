import Pixels

/// Makes frames page bytes: eight rows of a column in a byte, the top one in bit 0.
struct PageBytes: Sendable {
  let cells: Size
  private let walk: Walk

  /// - Precondition: at least eight columns, and whole pages of rows.
  init(_ glass: Size, _ rotation: Rotation) {
    precondition(glass.width >= 8 && glass.height % 8 == 0, "\(glass) has no whole pages")
    cells = Size(glass.width, glass.height / 8)
    walk = Walk(rotation, over: glass)
  }

  func cells(of frame: Frame) -> [UInt8] {
    frame.pixels.withUnsafeBytes { pixels in
      [UInt8](unsafeUninitializedCapacity: cells.width * cells.height) { cells, count in
        count = cells.count
        if abs(walk.right) == 1 {
          upright(pixels, UnsafeMutableRawBufferPointer(cells))
        } else {
          turned(pixels, cells)
        }
      }
    }
  }

  /// Bit 3 of a pixel says whether it is lit: coverage 8 and up.
  private static let lit: UInt64 = 0x0101_0101_0101_0101

  /// Eight pixels of eight rows at once: row r gives bit r of each of eight cells.
  private func upright(_ pixels: UnsafeRawBufferPointer, _ bytes: UnsafeMutableRawBufferPointer) {
    let isBackwards = walk.right < 0
    let width = cells.width
    for page in 0..<cells.height {
      for column in stride(from: 0, to: width, by: 8) {
        // Where eight do not divide the width, the last ones are made twice.
        let x = min(column, width - 8)
        let first = isBackwards ? x + 7 : x
        var pixel = walk.start + first * walk.right + page * 8 * walk.down
        var word: UInt64 = 0
        for row in 0..<8 {
          let eight = pixels.loadUnaligned(fromByteOffset: pixel, as: UInt64.self)
          word |= (eight >> 3 & Self.lit) << UInt64(row)
          pixel += walk.down
        }
        bytes.storeBytes(
          of: isBackwards ? word.byteSwapped : word, toByteOffset: page * width + x,
          as: UInt64.self)
      }
    }
  }

  /// Eight pixels of a frame's row are one cell.
  private func turned(_ pixels: UnsafeRawBufferPointer, _ bytes: UnsafeMutableBufferPointer<UInt8>)
  {
    // Multiplying gathers bit 0 of byte i into bit 56 + i.
    let gather: UInt64 = 0x0102_0408_1020_4080
    let isBackwards = walk.down < 0
    for page in 0..<cells.height {
      var pixel = walk.start + (isBackwards ? page * 8 + 7 : page * 8) * walk.down
      for column in 0..<cells.width {
        let eight = UInt64(
          littleEndian: pixels.loadUnaligned(fromByteOffset: pixel, as: UInt64.self))
        let bits = ((isBackwards ? eight.byteSwapped : eight) >> 3 & Self.lit) &* gather
        bytes[page * cells.width + column] = UInt8(bits >> 56)
        pixel += walk.right
      }
    }
  }
}
