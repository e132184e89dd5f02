/// The lowest and highest prices of the last minutes, in sixty pieces of them.
struct PriceWindow: Equatable, Sendable {
  private struct Piece: Equatable, Sendable {
    var start: Int64
    var low: Double
    var high: Double
  }

  private var pieces: [Piece] = []

  /// Takes a price.
  /// - Parameters:
  ///   - now: monotonic milliseconds; what came later than that is forgotten.
  ///   - span: milliseconds.
  /// - Returns: the per cent that it moved, up or down, from the farthest price of the span.
  mutating func move(to price: Double, at now: Int64, span: Int64) -> Double {
    pieces.removeAll { $0.start <= now - span || $0.start > now }
    if let last = pieces.indices.last, now - pieces[last].start < span / 60 {
      pieces[last].low = min(pieces[last].low, price)
      pieces[last].high = max(pieces[last].high, price)
    } else {
      pieces.append(Piece(start: now, low: price, high: price))
    }
    let low = pieces.reduce(price) { min($0, $1.low) }
    let high = pieces.reduce(price) { max($0, $1.high) }
    let (rise, fall) = (price / low - 1, price / high - 1)
    // Rounded, so that 101.1 is exactly 1.1 % more than 100.
    return ((rise >= -fall ? rise : fall) * 1e11).rounded() / 1e9
  }
}
