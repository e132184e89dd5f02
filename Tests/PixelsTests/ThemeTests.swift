import Pixels
import Testing

@Suite struct ThemeTests {
  static let names = Theme.Ground.allCases.flatMap { ground in
    Theme.Convention.allCases.map { Theme.Name(ground, $0) }
  }

  private typealias Light = (red: Double, green: Double, blue: Double)

  /// Linear light of sRGB (IEC 61966-2-1), the power function by a polynomial close to it.
  private func light(_ colour: Colour) -> Light {
    func linear(_ channel: UInt8) -> Double {
      let c = Double(channel) / 255
      return c <= 0.04045 ? c / 12.92 : c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878)
    }
    return (linear(colour.red), linear(colour.green), linear(colour.blue))
  }

  /// WCAG 2.2, relative luminance and contrast ratio.
  private func contrast(_ one: Colour, _ other: Colour) -> Double {
    let luminances = [one, other].map(light).map {
      0.2126 * $0.red + 0.7152 * $0.green + 0.0722 * $0.blue
    }
    return (luminances.max()! + 0.05) / (luminances.min()! + 0.05)
  }

  @Test("roles stand out from paper", arguments: names)
  func contrasts(name: Theme.Name) {
    let theme = Theme(name)
    for role in ColourRole.allCases where role != .paper {
      let least =
        switch role {
        case .text: 7.0
        case .faint: 1.5
        case .rise, .fall, .warning: name.ground == .night ? 3 : 4.5
        // A picture, which needs less than letters do.
        case .skin: 3.0
        // They stand on the skin alone.
        case .shade, .belly, .tongue: 1.0
        default: 4.5
        }
      #expect(contrast(theme[role.pixel()], theme[0]) >= least, "\(role)")
    }
    // Candles of samples are two thirds covered.
    for role in [ColourRole.rise, .fall, .still] {
      #expect(
        contrast(theme[role.pixel(10)], theme[0]) >= (name.ground == .dark ? 3 : 1.9), "\(role)")
    }
  }

  @Test("the frog's parts stand out from its skin, on every ground", arguments: names)
  func frog(name: Theme.Name) {
    let theme = Theme(name)
    let skin = theme[ColourRole.skin.pixel()]
    #expect(contrast(theme[ColourRole.shade.pixel()], skin) >= 1.7)
    #expect(contrast(theme[ColourRole.belly.pixel()], skin) >= 1.5)
    let dark = name.ground == .dark || name.ground == .night ? 0 : ColourRole.text.pixel()
    for role in [ColourRole.skin, .tongue] {
      #expect(contrast(theme[role.pixel()], theme[dark]) >= 3, "\(role)")
    }
    // Eyes that are used to the dark are to stay so: there it is as red as all else.
    #expect(skin.green > skin.red && skin.green > skin.blue || name.ground == .night)
  }

  /// How different two colours look to eyes without the cones for green (Machado, Oliveira and
  /// Fernandes, 2009, deuteranopia).
  private func differenceWithoutGreen(_ one: Colour, _ other: Colour) -> Double {
    let seen = [one, other].map(light).map { light in
      [
        0.367322 * light.red + 0.860646 * light.green - 0.227968 * light.blue,
        0.280085 * light.red + 0.672501 * light.green + 0.047413 * light.blue,
        -0.011820 * light.red + 0.042940 * light.green + 0.968881 * light.blue,
      ]
    }
    return zip(seen[0], seen[1]).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
  }

  @Test(
    "blue and orange are told apart by eyes that take red for green",
    arguments: Theme.Ground.allCases)
  func colourBlind(ground: Theme.Ground) {
    func difference(_ convention: Theme.Convention) -> Double {
      let theme = Theme(Theme.Name(ground, convention))
      return differenceWithoutGreen(theme[ColourRole.rise.pixel()], theme[ColourRole.fall.pixel()])
    }
    #expect(difference(.blueOrange) >= 0.25)
    #expect(difference(.blueOrange) > 1.5 * difference(.redGreen))
  }

  @Test("red is up in Korea and China, down elsewhere")
  func conventions() {
    func colour(_ role: ColourRole, _ convention: Theme.Convention) -> Colour {
      Theme.dark(convention)[role.pixel()]
    }
    #expect(colour(.rise, .redBlue) == colour(.fall, .greenRed))
    #expect(colour(.rise, .redBlue) == colour(.rise, .redGreen))
    #expect(colour(.fall, .redGreen) == colour(.rise, .greenRed))
    #expect(colour(.fall, .redBlue).blue == 255)
    #expect(colour(.rise, .greenRed).green > colour(.rise, .greenRed).red)
  }

  @Test("lights wear no roles that are meant for a bright ground")
  func lit() {
    #expect(Theme(Theme.Name(.light, .redBlue)).lit == .dark(.redBlue))
    #expect(Theme(Theme.Name(.night, .redBlue)).lit == Theme(Theme.Name(.night, .redBlue)))
    #expect(TestCard.theme.lit == TestCard.theme)
  }

  @Test("coverage goes from paper to role in even steps")
  func coverage() {
    let roles = ColourRole.allCases.map { $0 == .text ? Colour(0xFFFFFF) : Colour(0x000000) }
    let theme = Theme(roles: roles)
    for coverage in 0...15 as ClosedRange<UInt8> {
      #expect(theme[ColourRole.text.pixel(coverage)].red == coverage * 17)
    }
    #expect(theme.colours.count == 256)
  }

  @Test("the nearest pixel to a colour of the theme is that pixel")
  func nearest() {
    let theme = Theme.dark(.greenRed)
    for role in [ColourRole.text, .rise, .fall, .warning] {
      #expect(theme.nearest(theme[role.pixel(12)]) == role.pixel(12))
    }
    #expect(theme.nearest(Colour(0x010000)) == 0)
  }
}
