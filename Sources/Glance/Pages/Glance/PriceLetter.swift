import Pixels
import State

/// One letter of a price as it stands in the picture: an equal one need not be drawn again.
struct PriceLetter: Equatable {
  /// What is drawn over or under it, in one bit.
  enum Mark: Equatable {
    /// The bar under a digit that has just changed.
    case bar
    /// Every second pixel is left out, which marks an old price.
    case shadow(keepsEven: Bool)
  }

  let letter: Unicode.Scalar
  let isSmall: Bool
  /// The cell of the letter: it begins at the pen, and has the letter's width and the rows of its run.
  let cell: Rect
  let baseline: Int
  /// The bar that would mark it.
  let bar: Rect
  /// All that it and its marks may cover.
  let area: Rect
  var role: ColourRole
  var mark: Mark?
}

extension GlancePlan {
  /// The letters of the price, none of them lit.
  func priceLetters(of scene: GlanceScene) -> [PriceLetter] {
    let role: ColourRole = scene.isOld || scene.isStopped ? .dim : .text
    // One bit has no dim role. A shadow can be seen only if strokes are two pixels wide.
    let isShadow =
      scene.isOld && scene.price != nil && depth == .mono && price.large.ascent >= 10
    let shown = shownPrice(of: scene)
    var letters: [PriceLetter] = []
    letters.reserveCapacity(shown.utf8.count)
    for run in price.runs(of: shown) {
      let isDim = run.isSmall && !scene.moves(unit: run.text)
      let rows = run.lettering.flashRows
      var cell = price.rect(of: run)
      for letter in run.text.unicodeScalars {
        cell.width = run.lettering.width(letter)
        let ink = run.lettering.covered(by: letter, x: cell.x, baseline: run.baseline)
        let bar = Rect(
          x: cell.x, y: run.baseline + 1, width: cell.width - max(1, rows), height: rows)
        let keepsEven =
          isShadow && run.lettering.footIsEven(of: letter, x: cell.x, baseline: run.baseline)
        letters.append(
          PriceLetter(
            letter: letter, isSmall: run.isSmall, cell: cell, baseline: run.baseline, bar: bar,
            area: cell.union(bar).union(ink ?? cell), role: isDim ? .dim : role,
            mark: isShadow ? .shadow(keepsEven: keepsEven) : nil))
        cell.x += cell.width
      }
    }
    return letters
  }

  /// Lights the digits that have just changed, and only those: in colour by their role, else by a bar
  /// under them. Paper would show that for longer than intended.
  func light(_ letters: [PriceLetter], of scene: GlanceScene) -> [PriceLetter] {
    guard let price = scene.price, let before = scene.priceBefore, price != before, !scene.isOld,
      surface.medium != .paper
    else { return letters }
    let earlier = Array(
      text(of: Money(before, decimals: scene.decimals, mark: scene.mark)).unicodeScalars)
    var lit = letters
    for index in lit.indices
    where earlier.count != lit.count || earlier[index] != lit[index].letter {
      if depth == .colour {
        lit[index].role = ColourRole(change: price - before)
      } else {
        lit[index].mark = .bar
      }
    }
    return lit
  }

  /// Draws letters of the price, and then their marks.
  func draw(_ letters: [PriceLetter], on frame: inout Frame) {
    for letter in letters {
      frame.write(
        letter.letter, x: letter.cell.x, baseline: letter.baseline, role: letter.role,
        in: price.lettering(isSmall: letter.isSmall))
    }
    for letter in letters {
      switch letter.mark {
      case nil: break
      case .shadow(let keepsEven): frame.dither(letter.cell, keepsEven: keepsEven)
      case .bar: frame.fill(letter.bar, with: ColourRole.text.pixel())
      }
    }
  }
}

extension Lettering {
  /// Whether column plus row of the lowest pixel of a separator is even. A shadow keeps that
  /// pixel: without its tail a comma would be read as a point, and small ones have no other pixels.
  fileprivate func footIsEven(of letter: Unicode.Scalar, x: Int, baseline: Int) -> Bool {
    guard letter == "," || letter == ".", let glyph = glyph(letter),
      let rect = covered(by: letter, x: x, baseline: baseline),
      let foot = glyph.coverage.lastIndex(where: { $0 > 0 })
    else { return false }
    return (rect.x + foot % rect.width + rect.y + foot / rect.width).isMultiple(of: 2)
  }
}

extension GlanceScene {
  /// Whether the digits at the end of the price have moved in any of its candles. Zeros that never
  /// change may be dim; what carries the movement may not.
  fileprivate func moves(unit digits: String) -> Bool {
    guard decimals == 0, let price else { return true }
    let count = digits.utf8.count { (0x30...0x39).contains($0) }
    let unit = (0..<count).reduce(1.0) { unit, _ in unit * 10 }
    return !price.isMultiple(of: unit) || !candles.areMultiples(of: unit)
  }
}
