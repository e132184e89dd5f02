import Pixels

/// What one viewer has been sent of one panel. It makes events of what the viewer lacks (HTML Living
/// Standard, 9.2, "Server-sent events").
///
/// The data of an event is the panel's number, a space, and bytes in base64, big endian:
/// - `size`: width and height in two bytes each, 1 for a circle or 0, and all pixels are 0 from then
///   on;
/// - `palette`: red, green and blue of each pixel value;
/// - `pixels`: any number of x, y, width and height in two bytes each with PackBits of the pixel values
///   in that rectangle, row by row;
/// - `light`: per cent.
struct PictureStream {
  private var shown: WebPicture?
  private let panel: Int

  init(panel: Int) { self.panel = panel }

  /// Whole events that make what the viewer has equal to `picture`; empty if it is equal already.
  mutating func advance(to picture: WebPicture) -> [UInt8] {
    var events: [UInt8] = []
    let size = picture.frame.size
    var before = shown?.frame
    if before?.size != size || shown?.outline != picture.outline {
      before = Frame(size)
      let circle: UInt8 = picture.outline == .circle ? 1 : 0
      add("size", Self.two(size.width) + Self.two(size.height) + [circle], to: &events)
    }
    if shown?.colours != picture.colours {
      add("palette", picture.colours.flatMap { [$0.red, $0.green, $0.blue] }, to: &events)
    }
    if let before, before != picture.frame {
      var bytes: [UInt8] = []
      for band in FrameChange(from: before, to: picture.frame).bands {
        for side in [band.x, band.y, band.width, band.height] { bytes += Self.two(side) }
        PackBits.pack(picture.frame.pixels(in: band), into: &bytes)
      }
      add("pixels", bytes, to: &events)
    }
    if shown?.brightness != picture.brightness {
      add("light", [UInt8(picture.brightness)], to: &events)
    }
    shown = picture
    return events
  }

  private func add(_ name: String, _ bytes: [UInt8], to events: inout [UInt8]) {
    events += "event: \(name)\ndata: \(panel) ".utf8
    events += Base64.letters(of: bytes[...], .standard)
    events += "\n\n".utf8
  }

  private static func two(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8 & 255), UInt8(number & 255)]
  }
}

extension Frame {
  fileprivate func pixels(in band: Rect) -> [Pixel] {
    if band.width == size.width {
      return Array(pixels[band.y * size.width..<band.bottom * size.width])
    }
    return (band.y..<band.bottom).flatMap { y in
      pixels[y * size.width + band.x..<y * size.width + band.right]
    }
  }
}
