import MarketData
import Pixels
import TestSupport
import Typeface

@testable import Glance
@testable import State

/// Surfaces that pages are composed for, and pages drawn on them.
enum DrawnPages {
  static let surfaces =
    [
      Size(128, 64), Size(128, 32), Size(72, 40), Size(64, 48), Size(64, 32), Size(96, 16),
      Size(128, 128), Size(400, 240),
    ].map { Surface($0, .mono) }
    + [Surface(Size(250, 122), .mono, medium: .paper), Surface(Size(128, 128), .grey)]
    + [
      Size(160, 80), Size(240, 240), Size(135, 240), Size(320, 240), Size(1, 1), Size(8, 8),
      Size(8, 1), Size(32, 8),
    ].map { Surface($0, .colour) }
    + [Surface(Size(240, 240), .colour, outline: .circle)]

  static func draw(
    _ scene: Scene, _ surface: Surface, _ typesetter: any Typesetter = BuiltInTypesetter()
  ) -> Frame {
    var frame = Frame(surface.size)
    Pages(surface, typesetter: typesetter).draw(scene, on: &frame)
    return frame
  }

  static func mono(_ scene: Scene, _ width: Int, _ height: Int) -> String {
    draw(scene, Surface(Size(width, height), .mono)).text
  }

  /// Draws it on all of them in both languages, and tells where a circle's corners have role.
  static func strays(_ scene: (Language) -> Scene) -> [Surface] {
    let typeface = Typeface { _ in }
    return surfaces.filter { surface in
      Language.allCases.contains { language in
        let frame = draw(scene(language), surface, typeface)
        guard surface.outline == .circle else { return false }
        let middle = Double(surface.size.width) / 2
        return frame.pixels.indices.contains { index in
          let x = Double(index % surface.size.width) + 0.5 - middle
          let y = Double(index / surface.size.width) + 0.5 - middle
          return frame.pixels[index] != 0 && x * x + y * y > middle * middle
        }
      }
    }
  }
}
