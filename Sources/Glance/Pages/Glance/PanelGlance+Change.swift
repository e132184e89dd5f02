import Pixels

/// Where the change stands with its arrow and the area around both, and the second price beside it.
struct ChangeLine {
  let change: GlanceLines.Text
  let role: ColourRole
  /// The area that the arrow and the change are cut out of; nil where they have a colour themselves.
  let pill: Rect?
  /// Nil if the price went neither up nor down, or if there is no room.
  let arrow: (rect: Rect, isUp: Bool)?
  let second: GlanceLines.Text

  /// Nil where there is no change to tell, and on a half whose link stands in its place.
  init?(_ scene: GlanceScene, _ plan: GlancePlan, isHalf: Bool) {
    let rect = plan.layout.change
    let letters = plan.change
    guard scene.price != nil, !rect.isEmpty, !(isHalf && scene.statusHeader.isSilent) else {
      return nil
    }
    let second = plan.second(scene.second)
    let label = scene.second == nil ? plan.label(scene.baseline) : second
    let space = plan.pillSpace.width
    // Where there is no room for both, the sign tells more than the arrow.
    let isNarrow = plan.layout.changeIsAtEnd && plan.usualChangeWidth > rect.width
    let arrowWidth = isNarrow ? 0 : GlancePlan.arrowWidth(letters.ascent)
    let room = plan.changeWidth(beside: label) - arrowWidth - 2 * space
    let text = plan.numbers.change(scene.change) { letters.width($0) <= room }
    let way: ColourRole = text.hasPrefix("+") ? .rise : text.hasPrefix("−") ? .fall : .still
    // Any mark before a zero would be read as its sign.
    let indent = way == .still ? 0 : arrowWidth
    let width = indent + letters.width(text) + 2 * space
    // A centred line has the second price beside the change.
    let isCentred = plan.layout.isCentred && !second.isEmpty
    let beside = isCentred ? letters.ascent + plan.small.width(second) : 0
    let isAtEnd = plan.layout.changeIsAtEnd && second.isEmpty
    // The last letter's own gap may hang over the edge where nothing is around it.
    let left =
      isAtEnd ? rect.right - width + (space > 0 ? 0 : 1) : plan.start(width + beside, in: rect)
    // A coloured area is seen from further away than letters. A change that is not known, or that has no
    // room, has no area.
    let isCut = space > 0 && scene.change != nil && !text.isEmpty
    let x = left + (isCut || isCentred ? space : 0)
    let baseline = plan.changeBaseline
    role = scene.isOld ? .dim : way
    pill = isCut ? Rect(x: left, y: rect.y, width: width, height: rect.height) : nil
    arrow =
      indent > 0 ? (Self.arrow(beside: letters, x: x, baseline: baseline), way == .rise) : nil
    change = GlanceLines.Text(text: text, x: x + indent, baseline: baseline, lettering: letters)
    self.second = plan.beside(second, x: isCentred ? left + width + letters.ascent : nil)
  }

  private static func arrow(beside letters: Lettering, x: Int, baseline: Int) -> Rect {
    let width = letters.ascent * 3 / 4 | 1
    let height = width / 2 + 1
    return Rect(x: x, y: baseline - (letters.ascent + height) / 2, width: width, height: height)
  }
}

extension GlancePlan {
  /// Where the baseline's name stands, or the second price instead of it: in its own rectangle, or at
  /// the right end of the change's.
  /// - Parameter x: where it begins; nil for the usual place.
  fileprivate func beside(_ text: String, x: Int? = nil) -> GlanceLines.Text {
    let below = layout.baseline
    return GlanceLines.Text(
      text: text,
      x: x ?? (below.isEmpty ? layout.change.right + 1 - small.width(text) : below.x),
      baseline: below.isEmpty ? changeBaseline : below.bottom, lettering: small)
  }
}

extension PanelGlance {
  /// The change, and the second price instead of the baseline's name.
  func drawChange(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    guard let line = ChangeLine(scene, plan, isHalf: half != nil) else { return }
    write(line.second, scene.isOld ? .dim : .text, on: &frame)
    let isCut = line.pill != nil
    if let pill = line.pill { frame.pill(pill, with: line.role.pixel()) }
    if let (rect, isUp) = line.arrow {
      frame.arrow(in: rect, isUp: isUp, with: isCut ? 0 : line.role.pixel())
    }
    frame.write(
      line.change.text, x: line.change.x, baseline: line.change.baseline, role: line.role,
      in: line.change.lettering, isCut: isCut)
  }

  /// What the change is counted from.
  func drawBaseline(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    guard scene.price != nil, scene.second == nil else { return }
    write(plan.beside(plan.label(scene.baseline)), .dim, on: &frame)
  }
}
