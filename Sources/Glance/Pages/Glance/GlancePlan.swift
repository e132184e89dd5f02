import MarketData
import Pixels
import State

/// A layout with its letters, for all scenes in one language whose prices are equally long.
final class GlancePlan {
  let layout: GlanceLayout
  let surface: Surface
  let numbers: NumberFormatter
  let name: Lettering
  let price: PriceLayout
  let change: Lettering
  let small: Lettering
  let clock: Lettering
  /// How many rows digits of the price would have without a limit.
  let mostDigitHeight: Int
  /// Whether the market is called by its code, because the letters of its name are missing.
  private let showsCode: Bool
  private let language: Language
  private let chosen: Layout
  private let hasSecond: Bool
  private let length: Length
  let usualChangeWidth: Int
  /// The prices that were spelled last, the newest first: the one before tells which digits changed.
  private var spelled: [(price: Money?, text: String)]
  /// The baseline's name that was fitted last.
  private var labelled: (baseline: String, text: String)?
  /// Columns at both sides of a change, and rows above and below it, that belong to its coloured area;
  /// none without colour, or if too little room would be left for letters.
  let pillSpace: Size

  /// The price now, the one before it, and one that comes back.
  private static let spelledMax = 3

  /// The longest change of a usual day: the baseline's name leaves room for it.
  private static let usualChange = "+88.88%"

  /// What the price's letters must leave room for.
  private struct Length: Equatable {
    /// Letters of the whole price, and the letters before its first digit that is not zero.
    var count: Int
    var zeros: Int
    var decimals: Int
    var mark: CurrencyMark
    var isStopped: Bool
  }

  private static func length(of price: String, in scene: GlanceScene) -> Length {
    Length(
      count: price.utf8.count, zeros: price.utf8.prefix { !(0x31...0x39).contains($0) }.count,
      decimals: scene.decimals, mark: scene.mark, isStopped: scene.isStopped)
  }

  init(
    for scene: GlanceScene, on surface: Surface, half: GlanceLayout.Half? = nil,
    spacing: Int? = nil, digitHeightLimit: Int? = nil, typesetter: any Typesetter
  ) {
    let depth = surface.depth
    language = scene.statusHeader.language
    let (words, typesetter) = language.words(on: surface, from: typesetter)
    func letters(_ height: Int, _ weight: Weight) -> Lettering {
      typesetter.lettering(digitHeight: height, weight: weight, depth: depth)
    }
    self.surface = surface
    chosen = scene.layout
    hasSecond = scene.second != nil
    showsCode = words.language != language
    numbers = NumberFormatter(words: words)
    layout = GlanceLayout(
      surface, words: words.lineHeight, tail: words.tail, layout: scene.layout, half: half,
      spacing: spacing, hasSecond: hasSecond)
    name = letters(layout.nameHeight, .bold)
    let full = numbers.money(scene.money, in: name, width: .max)
    spelled = [(scene.money, full)]
    length = Self.length(of: full, in: scene)
    // Units are higher than digits.
    let (money, numbers, layout) = (scene.money, numbers, layout)
    let least =
      stride(from: layout.leastDigitHeight, to: 7, by: -1).first { height in
        let digits = letters(height, .condensedBold)
        let extent = digits.extent(numbers.money(money, in: digits, width: layout.price.width))
        return extent.above + max(extent.below, digits.flashRows + 1) <= layout.price.height
      } ?? 7
    func price(upTo most: Int) -> PriceLayout {
      PriceLayout(
        scene.isStopped ? words.stopped("00:00") : full, in: layout.price,
        isCentred: layout.isCentred, canStack: layout.pricesStack,
        hasTiers: layout.pricesHaveTiers, leastHeight: least, depth: depth
      ) { letters(min($0, most), .condensedBold) }
    }
    let largest = price(upTo: .max)
    mostDigitHeight = largest.large.ascent
    let most = min(mostDigitHeight, digitHeightLimit ?? .max)
    self.price = most < mostDigitHeight ? price(upTo: most) : largest
    let line = layout.change
    let pill = Self.pillSpace(line.height, depth)
    pillSpace = pill
    let changeWidth = line.width - Self.arrowWidth(line.height) - 2 * pill.width
    change = typesetter.largest(
      Self.usualChange, in: Size(changeWidth, line.height - 2 * pill.height), depth)
    usualChangeWidth =
      Self.arrowWidth(change.ascent) + change.width(Self.usualChange) + 2 * pill.width
    small = letters(layout.smallHeight, .regular)
    var usual = StatusHeader()
    usual.clock = "00:00"
    let time = surface.time(of: usual, in: words)
    clock =
      layout.clock.isEmpty ? small : typesetter.largest(time, in: layout.clock.size, depth)
  }

