import MarketData
import Pixels

/// What is written on the candles: each text where it hides least of them, and nothing of another.
struct PlotLabels {
  private let page: PageLayout
  private let layout: ChartLayout
  private let hidden: (Rect) -> Int
  private(set) var written: [Label] = []

  struct Label {
    var text: String
    var rect: Rect
    var role: ColourRole
  }

  /// Rows of a text with the space around it, and those of them below its baseline.
  let height: Int
  private let tail: Int

  /// - Parameter hidden: how many pixels of candles a rectangle would hide.
  init(_ page: PageLayout, _ layout: ChartLayout, hidden: @escaping (Rect) -> Int) {
    (self.page, self.layout, self.hidden) = (page, layout, hidden)
    // A unit's name may be taller than digits, and digits have no tails.
    let extent = page.small.extent(layout.form.unit)
    tail = extent.below + 1
    height = extent.above + tail + 1
  }

  /// Columns of a text with the space around it.
  func width(_ text: String) -> Int { page.small.width(text) + 2 * space }

  private var space: Int { max(1, page.small.ascent / 5) }

  /// Writes a text at the place, of those from left to right on a row, that hides least.
  /// - Returns: whether there was room.
  @discardableResult
  mutating func write(
    _ text: String, onRow row: Int, _ role: ColourRole, isTag: Bool = false, on frame: inout Frame
  ) -> Bool {
    let width = width(text)
    let y = max(layout.chart.y, min(layout.chart.bottom - height, row - height / 2))
    let step = max(8, width / 3)
    let places = stride(from: layout.chart.x, through: layout.chart.right - width, by: step).map {
      Rect(x: $0, y: y, width: width, height: height)
    }
    // A tag moves with each trade: up and down alone, over what is oldest.
    return write(
      text, among: isTag ? Array(places.prefix(1)) : places, role, isTag: isTag, on: &frame)
  }

  /// Writes it at the first of the places that hide least.
  @discardableResult
  mutating func write(
    _ text: String, among places: [Rect], _ role: ColourRole, isTag: Bool = false,
    on frame: inout Frame
  ) -> Bool {
    let inside = places.filter { place in
      place.x >= layout.chart.x && place.right <= layout.chart.right && place.y >= layout.chart.y
        && place.bottom <= layout.chart.bottom
        && written.allSatisfy { place.apart(by: Size(height, 1)).intersection($0.rect).isEmpty }
    }
    // Where candles have few rows, a text that hides many of them tells less than they do.
    let most =
      isTag || layout.headroom > 0 ? Int.max : height * (places.first?.width ?? 0) / 8
    let choices = inside.map { (place: $0, hidden: hidden($0)) }.filter { $0.hidden <= most }
    guard let least = choices.map(\.hidden).min(),
      let place = choices.first(where: { $0.hidden == least })?.place
    else { return false }
    written.append(Label(text: text, rect: place, role: role))
    frame.fill(place, with: isTag ? role.pixel() : 0)
    frame.write(
      text, x: place.x + space, baseline: place.bottom - tail, role: role, in: page.small,
      isCut: isTag)
    return true
  }
}

extension Rect {
  /// With what has to be free beside it, and above and below it.
  fileprivate func apart(by space: Size) -> Rect {
    Rect(
      x: x - space.width, y: y - space.height, width: width + 2 * space.width,
      height: height + 2 * space.height)
  }
}
