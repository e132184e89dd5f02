import Devices
import Glance
import Glibc
import MarketData
import Pixels
import State

/// What can be measured of a picture, for a table.
struct PictureMeasures {
  /// Pixels of a digit of the price, from the baseline to its top; nil where there is no price.
  let digitHeight: Int?
  /// The share of the panel's pixels that are not ground.
  let litShare: Double
  /// The contrast of text and of dim text to the ground, 1…21 (WCAG 2.1).
  let textContrast: Double
  let dimContrast: Double
  /// The two parts that are nearest to each other, and the pixels between them; nil if there are not two
  /// parts.
  let nearest: (distance: Int, parts: [String])?

  /// The distance that is searched first: most parts are this near to another, and a longer search takes
  /// long.
  private static let near = 9

  init(
    of scene: Scene, on pages: Pages, _ frame: Frame, _ surface: Surface, _ theme: Theme
  ) {
    digitHeight = pages.digitHeight(of: scene)
    let shown = surface.outline == .circle ? Double.pi / 4 : 1
    litShare = Double(frame.pixels.count { $0 != 0 }) / Double(frame.pixels.count) / shown
    let look = surface.look(theme)
    textContrast = look[Int(ColourRole.text.pixel())].contrast(to: look[0])
    dimContrast = look[Int(ColourRole.dim.pixel())].contrast(to: look[0])
    let parts = pages.parts(of: scene)
    let longest = max(surface.size.width, surface.size.height)
    nearest = Self.nearest(parts, upTo: Self.near) ?? Self.nearest(parts, upTo: longest)
  }

  /// Candles and the rim lie behind the other parts, so they do not count.
  private static func nearest(
    _ parts: [(part: GlancePart?, frame: Frame)], upTo far: Int
  ) -> (distance: Int, parts: [String])? {
    let parts = parts.filter { $0.part != .candles && $0.part != .rim }
    var nearest: (distance: Int, parts: [String])?
    for (index, one) in parts.enumerated() {
      for other in parts.dropFirst(index + 1) {
        let most = nearest.map { $0.distance - 1 } ?? far
        guard let distance = one.frame.distance(to: other.frame, upTo: most) else { continue }
        nearest = (distance, [one, other].map { $0.part?.rawValue ?? "hint" })
      }
    }
    return nearest
  }

  /// One object a line (RFC 8259).
  static func table(_ pictures: [GalleryPicture]) -> String {
    let lines = pictures.compactMap { picture in
      picture.measures.map { $0.json(of: picture) }
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  private func json(of picture: GalleryPicture) -> String {
    func text(_ value: Double, _ decimals: Int = 1) -> String {
      Double.text(value, decimals: decimals)
    }
    let height = picture.panel.surface.size.height
    let pairs: [(String, String?)] = [
      ("picture", picture.name.asJSON), ("panel", picture.panel.name.asJSON),
      ("digit_height", digitHeight.map(String.init)),
      ("digit_share", digitHeight.map { text(Double($0) / Double(height), 3) }),
      ("lit_share", text(litShare, 3)), ("text_contrast", text(textContrast)),
      ("dim_contrast", text(dimContrast)),
      ("smallest_distance", nearest.map { String($0.distance) }),
      ("nearest", nearest.map { "[\($0.parts.map(\.asJSON).joined(separator: ", "))]" }),
    ]
    return "{\(pairs.map { "\($0.0.asJSON): \($0.1 ?? "null")" }.joined(separator: ", "))}"
  }
}

extension Double {
  fileprivate static func text(_ value: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let whole = Int((value * Double(scale)).rounded())
    let fraction = String(whole % scale)
    return "\(whole / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}

extension Colour {
  /// 1 where both are one colour, 21 between black and white (WCAG 2.1, 1.4.3).
  fileprivate func contrast(to other: Colour) -> Double {
    let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  private var luminance: Double {
    func linear(_ value: UInt8) -> Double {
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
