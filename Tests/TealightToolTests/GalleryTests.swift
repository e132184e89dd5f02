import ArgumentParser
import Devices
import Glance
import Pixels
import State
import Testing

@testable import TealightTool

@Suite("The gallery")
struct GalleryTests {
  @Test("has every page on every panel, in both languages, nothing twice and nothing of one colour")
  func all() throws {
    let pictures = try Gallery.parse(["/tmp/x"]).pictures()
    for panel in GalleryPanel.all {
      let own = pictures.filter { $0.panel.name == panel.name }
      #expect(Set(own.map(\.png)).count == own.count)
      #expect(Set(own.map(\.name)).count == own.count)
      #expect(own.allSatisfy { $0.frame.size == panel.surface.size })
      for picture in own where panel.name != "1x1" {
        let look = panel.surface.look(picture.theme.colours)
        #expect(Set(picture.frame.pixels.map { look[Int($0)] }).count >= 2, "\(picture.name)")
      }
      guard min(panel.surface.size.width, panel.surface.size.height) >= 24 else { continue }
      let subjects = Set(own.map { $0.subject.prefix { $0 != "-" } })
      #expect(subjects.isSuperset(of: PageCatalog.turnable.map { Substring($0.rawValue) }))
      let indicators = Set(own.map(\.subject).filter { $0.hasPrefix("chart-") })
      let smallest = min(panel.surface.size.width, panel.surface.size.height)
      #expect(indicators.count >= (smallest < 64 ? 1 : 6), "\(panel.name) \(indicators)")
      #expect(Set(own.map(\.language)).count == 2)
    }
  }

  @Test("is the same from the same seed, another from another, and as small as it is asked for")
  func seeds() throws {
    let few = ["--panel", "128x64", "--page", "glance", "--language", "en", "--state", "none"]
    func draw(_ seed: String) throws -> [GalleryPicture] {
      try Gallery.parse(["/tmp/x", "--seed", seed] + few).pictures()
    }
    let (one, same, other) = (try draw("1"), try draw("1"), try draw("2"))
    #expect(
      one.map(\.name) == [
        "glance-128x64-en-dark.png", "glance-digits-128x64-en-dark.png",
        "glance-chart-128x64-en-dark.png", "glance-two-up-128x64-en-dark.png",
      ])
    #expect(one.map(\.png) == same.map(\.png) && one.map(\.png) != other.map(\.png))
    let panels = [one[0].panel]
    let sheet = try PNGPicture(decoding: ContactSheet(one, panels: panels).png())
    #expect(sheet.size.width > 256 && sheet.size.height > 4 * 128)
  }

  @Test("draws pages of prices whose exchange is silent, too")
  func silent() throws {
    let pages = ["glance", "list", "detail", "chart", "trades", "book"]
    let wished = pages.flatMap { ["--page", $0] }
    let pictures = try Gallery.parse(
      ["/tmp/x", "--panel", "128x64", "--language", "ko", "--state", "stale"] + wished
    ).pictures()
    let subjects = pictures.filter(\.isMoment).map(\.subject)
    #expect(subjects == pages.dropLast().map { "\($0)-stale" })
  }

  @Test("turns every page that has something to show, as a board does to which nobody named pages")
  func turning() throws {
    var desk = try #require(SampleState.desk(seed: 7, code: "KRW-BTC", language: .english))
    var turned: [PageName] = []
    for _ in PageCatalog.turnable {
      turned.append(desk.page)
      desk.apply(.command(.nextPage))
    }
    #expect(turned == PageCatalog.turnable && desk.page == .glance)
    desk.show(.chart)
    #expect(desk.scene.statusHeader.pageCount == PageCatalog.turnable.count)
  }

  @Test("refuses what it does not have, and names what it has")
  func unknown() {
    for (option, word) in [("panel", "7x7"), ("page", "news"), ("language", "fr")] {
      do {
        _ = try Gallery.parse(["/tmp/x", "--\(option)", word])
        Issue.record("\(word) is taken")
      } catch {
        let message = Gallery.message(for: error)
        #expect(
          message.contains("'\(word)' is invalid for '--\(option)")
            && message.contains("Please provide one of"))
      }
    }
  }

  @Test("says in one sentence that it may not write")
  func unwritable() throws {
    for folder in ["/proc/tealight", "/dev/null/x", "/dev/null"] {
      let gallery = try Gallery.parse(
        [folder, "--panel", "1x1", "--page", "glance", "--language", "en"])
      do {
        try gallery.run()
        Issue.record("\(folder) is written to")
      } catch {
        #expect("\(error)".hasPrefix(folder) && !"\(error)".contains("\n"))
      }
    }
  }
}
