import Pixels
import State

extension DetailScene {
  var slides: [MatrixSlide] {
    guard price != nil else { return MatrixSlide.empty(Self.title, isLost: statusHeader.isOld) }
    let isOld = statusHeader.isOld
    var slides: [MatrixSlide] = []
    if !warnings.isEmpty || delistsOn != nil {
      slides.append(MatrixSlide(names: [base], figure: .words("!"), role: .warning))
    }
    slides.append(.change(change, isOld: isOld))
    for (name, price) in [("HI ", day?.high), ("LO ", day?.low)] where price != nil {
      slides.append(
        MatrixSlide(
          names: [name], figure: .price(price, decimals: decimals, isRough: mark.isRough),
          isDetail: true
        ).marked(old: isOld))
    }
    if let volume {
      slides.append(
        MatrixSlide(
          names: ["VOL "], figure: .size(volume), isDetail: true
        ).marked(old: isOld))
    }
    if let rank { slides.append(MatrixSlide(figure: .words("#\(rank)"))) }
    return slides
  }
}
