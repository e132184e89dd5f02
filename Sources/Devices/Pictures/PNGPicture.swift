import CPng
import Glibc
import Pixels

/// A picture from a PNG file, or one that becomes such a file.
public struct PNGPicture: Equatable, Sendable {
  /// Why a file cannot be read as a picture, in plain words.
  public struct Unreadable: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  /// Larger pictures and files are refused: they are a mistake or an attack.
  public static let sideMax = 1024
  public static let fileBytesMax = 4 << 20

  public let size: Size
  /// Red, green, blue and alpha of each pixel, in sRGB, not premultiplied by alpha.
  public let rgba: [UInt8]

  public init(reading path: String) throws(Unreadable) {
    try self.init(decoding: Self.contents(of: path))
  }

  public init(decoding bytes: [UInt8]) throws(Unreadable) {
    // libpng continues where it stopped, so all of it happens while the buffer is valid.
    (size, rgba) = try bytes.withUnsafeBytes { Self.decode($0) }.get()
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer)
    -> Result<(Size, [UInt8]), Unreadable>
  {
    func refusal(_ words: String) -> Result<(Size, [UInt8]), Unreadable> {
      .failure(Unreadable(description: words))
    }
    var image = png_image()
    tealight_png_begin(&image)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
      return refusal("is not a PNG file: \(image.words)")
    }
    let size = Size(Int(image.width), Int(image.height))
    guard size.width <= sideMax && size.height <= sideMax else {
      return refusal("is \(size.width)×\(size.height), more than \(sideMax)×\(sideMax)")
    }
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    var rgba = [UInt8](repeating: 0, count: size.width * size.height * 4)
    guard png_image_finish_read(&image, nil, &rgba, 0, nil) != 0 else {
      return refusal("is damaged: \(image.words)")
    }
    return .success((size, rgba))
  }

  /// The bytes of a PNG file of opaque pixels, three bytes each.
  public static func encode(_ size: Size, rgb: [UInt8]) -> [UInt8] {
    precondition(rgb.count == size.width * size.height * 3)
    var image = png_image()
    tealight_png_begin(&image)
    defer { png_image_free(&image) }
    image.width = UInt32(size.width)
    image.height = UInt32(size.height)
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    // More than zlib can need if nothing can be compressed.
    var count = rgb.count + rgb.count / 100 + size.height + 1024
    var file = [UInt8](repeating: 0, count: count)
    let done = png_image_write_to_memory(&image, &file, &count, 0, rgb, 0, nil)
    precondition(done != 0, "a picture of the right length can always be written")
    return Array(file[..<count])
  }

  private static func contents(of path: String) throws(Unreadable) -> [UInt8] {
    let file = FileDescriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    var status = stat()
    guard file.number >= 0, fstat(file.number, &status) == 0 else {
      throw Unreadable(description: text(of: errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Unreadable(description: "is not a file") }
    guard status.st_size <= Self.fileBytesMax else {
      throw Unreadable(description: "is larger than \(Self.fileBytesMax >> 20) MiB")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let more = bytes[count...].withUnsafeMutableBytes {
        read(file.number, $0.baseAddress, $0.count)
      }
      if more < 0 { throw Unreadable(description: text(of: errno)) }
      if more == 0 { break }
      count += more
    }
    return Array(bytes[..<count])
  }
}

extension png_image {
  /// What libpng says went wrong.
  fileprivate var words: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
