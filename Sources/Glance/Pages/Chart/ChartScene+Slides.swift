import MarketData
import Pixels

extension ChartScene {
  var slides: [MatrixSlide] {
    let closes = candles.compactMap { $0?.close }
    let isOld = statusHeader.isOld
    guard let picture = MatrixPicture.chart(of: candles, isOld: isOld), let first = closes.first,
      let last = closes.last
    else { return MatrixSlide.empty(Self.title, isLost: statusHeader.isOld) }
    var price = MatrixSlide(
      picture: picture, figure: .price(self.price, decimals: decimals, isRough: mark.isRough),
      role: isOld ? .warning : .text)
    price.direction = .still
    return [
      .change(first > 0 ? (last / first - 1).roundedChange : nil, isOld: isOld, picture: picture),
      price,
    ]
  }
}
