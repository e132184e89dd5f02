import Pixels

extension TradesScene {
  /// The newest trade, with an arrow up if the taker bought.
  var slides: [MatrixSlide] {
    guard let trade = trades.first else {
      return MatrixSlide.empty(Self.title, isLost: statusHeader.isOld)
    }
    let side: ColourRole = trade.isBuy.map { $0 ? .rise : .fall } ?? .still
    // An amount alone would say nothing.
    return [
      MatrixSlide(
        figure: .price(trade.price, decimals: decimals, isRough: mark.isRough), direction: side
      ).marked(old: isOld)
    ]
  }
}
