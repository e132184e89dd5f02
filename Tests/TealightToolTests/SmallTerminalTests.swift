import Glance
import Pixels
import Testing

@testable import Devices
@testable import TealightTool

@Suite("A panel in a terminal that has no room for it")
struct SmallTerminalTests {
  @Test("is shown as one of its kind that fits and on which the price is whole")
  func glance() throws {
    let desk = try #require(SampleState.desk(seed: 1, code: "KRW-BTC", language: .english))
    let surface = PanelKind.ssd1306.surface().fitting(Size(80, 46))
    let pages = Pages(surface, typesetter: BuiltInTypesetter())
    var frame = Frame(surface.size)
    pages.draw(desk.scene, on: &frame)
    let height = try #require(pages.digitHeight(of: desk.scene))
    #expect(height >= 5)
  }

  @Test("shows something of every page, whatever panel it is", arguments: PanelKind.all)
  func pages(kind: PanelKind) throws {
    var desk = try #require(SampleState.desk(seed: 1, code: "KRW-BTC", language: .english))
    let surface = kind.surface().fitting(Size(80, 46))
    #expect(surface.size.width <= 80 && surface.size.height <= 46)
    let pages = Pages(surface, typesetter: BuiltInTypesetter())
    for page in PageCatalog.names {
      desk.show(page)
      var frame = Frame(surface.size)
      pages.draw(desk.scene, on: &frame)
      #expect(frame.pixels.contains { $0 != 0 }, "\(page.rawValue)")
    }
  }
}
