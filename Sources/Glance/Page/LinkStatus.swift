import MarketData
import Pixels

/// How the exchange is heard: a full disc while it streams, a ring while it is polled; when it is
/// silent, how long it has been, in letters cut out of a bar that cannot be missed. Where tall letters
/// leave no room for a bar around them, a bar with an exclamation mark stands before them.
struct LinkStatus {
  /// The text that is cut out of the bar; empty if there is no alarm.
  private let cut: String
  /// The text after the bar, or after the disc.
  private let text: String
  private let isStreaming: Bool
  /// The mark of a snoozed alert, before all else; nil where there is none, or no room.
  private let bell: SnoozedBell?
  /// Columns and rows of the disc.
  private let disc: Int
  private let lettering: Lettering
  private let depth: Depth
  private let baseline: Int
  /// The bar's rows.
  private let bar: Range<Int>
  let width: Int

  /// - Parameters:
  ///   - room: its columns.
  ///   - baseline: the row that its letters stand on.
  ///   - bottom: the row that the bar may not reach.
  ///   - isShort: without the name of the exchange, where nothing is wrong with it.
  init(
    _ statusHeader: StatusHeader, _ numbers: NumberFormatter, _ lettering: Lettering,
    on surface: Surface, room: Int, baseline: Int, above bottom: Int = .max, isShort: Bool
  ) {
    let words = numbers.words
    // Paper is not drawn anew because an age grows.
    let age = surface.medium == .paper ? nil : statusHeader.age.map(numbers.age)
    self.lettering = lettering
    depth = surface.depth
    self.baseline = baseline
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
    let height = lettering.ascent
    func rows(_ text: String) -> (bar: Range<Int>, canBeCut: Bool) {
      let extent = lettering.extent(text)
      let top = baseline - extent.above - 1
      let end = max(top, min(baseline + extent.below + 1, bottom))
      // Tall letters that reach the bar's edge would be open there.
      let hasRoom = top >= 0 && end > baseline + extent.below
      return (top..<end, hasRoom || extent.above + extent.below <= height + 1)
    }
    let space = Self.space(lettering)
    if statusHeader.isSilent {
      let canBeCut = rows(said).canBeCut
      let mark = "!"
      let whole =
        lettering.width(said) + 3 + (canBeCut ? 0 : lettering.width(mark) + space)
      // On a panel of thirty columns no word has room.
      let isMark = isShort && whole > room
      (cut, text) = isMark ? (mark, "") : canBeCut ? (said, "") : (mark, said)
    } else {
      (cut, text) = ("", said)
    }
    bar = rows(cut).bar
    isStreaming = statusHeader.link == .streaming
    disc = height * 5 / 7 | 1
    bell =
      statusHeader.isSnoozed && surface.size.width >= 120 ? SnoozedBell(beside: lettering) : nil
    let before = cut.isEmpty ? disc : lettering.width(cut) + 3
    let own = text.isEmpty ? before : before + (cut.isEmpty ? disc / 2 + 1 : space)
    width = own + lettering.width(text) + (bell.map { $0.side + height * 2 / 3 } ?? 0)
  }

  /// Columns from the bar to the words after it.
  private static func space(_ lettering: Lettering) -> Int { max(2, lettering.ascent / 4) }

  func draw(x: Int, on frame: inout Frame) {
    var x = x
    let height = lettering.ascent
    if let bell {
      bell.draw(x: x, y: baseline - (height + bell.side) / 2, .dim, depth, on: &frame)
      x += bell.side + height * 2 / 3
    }
    if !cut.isEmpty {
      let rect = Rect(
        x: x, y: bar.lowerBound, width: lettering.width(cut) + 3, height: bar.count)
      frame.fill(rect, with: ColourRole.warning.pixel())
      frame.write(cut, x: x + 2, baseline: baseline, role: .warning, in: lettering, isCut: true)
      frame.write(
        text, x: rect.right + Self.space(lettering), baseline: baseline, role: .warning,
        in: lettering)
      return
    }
    let centre = Point(
      Double(x) + Double(disc) / 2, Double(baseline) - Double(height) / 2)
    let radius = Double(disc) / 2
    frame.ellipse(centre: centre, radiusX: radius, radiusY: radius, role: .dim, depth: depth)
    if !isStreaming {
      frame.ellipse(
        centre: centre, radiusX: radius / 2, radiusY: radius / 2, role: .paper, depth: depth)
    }
    frame.write(
      text, x: x + disc + disc / 2 + 1, baseline: baseline, role: .dim, in: lettering)
  }
}
