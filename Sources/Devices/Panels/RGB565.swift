import Pixels

/// Pixels as colours of 16 bits, as they are sent: high byte first.
struct RGB565 {
  /// The colour of every pixel value, in the byte order of the wire.
  private let colours: [UInt16]

  init(_ theme: Theme, at percent: Int = 100) {
    colours = theme.colours.map { colour in
      let colour = colour.dimmed(to: percent)
      let red = UInt16(colour.red >> 3) << 11
      let green = UInt16(colour.green >> 2) << 5
      return (red | green | UInt16(colour.blue >> 3)).bigEndian
    }
  }

  /// The bytes for a window of pixels in rows of `width`, row by row.
  func encode(_ window: Rect, of pixels: [Pixel], width: Int) -> [UInt8] {
    let count = window.width * window.height * 2
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
      var output = UnsafeMutableRawPointer(bytes.baseAddress!)
      pixels.withUnsafeBufferPointer { pixels in
        colours.withUnsafeBufferPointer { colours in
          for y in window.y..<window.bottom {
            let start = y * width + window.x
            for pixel in UnsafeBufferPointer(rebasing: pixels[start..<start + window.width]) {
              output.storeBytes(of: colours[Int(pixel)], as: UInt16.self)
              output += 2
            }
          }
        }
      }
      used = count
    }
  }
}
