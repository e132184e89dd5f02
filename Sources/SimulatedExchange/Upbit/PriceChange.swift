/// How far a price is from the last day's close.
struct PriceChange {
  /// In the quote, with its sign.
  let price: Double
  /// A fraction with its sign, ten decimals.
  let rate: Double

  init(from base: Double, to price: Double) {
    self.price = ((price - base) * 1e8).rounded() / 1e8
    rate = ((price - base) / base * 1e10).rounded() / 1e10
  }

  var direction: String {
    price > 0 ? "RISE" : price < 0 ? "FALL" : "EVEN"
  }
}
