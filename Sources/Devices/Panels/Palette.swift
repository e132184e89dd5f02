import CLinux
import Pixels

/// The 256 colours of a framebuffer whose pixels are palette indices.
struct Palette {
  private var red: [UInt16]
  private var green: [UInt16]
  private var blue: [UInt16]

  /// A colour for each pixel value of a theme.
  init(_ theme: Theme, at percent: Int) {
    let colours = theme.colours.map { $0.dimmed(to: percent) }
    red = colours.map { UInt16($0.red) * 0x101 }
    green = colours.map { UInt16($0.green) * 0x101 }
    blue = colours.map { UInt16($0.blue) * 0x101 }
  }

  /// The present palette of a framebuffer; nil if it has none, or does not report it.
  init?(of file: FileDescriptor, _ format: FramebufferFormat) {
    guard format.meaning == .palette else { return nil }
    red = [UInt16](repeating: 0, count: 256)
    (green, blue) = (red, red)
    guard tealight_framebuffer_palette(file.number, 0, &red, &green, &blue) == 0 else { return nil }
  }

  func set(on file: FileDescriptor, name: String) throws(DeviceError) {
    var copy = self
    let result = tealight_framebuffer_palette(
      file.number, 1, &copy.red, &copy.green, &copy.blue)
    if result < 0 { throw .failed(device: name, call: "FBIOPUTCMAP", errno: -result) }
  }
}
