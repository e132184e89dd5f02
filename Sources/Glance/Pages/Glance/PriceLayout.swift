import Pixels

/// A price as large as its rectangle allows: in one row, with its last digits in a small tier, or
/// with its groups of digits under each other. It serves all prices with the same number of letters.
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
    /// So many letters at the end are small, on the baseline of the others.
    case beside(Int)
    /// So many letters in each row, and so many small ones beside the last.
    case groups([Int], tail: Int)
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

  /// A simpler form is preferred if its digits are only slightly lower than another's. Groups under each
  /// other are read more slowly, so their digits have to be much larger.
  private static let preference = 0.93
  private static let preferenceToGroups = 0.8
  /// The least number of large digits: fewer say nothing of how the price moves.
  private static let leastDigits = 4

  /// - Parameters:
  ///   - price: the longest text of the price.
  ///   - letters: the letters of a digit height.
  ///   - canStack: whether its groups may be under each other.
  ///   - hasTiers: whether its last digits may be small.
  ///   - leastHeight: the least rows of digits: a price has fewer digits rather than lower ones.
  init(
    _ price: String, in rect: Rect, isCentred: Bool, canStack: Bool, hasTiers: Bool,
    leastHeight: Int = 7, depth: Depth,
    _ letters: @escaping (Int) -> Lettering
  ) {
    let fitting = Fitting(price, rect.size, depth, leastHeight, letters)
    let counts = hasTiers ? Self.smallCounts(price) : []
    var choices = [fitting.row].compactMap { $0 }
    choices += counts.compactMap(fitting.beside)
    if canStack {
      let row = choices.map(\.large.ascent).max() ?? 0
      choices += ([0] + counts).compactMap(fitting.groups).filter {
        Double(row) < Double($0.large.ascent) * Self.preferenceToGroups
      }
    }
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

  func lettering(isSmall: Bool) -> Lettering { isSmall ? small : large }

  /// The letters of a price with their pens.
  func runs(of price: String) -> [Run] {
    let letters = price.unicodeScalars
    switch form {
    case .row:
      let reach = isWhole ? reach : large.extent(price)
      return [run(price, rows: reach.above + reach.below, at: reach.above)]
    case .beside(let count):
      let (head, tail) = (String(letters.dropLast(count)), String(letters.suffix(count)))
      let width = large.inkWidth(head)
      let gap = Fitting.gap(large)
      let rows = reach.above + max(reach.below, smallReach.below)
      var first = run(head, rows: rows, at: reach.above)
      if isCentred { first.x -= (gap + small.inkWidth(tail)) / 2 }
      let x = first.x + large.inset(head) + width + gap - small.inset(tail)
      return [
        first,
        Run(text: tail, lettering: small, x: x, baseline: first.baseline, isSmall: true),
      ]
    case .groups(let counts, let tail):
      var rest = letters[...]
      let step = reach.above + reach.below + Fitting.rowGap(large)
      let rows = step * counts.count - Fitting.rowGap(large)
      // Digits stand under digits: commas hang at the right.
      let digits = counts.reduce(0) { most, count in
        defer { rest = rest.dropFirst(count) }
        return max(most, large.width(String(rest.prefix(count).withoutLastComma)))
      }
      rest = letters[...]
      let end = String(letters.suffix(tail))
      let beside = tail > 0 ? Fitting.gap(large) + small.inkWidth(end) : large.width(",")
      let left = isCentred ? rect.x + max(0, rect.width - digits - beside) / 2 : rect.x
      var lines = counts.enumerated().map { row, count in
        let group = String(rest.prefix(count))
        let own = large.width(String(rest.prefix(count).withoutLastComma))
        rest = rest.dropFirst(count)
        var line = run(group, rows: rows, at: reach.above + row * step)
        line.x = left - large.digitBearings.left + digits - own
        return line
      }
      guard tail > 0, let last = lines.last else { return lines }
      let right = last.x + large.inset(last.text) + large.inkWidth(last.text)
      lines.append(
        Run(
          text: end, lettering: small, x: right + Fitting.gap(large) - small.inset(end),
          baseline: last.baseline, isSmall: true))
      return lines
    }
  }

  /// The rectangle around all that a price may cover.
  func covered(by price: String) -> Rect {
    runs(of: price).reduce(.none) { $0.union(self.rect(of: $1)) }
  }

  func rect(of run: Run) -> Rect {
    let reach = run.isSmall ? smallReach : isWhole ? reach : large.extent(run.text)
    return Rect(
      x: run.x, y: run.baseline - reach.above, width: run.lettering.width(run.text),
      height: reach.above + reach.below)
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
  }

  static let leastHeight = 7

  /// The price with every digit 0, because how it fits does not depend on its digits.
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
    (self.room, self.depth) = (room, depth)
    (self.least, self.lettering) = (least, lettering)
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
    return small.map { Choice(form: .beside(count), large: large, small: $0) }
  }

  /// The groups of digits under each other; so many letters at the end are small.
  func groups(_ tail: Int) -> Choice? {
    let (head, end) = (letters.dropLast(tail), String(letters.suffix(tail)))
    var counts: [Int] = [0]
    for (index, letter) in head.enumerated() {
      counts[counts.count - 1] += 1
      // What follows a point is no number by itself.
      if letter == ",", index + 1 < head.count { counts.append(0) }
    }
    guard counts.count > 1 else { return nil }
    let rows = counts.reduce(into: (rest: head, texts: [String]())) { rows, count in
      rows.texts.append(String(rows.rest.prefix(count)))
      rows.rest = rows.rest.dropFirst(count)
    }.texts
    func digits(_ large: Lettering) -> Int {
      rows.map { large.inkWidth(String($0.unicodeScalars.withoutLastComma)) }
        .max() ?? 0
    }
    func width(_ large: Lettering, _ small: Lettering) -> Int {
      tail == 0 ? 0 : digits(large) + Self.gap(large) + small.inkWidth(end)
    }
    let large = largest(downTo: least) { large in
      let reach = reach(large, of: .row)
      let step = reach.above + reach.below + Self.rowGap(large)
      // A comma hangs beyond the digits of the widest row.
      return need(
        max(digits(large) + large.width(","), width(large, lettering(leastSmall(large)))),
        step * rows.count - Self.rowGap(large))
    }
    guard let large else { return nil }
    let small =
      tail == 0 ? nil : largest(upTo: large.ascent * 3 / 5) { need(width(large, $0), 0) }
    if tail > 0, small == nil { return nil }
    return Choice(form: .groups(counts, tail: tail), large: large, small: small)
  }

  /// The least height of the small tier: were it lower, the large digits would be taken for all of the
  /// number.
  private func leastSmall(_ large: Lettering) -> Int {
    max(large.ascent < 18 || depth == .mono ? Self.leastHeight : 9, large.ascent / 2)
  }

  private func split(_ count: Int) -> (head: String, tail: String) {
    (String(letters.dropLast(count)), String(letters.suffix(count)))
  }

  /// How much too large something is: 1 or less fits.
  private func need(_ width: Int, _ height: Int) -> Double { Self.need(width, height, in: room) }

  private static func need(_ width: Int, _ height: Int, in room: Size) -> Double {
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
  var flashRows: Int { min(3, max(1, ascent / 14)) }

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

extension BidirectionalCollection<Unicode.Scalar> {
  fileprivate var withoutLastComma: SubSequence { last == "," ? dropLast() : self[...] }
}

extension String {
  fileprivate init(_ letters: some Sequence<Unicode.Scalar>) {
    self.init(UnicodeScalarView(letters))
  }
}
