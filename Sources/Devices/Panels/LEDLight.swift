import Glibc
import Pixels

/// How much light each channel of a LED gives, 0…1.
///
/// A LED's light follows its current, but what the eye sees does not: half of an sRGB channel is a
/// fifth of the light.
struct LEDLight: Equatable {
  var red: Double
  var green: Double
  var blue: Double

  static let gamma = 2.2

  init(_ colour: Colour) {
    func light(_ channel: UInt8) -> Double { pow(Double(channel) / 255, Self.gamma) }
    (red, green, blue) = (light(colour.red), light(colour.green), light(colour.blue))
  }

  var strongest: Double { max(red, green, blue) }

  /// The channels in `most` steps; the strongest has at least one step, however faint it is.
  func steps(of most: Int, at share: Double = 1) -> (red: Int, green: Int, blue: Int) {
    let top = strongest
    func steps(_ channel: Double) -> Int {
      let count = Int((channel * share * Double(most)).rounded())
      return channel > 0 && channel == top && share > 0 ? max(1, count) : count
    }
    return (steps(red), steps(green), steps(blue))
  }

  /// The light of each pixel value of a theme. The background gives none, whatever its colour.
  static func table(_ theme: Theme) -> [LEDLight] {
    let theme = theme.lit
    return (0...255).map { LEDLight($0 == 0 ? Colour(0) : theme[$0]) }
  }
}
