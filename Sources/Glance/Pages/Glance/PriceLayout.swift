import Pixels

/// A price as large as its rectangle allows: in one row, with its last digits in a small tier, or
/// with its groups of digits under each other. It serves all prices with as many letters.
struct PriceLayout {
  /// Letters of one size.
  struct Run {
    var text: String
    var lettering: Lettering
    var x: Int
    var baseline: Int
    var isSmall = false
  }

  enum Form: Equatable {
    case row
    /// So many letters are small: at the baseline of the others, or below them.
    case beside(Int)
    case below(Int)
    /// So many letters in each row.
    case groups([Int])
  }

  let rect: Rect
  let large: Lettering
  let form: Form
  /// Whether all digits of the price have room.
  let isWhole: Bool
  private let small: Lettering
  private let isCentred: Bool
  private let depth: Depth
  /// Rows that the letters reach above and below a baseline.
  private let reach: (above: Int, below: Int)
  private let smallReach: (above: Int, below: Int)
  /// Rows from the large tier's baseline to the top of a small one below it.
  private let space: Int

  /// A row is preferred although a form of more rows has digits that are a little higher.
  private static let preference = 0.93
  /// Digits that are shown at least: fewer say nothing of how the price moves.
  private static let leastDigits = 4

  /// - Parameters:
  ///   - price: the longest text of it.
  ///   - letters: those of a digit height.
  ///   - canStack: whether its groups may be under each other.
  ///   - hasTiers: whether its last digits may be small.
  ///   - leastHeight: rows of digits: rather than lower ones it has fewer of them.
  init(
    _ price: String, in rect: Rect, isCentred: Bool, canStack: Bool, hasTiers: Bool,
    leastHeight: Int = 7, depth: Depth,
    _ letters: @escaping (Int) -> Lettering
  ) {
    let fitting = Fitting(price, rect.size, depth, leastHeight, letters)
    var choices = [fitting.row].compactMap { $0 }
    for count in hasTiers ? Self.smallCounts(price) : [] {
      choices += [fitting.beside(count), fitting.below(count)].compactMap { $0 }
    }
    if canStack { choices += [fitting.groups].compactMap { $0 } }
    let most = choices.map(\.large.ascent).max() ?? 0
    let choice =
      choices.first { Double($0.large.ascent) >= Double(most) * Self.preference }
      ?? Fitting.Choice(form: .row, large: letters(leastHeight))
    isWhole = most > 0
    (self.rect, self.isCentred, self.depth) = (rect, isCentred, depth)
    (form, large) = (choice.form, choice.large)
    small = choice.small ?? choice.large
    reach = fitting.reach(large, of: form)
    smallReach = fitting.reach(small, of: .row)
    space = choice.space
  }

  /// How many letters at the end may be small, few first: a separator and what follows it.
  private static func smallCounts(_ price: String) -> [Int] {
    let letters = Array(price.unicodeScalars)
    guard letters.last?.isDigit ?? false else { return [] }
    return letters.indices.reversed().filter { index in
      letters[index].isSeparator
        && letters[..<index].filter(\.isDigit).drop { $0 == "0" }.count >= leastDigits
    }.map { letters.count - $0 }
  }

