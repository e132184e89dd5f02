import Devices
import Pixels

/// A large picture that pictures of panels and words are put on.
struct SheetCanvas {
  /// The colours of words and of their ground.
  private static let theme: Theme = {
    let roles: [UInt32] = [
      0x23262B, 0xF6F5F0, 0xA6AAB0, 0x4A4F57, 0xF6F5F0, 0xF6F5F0, 0xF6F5F0, 0xFFB42E,
    ]
    // Roles that the sheet does not write with are as bright as its words.
    return Theme(
      roles: ColourRole.allCases.indices.map { Colour($0 < roles.count ? roles[$0] : 0xF6F5F0) })
  }()

  let size: Size
  private var rgb: [UInt8]

  init(_ size: Size) {
    self.size = size
    let ground = Self.theme[0]
    rgb = []
    rgb.reserveCapacity(size.width * size.height * 3)
    for _ in 0..<size.width * size.height { rgb += [ground.red, ground.green, ground.blue] }
  }

  var png: [UInt8] { PNGPicture.encode(size, rgb: rgb) }

  /// Puts a panel's picture with its top left corner at (x, y), as the panel shows it.
  mutating func blit(
    _ frame: Frame, on surface: Surface, _ theme: Theme, x: Int, y: Int, scale: Int
  ) {
    let look = surface.look(theme)
    let side = min(frame.size.width, frame.size.height)
    for row in 0..<frame.size.height {
      for column in 0..<frame.size.width {
        let (u, v) = (2 * column + 1 - frame.size.width, 2 * row + 1 - frame.size.height)
        if surface.outline == .circle, u * u + v * v > side * side { continue }
        fill(
          Rect(x: x + column * scale, y: y + row * scale, width: scale, height: scale),
          with: look[Int(frame[column, row])])
      }
    }
  }

  mutating func write(
    _ text: String, x: Int, y: Int, _ role: ColourRole = .text, in letters: Lettering
  ) {
    let extent = letters.extent(text)
    var line = Frame(Size(max(1, letters.width(text) + 2), extent.above + extent.below + 1))
    line.write(text, x: 0, baseline: extent.above, role: role, in: letters)
    blit(
      line, on: Surface(line.size, .colour), Self.theme, x: x, y: y - extent.above + letters.ascent,
      scale: 1)
  }

  private mutating func fill(_ rect: Rect, with colour: Colour) {
    let inside = rect.intersection(Rect(size))
    for y in inside.y..<max(inside.y, inside.bottom) {
      for x in inside.x..<max(inside.x, inside.right) {
        let index = (y * size.width + x) * 3
        rgb[index] = colour.red
        rgb[index + 1] = colour.green
        rgb[index + 2] = colour.blue
      }
    }
  }
}
