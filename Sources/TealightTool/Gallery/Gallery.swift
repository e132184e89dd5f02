import ArgumentParser
import Glance
import Glibc
import State

/// `tealight gallery`: every page on every panel.
struct Gallery: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw every page on every panel, in both languages and all themes, into PNG files.",
    discussion: """
      One pixel for each of a panel's, and all of them on contact-sheet.png. The same seed draws
      the same pictures; one that equals another on the same panel is left out:
        tealight gallery pictures
        tealight gallery pictures --page book --page trades --panel 128x64 --language ko
      """)

  @Argument(help: "The folder for the pictures; it is made where it is missing.")
  var folder: String

  @Option(help: "What the simulated market grows from.")
  var seed: UInt64 = 7

  @Option(help: "A panel. May be repeated.")
  var panel: [GalleryPanel] = []

  @Option(help: "A page. May be repeated.")
  var page: [PageName] = []

  @Option(help: "A language.")
  var language: [Language] = []

  func run() throws {
    if mkdir(folder, 0o777) != 0, errno != EEXIST || access("\(folder)/", W_OK | X_OK) != 0 {
      throw ErrnoFailure(what: folder, number: errno)
    }
    let pictures = pictures()
    for picture in pictures { try write(picture.png, to: "\(folder)/\(picture.name)") }
    let sheet = ContactSheet(pictures, panels: panels)
    try write(sheet.png(), to: "\(folder)/contact-sheet.png")
    print("\(folder): \(pictures.count) pictures and contact-sheet.png")
  }

  /// What is asked for.
  func pictures() -> [GalleryPicture] {
    let desk = SampleState.desk(seed: seed, code: "KRW-BTC", language: .english)!
    return GalleryPicture.all(
      of: desk, on: panels, pages: page.isEmpty ? PageCatalog.names : page,
      in: language.isEmpty ? Language.allCases : language)
  }

  private var panels: [GalleryPanel] { panel.isEmpty ? GalleryPanel.all : panel }
}
