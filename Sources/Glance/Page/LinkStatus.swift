import MarketData
import Pixels

/// How the exchange is heard: a full disc while it streams, a ring while it is polled; when it is
/// silent, how long it has been, in letters cut out of a bar that cannot be missed.
struct LinkStatus {
  private let text: String
  private let isAlarm: Bool
  private let isStreaming: Bool
  /// The mark of a snoozed alert, before all else; nil where there is none, or no room.
  private let bell: SnoozedBell?
  private let mark: Int
  private let lettering: Lettering
  private let depth: Depth
  let width: Int

  /// - Parameters:
  ///   - room: its columns.
  ///   - isShort: without the name of the exchange, where nothing is wrong with it.
  init(
    _ statusHeader: StatusHeader, _ numbers: NumberFormatter, _ lettering: Lettering,
    on surface: Surface, room: Int, isShort: Bool
  ) {
    let words = numbers.words
    // Paper is not drawn anew because an age grows.
    let age = surface.medium == .paper ? nil : statusHeader.age.map(numbers.age)
    self.lettering = lettering
    depth = surface.depth
    let said: String
    switch statusHeader.link {
    case .streaming: said = isShort ? "" : statusHeader.exchange
    case .polling: said = isShort ? "" : "\(statusHeader.exchange) \(words.polling)"
    case .stale:
      said =
        isShort ? age ?? words.stale : [words.stale, age].compactMap { $0 }.joined(separator: " ")
    case .offline where statusHeader.isConnecting:
      said = isShort ? "" : statusHeader.exchange
    case .offline:
      said =
        isShort ? words.offline : [words.offline, age].compactMap { $0 }.joined(separator: " ")
    }
    isAlarm = statusHeader.isSilent
    // On a panel of thirty columns no word has room.
    text = isAlarm && isShort && lettering.width(said) + 3 > room ? "!" : said
    isStreaming = statusHeader.link == .streaming
    mark = lettering.ascent * 5 / 7 | 1
    let letters = lettering.width(text)
    bell =
      statusHeader.isSnoozed && surface.size.width >= 120 ? SnoozedBell(beside: lettering) : nil
    let own = isAlarm ? letters + 3 : text.isEmpty ? mark : mark + mark / 2 + 1 + letters
    width = own + (bell.map { $0.side + lettering.ascent * 2 / 3 } ?? 0)
  }

  /// - Parameter bottom: the row that the bar may not reach.
  func draw(x: Int, baseline: Int, above bottom: Int = .max, on frame: inout Frame) {
    var x = x
    let height = lettering.ascent
    if let bell {
      bell.draw(x: x, y: baseline - (height + bell.side) / 2, .dim, depth, on: &frame)
      x += bell.side + height * 2 / 3
    }
    if isAlarm {
      let extent = lettering.extent(text)
      let top = baseline - extent.above - 1
      let bar = Rect(
        x: x, y: top, width: lettering.width(text) + 3,
        height: min(baseline + extent.below + 1, bottom) - top)
      // Tall letters that reach its edge would be open there: they are the bar's colour then.
      let hasRoom = top >= 0 && bar.bottom > baseline + extent.below
      let isCut = hasRoom || extent.above + extent.below <= height + 1
      if isCut { frame.fill(bar, with: ColourRole.warning.pixel()) }
      frame.write(text, x: x + 2, baseline: baseline, role: .warning, in: lettering, isCut: isCut)
      return
    }
    let disc = Point(
      Double(x) + Double(mark) / 2, Double(baseline) - Double(height) / 2)
    let radius = Double(mark) / 2
    frame.ellipse(centre: disc, radiusX: radius, radiusY: radius, role: .dim, depth: depth)
    if !isStreaming {
      frame.ellipse(
        centre: disc, radiusX: radius / 2, radiusY: radius / 2, role: .paper, depth: depth)
    }
    frame.write(
      text, x: x + mark + mark / 2 + 1, baseline: baseline, role: .dim, in: lettering)
  }
}
