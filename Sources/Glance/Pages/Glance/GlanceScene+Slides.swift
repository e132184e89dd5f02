import Pixels
import State

extension GlanceScene {
  var slides: [MatrixSlide] {
    if !beside.isEmpty { return pair.flatMap(\.slidesOfTwo) }
    if price == nil { return [unknownSlide] }
    switch layout {
    case .digits:
      return [priceSlide(isOld ? .face(face) : nil)]
    case .chart:
      // The colour of a fall in the last minutes would contradict the change on a day of rise.
      let way = change.map { _ in direction }
      guard !isOld, let chart = MatrixPicture.chart(of: candles, way) else {
        fallthrough
      }
      var price = priceSlide(chart)
      price.direction = .still
      return change == nil ? [price] : [.change(change, picture: chart), price]
    case .full, .twoUp:
      var price = priceSlide(.face(face))
      price.footer = { rect, depth, frame in
        StripGlance(depth: depth).draw(self, in: rect, on: &frame)
      }
      if isOld || change == nil { return [price] }
      return [price, .change(change, picture: .face(face), footer: price.footer)]
    }
  }

  /// The slide for half of a display: the first one, with the market's name.
  var slideOfHalf: MatrixSlide {
    var slide = slides[0]
    // The words of a market that is not listed name it already.
    if statusHeader.isListed { slide.names = statusHeader.names }
    return slide
  }

  private var face: Face { Face(mood, lean: lean) }

  /// An old price has no direction, because that would say nothing about now.
  private func priceSlide(_ picture: MatrixPicture?) -> MatrixSlide {
    MatrixSlide(
      picture: picture, figure: .price(price, decimals: decimals, isRough: mark.isRough),
      role: isOld ? .warning : .text, direction: isOld ? .still : direction)
  }

  private var unknownSlide: MatrixSlide {
    let state = statusHeader.isConnecting ? "WAIT" : statusHeader.isSilent ? "OFF" : "NONE"
    let words = statusHeader.isListed ? state : "\(statusHeader.base) ×"
    return MatrixSlide(
      picture: .face(face), figure: .words(words), role: statusHeader.isOld ? .warning : .dim)
  }

  private var slidesOfTwo: [MatrixSlide] {
    if price == nil {
      return [
        MatrixSlide(
          names: statusHeader.names, figure: .words(NumberFormatter.unknown), role: .dim)
      ]
    }
    return [
      .change(change, of: statusHeader.names, isOld: isOld), priceSlide(isOld ? .face(face) : nil),
    ]
  }
}
