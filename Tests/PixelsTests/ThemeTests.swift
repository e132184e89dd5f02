import Pixels
import Testing

@Suite struct ThemeTests {
  /// WCAG 2.2, relative luminance and contrast ratio.
  private func contrast(_ one: Colour, _ other: Colour) -> Double {
    func luminance(_ colour: Colour) -> Double {
      func linear(_ channel: UInt8) -> Double {
        // Close to the sRGB curve, without a power function.
        let c = Double(channel) / 255
        return c <= 0.04045 ? c / 12.92 : c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878)
      }
      return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green)
        + 0.0722 * linear(colour.blue)
    }
    let sorted = [luminance(one), luminance(other)].sorted()
    return (sorted[1] + 0.05) / (sorted[0] + 0.05)
  }

  @Test("inks stand out from paper", arguments: [Theme.Convention.redUp, .greenUp])
  func contrasts(convention: Theme.Convention) {
    let theme = Theme.dark(convention)
    for ink in Ink.allCases where ink != .paper {
      let limit = ink == .faint ? 3.0 : 4.5
      #expect(contrast(theme[ink.pixel()], theme[0]) >= limit, "\(ink)")
    }
    // Candles of samples are two thirds covered.
    for ink in [Ink.rise, .fall, .still] { #expect(contrast(theme[ink.pixel(10)], theme[0]) >= 3) }
  }

  @Test("red is up in Korea and down elsewhere")
  func conventions() {
    let korean = Theme.dark(.redUp)
    let other = Theme.dark(.greenUp)
    #expect(korean[Ink.rise.pixel()] == other[Ink.fall.pixel()])
    #expect(korean[Ink.fall.pixel()].blue == 255)
    #expect(other[Ink.rise.pixel()].green > other[Ink.rise.pixel()].red)
  }

  @Test("coverage goes from paper to ink in even steps")
  func coverage() {
    let inks = Ink.allCases.map { $0 == .text ? Colour(0xFFFFFF) : Colour(0x000000) }
    let theme = Theme(inks: inks)
    for coverage in 0...15 as ClosedRange<UInt8> {
      #expect(theme[Ink.text.pixel(coverage)].red == coverage * 17)
    }
    #expect(theme.colours.count == 256)
  }

  @Test("the nearest pixel to a colour of the theme is that pixel")
  func nearest() {
    let theme = Theme.dark(.greenUp)
    for ink in [Ink.text, .rise, .fall, .warning] {
      #expect(theme.nearest(theme[ink.pixel(12)]) == ink.pixel(12))
    }
    #expect(theme.nearest(Colour(0x010000)) == 0)
  }
}