  /// The letters of a price with their pens.
  func runs(of price: String) -> [Run] {
    let letters = price.unicodeScalars
    switch form {
    case .row:
      let reach = isWhole ? reach : large.extent(price)
      return [run(price, rows: reach.above + reach.below, at: reach.above)]
    case .beside(let count), .below(let count):
      let (head, tail) = (String(letters.dropLast(count)), String(letters.suffix(count)))
      let width = large.inkWidth(head)
      if case .below = form {
        let rows = reach.above + space + smallReach.above + smallReach.below
        let first = run(head, rows: rows, at: reach.above)
        let right = first.x + large.digitBearings.left + width
        let last = Run(
          text: tail, lettering: small,
          x: max(rect.x, right - small.inkWidth(tail)) - small.inset(tail),
          baseline: first.baseline + space + smallReach.above, isSmall: true)
        return [first, last]
      }
      let gap = Fitting.gap(large)
      let rows = reach.above + max(reach.below, smallReach.below)
      var first = run(head, rows: rows, at: reach.above)
      if isCentred { first.x -= (gap + small.inkWidth(tail)) / 2 }
      let x = first.x + large.inset(head) + width + gap - small.inset(tail)
      return [
        first,
        Run(text: tail, lettering: small, x: x, baseline: first.baseline, isSmall: true),
      ]
    case .groups(let counts):
      var rest = letters[...]
      let step = reach.above + reach.below + Fitting.rowGap(large)
      let rows = step * counts.count - Fitting.rowGap(large)
      // Digits stand under digits: separators hang at the right.
      let digits = counts.reduce(0) { most, count in
        defer { rest = rest.dropFirst(count) }
        return max(most, large.width(String(rest.prefix(count).filter { !$0.isSeparator })))
      }
      rest = letters[...]
      return counts.enumerated().map { row, count in
        let group = String(rest.prefix(count))
        let own = large.width(String(rest.prefix(count).filter { !$0.isSeparator }))
        rest = rest.dropFirst(count)
        var line = run(group, rows: rows, at: reach.above + row * step)
        let left = isCentred ? rect.x + max(0, rect.width - digits - large.width(",")) / 2 : rect.x
        line.x = left - large.digitBearings.left + digits - own
        return line
      }
    }
  }

  /// The rectangle around all that a price may cover.
  func covered(by price: String) -> Rect {
    runs(of: price).reduce(.none) { rect, run in
      let reach = run.isSmall ? smallReach : reach
      return rect.union(
        Rect(
          x: run.x, y: run.baseline - reach.above, width: run.lettering.width(run.text),
          height: reach.above + reach.below))
    }
  }

  /// A text in the large letters whose baseline is so far below the top of all rows.
  private func run(_ text: String, rows: Int, at baseline: Int) -> Run {
    let free = max(0, rect.height - rows)
    let x = isCentred ? (rect.width - large.inkWidth(text)) / 2 : 0
    return Run(
      text: text, lettering: large, x: rect.x + x - large.inset(text),
      baseline: rect.y + free / 2 + baseline)
  }
}

/// How large the forms of a price can be.
private struct Fitting {
  struct Choice {
    var form: PriceLayout.Form
    var large: Lettering
    var small: Lettering?
    var space = 0
  }

  static let leastHeight = 7

  /// The price with every digit 0: how it fits depends on no digit.
  private let letters: [Unicode.Scalar]
  private let room: Size
  private let depth: Depth
  private let least: Int
  private let lettering: (Int) -> Lettering

  init(
    _ price: String, _ room: Size, _ depth: Depth, _ least: Int,
    _ lettering: @escaping (Int) -> Lettering
  ) {
    letters = price.unicodeScalars.map { $0.isDigit ? "0" : $0 }
    (self.room, self.depth, self.least, self.lettering) = (room, depth, least, lettering)
  }

  static func gap(_ large: Lettering) -> Int { max(2, large.ascent / 12) }
  static func rowGap(_ large: Lettering) -> Int { max(2, large.ascent / 16) }

  /// Rows above and below a baseline; in one bit with the bar that marks a digit that changed.
  func reach(_ large: Lettering, of form: PriceLayout.Form) -> (above: Int, below: Int) {
    let extent = large.extent(String(letters))
    return (extent.above, max(extent.below, depth == .mono ? large.flashRows + 1 : 0))
  }

  var row: Choice? {
    largest(downTo: least) { large in
      let reach = reach(large, of: .row)
      return need(large.inkWidth(String(letters)), reach.above + reach.below)
    }.map { Choice(form: .row, large: $0) }
  }

  func beside(_ count: Int) -> Choice? {
    let (head, tail) = split(count)
    func width(_ large: Lettering, _ small: Lettering) -> Int {
      large.inkWidth(head) + Self.gap(large) + small.inkWidth(tail)
    }
    let large = largest(downTo: least) { large in
      let reach = reach(large, of: .row)
      return need(width(large, lettering(leastSmall(large))), reach.above + reach.below)
    }
    guard let large else { return nil }
    let small = largest(upTo: large.ascent * 3 / 5) { need(width(large, $0), 0) }
    return Choice(form: .beside(count), large: large, small: small)
  }

