import Devices
import Glance
import MarketData
import Pixels
import State
import Typeface

/// One page as one panel shows it in one language and one theme.
struct GalleryPicture {
  /// The page, and the layout, the indicator or the state where that is not the usual one:
  /// `glance-digits`.
  let subject: String
  /// The index of the subject among all subjects.
  let position: Int
  /// Whether the page is in another state than the usual one.
  let isMoment: Bool
  let panel: GalleryPanel
  let language: Language
  let theme: (name: String, colours: Theme)
  /// Whether the theme is the first of all.
  let isUsual: Bool
  let frame: Frame
  let png: [UInt8]
  /// Nil where no report was asked for.
  let measures: PictureMeasures?

  /// `book-128x64-ko-dark.png`
  var name: String { "\(subject)-\(panel.name)-\(language.rawValue)-\(theme.name).png" }

  /// All pictures of a desk, panel by panel, without those that equal an earlier one on the same panel.
  static func all(
    of desk: Desk, and moments: [(subject: String, desk: Desk)] = [], on panels: [GalleryPanel],
    pages: [PageName], in languages: [Language], isMeasured: Bool = false
  ) -> [GalleryPicture] {
    let typeface = Typeface { complain($0) }
    return panels.flatMap { panel in
      var pictures: [GalleryPicture] = []
      var seen: Set<[UInt8]> = []
      for language in languages {
        // On a panel with one bit a pixel several themes look the same.
        var looks: Set<[Colour]> = []
        let themes = themes(language).filter {
          looks.insert(panel.surface.look($0.colours)).inserted
        }
        let drawings = themes.map {
          Pages(panel.surface.wearing($0.colours), typesetter: typeface)
        }
        var frames = themes.map { _ in Frame(panel.surface.size) }
        let usual = desk.speaking(language).scenes(of: pages)
        let others = moments.map { ($0.subject, $0.desk.speaking(language).scene) }
        for (position, exhibit) in (usual + others).enumerated() {
          let isMoment = position >= usual.count
          for (number, theme) in themes.enumerated() where !isMoment || number == 0 {
            drawings[number].draw(exhibit.scene, on: &frames[number])
            let frame = frames[number]
            let png = PNGDisplay.encode(frame, on: panel.surface, theme: theme.colours)
            guard seen.insert(png).inserted else { continue }
            pictures.append(
              GalleryPicture(
                subject: exhibit.subject, position: position, isMoment: isMoment, panel: panel,
                language: language, theme: theme, isUsual: number == 0, frame: frame, png: png,
                measures: isMeasured
                  ? PictureMeasures(
                    of: exhibit.scene, on: drawings[number], frame, panel.surface, theme.colours)
                  : nil))
          }
        }
      }
      return pictures
    }
  }

  /// Every theme there is, that of the language first.
  private static func themes(_ language: Language) -> [(name: String, colours: Theme)] {
    let usual = language.convention
    let grounds = ThemeName.allCases.map { (name: $0.rawValue, colours: Theme($0, usual)) }
    let conventions = ColourConvention.allCases.filter { $0 != usual }.map {
      (name: $0.rawValue, colours: Theme(.dark, $0))
    }
    return grounds + conventions
  }
}

extension Desk {
  fileprivate func speaking(_ language: Language) -> Desk {
    var desk = self
    var settings = settings
    settings.language = language
    desk.apply(.settings(settings))
    return desk
  }

  /// The scenes of each page: of the glance in every layout, and of the chart with every indicator.
  fileprivate func scenes(of pages: [PageName]) -> [(subject: String, scene: Scene)] {
    var desk = self
    return pages.flatMap { page -> [(String, Scene)] in
      desk.show(page)
      guard desk.page == page else { return [] }
      if page == .chart {
        return Indicator.allCases.map { _ in
          defer { desk.apply(.command(.nextIndicator)) }
          let isPlain = desk.indicator == .none
          let name = isPlain ? page.rawValue : "\(page)-\(desk.indicator.rawValue)"
          return (name, desk.scene)
        }
      }
      guard page == .glance else { return [(page.rawValue, desk.scene)] }
      return Layout.allCases.map { _ in
        defer { desk.apply(.command(.nextLayout)) }
        let name = desk.layout == .full ? page.rawValue : "\(page)-\(desk.layout.rawValue)"
        return (name, desk.scene)
      }
    }
  }

  /// Turns to a page. An alert and a notice come by themselves, so their cause is made.
  mutating func show(_ page: PageName) {
    switch page {
    case .alert: SampleState.alert(on: &self)
    case .notice: SampleState.notice(on: &self)
    default: apply(.command(.show(page)))
    }
  }
}
