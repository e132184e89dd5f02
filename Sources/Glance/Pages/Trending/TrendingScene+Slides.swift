import Pixels

extension TrendingScene {
  /// Its rank before each coin.
  var slides: [MatrixSlide] {
    guard !coins.isEmpty else { return MatrixSlide.empty(Self.title, isLost: statusHeader.isOld) }
    return coins.enumerated().flatMap { index, coin -> [MatrixSlide] in
      [
        MatrixSlide(names: ["#\(index + 1) "], figure: .words(coin.name)),
        .change(coin.change, isOld: statusHeader.isOld),
      ]
    }
  }
}
