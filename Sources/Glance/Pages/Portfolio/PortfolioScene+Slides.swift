import Pixels

extension PortfolioScene {
  /// All of it, how it went today and since it was bought, then each holding.
  var slides: [MatrixSlide] {
    guard let total else { return MatrixSlide.empty(Self.title) }
    let sums = [today, profit].compactMap { $0?.share }
    let coverage = [coverage(of: total)].compactMap { $0 }
    return [.money(total.money, of: coverage, isOld: hasOld)]
      + sums.prefix(1).map { .change($0, isOld: hasOld) }
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
