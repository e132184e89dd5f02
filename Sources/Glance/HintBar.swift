import Pixels
import State

/// One line over the bottom of a page: what press, hold and double press do.
struct HintBar {
  let layout: PageLayout

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ hint: Hint, on frame: inout Frame) {
    let rect = rect
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
    var ground = rect
    (ground.x, ground.width) = (0, frame.size.width)
    ground.y -= 1
    ground.height = frame.size.height - ground.y
    frame.fill(ground, with: 0)
    frame.fill(rect, with: role.pixel())
    let extent = letters.extent(text)
    let rows = extent.above + extent.below
    frame.write(
      text, x: rect.x + (rect.width + 1 - letters.width(text)) / 2,
      baseline: rect.y + (rect.height - rows) / 2 + extent.above, role: role, in: letters,
      isCut: true)
  }

  private var margin: Int { max(1, layout.text.ascent / 4) }

  private var rect: Rect {
    let size = layout.surface.size
    let space = max(1, margin * 2 / 3)
    let height = max(layout.text.ascent, layout.words.lineHeight) + 2 * space
    if layout.isRound {
      return Rect(
        x: layout.footer.x, y: layout.footer.bottom - height, width: layout.footer.width,
        height: height)
    }
    // As much again as pages leave free at the bottom: no line of theirs is cut through.
    let top = min(size.height - height, layout.body.bottom - height + space)
    return Rect(x: 0, y: top, width: size.width, height: size.height - top)
  }

  /// The longest first. What a press does was just seen, so it is the first to be left out.
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
    case .command(.favourite) where layout.small.canSpell("★"): "★"
    case .command(let command): layout.words[command.term]
    }
  }
}
