import Glibc
import Pixels

// How colours look, as far as their science says it.
extension Colour {
  typealias Light = (red: Double, green: Double, blue: Double)

  /// Eyes without the cones for long waves, or without those for middle ones.
  enum Dichromacy: CaseIterable {
    case protanopia, deuteranopia
  }

  /// Linear light of sRGB (IEC 61966-2-1).
  private var light: Light {
    func linear(_ channel: UInt8) -> Double {
      let part = Double(channel) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return (linear(red), linear(green), linear(blue))
  }

  /// 1 where both are one colour, 21 between black and white (WCAG 2.2, 1.4.3).
  func contrast(to other: Colour) -> Double {
    let luminances = [self, other].map(\.light).map {
      0.2126 * $0.red + 0.7152 * $0.green + 0.0722 * $0.blue
    }
    return (luminances.max()! + 0.05) / (luminances.min()! + 0.05)
  }

  /// How different two colours look to such eyes: CIE76, about 2 where it is just seen.
  func difference(from other: Colour, to eyes: Dichromacy) -> Double {
    let (one, other) = (Self.lab(Self.seen(light, eyes)), Self.lab(Self.seen(other.light, eyes)))
    return zip(one, other).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
  }

  /// What such eyes take a colour for: Viénot, Brettel and Mollon, 1999, "Digital video colourmaps
  /// for checking the legibility of displays by dichromats". Its cones see 17.8824 R + 43.5161 G +
  /// 4.11935 B and so on; what is missing follows from the other two.
  private static func seen(_ light: Light, _ eyes: Dichromacy) -> Light {
    let (red, green, blue) = light
    let long = 17.8824 * red + 43.5161 * green + 4.11935 * blue
    let middle = 3.45565 * red + 27.1554 * green + 3.86714 * blue
    let short = 0.0299566 * red + 0.184309 * green + 1.46709 * blue
    let (l, m) =
      eyes == .protanopia
      ? (2.02344 * middle - 2.52581 * short, middle)
      : (long, 0.494207 * long + 1.24827 * short)
    return (
      0.0809444479 * l - 0.130504409 * m + 0.116721066 * short,
      -0.0102485335 * l + 0.0540193266 * m - 0.113614708 * short,
      -0.000365296938 * l - 0.00412161469 * m + 0.693511405 * short
    )
  }

  /// CIE L*a*b* of sRGB's white (D65).
  private static func lab(_ light: Light) -> [Double] {
    let (red, green, blue) = (
      min(1, max(0, light.red)), min(1, max(0, light.green)), min(1, max(0, light.blue))
    )
    func f(_ value: Double) -> Double {
      value > 216.0 / 24_389 ? cbrt(value) : (24_389 / 27 * value + 16) / 116
    }
    let x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    let y = f(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    let z = f((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }
}
