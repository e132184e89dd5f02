import MarketData
import Pixels

/// Where the parts of the lines above and below the price stand: what may be read second.
struct GlanceLines {
  struct Text {
    var text: String
    var x: Int
    var baseline: Int
    var lettering: Lettering

    /// What it may cover.
    var rect: Rect {
      let extent = lettering.extent(text)
      return Rect(
        x: x, y: baseline - extent.above, width: lettering.width(text),
        height: extent.above + extent.below)
    }
  }

  private(set) var name: Text?
  private(set) var star: Point?
  private(set) var clock: Text?
  private(set) var status: (status: LinkStatus, x: Int)?
  /// Where dots may stand, and the letters beside them.
  private(set) var dots: (columns: Range<Int>, baseline: Int)?

  struct Point {
    var x: Int
    var y: Int
  }

  /// The lines of a rectangle: the name at the left of the upper one and the clock at its right, dots
  /// between them. The link is in the lower one where there is one, else beside the clock.
  init(_ scene: GlanceScene, _ plan: GlancePlan) {
    let rect = plan.layout.header
    let baseline = rect.bottom - plan.rowsBelowName
    let gap = plan.small.ascent * 2 / 3
    let time = scene.isStopped ? "" : plan.time(of: scene)
    let clock = plan.layout.clock.isEmpty ? plan.small.width(time) : 0
    let isAlone = plan.layout.footer.isEmpty && !scene.isStopped
    let status =
      isAlone
      ? plan.status(of: scene, in: rect, baseline: baseline, above: rect.bottom, isShort: true)
      : nil
    // The clock matters more than the quote of a market, and less than its exchange.
    let beside = gap + (status.map { $0.width + gap } ?? 0) + clock
    let names = plan.names(of: scene)
    let shownName =
      names.prefix(2).first { plan.name.width($0) + beside <= rect.width + 1 }
      ?? names.dropFirst().first {
        plan.name.width($0) + beside - clock <= rect.width + 1 + gap
      } ?? names[1]
    var name = plan.name.width(shownName)
    var right = rect.right
    if !plan.layout.clock.isEmpty {
      let rect = plan.layout.clock
      // Beside the face of a small strip there may be too little room for it.
      if plan.clock.width(time) <= rect.width + 1 {
        self.clock = Text(text: time, x: rect.x, baseline: rect.bottom, lettering: plan.clock)
      }
    } else if name + beside <= rect.width + 1 {
      // The last letter's own gap may hang over the edge.
      right -= clock - 1
      self.clock = Text(text: time, x: right, baseline: baseline, lettering: plan.small)
      right -= gap
    }
    if let status {
      right -= status.width
      self.status = (status, right)
      right -= gap
    }
    let star = Star(beside: plan.name)
    if scene.statusHeader.isFavourite, rect.x + name + 2 + star.side <= right {
      self.star = Point(
        x: rect.x + name + 2, y: baseline - (plan.name.ascent + star.side) / 2)
      name += 2 + star.side
    }
    if !scene.isStopped {
      let left = rect.x + name + gap
      dots = (left..<max(left, right), baseline)
    }
    let shown = plan.name.fitted(shownName, width: right - rect.x)
    self.name = Text(text: shown, x: rect.x, baseline: baseline, lettering: plan.name)
    addFooter(scene, plan)
  }

  /// The link in words.
  private mutating func addFooter(_ scene: GlanceScene, _ plan: GlancePlan) {
    let rect = plan.layout.footer
    guard !rect.isEmpty, !scene.isStopped else { return }
    let baseline = rect.bottom - plan.tail(plan.small)
    // Below the last line there is nothing but the margin.
    let bottom = rect.bottom < plan.layout.inside.bottom ? rect.bottom : plan.surface.size.height
    let choices = [false, true].lazy.map {
      plan.status(of: scene, in: rect, baseline: baseline, above: bottom, isShort: $0)
    }
    let status = choices.first { $0.width <= rect.width } ?? choices[1]
    self.status = (status, rect.x)
  }

  /// The lines of a circle: the name above the price, and link and clock at the bottom. A half has no
  /// room for link and clock: a link that is silent stands in place of its change.
  init(round scene: GlanceScene, _ plan: GlancePlan, isHalf: Bool) {
    let layout = plan.layout
    let names = plan.names(of: scene)
    let shown = names.first { plan.name.width($0) <= layout.header.width } ?? names[1]
    let name = plan.name.fitted(shown, width: layout.header.width)
    let baseline = layout.header.bottom - plan.rowsBelowName
    let star = Star(beside: plan.name)
    let width = plan.name.width(name)
    let hasStar = scene.statusHeader.isFavourite && width + 2 + star.side <= layout.header.width
    let left = plan.start(width + (hasStar ? 2 + star.side : 0), in: layout.header)
    self.name = Text(text: name, x: left, baseline: baseline, lettering: plan.name)
    if hasStar {
      self.star = Point(x: left + width + 2, y: baseline - (plan.name.ascent + star.side) / 2)
    }
    guard !scene.isStopped, !isHalf || scene.statusHeader.isSilent else { return }
    let foot = isHalf ? layout.change : layout.footer
    let footline = foot.bottom - plan.numbers.words.tail
    let status = plan.status(
      of: scene, in: foot, baseline: footline, above: foot.bottom + 1, isShort: true)
    let gap = plan.small.ascent * 2 / 3
    let time = plan.time(of: scene)
    let both = status.width + gap + plan.small.width(time)
    let showsClock = !isHalf && both <= foot.width
    let x = plan.start(showsClock ? both : status.width, in: foot)
    self.status = (status, x)
    if showsClock {
      clock = Text(text: time, x: x + status.width + gap, baseline: footline, lettering: plan.small)
    }
  }
}

extension PanelGlance {
  func drawName(_ lines: GlanceLines, _ plan: GlancePlan, on frame: inout Frame) {
    write(lines.name, .text, on: &frame)
    if let star = lines.star {
      Star(beside: plan.name).draw(x: star.x, y: star.y, .dim, plan.depth, on: &frame)
    }
  }

  func write(_ text: GlanceLines.Text?, _ role: ColourRole, on frame: inout Frame) {
    guard let text else { return }
    frame.write(text.text, x: text.x, baseline: text.baseline, role: role, in: text.lettering)
  }

  /// One dot for each market.
  func drawDots(
    _ scene: GlanceScene, _ lines: GlanceLines, _ plan: GlancePlan, on frame: inout Frame
  ) {
    if plan.layout.isCentred, half == nil {
      return drawRoundDots(scene, under: plan.layout.footer, on: &frame)
    }
    guard let (columns, baseline) = lines.dots else { return }
    let header = scene.statusHeader
    let choices = [PositionDots.side(beside: plan.small), 2].map {
      PositionDots(position: header.position, count: header.count, side: $0)
    }
    guard let dots = choices.first(where: { $0.width <= columns.count }) else { return }
    dots.draw(
      x: columns.upperBound - dots.width, y: baseline - (plan.small.ascent + dots.side) / 2,
      on: &frame)
  }
}
