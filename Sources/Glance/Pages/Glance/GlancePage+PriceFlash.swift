import Pixels
import State

// A change of the price lights up for a moment.
extension GlancePage {
  /// Lights the digits that have changed, and only those: in colour by their role, else by a bar
  /// under them. Paper would keep that for longer than it is meant.
  func lightChange(
    of text: String, in scene: GlanceScene, x: Int, baseline: Int, _ plan: GlancePlan,
    on frame: inout Frame
  ) {
    guard let price = scene.price, let before = scene.priceBefore, price != before, !scene.isOld,
      surface.medium != .paper
    else { return }
    let earlier = plan.numbers.money(
      Money(before, decimals: scene.decimals, mark: scene.mark), in: plan.price,
      width: plan.layout.price.width)
    let (letters, old) = (Array(text.unicodeScalars), Array(earlier.unicodeScalars))
    let role = ColourRole(change: price - before)
    let rows = max(1, plan.price.ascent / 14)
    var pen = x
    for (index, letter) in letters.enumerated() {
      let one = String(letter)
      let width = plan.price.width(one)
      if letters.count != old.count || letter != old[index] {
        if surface.depth == .colour {
          frame.write(one, x: pen, baseline: baseline, role: role, in: plan.price)
        } else {
          let bar = Rect(
            x: pen, y: baseline + min(1, plan.layout.gap - 1), width: width - rows, height: rows)
          frame.fill(bar, with: ColourRole.text.pixel())
        }
      }
      pen += width
    }
  }
}
