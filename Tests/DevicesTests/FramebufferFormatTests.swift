import Pixels
import Testing

@testable import Devices

/// What a colour is in each kind of memory.
@Suite struct FramebufferFormatTests {
  typealias Format = FramebufferFormat

  static let rgb565 = Format(
    bits: 16, meaning: .colour(red: .init(11, 5), green: .init(5, 6), blue: .init(0, 5)))
  static let bgr565 = Format(
    bits: 16, meaning: .colour(red: .init(0, 5), green: .init(5, 6), blue: .init(11, 5)))
  static let rgb888 = Format(
    bits: 24, meaning: .colour(red: .init(16, 8), green: .init(8, 8), blue: .init(0, 8)))
  static let xrgb8888 = Format(
    bits: 32, meaning: .colour(red: .init(16, 8), green: .init(8, 8), blue: .init(0, 8)))
  static let abgr8888 = Format(
    bits: 32,
    meaning: .colour(
      red: .init(0, 8), green: .init(8, 8), blue: .init(16, 8), alpha: .init(24, 8)))
  static let rgb332 = Format(
    bits: 8, meaning: .colour(red: .init(5, 3), green: .init(2, 3), blue: .init(0, 2)))
  static let rgb10 = Format(
    bits: 32, meaning: .colour(red: .init(20, 10), green: .init(10, 10), blue: .init(0, 10)))
  static let grey = Format(bits: 8, meaning: .grey)
  static let palette = Format(bits: 8, meaning: .palette)
  static let mono10 = Format(bits: 1, meaning: .mono(litIsZero: false))
  static let mono01 = Format(bits: 1, meaning: .mono(litIsZero: true))
  static let all = [
    rgb565, bgr565, rgb888, xrgb8888, abgr8888, rgb332, rgb10, grey, palette, mono10, mono01,
  ]

  /// Text is orange, paper black.
  static let theme = Theme(roles: ColourRole.allCases.map { Colour($0 == .paper ? 0 : 0xff8020) })

  @Test(
    "a colour and paper become the bytes of the format",
    arguments: [
      (rgb565, [0x04, 0xfc, 0x00, 0x00]), (bgr565, [0x1f, 0x24, 0x00, 0x00]),
      (rgb888, [0x20, 0x80, 0xff, 0, 0, 0]), (xrgb8888, [0x20, 0x80, 0xff, 0, 0, 0, 0, 0]),
      (abgr8888, [0xff, 0x80, 0x20, 0xff, 0, 0, 0, 0xff]), (rgb332, [0xf0, 0]),
      (rgb10, [0x80, 0x08, 0xf8, 0x3f, 0, 0, 0, 0]), (grey, [155, 0]), (palette, [0x1f, 0]),
      (mono10, [0b01]), (mono01, [0b10]),
    ] as [(Format, [UInt8])])
  func bytes(format: Format, expected: [UInt8]) {
    let words = format.words(Self.theme, at: 100)
    #expect(format.encode([words[Int(ColourRole.text.pixel())], words[0]]) == expected)
  }

  @Test("the left of eight pixels is the lowest bit")
  func bits() {
    #expect(Self.mono10.encode([1, 0, 0, 0, 0, 0, 1, 1, 0, 1]) == [0b1100_0001, 0b10])
  }

  @Test("brightness takes from every channel, and nothing at all is as dark as paper")
  func brightness() {
    let text = Int(ColourRole.text.pixel())
    #expect(Self.rgb888.words(Self.theme, at: 50)[text] == 0x7f4010)
    for format in Self.all where format.meaning != .palette {
      let dark = format.words(Self.theme, at: 0)
      #expect(dark[text] == format.words(Self.theme, at: 100)[0], "\(format)")
    }
  }

  @Test(
    "a page has at most 800×480 pixels, as large as whole numbers allow, in the middle",
    arguments: [
      (Size(8, 8), Size(8, 8), 1), (Size(800, 480), Size(800, 480), 1),
      (Size(480, 800), Size(480, 800), 1), (Size(1024, 600), Size(512, 300), 2),
      (Size(1280, 720), Size(640, 360), 2), (Size(1366, 768), Size(683, 384), 2),
      (Size(1920, 1080), Size(640, 360), 3), (Size(1080, 1920), Size(360, 640), 3),
      (Size(3840, 2160), Size(768, 432), 5), (Size(801, 3), Size(400, 1), 2),
    ])
  func layout(screen: Size, page: Size, scale: Int) {
    let layout = FramebufferLayout(screen)
    #expect(layout.page == page)
    #expect(layout.scale == scale)
    #expect(layout.left == (screen.width - page.width * scale) / 2)
    #expect(layout.top == (screen.height - page.height * scale) / 2)
  }
}
