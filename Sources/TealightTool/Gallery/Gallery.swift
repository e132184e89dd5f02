import ArgumentParser
import Glance
import Glibc
import MarketData
import State

/// `tealight gallery`: every page on ten displays.
struct Gallery: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw every page on ten displays, in both languages and all themes, into PNG files.",
    usage: "tealight gallery <folder> [<options>]",
    discussion: """
      Each pixel of a picture is one pixel of the panel. contact-sheet.png has all pictures. A \
      picture that equals another one of the same panel is left out. The same seed draws the same \
      pictures.

      The glance is also drawn in other states: prices of one to twelve digits, a falling day, no \
      connection, a hint; and pages of prices with a stale connection and without one. \
      state-sheet.png has these pictures.

        tealight gallery pictures --report pictures.json
        tealight gallery pictures --page book --page trades --panel 128x64 --language ko
      """)

  @Argument(
    help: "The folder for the pictures; it is created if it is missing.", completion: .directory)
  var folder: String

  @Option(help: "The random seed of the simulated market.")
  var seed: UInt64 = 7

  @Option(help: "One of the displays, by its size: 128x64, round. May be repeated.")
  var panel: [GalleryPanel] = []

  @Option(help: "A page. May be repeated.")
  var page: [PageName] = []

  @Option(help: "A language. May be repeated.")
  var language: [Language] = []

  @Option(
    help: "Another state of the glance and of pages of prices, or \"none\". May be repeated.")
  var state: [SampleMoment] = []

  @Option(
    help: ArgumentHelp(
      "A file for a JSON table of measures, one line for each picture.",
      discussion: """
        Digit height of the price in pixels and as a share of the panel's height, the share of pixels
        that are lit, the contrast of text and of dim text (WCAG 2.1), and the pixels between the two
        parts that are nearest to each other.
        """, valueName: "file.json"), completion: .file())
  var report: String?

  func validate() throws {
    // A report that is not there yet is checked by `run`, which may make its folder first.
    if let report, access(report, F_OK) == 0 { try WrittenFile.table.check(report) }
  }

  func run() throws {
    if mkdir(folder, 0o777) != 0, errno != EEXIST || access("\(folder)/", W_OK | X_OK) != 0 {
      throw ErrnoFailure(what: folder, number: errno).ofWriting
    }
    if let report { try WrittenFile.table.check(report) }
    let pictures = pictures()
    for picture in pictures { try write(picture.png, to: "\(folder)/\(picture.name)") }
    let sheet = ContactSheet(pictures.filter { !$0.isMoment }, panels: panels)
    try write(sheet.png(), to: "\(folder)/contact-sheet.png")
    let moments = pictures.filter(\.isMoment)
    if !moments.isEmpty {
      try write(
        ContactSheet(moments, panels: panels).png(), to: "\(folder)/state-sheet.png")
    }
    if let report { try write(Array(PictureMeasures.table(pictures).utf8), to: report) }
    print("\(folder): \(pictures.count) pictures and contact-sheet.png".onOneLine)
  }

  /// The pictures that the options ask for.
  func pictures() -> [GalleryPicture] {
    let desk = SampleState.desk(seed: seed, code: "KRW-BTC", language: .english)!
    let pages = page.isEmpty ? PageCatalog.names : page
    return GalleryPicture.all(
      of: desk, and: moments(of: pages), on: panels, pages: pages,
      in: language.isEmpty ? Language.allCases : language, isMeasured: report != nil)
  }

  private func moments(of pages: [PageName]) -> [(subject: String, desk: Desk)] {
    let moments = state.isEmpty ? SampleMoment.all : state
    var drawn: [(subject: String, desk: Desk)] = []
    for page in pages {
      for moment in moments where moment.pages.contains(page) {
        guard var desk = moment.desk(seed) else { continue }
        // Alerts and messages come to the glance by themselves.
        if page != .glance { desk.show(page) }
        drawn.append(("\(page)-\(moment.name)", desk))
      }
    }
    return drawn
  }

  private var panels: [GalleryPanel] { panel.isEmpty ? GalleryPanel.all : panel }
}
