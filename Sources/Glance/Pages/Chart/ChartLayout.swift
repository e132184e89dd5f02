import Pixels

/// Where what stands on a chart page: candles over the whole width, volumes below them, then a pane,
/// and the time at the bottom.
struct ChartLayout {
  let chart: Rect
  /// Empty where there is no room.
  let volumes: Rect
  /// Empty where nothing is drawn in it.
  let pane: Rect
  /// Where times are written; empty where there is no room.
  let axis: Rect
  /// Rows above the highest price and below the lowest one, where these are written.
  let headroom: Int
  /// How prices are written.
  let form: ScaleForm
  /// What stands before the last one, where it is in another currency than the market's.
  let mark: String

  /// - Parameter price: as long as any on the scale.
  init(_ page: PageLayout, _ scene: ChartScene, price: Double) {
    let hasPane = scene.indicator.hasPane
    let (body, surface) = (page.body, page.surface)
    form = ScaleForm(
      price, digits: body.width < 240 ? 5 : 6, decimals: scene.decimals,
      units: page.words.units, width: page.small.width)
    mark = scene.mark.text(in: page.small)
    // Candles go on to the edge, but for what a bezel may hide; a circle's body ends at its rim.
    let margin = page.depth == .mono ? surface.inside.x : max(1, surface.shortSide / 60)
    let letters = page.small.ascent
    let space = max(2, body.height / 40)
    func strip(_ y: Int, _ height: Int) -> Rect {
      page.isRound
        ? Rect(x: body.x, y: y, width: body.width, height: height)
        : Rect(x: margin, y: y, width: surface.size.width - 2 * margin, height: height)
    }
    let axisHeight = body.height < 6 * letters ? 0 : letters + max(2, letters / 4)
    axis = strip(body.bottom - axisHeight, axisHeight)
    let end = axisHeight == 0 ? body.bottom : axis.y - 1
    let paneHeight = hasPane ? max(9, body.height / 4) : 0
    pane = strip(end - paneHeight, paneHeight)
    let floor = hasPane ? pane.y - space : end
    let volumeHeight = floor - body.y < (axisHeight == 0 ? 20 : 36) ? 0 : (floor - body.y) / 6
    volumes = strip(floor - volumeHeight, volumeHeight)
    let base = volumeHeight == 0 ? floor : volumes.y - space
    chart = strip(body.y, base - body.y)
    headroom = chart.height < 8 * (letters + 2) ? 0 : letters + 2
  }
}
