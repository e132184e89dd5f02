import Pixels
import Testing

@testable import Glance
@testable import State

@Suite("Themes with a bright ground")
struct BrightGroundTests {
  private let surface = Surface(Size(100, 100), .colour)

  @Test("make role dark where colours are shown, and only there")
  func surfaces() {
    for ground in Theme.Ground.allCases {
      let theme = Theme(Theme.Name(ground, .redBlue))
      let isBright = ground == .light || ground == .paper
      #expect(surface.wearing(theme).medium == (isBright ? .reflective : .light), "\(ground)")
      let oled = Surface(Size(128, 64), .mono)
      #expect(oled.wearing(theme) == oled)
      let paper = Surface(Size(250, 122), .mono, medium: .paper)
      #expect(paper.wearing(theme) == paper)
    }
  }

  @Test("keep the code for phones dark on bright")
  func codes() throws {
    let side = 21
    let documentation = Documentation(
      text: "",
      codes: [Documentation.Code(side: side, isDark: .init(repeating: true, count: side * side))])
    for ground in Theme.Ground.allCases {
      let theme = Theme(Theme.Name(ground, .redBlue))
      let code = try #require(
        LinkCode(documentation, in: surface.size, on: surface.wearing(theme)))
      var frame = Frame(surface.size)
      code.draw(x: 0, y: 0, on: &frame)
      let (quiet, module) = (theme[frame[1, 1]], theme[frame[code.side / 2, code.side / 2]])
      #expect(quiet.luma > module.luma + 80, "\(ground)")
    }
  }
}
