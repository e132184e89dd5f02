import CZlib
import Devices
import Pixels

/// An animated picture in a PNG file: ten frames a second, as often as the daemon draws. Each frame
/// holds only what differs from the one before it (PNG specification, third edition, 11.3.9). A program
/// that does not know animations shows the first frame.
struct AnimatedPNG {
  /// More colours than any two themes have.
  struct TooManyColours: Error, CustomStringConvertible {
    let description = "a film can have at most 255 colours; show fewer themes in it"
  }

  let size: Size
  /// The width and the height of a panel's pixel, in pixels of the file.
  let scale: Int
  var frameCount: Int { parts.count }

  /// Each colour that was shown. Index 0 means that a pixel is unchanged.
  private var palette = [Colour(0)]
  /// The look that was shown last, and where its colours stand in the palette.
  private var look: [Colour] = []
  private var indices: [UInt8] = []
  private var shown: Frame
  private var parts: [Part] = []

  private struct Part {
    let zone: Rect
    let compressed: [UInt8]
    var tenths: UInt16
  }

  init(_ size: Size, scale: Int = 1) {
    (self.size, self.scale) = (size, scale)
    shown = Frame(size)
  }

  /// Shows a picture for a tenth of a second.
  /// - Parameter look: the colour of each pixel value.
  mutating func show(_ frame: Frame, in look: [Colour]) throws(TooManyColours) {
    let newest = try indexed(frame, look)
    guard newest != shown else {
      parts[parts.count - 1].tenths += 1
      return
    }
    var change = newest
    for (index, pixel) in shown.pixels.enumerated() where pixel == newest.pixels[index] {
      change.pixels[index] = 0
    }
    let zone = change.inked
    parts.append(Part(zone: zone, compressed: compressed(change, zone), tenths: 1))
    shown = newest
  }

  /// The frame with indices of the palette as its pixels.
  private mutating func indexed(_ frame: Frame, _ look: [Colour]) throws(TooManyColours) -> Frame {
    if look != self.look {
      self.look = look
      indices = look.map { colour in
        palette.dropFirst().firstIndex(of: colour).map(UInt8.init) ?? 0
      }
    }
    var indexed = frame
    for (position, pixel) in frame.pixels.enumerated() {
      if indices[Int(pixel)] == 0 { try take(look[Int(pixel)]) }
      indexed.pixels[position] = indices[Int(pixel)]
    }
    return indexed
  }

  private mutating func take(_ colour: Colour) throws(TooManyColours) {
    guard palette.count < 256 else { throw TooManyColours() }
    for value in look.indices where look[value] == colour {
      indices[value] = UInt8(palette.count)
    }
    palette.append(colour)
  }

  /// The rows of a zone of a frame, compressed without PNG filters.
  private func compressed(_ frame: Frame, _ zone: Rect) -> [UInt8] {
    var rows: [UInt8] = []
    for y in zone.y..<zone.bottom {
      var row: [UInt8] = [0]
      for x in zone.x..<zone.right { row += repeatElement(frame[x, y], count: scale) }
      for _ in 0..<scale { row.withUnsafeBufferPointer { rows += $0 } }
    }
    var count = compressBound(UInt(rows.count))
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let status = compress2(&bytes, &count, rows, UInt(rows.count), Z_BEST_COMPRESSION)
    precondition(status == Z_OK, "what has room can be compressed")
    return Array(bytes[..<Int(count)])
  }
}

// The file.
extension AnimatedPNG {
  /// What every PNG file begins with (PNG specification, 5.2).
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var file: [UInt8] {
    var file = Self.signature
    // Eight bits a pixel: an index of the palette.
    let side = Size(size.width * scale, size.height * scale)
    file += Self.chunk("IHDR", Self.word(side.width) + Self.word(side.height) + [8, 3, 0, 0, 0])
    // 0: the film repeats without end.
    file += Self.chunk("acTL", Self.word(parts.count) + Self.word(0))
    file += Self.chunk("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })
    file += Self.chunk("tRNS", [0])
    var sequence = 0
    for (number, part) in parts.enumerated() {
      file += Self.chunk("fcTL", Self.word(sequence) + control(part))
      sequence += 1
      guard number > 0 else {
        file += Self.chunk("IDAT", part.compressed)
        continue
      }
      file += Self.chunk("fdAT", Self.word(sequence) + part.compressed)
      sequence += 1
    }
    return file + Self.chunk("IEND", [])
  }

  /// Where a part stands, and for how long. It is drawn over the frame before it, and stays.
  private func control(_ part: Part) -> [UInt8] {
    let zone = part.zone
    let place = [zone.width, zone.height, zone.x, zone.y].flatMap { Self.word($0 * scale) }
    let delay = [part.tenths, 10].flatMap { Self.bytes($0) }
    let (disposesNothing, blendsOver): (UInt8, UInt8) = (0, 1)
    return place + delay + [disposesNothing, blendsOver]
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return word(content.count) + body + word(Int(crc32(0, body, UInt32(body.count))))
  }

  private static func word(_ number: Int) -> [UInt8] { bytes(UInt32(number)) }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
