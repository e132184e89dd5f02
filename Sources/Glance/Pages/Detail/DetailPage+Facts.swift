import MarketData
import Pixels

// What is known besides the price, line by line.
extension DetailPage {
  /// A line below the head.
  private enum Line {
    case range(Term, DetailScene.Range)
    /// Its ends, where they have a line of their own.
    case ends(DetailScene.Range)
    case warning(String)
    /// One label and amount, or two side by side.
    case amounts([Amount])
  }

  private struct Amount {
    var label: Term
    var amount = 0.0
    /// What it is in, where there is room for it: `BTC`.
    var unit = ""
    /// What stands instead of the number: `#1`.
    var text: String?

    func text(in numbers: NumberFormatter, fits: (String) -> Bool) -> String {
      let short = text ?? numbers.amount(amount, fits: fits)
      let whole = unit.isEmpty ? short : "\(short) \(unit)"
      return fits(whole) ? whole : short
    }
  }

  func drawFacts(_ scene: DetailScene, in rect: Rect, on frame: inout Frame) {
    let words = layout.words
    let width = rect.width
    let ranges = [(Term.day, scene.day), (.year, scene.year)].compactMap { term, range in
      range.map { (term, $0) }
    }
    let (warnings, amounts) = (warnings(of: scene, width), amounts(of: scene, width))
    let ruler = RangeRuler(
      ranges.map(\.1), ranges.map { words[$0.0] }, decimals: scene.decimals, layout,
      width: width, rows: rowCount(in: rect), others: warnings.count + amounts.count)
    var rulers = ranges.prefix(ruler.count).map { term, range -> [Line] in
      let line = Line.range(term, range)
      return ruler.form == .inPairs ? [line, .ends(range)] : [line]
    }
    rulers.insert(warnings, at: min(1, rulers.count))
    let lines = rulers.flatMap { $0 } + amounts
    let role = ColourRole(change: scene.change, isOld: scene.statusHeader.isOld)
    for (line, row) in rows(for: lines, in: rect) {
      switch line {
      case .range(let term, let range):
        ruler.draw(range, words[term], price: scene.price, role, in: row, on: &frame)
      case .ends(let range): ruler.drawEnds(of: range, in: row, on: &frame)
      case .warning(let words):
        layout.write(words, of: row, .warning, in: layout.factLetters, on: &frame)
      case .amounts(let amounts): draw(amounts, in: row, on: &frame)
      }
    }
  }

  /// As many lines from the first as there is room for, spread over it.
  private func rows(for lines: [Line], in rect: Rect) -> [(Line, Rect)] {
    let height = rowHeight
    var rows: [(Line, Rect)] = lines.prefix(rowCount(in: rect)).enumerated().map { index, line in
      let y = rect.y + index * layout.wordPitch
      return (line, Rect(x: rect.x, y: y, width: rect.width, height: height))
    }
    let spare = rows.last.map { rect.bottom - $0.1.bottom } ?? 0
    let space = rows.count > 1 ? min(layout.pitch / 2, spare / (rows.count - 1)) : 0
    for index in rows.indices {
      rows[index].1.y += index * space
      rows[index].1 = layout.inscribed(rows[index].1)
    }
    return rows
  }

  /// Lines that there is room for.
  private func rowCount(in rect: Rect) -> Int {
    let free = rect.height - rowHeight
    return free < 0 ? 0 : free / layout.wordPitch + 1
  }

  private var rowHeight: Int {
    max(layout.words.lineHeight, layout.wordPitch - (layout.pitch - layout.text.ascent))
  }

  /// When the market ends, and what its exchange warns of, in two lines at most. Until when a warning
  /// holds is said only if one line is enough for all of it.
  private func warnings(of scene: DetailScene, _ width: Int) -> [Line] {
    let words = layout.words
    let ends = [
      scene.statusHeader.listingFault, scene.delistsOn.map { words.delists($0.description) },
    ]
    func text(hasEnds: Bool) -> String {
      let cautions = scene.warnings.map { warning in
        words.cautions[warning.caution]!
          + (hasEnds ? warning.end.map { words.until($0.withoutYear) } ?? "" : "")
      }
      return (ends.compactMap { $0 } + cautions).joined(separator: " · ")
    }
    let whole = text(hasEnds: true)
    if whole.isEmpty { return [] }
    if layout.factLetters.width(whole) <= width { return [.warning(whole)] }
    return layout.factLetters.lines(text(hasEnds: false), width: width, count: 2).map {
      .warning($0)
    }
  }

  private func amounts(of scene: DetailScene, _ width: Int) -> [Line] {
    func amount(_ label: Term, _ amount: Double?, _ unit: String = "") -> Amount? {
      guard let amount, amount.isFinite else { return nil }
      return Amount(
        label: label, amount: amount, unit: layout.words.currencies[unit] ?? unit)
    }
    let rank = scene.rank.map { Amount(label: .rank, text: layout.words.rank("\($0)")) }
    let all = [
      amount(.turnover, scene.turnover, scene.quote),
      amount(.marketCap, scene.marketCap, scene.capCurrency), rank,
      amount(.volume, scene.volume, scene.base), amount(.open, scene.open),
    ].compactMap { $0 }
    let count = columns(in: width) == nil ? 1 : 2
    return stride(from: 0, to: all.count, by: count).map {
      .amounts(Array(all[$0..<min($0 + count, all.count)]))
    }
  }

  /// Letters in which two amounts stand side by side; nil where they cannot.
  private func columns(in width: Int) -> (label: Lettering, value: Lettering)? {
    // Rows of a circle differ in width.
    guard !layout.isRound else { return nil }
    let labels = [Term.turnover, .marketCap, .rank, .volume, .open].map { layout.words[$0] }
    return [(layout.factLetters, layout.factLetters), (layout.small, layout.small)].first {
      label, value in
      let widest = labels.reduce(0) { max($0, label.width($1)) }
      return 2 * (widest + value.width(usualAmount) + layout.gap / 3) + 2 * layout.gap <= width
    }
  }

  private var usualAmount: String { layout.numbers.amount(1.2345e11) { _ in true } }

  private func draw(_ amounts: [Amount], in row: Rect, on frame: inout Frame) {
    let columns = columns(in: row.width)
    let letters = columns ?? (layout.factLetters, layout.factLetters)
    var cell = row
    if columns != nil { cell.width = row.width / 2 - layout.gap }
    for amount in amounts {
      let label = layout.words[amount.label]
      // A label gives way before the number says less than it usually does.
      let room = max(
        cell.width - letters.label.width(label) - layout.gap / 3,
        min(cell.width, letters.value.width(usualAmount)))
      let value = amount.text(in: layout.numbers) { letters.value.width($0) <= room }
      let width = layout.write(value, .right, of: cell, in: letters.value, on: &frame)
      var rest = cell
      rest.width -= width + layout.gap / 3
      layout.write(label, of: rest, .dim, in: letters.label, on: &frame)
      cell.x += cell.width + 2 * layout.gap
    }
  }
}
