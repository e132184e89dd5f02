import Pixels

/// Where what stands on a chart page: candles, volumes below them, a pane at the bottom, and prices
/// in a column at the right.
struct ChartLayout {
  let chart: Rect
  /// Empty where there is no room.
  let volumes: Rect
  /// Empty where nothing is drawn in it.
  let pane: Rect
  /// As wide as a price; empty where that would take too much from the candles.
  let column: Rect
  /// How prices are written in it.
  let form: ScaleForm
  /// What stands before the last one, where it is in another currency than the market's.
  let mark: String

  /// - Parameter price: as long as any on the scale.
  init(_ page: PageLayout, _ scene: ChartScene, price: Double) {
    let hasPane = scene.indicator.hasPane
    let body = page.body
    form = ScaleForm(
      price, digits: body.width < 240 ? 5 : 6, decimals: scene.decimals,
      units: page.words.units, width: page.small.width)
    mark = scene.mark.text(in: page.small)
    let width = page.small.width(mark + form.text(price)) + 2
    let space = max(2, body.height / 40)
    let isWide = width + space <= body.width * 9 / 20
    let left = isWide ? body.width - width - space : body.width
    func strip(_ y: Int, _ height: Int) -> Rect {
      Rect(x: body.x, y: y, width: left, height: height)
    }
    let paneHeight = hasPane ? max(9, body.height / 4) : 0
    pane = strip(body.bottom - paneHeight, paneHeight)
    let floor = hasPane ? pane.y - space : body.bottom
    let volumeHeight = floor - body.y < 20 ? 0 : (floor - body.y) / 6
    volumes = strip(floor - volumeHeight, volumeHeight)
    let base = volumeHeight == 0 ? floor : volumes.y - space
    chart = strip(body.y, base - body.y)
    column = Rect(
      x: body.right - width, y: body.y, width: isWide ? width : 0, height: body.height)
  }
}
