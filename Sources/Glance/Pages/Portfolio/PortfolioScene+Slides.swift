import Pixels

extension PortfolioScene {
  /// The total, how it went today or since it was bought, then each holding.
  var slides: [MatrixSlide] {
    guard let total else { return MatrixSlide.empty(Self.title) }
    let coverage = [coverage(of: total)].compactMap { $0 }
    var sums = [MatrixSlide.money(total.money, of: coverage, isOld: hasOld)]
    if let sum = [today, profit].compactMap({ $0 }).first(where: { $0.share != nil }) {
      let own = [ownCoverage(of: sum)].compactMap { $0 }
      sums.append(.change(sum.share, of: own, isOld: hasOld))
    }
    return sums
      + rows.flatMap { row -> [MatrixSlide] in
        guard row.isListed, row.value != nil else {
          return [MatrixSlide(names: [row.name], figure: .words(NumberFormatter.unknown))]
        }
        return [
          .change(row.gain, of: [row.name], isOld: row.isOld), .money(row.value, isOld: row.isOld),
        ]
      }
  }
}