  /// A price with all its digits. It is kept, because each picture asks for it more than once.
  private func inFull(_ price: Money?) -> String {
    if let known = spelled.first(where: { $0.price == price }) { return known.text }
    let text = numbers.money(price, in: name, width: .max)
    spelled.insert((price, text), at: 0)
    if spelled.count > Self.spelledMax { spelled.removeLast() }
    return text
  }

  /// A price as it is shown: all of it, or as much as there is room for.
  func text(of price: Money?) -> String {
    if price != nil, self.price.isWhole { return inFull(price) }
    let letters = self.price.large
    let width = layout.price.width
    let text = numbers.money(price, in: letters, width: width)
    // Units of other scripts may be higher than its digits.
    let extent = letters.extent(text)
    return extent.above + extent.below <= layout.price.height
      ? text : NumberFormatter(words: .english).money(price, in: letters, width: width)
  }

  /// The text in the place of the price: the price, or when the program ended.
  func shownPrice(of scene: GlanceScene) -> String {
    scene.isStopped ? numbers.words.stopped(scene.statusHeader.clock) : text(of: scene.money)
  }

  func time(of scene: GlanceScene) -> String {
    surface.time(of: scene.statusHeader, in: numbers.words)
  }

  var depth: Depth { surface.depth }

  /// How the exchange is heard, for a place in a line.
  /// - Parameters:
  ///   - baseline: the row that its letters stand on.
  ///   - bottom: the row that the bar of a lost link may not reach.
  func status(
    of scene: GlanceScene, in rect: Rect, baseline: Int, above bottom: Int, isShort: Bool
  ) -> LinkStatus {
    LinkStatus(
      scene.statusHeader, numbers, small, on: surface, room: rect.width, baseline: baseline,
      above: bottom, isShort: isShort)
  }

  /// What the market is called.
  func name(of scene: GlanceScene) -> String {
    showsCode ? scene.statusHeader.code : scene.statusHeader.name
  }

  /// Names of the market, the best first: in full, without the quote, and then by its code.
  func names(of scene: GlanceScene) -> [String] {
    let (name, header) = (name(of: scene), scene.statusHeader)
    return [name, name.withoutQuote, header.code.withoutQuote, header.base]
  }

  /// A sentence in place of the candles, or of a price that is not known.
  struct Explanation {
    var lines: [String] = []
    /// Whether something is wrong.
    var warns = false
    var rect: Rect
    /// Whether no room is left for a price, nor for a dash in its place.
    var coversPrice: Bool
    /// How tall a line of them is.
    var rows: Int
    var isWhole = false
  }

  func explanation(of scene: GlanceScene) -> Explanation? {
    let own = numbers.words
    let header = scene.statusHeader
    let troubles = header.troubles(in: own)
    if !header.isListed { return explanation(among: troubles, of: scene, warns: true) }
    if scene.price == nil, !scene.isStopped {
      if header.isConnecting {
        return explanation(among: [own.connecting(header.exchange)], of: scene)
      }
      if !header.isOld {
        let waiting = own[.noTrades]
        return explanation(among: [waiting, waiting.beforeColon], of: scene)
      }
    }
    guard let shortest = troubles.last, layout.chartHoldsWords || scene.price == nil else {
      return nil
    }
    // The longest version that has room; English is tried last, because its lines are lower.
    return explanation(
      among: troubles + [shortest.beforeColon], or: header.troubles(in: .english).first,
      of: scene, warns: true)
  }

  /// The first version that has room as a whole, else the last one in the language.
  /// - Parameters:
  ///   - own: its versions, the longest first.
  ///   - english: what is tried after them.
  private func explanation(
    among own: [String], or english: String? = nil, of scene: GlanceScene, warns: Bool = false
  ) -> Explanation {
    let free = scene.price == nil ? layout.explanationInsteadOfPrice : nil
    let rects = [layout.explanation] + [free].compactMap { $0 }
    var versions = own.map { ($0, numbers.words) }
    if let english { versions.append((english, Strings.english)) }
    let explanations = versions.lazy.flatMap { text, words in
      rects.lazy.map { self.explanation(text, in: words, $0) }
    }
    var chosen =
      explanations.first { $0.isWhole }
      ?? explanation(own.last!, in: numbers.words, layout.explanation)
    chosen.warns = warns
    return chosen
  }

  /// Rows between two lines of an explanation.
  var explanationGap: Int { max(2, small.ascent / 2) }

  private func explanation(_ text: String, in words: Strings, _ rect: Rect) -> Explanation {
    let coversPrice = rect != layout.explanation
    var explanation = Explanation(
      rect: rect, coversPrice: coversPrice || !layout.chartHoldsWords,
      rows: max(small.ascent, words.lineHeight))
    let step = explanation.rows + explanationGap
    let count = max(1, (rect.height + explanationGap) / step)
    explanation.lines = small.lines(text, width: rect.width, count: count)
    explanation.isWhole = explanation.lines.joined(separator: " ") == text
    if coversPrice {
      explanation.rect.y +=
        max(0, rect.height - explanation.lines.count * step + explanationGap) / 2
    }
    return explanation
  }

