/// The highest and the lowest price of 52 weeks. Nobody has walked that far back: made up.
struct YearRange {
  let high: Double
  let low: Double
  let highDate: String
  let lowDate: String

  init(around price: Double, now: Int64) {
    high = UpbitObject.rounded(price * 1.25)
    low = UpbitObject.rounded(price * 0.625)
    highDate = CivilTime(unixSeconds: now / 1_000 - 42 * 86_400).date
    lowDate = CivilTime(unixSeconds: now / 1_000 - 287 * 86_400).date
  }
}
