import MarketData
import Pixels

// The lines above and below: what may be read second.
extension GlancePage {
  /// The name at the left; link and clock at the right, where they have no rectangle of their own.
  func drawHeader(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    let rect = plan.layout.header
    let baseline = rect.bottom - plan.numbers.words.tail
    var name = plan.name.width(plan.name(of: scene))
    let gap = plan.small.ascent * 2 / 3
    let time = scene.isStopped ? "" : plan.time(of: scene)
    let clock = plan.small.width(time)
    let isAlone = plan.layout.footer.isEmpty && !scene.isStopped
    let status = isAlone ? plan.status(of: scene, isShort: true) : nil
    var right = rect.right
    if !plan.layout.clock.isEmpty {
      let rect = plan.layout.clock
      frame.write(time, x: rect.x, baseline: rect.bottom, role: .dim, in: plan.clock)
    } else if name + gap + (status.map { $0.width + gap } ?? 0) + clock <= rect.width + 1 {
      // The last letter's own gap may hang over the edge.
      right -= clock - 1
      frame.write(time, x: right, baseline: baseline, role: .dim, in: plan.small)
      right -= gap
    }
    if let status {
      right -= status.width
      status.draw(x: right, baseline: baseline, on: &frame)
      right -= gap
    }
    let star = Star(beside: plan.name)
    if scene.statusHeader.isFavourite, rect.x + name + 2 + star.side <= right {
      star.draw(
        x: rect.x + name + 2, y: baseline - (plan.name.ascent + star.side) / 2, .dim, plan.depth,
        on: &frame)
      name += 2 + star.side
    }
    if status != nil {
      let left = rect.x + name + gap
      drawDots(scene, in: left..<max(left, right), baseline, plan, on: &frame)
    }
    let shown = plan.name.fitted(plan.name(of: scene), width: right - rect.x)
    frame.write(shown, x: rect.x, baseline: baseline, role: .text, in: plan.name)
  }

  /// The link in words at the left, and which market this is at the right.
  func drawFooter(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    let rect = plan.layout.footer
    guard !rect.isEmpty, !scene.isStopped else { return }
    let baseline = rect.bottom - plan.tail(plan.small)
    var status = plan.status(of: scene, isShort: false)
    if status.width > rect.width { status = plan.status(of: scene, isShort: true) }
    status.draw(x: rect.x, baseline: baseline, on: &frame)
    let left = rect.x + status.width + plan.small.ascent
    drawDots(scene, in: left..<max(left, rect.right), baseline, plan, on: &frame)
  }

  /// One dot for each market, this one's full, at the right end of `columns`.
  private func drawDots(
    _ scene: GlanceScene, in columns: Range<Int>, _ baseline: Int, _ plan: GlancePlan,
    on frame: inout Frame
  ) {
    let dot = max(3, plan.small.ascent / 3)
    let pitch = dot + max(2, dot * 3 / 4)
    let width = scene.statusHeader.count * pitch - (pitch - dot)
    guard scene.statusHeader.count > 1, width <= columns.count else { return }
    let y = baseline - (plan.small.ascent + dot) / 2
    for index in 0..<scene.statusHeader.count {
      let rect = Rect(
        x: columns.upperBound - width + index * pitch, y: y, width: dot, height: dot)
      if index == scene.statusHeader.position {
        frame.fill(rect, with: ColourRole.text.pixel())
      } else {
        // Faint is nothing to one bit: a full dot there is this market's alone.
        switch (dot > 3, plan.depth) {
        case (true, .mono): frame.outline(rect, with: ColourRole.faint.pixel())
        case (true, _): frame.fill(rect, with: ColourRole.faint.pixel())
        case (false, _):
          let centre = Rect(x: rect.x + dot / 2, y: y + dot / 2, width: 1, height: 1)
          frame.fill(centre, with: ColourRole.faint.pixel())
        }
      }
    }
  }
}
