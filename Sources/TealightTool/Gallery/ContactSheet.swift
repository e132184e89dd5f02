import Pixels
import Typeface

/// A sheet with all pictures: a row for each page, a column for each panel, the languages below each
/// other; then the first page in every other theme. Many rows are split into blocks beside each other.
struct ContactSheet {
  private static let margin = 32
  private static let gap = 20
  private let title: Lettering
  private let label: Lettering
  private let panels: [GalleryPanel]
  private let rows: [Row]

  private struct Row {
    let name: String
    /// For each panel its pictures, from top to bottom.
    let cells: [[GalleryPicture]]
    let height: Int

    init(_ name: String, _ pictures: [GalleryPicture], _ panels: [GalleryPanel]) {
      self.name = name
      cells = panels.map { panel in pictures.filter { $0.panel.name == panel.name } }
      let heights = cells.map { $0.reduce(-gap / 2) { $0 + $1.panel.shown.height + gap / 2 } }
      height = max(16, heights.max() ?? 0)
    }
  }

  init(_ pictures: [GalleryPicture], panels: [GalleryPanel]) {
    let typeface = Typeface { _ in }
    title = typeface.lettering(digitHeight: 15, weight: .bold, depth: .colour)
    label = typeface.lettering(digitHeight: 11, weight: .regular, depth: .colour)
    self.panels = panels
    let usual = pictures.filter(\.isUsual).sorted { $0.position < $1.position }
    let first = pictures.first.map { first in
      pictures.filter {
        !$0.isUsual && $0.subject == first.subject && $0.language == first.language
      }
    }
    rows =
      Self.names(usual, \.subject).map { name in
        Row(name, usual.filter { $0.subject == name }, panels)
      }
      + Self.names(first ?? [], \.theme.name).map { name in
        Row(name, (first ?? []).filter { $0.theme.name == name }, panels)
      }
  }

  /// Each name once, in the order of the pictures.
  private static func names(
    _ pictures: [GalleryPicture], _ name: (GalleryPicture) -> String
  ) -> [String] {
    pictures.reduce(into: []) { names, picture in
      if !names.contains(name(picture)) { names.append(name(picture)) }
    }
  }

  func png() -> [UInt8] {
    let names = rows.reduce(0) { max($0, title.width($1.name)) } + Self.gap
    let columns = panels.map { max($0.shown.width, label.width($0.name)) + Self.gap }
    let width = names + columns.reduce(0, +)
    let head = label.ascent + Self.gap
    let blocks = blocks(width: width)
    let height = blocks.map { $0.reduce(head) { $0 + $1.height + Self.gap } }.max() ?? 0
    var canvas = SheetCanvas(
      Size(
        2 * Self.margin - 2 * Self.gap + blocks.count * (width + Self.gap),
        2 * Self.margin - Self.gap + height))
    for (number, block) in blocks.enumerated() {
      let left = Self.margin + number * (width + Self.gap)
      var x = left + names
      for (panel, column) in zip(panels, columns) {
        canvas.write(panel.name, x: x, y: Self.margin, .dim, in: label)
        x += column
      }
      var y = Self.margin + head
      for row in block {
        canvas.write(row.name, x: left, y: y, in: title)
        x = left + names
        for (cell, column) in zip(row.cells, columns) {
          var top = y
          for picture in cell {
            picture.draw(on: &canvas, x: x, y: top)
            top += picture.panel.shown.height + Self.gap / 2
          }
          x += column
        }
        y += row.height + Self.gap
      }
    }
    return canvas.png
  }

  /// The rows in as many blocks beside each other as make the sheet about as wide as high.
  private func blocks(width: Int) -> [[Row]] {
    let height = rows.reduce(0) { $0 + $1.height + Self.gap }
    let count = max(1, Int((Double(height) / Double(width)).squareRoot() + 0.5))
    var blocks: [[Row]] = [[]]
    var filled = 0
    for row in rows {
      if filled >= height / count, blocks.count < count {
        blocks.append([])
        filled = 0
      }
      blocks[blocks.count - 1].append(row)
      filled += row.height + Self.gap
    }
    return blocks
  }
}

extension GalleryPanel {
  /// Its size on the sheet.
  fileprivate var shown: Size {
    Size(surface.size.width * scale, surface.size.height * scale)
  }
}

extension GalleryPicture {
  fileprivate func draw(on canvas: inout SheetCanvas, x: Int, y: Int) {
    canvas.blit(frame, on: panel.surface, theme.colours, x: x, y: y, scale: panel.scale)
  }
}
