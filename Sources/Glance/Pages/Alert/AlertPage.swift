import MarketData
import Pixels
import State

/// What the alert page says: what has happened, since when, and the price now.
public struct AlertScene: PageScene {
  static let name = PageName.alert
  static let title = PageTitle(english: "Alert", korean: "알림")

  public var statusHeader = StatusHeader()
  public var condition = AlertRule.Condition.dayHigh
  /// What the condition counted when it came.
  public var figure: Double?
  /// The local time when it came, `14:05`.
  public var since = ""
  public var price: Money?
  /// Digits after the point of what the condition counted.
  public var decimals = 0
  /// Whether a light that blinks shines now.
  public var isLit = true

  /// Every other light by turns.
  var lights: LEDView {
    let bars = (0..<8).map { LEDView.Bar(role, to: ($0 % 2 == 0) == isLit ? 1 : 0) }
    return LEDView(role, level: isLit ? 15 : 0, bars: bars)
  }

  var role: ColourRole {
    switch AlertHeadline.Kind(condition, figure: figure) {
    case .above, .risen, .newHigh, .premiumAbove: .rise
    case .below, .fallen, .newLow, .premiumBelow: .fall
    case .feedLost: .warning
    }
  }
}

extension AlertScene {
  static func make(from desk: Desk) -> AlertScene { desk.alertScene }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    AlertPage(layout).draw(self, on: &frame)
  }

  func hasNews(since shown: AlertScene, pricePercent: Double) -> Bool {
    shown.condition != condition || shown.since != since
  }
}

extension Desk {
  var alertScene: AlertScene {
    var scene = AlertScene(statusHeader: statusHeader)
    guard let front = alerts.front else { return scene }
    let state = markets[front.key.market]
    scene.condition = settings.alerts.rules[front.key.rule].condition
    scene.figure = front.figure
    scene.since = StatusHeader.clock(at: front.since, utcOffsetSeconds: utcOffsetSeconds)
    scene.price = money(state.price, of: front.key.market)
    scene.decimals = state.decimals
    scene.isLit = isAlertLit
    return scene
  }
}

