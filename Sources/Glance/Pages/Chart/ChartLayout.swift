import MarketData
import Pixels

/// Where the parts of a chart page stand: candles from the left edge to a column of numbers, volumes
/// below them, then a pane, and the time at the bottom.
struct ChartLayout {
  let chart: Rect
  /// Empty where there is no room.
  let volumes: Rect
  /// Empty where nothing is drawn in it.
  let pane: Rect
  /// Where times are written; empty where there is no room.
  let axis: Rect
  /// Beside the candles, where prices stand on their rows.
  let prices: Rect
  /// Below the prices: what the indicator is called and its values; empty where there is none, or no
  /// room.
  let legend: Rect
  /// How prices are written.
  let form: ScaleForm
  /// What stands before the last price, if that is in another currency than the market's.
  let mark: String
  let letters: Lettering
  /// Rows of a number with the space around it, and those of them below its baseline.
  let lineHeight: Int
  let tail: Int
  /// Columns beside a number.
  let space: Int

  /// - Parameter price: one that is as long as any on the scale.
  init(_ page: PageLayout, _ scene: ChartScene, price: Double) {
    let hasPane = scene.indicator.hasPane
    let (body, surface) = (page.body, page.surface)
    // Smooth letters may be narrow and low, because each column that they save belongs to the candles.
    let letters =
      page.depth == .mono || page.small.ascent < 10
      ? page.small : page.letters(max(10, page.small.ascent * 7 / 8), .condensedBold)
    form = ScaleForm(
      price, digits: body.width < 120 ? 4 : 5, decimals: scene.decimals, units: page.words.units,
      width: letters.width)
    mark = scene.mark.text(in: letters)
    // A unit's name may be taller than digits, and digits have no tails.
    let extent = letters.extent(form.unit)
    self.letters = letters
    space = max(1, letters.ascent / 5)
    tail = extent.below + 1
    lineHeight = extent.above + tail + 1

    // Candles go on to the edge, but for what a bezel may hide; a circle's chord ends at its rim.
    let margin = page.depth == .mono ? surface.inside.x : max(1, surface.shortSide / 60)
    let whole =
      page.isRound
      ? page.inscribed(
        Rect(x: 0, y: body.y, width: surface.size.width, height: body.height),
        margin: max(3, margin))
      : Rect(x: margin, y: body.y, width: surface.size.width - 2 * margin, height: body.height)
    var candles = whole
    let texts =
      [mark + form.text(price), scene.indicatorName ?? ""] + (hasPane ? ["−88.8K"] : [])
    let widest = texts.reduce(0) { max($0, letters.width($1)) }
    let column = candles.cutRight(widest + 2 * space, gap: page.depth == .mono ? 2 : 3)

    let gap = max(2, body.height / 40)
    let axisHeight =
      body.height < 6 * letters.ascent ? 0 : letters.ascent + max(2, letters.ascent / 4)
    axis = candles.cutBottom(axisHeight, gap: axisHeight == 0 ? 0 : 1)
    let isLow = body.height < 100
    pane = candles.cutBottom(
      hasPane ? max(9, body.height / (isLow ? 3 : 4)) : 0, gap: hasPane ? gap : 0)
    // Low panels have room for volumes or for an indicator.
    let hasVolumes =
      axisHeight > 0 && candles.height >= 36 && !(isLow && scene.indicator != .none)
    volumes = candles.cutBottom(hasVolumes ? candles.height / 6 : 0, gap: hasVolumes ? gap : 0)
    chart = candles

    var rest = column
    let lines = hasPane ? (column.bottom - pane.y) / lineHeight : 2
    let hasLegend =
      scene.indicator != .none && (hasPane || column.height >= (lines + 2) * lineHeight)
    legend = rest.cutBottom(
      !hasLegend ? 0 : hasPane ? column.bottom - pane.y : lines * lineHeight,
      gap: hasLegend ? 1 : 0)
    prices = rest
  }

  /// Whether there is room for the indicator's name beside its value.
  var namesIndicator: Bool { legend.height >= 2 * lineHeight }
}
