import MarketData
import Pixels

/// The times below the candles: round times of the day, and the day where one begins.
struct TimeAxis {
  private let letters: Lettering
  private let depth: Depth
  private let rect: Rect

  private static let minute: Int64 = 60_000
  private static let day: Int64 = 86_400_000
  private static let steps: [Int64] =
    [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map { $0 * minute }
    + [1, 2, 7, 14, 28, 56].map { $0 * day }

  init(_ letters: Lettering, _ depth: Depth, in rect: Rect) {
    (self.letters, self.depth, self.rect) = (letters, depth, rect)
  }

  /// - Parameters:
  ///   - newest: when the newest candle began, by local time in milliseconds.
  ///   - chart: the rows that faint lines go through.
  func draw(
    from newest: Int64, _ span: ChartSpan, count: Int, _ candles: CandleChart,
    through chart: Rect, on frame: inout Frame
  ) {
    guard !rect.isEmpty, count > 1 else { return }
    let pitch = candles.middle(0) - candles.middle(1)
    let widest = letters.width("00:00")
    let apart = (widest + max(6, widest / 2) + pitch - 1) / pitch
    for (offset, text) in Self.marks(from: newest, span, count: count, apart: apart) {
      let x = candles.middle(offset)
      let width = letters.width(text)
      let left = x - width / 2
      // The last letter's own gap may hang over the edge.
      guard left >= rect.x, left + width <= rect.right + 1 else { continue }
      let tick =
        depth == .mono
        ? Rect(x: x, y: chart.bottom - 2, width: 1, height: 2)
        : Rect(x: x, y: chart.y, width: 1, height: chart.height)
      frame.fill(tick, with: ColourRole.faint.pixel(depth == .mono ? 15 : 4))
      frame.write(text, x: left, baseline: rect.bottom, role: .dim, in: letters)
    }
  }

  /// The candles, counted from the newest one, in which a round time is, and that time.
  /// - Parameter apart: how many candles lie between two of them at least.
  static func marks(
    from newest: Int64, _ span: ChartSpan, count: Int, apart: Int
  ) -> [(offset: Int, text: String)] {
    let length = span.milliseconds
    let step = steps.first { $0 >= max(Int64(apart) * length, length) } ?? steps[steps.count - 1]
    return (0..<count).compactMap { offset in
      let local = newest - Int64(offset) * length
      // The first candle of a step: days may begin at nine in the morning.
      guard part(local, step) != part(local - length, step) else { return nil }
      return (offset, text(local, isDay: length >= day || part(local, day) == local))
    }
  }

  /// The beginning of the step that a time is in.
  private static func part(_ local: Int64, _ step: Int64) -> Int64 {
    local - (local % step + step) % step
  }

  private static func text(_ local: Int64, isDay: Bool) -> String {
    isDay
      ? CalendarDay(at: local, utcOffsetSeconds: 0).short
      : StatusHeader.clock(at: local, utcOffsetSeconds: 0)
  }
}
