import MarketData
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import State

@Suite("The pages that there are")
struct PageCatalogTests {
  /// A desk of two markets.
  private func desk() -> Desk {
    var desk = Desk(
      markets: ["BTC", "ETH"].map { .upbit($0) }, settings: Settings(pages: PageCatalog.turnable))
    desk.apply(.time(Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0))
    return desk
  }

  @Test("a user turns to all of them but those that come by themselves")
  func turnable() {
    #expect(PageCatalog.turnable == PageCatalog.names.filter { ![.alert, .notice].contains($0) })
    #expect(Set(PageCatalog.names).count == PageCatalog.names.count)
    #expect(PageCatalog.turnable.first == .glance && PageCatalog.turnable.last == .clock)
  }

  @Test("every page has a command that shows it, and every such command a page")
  func show() {
    let shown = Command.all.compactMap(\.page)
    #expect(shown == PageCatalog.turnable)
    for command in Command.all where command.page != nil {
      var desk = desk()
      desk.apply(.command(command))
      #expect(desk.page == command.page && desk.scene.page == desk.page)
    }
  }

  @Test("what a page needs is asked for while it is shown, of the market that is shown")
  func needs() {
    var desk = desk()
    #expect(desk.requirements == DataRequirements())
    desk.apply(.command(.nextMarket))
    desk.apply(.command(.show(.book)))
    #expect(desk.requirements.books == [1])
    desk.apply(.command(.show(.detail)))
    #expect(desk.requirements.facts == ["ETH"] && desk.requirements.books.isEmpty)
    desk.apply(.command(.show(.trending)))
    #expect(desk.requirements.trending)
  }
}
