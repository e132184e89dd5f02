import Timing

/// A change of the price lights up for a moment: what the price was before it, and until when that
/// is shown.
struct PriceFlash: Equatable, Sendable {
  /// How long a change lights up. Changes within the time of one draw count as one.
  static let milliseconds: Int64 = 300
  private static let drawMilliseconds: Int64 = 100

  private var before: Double?
  private var changedAt = Int64.longAgo

  mutating func change(from price: Double?, to next: Double, at monotonic: Int64) {
    guard let price, price != next, monotonic - changedAt >= Self.drawMilliseconds else { return }
    (before, changedAt) = (price, monotonic)
  }

  /// The price before the change; nil where none lights up.
  func price(at monotonic: Int64) -> Double? { ends(at: monotonic).isNever ? nil : before }

  func ends(at monotonic: Int64) -> Deadline {
    let end = Deadline(changedAt + Self.milliseconds)
    return before != nil && !end.isDue(at: monotonic) ? end : .never
  }
}
