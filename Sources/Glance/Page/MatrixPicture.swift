import MarketData
import Pixels
import State

/// A picture on a matrix of lights, as high as the matrix or as what the letters leave.
enum MatrixPicture: Equatable {
  case face(Face)
  /// Up for a rise, down for a fall, a bar for neither; in a role of its own.
  case arrow(ColourRole, role: ColourRole)
  /// How prices went, filled to the ground, as wide as there is room.
  case chart([Double], role: ColourRole)
  /// Bars beside each other.
  case bars([LEDView.Bar])
  /// How an exchange is heard: a full disc, a ring, or a cross.
  case link(Link)
}

extension MatrixPicture {
  private static let art = DotArt(
    "▲▼−●○×",
    """
    ...#... ..###.. ....... ..####.. ..####.. ##....##
    ..###.. ..###.. ....... .######. .##..##. ###..###
    .#####. ..###.. ....... ######## ##....## .######.
    ####### ..###.. ####### ######## #......# ..####..
    ..###.. ####### ####### ######## #......# ..####..
    ..###.. .#####. ....... ######## ##....## .######.
    ..###.. ..###.. ....... .######. .##..##. ###..###
    ..###.. ...#... ....... ..####.. ..####.. ##....##
    """)

  /// Whether it is as wide as there is room.
  var isWide: Bool { if case .chart = self { true } else { false } }

  /// The columns that the picture takes of so many rows, if it is not wide.
  func width(rows: Int) -> Int {
    switch self {
    case .arrow: rows >= 8 ? rows / 8 * 7 : rows
    default: rows
    }
  }

  /// - Parameter face: draws a face in a square.
  func draw(
    in rect: Rect, face: (Face, Rect, inout Frame) -> Void, on frame: inout Frame
  ) {
    switch self {
    case .face(let mood): face(mood, rect, &frame)
    case .arrow(let direction, let role):
      draw(direction == .rise ? "▲" : direction == .fall ? "▼" : "−", role, in: rect, on: &frame)
    case .link(let link):
      switch link {
      case .streaming: draw("●", .dim, in: rect, on: &frame)
      case .polling: draw("○", .dim, in: rect, on: &frame)
      case .stale, .offline: draw("×", .warning, in: rect, on: &frame)
      }
    case .bars(let bars):
      for (index, bar) in bars.enumerated() {
        let left = rect.x + index * rect.width / bars.count
        let right = rect.x + (index + 1) * rect.width / bars.count
        fill(left..<right, bar.to, bar.role, in: rect, on: &frame)
      }
    case .chart(let prices, let role):
      guard let low = prices.min(), let high = prices.max() else { return }
      for column in 0..<rect.width {
        // The last of the prices that share a column.
        let last = ((column + 1) * prices.count + rect.width - 1) / rect.width - 1
        let price = prices[last]
        fill(
          rect.x + column..<rect.x + column + 1, low < high ? (price - low) / (high - low) : 0.5,
          role, in: rect, on: &frame)
      }
    }
  }

  /// From the ground up, one row at least.
  private func fill(
    _ columns: Range<Int>, _ share: Double, _ role: ColourRole, in rect: Rect,
    on frame: inout Frame
  ) {
    let share = share.isFinite ? max(0, min(1, share)) : 0
    let height = 1 + Int(share * Double(rect.height - 1) + 0.5)
    fill(
      Rect(x: columns.lowerBound, y: rect.bottom - height, width: columns.count, height: height),
      role, on: &frame)
  }

  private func fill(_ rect: Rect, _ role: ColourRole, on frame: inout Frame) {
    frame.fill(rect, with: role.pixel())
  }

  /// Draws a letter in the middle, enlarged as many times as there is room.
  private func draw(
    _ letter: Unicode.Scalar, _ role: ColourRole, in rect: Rect, on frame: inout Frame
  ) {
    let rows = Self.art[letter]!
    let columns = 16 - rows.reduce(0) { $0 | $1 }.leadingZeroBitCount
    let scale = max(1, min(rect.width / columns, rect.height / rows.count))
    let left = rect.x + (rect.width - columns * scale) / 2
    let top = rect.y + (rect.height - rows.count * scale) / 2
    for (y, row) in rows.enumerated() {
      for x in 0..<columns where row >> UInt16(x) & 1 == 1 {
        fill(
          Rect(x: left + x * scale, y: top + y * scale, width: scale, height: scale), role,
          on: &frame)
      }
    }
  }
}

extension MatrixPicture {
  /// The closes of the candles that are known; nil if there are fewer than two.
  /// - Parameter role: the role of the change beside it; nil for that of the closes' own direction.
  static func chart(
    of candles: some Sequence<Candle?>, _ role: ColourRole? = nil
  ) -> MatrixPicture? {
    let closes = candles.compactMap { $0?.close }
    guard closes.count > 1 else { return nil }
    let way = role ?? ColourRole(change: closes.last! - closes.first!)
    return .chart(closes, role: way)
  }
}
