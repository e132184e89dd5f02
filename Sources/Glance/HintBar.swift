import Pixels
import State

/// One line over the bottom of a page: what press, hold and double press do.
struct HintBar {
  let layout: PageLayout
  /// The digits of a price, which the bar must not cover.
  private let price: Rect
  private let rect: Rect

  /// - Parameter price: digits that it must not cut; empty where there are none.
  init(_ layout: PageLayout, sparing price: Rect = .none) {
    self.layout = layout
    self.price = price
    rect = Self.rect(layout, price)
  }

  /// The area in which nothing else is drawn: the bar, and free rows beside it.
  var zone: Rect {
    let isAbove = rect.y == 0 && !price.isEmpty
    let free = Self.free(layout)
    if layout.isRound {
      return Rect(
        x: rect.x - free, y: rect.y - free, width: rect.width + 2 * free,
        height: rect.height + 2 * free)
    }
    return Rect(
      x: 0, y: rect.y - (isAbove ? 0 : free), width: layout.surface.size.width,
      height: rect.height + free)
  }

  func draw(_ hint: Hint, on frame: inout Frame) {
    let room = rect.width - 2 * margin
    for text in forms(of: hint) {
      for letters in [layout.text, layout.small] where letters.width(text) <= room {
        return draw(text, in: letters, in: rect, on: &frame)
      }
    }
  }

  /// Letters cut out of a bar tell a hint from the page under it.
  private func draw(
    _ text: String, in letters: Lettering, in rect: Rect, on frame: inout Frame
  ) {
    let role: ColourRole = layout.depth == .mono ? .text : .dim
    // Nothing of the page is left beside the bar or touches it.
    frame.fill(zone, with: 0)
    frame.fill(rect, with: role.pixel())
    let extent = letters.extent(text)
    let rows = extent.above + extent.below
    frame.write(
      text, x: rect.x + (rect.width + 1 - letters.width(text)) / 2,
      baseline: rect.y + (rect.height - rows) / 2 + extent.above, role: role, in: letters,
      isCut: true)
  }

  private var margin: Int { Self.margin(layout) }

  private static func margin(_ layout: PageLayout) -> Int { max(1, layout.text.ascent / 4) }

  private static func free(_ layout: PageLayout) -> Int {
    layout.surface.size.height < 64 ? 1 : 2
  }

  private static func rect(_ layout: PageLayout, _ price: Rect) -> Rect {
    let size = layout.surface.size
    let space = max(1, margin(layout) * 2 / 3)
    let letters = max(layout.text.ascent, layout.words.lineHeight)
    let height = letters + 2 * space
    if layout.isRound {
      return Rect(
        x: layout.footer.x, y: layout.footer.bottom - height, width: layout.footer.width,
        height: height)
    }
    // As much again as pages leave free at the bottom: no line of theirs is cut through.
    let top = min(size.height - height, layout.body.bottom - height + space)
    let usual = Rect(x: 0, y: top, width: size.width, height: size.height - top)
    let free = free(layout)
    if price.isEmpty || usual.y - free >= price.bottom { return usual }
    // A thinner bar, or a bar over the name, is better than a bar that cuts a price.
    let below = size.height - price.bottom - free
    if below >= letters + 1 {
      return Rect(x: 0, y: size.height - below, width: size.width, height: below)
    }
    let above = price.y - free
    return above > below
      ? Rect(x: 0, y: 0, width: size.width, height: min(height, above))
      : Rect(x: 0, y: size.height - below, width: size.width, height: below)
  }

  /// The texts for a hint, the longest first. The user has just seen what a press does, so that is left
  /// out first.
  private func forms(of hint: Hint) -> [String] {
    let press = hint.press.map(word)
    let hold = hint.hold.map { "\(layout.words[.hold]) \(word($0))" }
    let double = hint.doublePress.map { "2× \(word($0))" }
    return [[press, hold, double], [hold, double], [hold], [double], [press]].flatMap { parts in
      let parts = parts.compactMap { $0 }
      return parts.isEmpty ? [] : [" · ", "  "].map { parts.joined(separator: $0) }
    }
  }

  private func word(_ action: Hint.Action) -> String {
    switch action {
    case .page(let page): PageCatalog[page].title[layout.words.language]
    case .pair: layout.words[.pair]
    case .command(.favourite) where layout.small.canSpell("★"): "★"
    case .command(let command): layout.words.name(of: command)
    }
  }
}
