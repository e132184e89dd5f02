import Pixels

/// Converts frames to page bytes: eight rows of a column in a byte, the top one in bit 0.
struct PageBytes: Sendable {
  let cells: Size
  private let scan: ScanOrder

  /// - Precondition: at least eight columns, and whole pages of rows.
  init(_ activeArea: Size, _ rotation: Rotation) {
    precondition(
      activeArea.width >= 8 && activeArea.height % 8 == 0, "\(activeArea) has no whole pages")
    cells = Size(activeArea.width, activeArea.height / 8)
    scan = ScanOrder(rotation, over: activeArea)
  }

  func cells(of frame: Frame) -> [UInt8] {
    precondition(frame.pixels.count == cells.width * cells.height * 8, "a frame of another size")
    return frame.pixels.withUnsafeBytes { pixels in
      [UInt8](unsafeUninitializedCapacity: cells.width * cells.height) { cells, count in
        let first = pixels.baseAddress! + scan.start
        if abs(scan.right) == 1 {
          upright(first, cells.baseAddress!)
        } else {
          turned(first, cells.baseAddress!)
        }
        count = cells.count
      }
    }
  }

  /// Bit 3 of a pixel says whether it is lit: coverage 8 and up.
  private static let lit: UInt64 = 0x0808_0808_0808_0808

  /// Eight pixels of eight rows at once: row r gives bit r of each of eight cells.
  private func upright(_ first: UnsafeRawPointer, _ bytes: UnsafeMutablePointer<UInt8>) {
    let width = cells.width
    let isBackwards = scan.right < 0
    for page in 0..<cells.height {
      let left = first + page * 8 * scan.down
      let cells = UnsafeMutableRawPointer(bytes + page * width)
      for column in stride(from: 0, to: width, by: 8) {
        // If the width is no multiple of eight, the last cells are made twice.
        let x = min(column, width - 8)
        let pixel = isBackwards ? left - x - 7 : left + x
        let word = fourRows(pixel) >> 3 | fourRows(pixel + 4 * scan.down) << 1
        cells.storeBytes(
          of: isBackwards ? word.byteSwapped : word, toByteOffset: x, as: UInt64.self)
      }
    }
  }

  /// The first row in bit 3 of each byte, the fourth in bit 6.
  @inline(__always)
  private func fourRows(_ pixel: UnsafeRawPointer) -> UInt64 {
    var word: UInt64 = 0
    for row in 0..<4 {
      let eight = pixel.loadUnaligned(fromByteOffset: (3 - row) * scan.down, as: UInt64.self)
      word = word << 1 | eight & Self.lit
    }
    return word
  }

  /// Eight pixels of a frame's row are one cell.
  private func turned(_ first: UnsafeRawPointer, _ bytes: UnsafeMutablePointer<UInt8>) {
    // Multiplying gathers bit 0 of byte i into bit 56 + i.
    let gather: UInt64 = 0x0102_0408_1020_4080
    let isBackwards = scan.down < 0
    for page in 0..<cells.height {
      var pixel = first + (isBackwards ? page * 8 + 7 : page * 8) * scan.down
      for column in 0..<cells.width {
        let eight = UInt64(littleEndian: pixel.loadUnaligned(as: UInt64.self))
        let bits = ((isBackwards ? eight.byteSwapped : eight) & Self.lit) >> 3
        bytes[page * cells.width + column] = UInt8((bits &* gather) >> 56)
        pixel += scan.right
      }
    }
  }
}
