import MarketData
import Pixels

extension ChartScene {
  var slides: [MatrixSlide] {
    let isOld = statusHeader.isOld
    guard let picture = MatrixPicture.chart(of: candles) else {
      return MatrixSlide.empty(Self.title, isLost: isOld)
    }
    // The change over the time of the candles would be read as the day's change.
    var price = MatrixSlide(
      picture: isOld ? MatrixSlide.old : picture,
      figure: .price(self.price, decimals: decimals, isRough: mark.isRough),
      role: isOld ? .warning : .text)
    price.direction = .still
    return [price]
  }
}