  /// Whether the scene needs no other layout or letters.
  func serves(_ scene: GlanceScene) -> Bool {
    language == scene.statusHeader.language && chosen == scene.layout
      && hasSecond == (scene.second != nil)
      && length == Self.length(of: inFull(scene.money), in: scene)
  }

  /// The column at which a line of that width begins in its rectangle.
  func start(_ width: Int, in rect: Rect) -> Int {
    layout.isCentred ? rect.x + (rect.width - width) / 2 : rect.x
  }

  /// Rows of the header below the line that its letters stand on.
  var rowsBelowName: Int { max(numbers.words.tail, layout.headerTail) }

  /// Rows that letters reach below the baseline.
  func tail(_ lettering: Lettering) -> Int {
    max(numbers.words.tail, (lettering.ascent + 3) / 5)
  }

  private static func pillSpace(_ height: Int, _ depth: Depth) -> Size {
    let rows = max(1, height / 7)
    return depth == .colour && height - 2 * rows >= 8 ? Size(max(3, height / 3), rows) : Size(0, 0)
  }

  var chart: CandleChart { CandleChart(rect: layout.chart, depth: depth) }

  /// The area of the change and the second price: a letter's own gap may hang over an edge.
  var changeArea: Rect {
    let lines = layout.change.union(layout.baseline)
    return Rect(
      x: lines.x - 1, y: lines.y, width: lines.width + 2, height: lines.height + tail(small))
  }

  /// Whether no two of the price, the change and the candles reach into each other's area.
  private(set) lazy var separatesNumbers: Bool = {
    let price = layout.price.union(self.price.covered(by: spelled[0].text))
    return !changeArea.meets(price) && !changeArea.meets(layout.chart)
      && !layout.chart.meets(price)
  }()

  /// The row that the change and the text beside it stand on.
  var changeBaseline: Int {
    let rows = layout.change.height - 2 * pillSpace.height
    return layout.change.bottom - pillSpace.height
      - (pillSpace.height == 0 ? 0 : (rows - change.ascent) / 2)
  }

  /// Columns from the arrow's left edge to the first letter beside it, at a digit height.
  static func arrowWidth(_ height: Int) -> Int { (height * 3 / 4 | 1) + height / 3 }

  /// The longest name of the baseline that fits; nothing where none does.
  func label(_ baseline: String) -> String {
    if let labelled, labelled.baseline == baseline { return labelled.text }
    let text = fittedLabel(baseline)
    labelled = (baseline, text)
    return text
  }

  private func fittedLabel(_ baseline: String) -> String {
    guard !layout.isCentred, !layout.changeIsAtEnd else { return "" }
    let rect = layout.baseline
    let room =
      rect.isEmpty ? layout.change.width - usualChangeWidth - small.ascent / 2 : rect.width
    let names = numbers.words.baselines(baseline)
    // Words of tall letters have room on some lines only: on that of the change, or between it and the
    // link.
    let extent = small.extent(names[0])
    let most = min((rect.isEmpty ? layout.change : rect).height, small.ascent) * 3 / 2
    let foot = rect.isEmpty ? changeBaseline : rect.bottom
    let (top, bottom) = (foot - extent.above, foot + extent.below)
    let isLow = bottom - top <= most && bottom <= surface.size.height
    let space = GlanceLayout.spacing(on: surface)
    let isFree =
      !rect.isEmpty && top >= layout.change.bottom + space
      && bottom + space <= layout.footer.y
    // A time alone needs no words of a language.
    let hasRoom = isLow || isFree || numbers.words.language == .english
    let choices = hasRoom ? names : [Strings.english.baselines(baseline).last!]
    return choices.first { small.width($0) <= room } ?? ""
  }

  /// What stands instead of the baseline's name where there is a second currency.
  func second(_ money: Money?) -> String {
    guard let money else { return "" }
    let rect = layout.baseline
    let gap = layout.isCentred ? change.ascent : small.ascent / 2
    let room = rect.isEmpty ? layout.change.width - usualChangeWidth - gap : rect.width
    let text = numbers.money(money, in: small, width: room)
    return text == NumberFormatter.unknown ? "" : text
  }

  /// Columns for the arrow and the change, where something may stand beside them.
  func changeWidth(beside label: String) -> Int {
    guard layout.baseline.isEmpty else { return layout.change.width }
    let label = small.width(label)
    return layout.change.width - (label == 0 ? 0 : label + small.ascent / 2)
  }
}

extension String {
  /// The text before the colon: what is so, without what to do about it, or whom it is about.
  fileprivate var beforeColon: String { String(prefix { $0 != ":" }) }
}
