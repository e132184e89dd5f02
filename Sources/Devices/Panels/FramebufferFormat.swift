import CLinux
import Pixels

/// How the bits of a framebuffer's memory encode colours (include/uapi/linux/fb.h), on machines
/// whose lowest byte comes first.
struct FramebufferFormat: Equatable {
  /// The bits of one channel in a pixel, counted from the lowest.
  struct Field: Equatable {
    var offset: Int
    var length: Int

    init(_ offset: Int, _ length: Int) {
      self.offset = offset
      self.length = length
    }
  }

  enum Meaning: Equatable {
    /// One bit for a pixel: 1 is lit, or 0 is.
    case mono(litIsZero: Bool)
    case grey
    /// The index of a colour in a palette that we set.
    case palette
    case colour(red: Field, green: Field, blue: Field, alpha: Field = Field(0, 0))
  }

  /// 1, 8, 16, 24 or 32 bits a pixel.
  let bits: Int
  let meaning: Meaning

  var depth: Depth {
    switch meaning {
    case .mono: .mono
    case .grey: .grey
    case .palette, .colour: .colour
    }
  }

  /// The word for each pixel value of a theme in this memory, `percent` bright.
  func words(_ theme: Theme, at percent: Int) -> [UInt32] {
    (0...255 as ClosedRange<Pixel>).map { pixel in
      let colour = theme[pixel].dimmed(to: percent)
      switch meaning {
      case .mono(let litIsZero):
        return (pixel & 8 != 0 && percent > 0) != litIsZero ? 1 : 0
      case .grey: return UInt32(colour.luma)
      case .palette: return UInt32(pixel)
      case .colour(let red, let green, let blue, let alpha):
        return red.bits(colour.red) | green.bits(colour.green) | blue.bits(colour.blue)
          | alpha.bits(255)
      }
    }
  }

  /// The bytes of consecutive pixels, the first of which begins a byte.
  func encode(_ words: [UInt32]) -> [UInt8] {
    // The kernel's own drawing has the left pixel in the lowest bit (drivers/video/fbdev/core).
    if bits == 1 {
      return stride(from: 0, to: words.count, by: 8).map { first in
        words[first..<min(first + 8, words.count)].reversed().reduce(0) { $0 << 1 | UInt8($1) }
      }
    }
    let width = bits / 8
    return [UInt8](unsafeUninitializedCapacity: words.count * width) { bytes, used in
      var offset = 0
      for word in words {
        for byte in 0..<width {
          bytes[offset] = UInt8(truncatingIfNeeded: word >> UInt32(8 * byte))
          offset += 1
        }
      }
      used = offset
    }
  }
}

extension FramebufferFormat.Field {
  /// Converts eight bits to those of this field: the highest of them, or repeated to fill more.
  fileprivate func bits(_ channel: UInt8) -> UInt32 {
    if length == 0 { return 0 }
    // The brightest value stays the brightest.
    let wide = UInt32(channel) * 0x0101_0101
    return (wide >> UInt32(32 - min(length, 32))) << UInt32(offset)
  }
}

extension Colour {
  /// The same colour, at a percentage of its brightness.
  func dimmed(to percent: Int) -> Colour {
    func dim(_ channel: UInt8) -> UInt32 { UInt32(Int(channel) * percent / 100) }
    return Colour(dim(red) << 16 | dim(green) << 8 | dim(blue))
  }
}
