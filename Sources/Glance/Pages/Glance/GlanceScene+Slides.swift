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
      // A fall of the last minutes on a day of rise would contradict the change.
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

  /// What half of a display has room for: the first one, and whose it is.
  var slideOfHalf: MatrixSlide {
    var slide = slides[0]
    // What is not listed is named by its words.
    if statusHeader.isListed { slide.names = statusHeader.names }
    return slide
  }

  private var face: Face { Face(mood, lean: lean) }

  /// Which way an old price went says nothing of now.
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
