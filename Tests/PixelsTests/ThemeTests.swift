import Pixels
import Testing

@Suite struct ThemeTests {
  static let names = Theme.Ground.allCases.flatMap { ground in
    Theme.Convention.allCases.map { Theme.Name(ground, $0) }
  }

  @Test("roles stand out from paper", arguments: names)
  func contrasts(name: Theme.Name) {
    let theme = Theme(name)
    func contrast(_ pixel: Pixel) -> Double { theme[pixel].contrast(to: theme[0]) }
    for role in ColourRole.allCases where role != .paper {
      let least =
        switch role {
        case .text: 7.0
        case .faint: 1.5
        // A picture, which needs less than letters do.
        case .skin: 3.0
        // They stand on the skin alone.
        case .shade, .belly, .tongue: 1.0
        default: 4.5
        }
      #expect(contrast(role.pixel()) >= least, "\(role)")
    }
    // What counts most stands out most: a change goes before labels in any light.
    for role in [ColourRole.rise, .fall] where name.ground == .night {
      #expect(contrast(role.pixel()) > contrast(ColourRole.dim.pixel()), "\(role)")
    }
    // Candles of samples are two thirds covered.
    for role in [ColourRole.rise, .fall, .still] {
      #expect(contrast(role.pixel(10)) >= (name.ground == .dark ? 3 : 1.9), "\(role)")
    }
  }

  @Test("the frog's parts stand out from its skin, on every ground", arguments: names)
  func frog(name: Theme.Name) {
    let theme = Theme(name)
    let skin = theme[ColourRole.skin.pixel()]
    #expect(theme[ColourRole.shade.pixel()].contrast(to: skin) >= 1.7)
    #expect(theme[ColourRole.belly.pixel()].contrast(to: skin) >= 1.5)
    let dark = name.ground == .dark || name.ground == .night ? 0 : ColourRole.text.pixel()
    for role in [ColourRole.skin, .tongue] {
      #expect(theme[role.pixel()].contrast(to: theme[dark]) >= 3, "\(role)")
    }
    // Eyes that are used to the dark are to stay so: there it is as red as all else.
    #expect(skin.green > skin.red && skin.green > skin.blue || name.ground == .night)
  }

  @Test("eyes that lack cones tell rise, fall and warning from each other", arguments: names)
  func colourBlind(name: Theme.Name) {
    let theme = Theme(name)
    for eyes in Colour.Dichromacy.allCases {
      for (one, other) in [
        (ColourRole.rise, ColourRole.fall), (.rise, .warning), (.fall, .warning),
      ] {
        let difference = theme[one.pixel()].difference(from: theme[other.pixel()], to: eyes)
        #expect(difference >= 20, "\(one) and \(other): \(difference) to \(eyes)")
      }
    }
  }

  @Test("the science of colours agrees with what is published of it")
  func science() {
    #expect(abs(Colour(0x000000).contrast(to: Colour(0xFFFFFF)) - 21) < 1e-9)
    #expect(abs(Colour(0x767676).contrast(to: Colour(0xFFFFFF)) - 4.54) < 0.01)
    for eyes in Colour.Dichromacy.allCases {
      // White, grey and black are seen by everybody alike: L* is 100, 53.6 and 0.
      let grey = Colour(0x808080)
      #expect(abs(grey.difference(from: Colour(0x000000), to: eyes) - 53.6) < 0.5)
      #expect(abs(grey.difference(from: Colour(0xFFFFFF), to: eyes) - 46.4) < 0.5)
      // Blue and yellow stay what they are; a red and a green become one.
      #expect(Colour(0x0000FF).difference(from: Colour(0xFFFF00), to: eyes) > 100)
    }
    #expect(Colour(0xA05A50).difference(from: Colour(0x5E7850), to: .deuteranopia) < 15)
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