  func below(_ count: Int) -> Choice? {
    let (head, tail) = split(count)
    let last = String(letters.dropLast(count).reversed().prefix(while: \.isDigit))
    func space(_ large: Lettering, _ small: Lettering) -> Int {
      // A comma of the large digits may reach down beside the small ones.
      let isClear = small.inkWidth(tail) + 2 <= large.inkWidth(last)
      let below = reach(large, of: .row).below
      return max(2, large.ascent / 16) + (isClear ? depth == .mono ? large.flashRows : 0 : below)
    }
    func rows(_ large: Lettering, _ small: Lettering) -> Int {
      let reach = reach(small, of: .row)
      return self.reach(large, of: .row).above + space(large, small) + reach.above + reach.below
    }
    let large = largest(downTo: least) { large in
      let small = lettering(leastSmall(large))
      return need(max(large.inkWidth(head), small.inkWidth(tail)), rows(large, small))
    }
    guard let large else { return nil }
    let small = largest(upTo: large.ascent * 3 / 5) { need($0.inkWidth(tail), rows(large, $0)) }
    return small.map {
      Choice(form: .below(count), large: large, small: $0, space: space(large, $0))
    }
  }

  var groups: Choice? {
    var counts: [Int] = [0]
    for (index, letter) in letters.enumerated() {
      counts[counts.count - 1] += 1
      if letter.isSeparator, index + 1 < letters.count { counts.append(0) }
    }
    guard counts.count > 1 else { return nil }
    let rows = counts.reduce(into: (rest: letters[...], texts: [String]())) { rows, count in
      rows.texts.append(String(rows.rest.prefix(count)))
      rows.rest = rows.rest.dropFirst(count)
    }.texts
    let large = largest(downTo: least) { large in
      let reach = reach(large, of: .row)
      let step = reach.above + reach.below + Self.rowGap(large)
      // A separator hangs beyond the digits of the widest row.
      let digits = rows.map { large.inkWidth(String($0.unicodeScalars.filter(\.isDigit))) }
      return need(
        (digits.max() ?? 0) + large.width(","), step * rows.count - Self.rowGap(large))
    }
    return large.map { Choice(form: .groups(counts), large: $0) }
  }

  /// The least height of the small tier beside digits: it is read last, but it is read.
  private func leastSmall(_ large: Lettering) -> Int {
    max(large.ascent < 18 || depth == .mono ? Self.leastHeight : 9, large.ascent / 3)
  }

  private func split(_ count: Int) -> (head: String, tail: String) {
    (String(letters.dropLast(count)), String(letters.suffix(count)))
  }

  /// How much too large something is: 1 or less fits.
  private func need(_ width: Int, _ height: Int) -> Double {
    max(Double(width) / Double(max(1, room.width)), Double(height) / Double(max(1, room.height)))
  }

  private func largest(
    upTo height: Int? = nil, downTo least: Int = Self.leastHeight, _ need: (Lettering) -> Double
  ) -> Lettering? {
    var height = height ?? room.height
    while height >= least {
      let letters = lettering(height)
      let need = need(letters)
      if need <= 1 { return letters.ascent > height || letters.ascent < least ? nil : letters }
      // Letters shrink in proportion: no need to try every height. One bit has steps.
      let slack = depth == .mono ? letters.ascent / 4 : 1
      height = min(letters.ascent - 1, Int(Double(letters.ascent) / need) + slack)
    }
    return nil
  }
}

extension Lettering {
  /// Rows of the bar under a digit that has changed.
  var flashRows: Int { max(1, ascent / 14) }

  /// Columns from the pen to the first one that a digit may cover.
  fileprivate func inset(_ text: String) -> Int {
    text.unicodeScalars.first?.isDigit ?? false ? digitBearings.left : 0
  }

  /// Columns that a text may cover, whatever its digits are.
  fileprivate func inkWidth(_ text: String) -> Int {
    let last = text.unicodeScalars.last?.isDigit ?? false
    return width(text) - inset(text) - (last ? digitBearings.right : 0)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isSeparator: Bool { self == "," || self == "." }
}

extension String {
  fileprivate init(_ letters: some Sequence<Unicode.Scalar>) {
    self.init(UnicodeScalarView(letters))
  }
}
