import ArgumentParser
import Glance
import Glibc

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

  @Option(
    help: "A panel: \(GalleryPanel.all.map(\.name).joined(separator: ", ")). May be repeated.")
  var panel: [String] = []

  @Option(
    help: "A page: \(Page.allCases.map(\.rawValue).joined(separator: ", ")). May be repeated.")
  var page: [String] = []

  @Option(help: "A language: \(Language.allCases.map(\.rawValue).joined(separator: ", ")).")
  var language: [String] = []

  func validate() throws {
    _ = try (panels, pages, languages)
  }

  func run() throws {
    if mkdir(folder, 0o777) != 0, errno != EEXIST || access("\(folder)/", W_OK | X_OK) != 0 {
      throw ErrnoFailure(what: folder, number: errno)
    }
    let pictures = try pictures()
    for picture in pictures { try write(picture.png, to: "\(folder)/\(picture.name)") }
    let sheet = try ContactSheet(pictures, panels: panels)
    try write(sheet.png(), to: "\(folder)/contact-sheet.png")
    print("\(folder): \(pictures.count) pictures and contact-sheet.png")
  }

  /// What is asked for.
  func pictures() throws -> [GalleryPicture] {
    let desk = Still.desk(seed: seed, code: "KRW-BTC", language: .english)!
    return try GalleryPicture.all(of: desk, on: panels, pages: pages, in: languages)
  }

  private var panels: [GalleryPanel] {
    get throws { try Self.chosen(panel, "panel", among: GalleryPanel.all, \.name) }
  }

  private var pages: [Page] {
    get throws { try Self.chosen(page, "page", among: Page.allCases, \.rawValue) }
  }

  private var languages: [Language] {
    get throws { try Self.chosen(language, "language", among: Language.allCases, \.rawValue) }
  }

  /// Those that are named, in the order of all; all where none is.
  private static func chosen<Thing>(
    _ names: [String], _ kind: String, among all: [Thing], _ name: (Thing) -> String
  ) throws -> [Thing] {
    let known = all.map(name)
    for wanted in names where !known.contains(wanted) {
      throw ValidationError(
        "unknown \(kind) \"\(wanted)\"; there are \(known.joined(separator: ", "))")
    }
    return names.isEmpty ? all : all.filter { names.contains(name($0)) }
  }
}
