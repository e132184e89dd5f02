import Pixels
import State

// A change of the price lights up for a moment.
extension GlancePage {
  /// Lights the digits that have changed, and only those: in colour by their role, else by a bar
  /// under them. Paper would keep that for longer than it is meant.
  func lightChange(in scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    guard let price = scene.price, let before = scene.priceBefore, price != before, !scene.isOld,
      surface.medium != .paper, hasNumbers
    else { return }
    let earlier = Array(
      plan.text(of: Money(before, decimals: scene.decimals, mark: scene.mark)).unicodeScalars)
    let runs = plan.price.runs(of: plan.shownPrice(of: scene))
    let count = runs.reduce(0) { $0 + $1.text.unicodeScalars.count }
    let role = ColourRole(change: price - before)
    var index = 0
    for run in runs {
      var pen = run.x
      for letter in run.text.unicodeScalars {
        let one = String(letter)
        let width = run.lettering.width(one)
        if count != earlier.count || letter != earlier[index] {
          light(one, x: pen, width: width, of: run, role, on: &frame)
        }
        pen += width
        index += 1
      }
    }
  }

  private func light(
    _ letter: String, x: Int, width: Int, of run: PriceLayout.Run, _ role: ColourRole,
    on frame: inout Frame
  ) {
    if surface.depth == .colour {
      frame.write(letter, x: x, baseline: run.baseline, role: role, in: run.lettering)
    } else {
      let rows = run.lettering.flashRows
      let bar = Rect(x: x, y: run.baseline + 1, width: width - max(1, rows), height: rows)
      frame.fill(bar, with: ColourRole.text.pixel())
    }
  }
}
