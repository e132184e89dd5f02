import MarketData
import Pixels

// The lines above and below: what may be read second.
extension GlancePage {
  /// The name at the left; link and clock at the right, where they have no place of their own.
  func drawHeader(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    let place = plan.layout.header
    let baseline = place.bottom - plan.numerals.words.tail
    let name = plan.name.width(plan.name(of: scene))
    let gap = plan.small.ascent * 2 / 3
    let time = scene.isStopped ? "" : plan.time(of: scene)
    let clock = plan.small.width(time)
    let isAlone = plan.layout.footer.isEmpty && !scene.isStopped
    let status = isAlone ? GlanceStatus(scene, plan, isShort: true) : nil
    var right = place.right
    if !plan.layout.clock.isEmpty {
      let place = plan.layout.clock
      frame.write(time, x: place.x, baseline: place.bottom, ink: .dim, in: plan.clock)
    } else if name + gap + (status.map { $0.width + gap } ?? 0) + clock <= place.width + 1 {
      // The last letter's own gap may hang over the edge.
      right -= clock - 1
      frame.write(time, x: right, baseline: baseline, ink: .dim, in: plan.small)
      right -= gap
    }
    if let status {
      right -= status.width
      status.draw(x: right, baseline: baseline, plan, on: &frame)
      right -= gap
      let left = place.x + name + gap
      drawDots(scene, in: left..<max(left, right), baseline, plan, on: &frame)
    }
    let shown = plan.name.fitted(plan.name(of: scene), width: right - place.x)
    frame.write(shown, x: place.x, baseline: baseline, ink: .text, in: plan.name)
  }

  /// The link in words at the left, and which market this is at the right.
  func drawFooter(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    let place = plan.layout.footer
    guard !place.isEmpty, !scene.isStopped else { return }
    let baseline = place.bottom - plan.tail(plan.small)
    var status = GlanceStatus(scene, plan, isShort: false)
    if status.width > place.width { status = GlanceStatus(scene, plan, isShort: true) }
    status.draw(x: place.x, baseline: baseline, plan, on: &frame)
    let left = place.x + status.width + plan.small.ascent
    drawDots(scene, in: left..<max(left, place.right), baseline, plan, on: &frame)
  }

  /// One dot for each market, this one's full, at the right end of `columns`.
  private func drawDots(
    _ scene: GlanceScene, in columns: Range<Int>, _ baseline: Int, _ plan: GlancePlan,
    on frame: inout Frame
  ) {
    let dot = max(3, plan.small.ascent / 3)
    let pitch = dot + max(2, dot * 3 / 4)
    let width = scene.count * pitch - (pitch - dot)
    guard scene.count > 1, width <= columns.count else { return }
    let y = baseline - (plan.small.ascent + dot) / 2
    for index in 0..<scene.count {
      let place = Rect(
        x: columns.upperBound - width + index * pitch, y: y, width: dot, height: dot)
      if index == scene.position {
        frame.fill(place, with: Ink.text.pixel())
      } else {
        // Faint is nothing to one bit: a full dot there is this market's alone.
        switch (dot > 3, plan.depth) {
        case (true, .mono): frame.outline(place, with: Ink.faint.pixel())
        case (true, _): frame.fill(place, with: Ink.faint.pixel())
        case (false, _):
          let centre = Rect(x: place.x + dot / 2, y: y + dot / 2, width: 1, height: 1)
          frame.fill(centre, with: Ink.faint.pixel())
        }
      }
    }
  }
}

/// How the exchange is heard: a full disc while it streams, a ring while it is polled; when it is
/// silent, how long it has been, in letters cut out of a bar that cannot be missed.
struct GlanceStatus {
  private let text: String
  private let isAlarm: Bool
  private let isStreaming: Bool
  private let mark: Int
  let width: Int

  init(_ scene: GlanceScene, _ plan: GlancePlan, isShort: Bool) {
    let words = plan.numerals.words
    let age = plan.age(of: scene)
    switch scene.link {
    case .streaming: text = isShort ? "" : scene.exchange
    case .polling: text = isShort ? "" : "\(scene.exchange) \(words.polling)"
    case .stale:
      text =
        isShort ? age ?? words.stale : [words.stale, age].compactMap { $0 }.joined(separator: " ")
    case .offline:
      text =
        isShort ? words.offline : [words.offline, age].compactMap { $0 }.joined(separator: " ")
    }
    isAlarm = scene.link == .stale || scene.link == .offline
    isStreaming = scene.link == .streaming
    mark = plan.small.ascent * 5 / 7 | 1
    let letters = plan.small.width(text)
    width = isAlarm ? letters + 3 : text.isEmpty ? mark : mark + mark / 2 + 1 + letters
  }

  func draw(x: Int, baseline: Int, _ plan: GlancePlan, on frame: inout Frame) {
    let height = plan.small.ascent
    if isAlarm {
      let extent = plan.small.extent(text)
      let bar = Rect(
        x: x, y: baseline - extent.above - 1, width: width,
        height: extent.above + extent.below + 2)
      frame.fill(bar, with: Ink.warning.pixel())
      frame.write(text, x: x + 2, baseline: baseline, ink: .warning, in: plan.small, isCut: true)
      return
    }
    let disc = Point(
      Double(x) + Double(mark) / 2, Double(baseline) - Double(height) / 2)
    let radius = Double(mark) / 2
    frame.ellipse(centre: disc, radiusX: radius, radiusY: radius, ink: .dim, depth: plan.depth)
    if !isStreaming {
      frame.ellipse(
        centre: disc, radiusX: radius / 2, radiusY: radius / 2, ink: .paper, depth: plan.depth)
    }
    frame.write(
      text, x: x + mark + mark / 2 + 1, baseline: baseline, ink: .dim, in: plan.small)
  }
}