/// What has happened, cut out of a bar that cannot be missed; below it the price now, and since when.
struct AlertPage {
  let layout: PageLayout

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ scene: AlertScene, on frame: inout Frame) {
    layout.drawHeader(layout.name(of: scene.statusHeader), scene.statusHeader, on: &frame)
    var bar = layout.body
    let height = wordHeight(layout.strong)
    let usual = max(2, layout.text.ascent < 10 ? layout.gap / 2 : layout.gap)
    // What has happened goes before what is so now.
    let gap = min(usual, bar.height - height - wordHeight(layout.strong) - 2)
    if gap > 0 {
      let line = Rect(x: bar.x, y: bar.bottom - height, width: bar.width, height: height)
      bar.height -= height + gap
      drawPrice(scene, in: line, on: &frame)
    }
    frame.fill(bar, with: scene.role.pixel())
    let space = max(2, bar.width / 40)
    let inside = Rect(
      x: bar.x + space, y: bar.y + 2, width: bar.width - 2 * space, height: bar.height - 4)
    draw(scene, in: inside, on: &frame)
  }

  private struct Line {
    var text: String
    var letters: Lettering
    var height: Int
    /// Rows of it below the baseline.
    var below = 0
  }

  /// The figure as large as it can be between its words; on one line with them where there is no
  /// room for more.
  private func draw(_ scene: AlertScene, in rect: Rect, on frame: inout Frame) {
    let lines = stacked(scene, in: rect.size) ?? [onOneLine(scene, width: rect.width)]
    let rest = rect.height - lines.reduce(0) { $0 + $1.height }
    // Lines that belong together are not torn apart.
    let gap = max(0, min(rest / (lines.count + 1), lines[0].letters.ascent))
    var y = rect.y + (rest - gap * (lines.count - 1)) / 2
    for line in lines {
      let shown = line.letters.fitted(line.text, width: rect.width + 1)
      frame.write(
        shown, x: rect.x + (rect.width - line.letters.width(shown)) / 2,
        baseline: y + line.height - line.below,
        role: scene.role, in: line.letters, isCut: true)
      y += line.height + gap
    }
  }

  private func stacked(_ scene: AlertScene, in room: Size) -> [Line]? {
    let headline = headline(of: scene) { layout.strong.width($0) <= room.width }
    let words = [headline.before, headline.after].filter { !$0.isEmpty }
    let height = room.height - words.count * (wordHeight(layout.strong) + 2)
    guard height >= layout.strong.ascent else { return nil }
    func largest(_ text: String, _ height: Int) -> Lettering {
      layout.largest(text, in: Size(room.width, height))
    }
    let digits = largest(headline.figure, height)
    let share = (room.height - digits.ascent) / max(1, words.count) - 2
    let longest = words.max { $0.unicodeScalars.count < $1.unicodeScalars.count } ?? ""
    // Tall letters come in few sizes: rather a bit larger than the figure than half as large.
    let limit =
      layout.words.lineHeight > 0 ? digits.ascent * 7 / 5 : digits.ascent * 9 / 10
    let larger = largest(longest, min(share, limit))
    let isLarger = larger.ascent > layout.strong.ascent && line(longest, larger).height <= share + 2
    let letters = isLarger ? larger : layout.strong
    return [
      line(headline.before, letters),
      Line(text: headline.figure, letters: digits, height: digits.ascent),
      line(headline.after, letters),
    ].filter { !$0.text.isEmpty }
  }

  /// A line of words, whose letters may be taller than digits and stand lower.
  private func line(_ text: String, _ letters: Lettering) -> Line {
    let below = layout.words.tail > 0 ? letters.extent(text).below : 0
    return Line(
      text: text, letters: letters, height: max(wordHeight(letters), letters.ascent + below),
      below: below)
  }

  private func onOneLine(_ scene: AlertScene, width: Int) -> Line {
    let words = headline(of: scene) { _ in true }
    let fits = { (figure: String) in
      var line = words
      line.figure = figure
      return layout.strong.width(line.line) <= width
    }
    let short = headline(of: scene, fits: fits)
    // Half of a sentence says something else.
    let text =
      fits(short.figure) && short.figure != NumberFormatter.unknown
      ? short.line : headline(of: scene) { layout.strong.width($0) <= width }.figure
    let height = wordHeight(layout.strong)
    return Line(
      text: text, letters: layout.strong, height: height,
      below: height > layout.strong.ascent ? layout.words.tail : 0)
  }

  private func wordHeight(_ letters: Lettering) -> Int {
    max(letters.ascent, layout.words.lineHeight)
  }

  private func headline(of scene: AlertScene, fits: (String) -> Bool) -> AlertHeadline {
    AlertHeadline(
      scene.condition, figure: scene.figure, exchange: scene.statusHeader.exchange,
      decimals: scene.decimals, in: layout.numbers, fits: fits)
  }

  private func drawPrice(_ scene: AlertScene, in line: Rect, on frame: inout Frame) {
    func price(_ letters: Lettering, width: Int = .max) -> String {
      layout.numbers.money(scene.price, in: letters, width: width)
    }
    let full = price(layout.strong)
    let sentence = layout.words.since(scene.since)
    let room = line.width - layout.strong.width(full) - layout.gap
    let since = layout.small.width(sentence) <= room ? sentence : scene.since
    let rest =
      line.width - layout.gap
      - layout.write(since, .right, of: line, .dim, in: layout.small, on: &frame)
    let letters =
      [layout.strong, layout.text, layout.small].first { $0.width(price($0)) <= rest }
      ?? layout.strong
    layout.write(
      price(letters, width: rest), of: line, scene.statusHeader.isOld ? .dim : .text,
      in: letters, on: &frame)
  }
}
