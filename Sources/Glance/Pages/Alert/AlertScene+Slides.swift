import Pixels

extension AlertScene {
  /// What has happened, beside an arrow that blinks, and to which market.
  var slides: [MatrixSlide] {
    let direction: ColourRole = role == .warning ? .still : role
    let picture: MatrixPicture =
      direction == .still
      ? .link(.offline) : .arrow(direction, role: isLit ? role : .paper)
    let figure: MatrixSlide.Figure =
      switch condition {
      case .above(let level), .below(let level): .level(level, decimals: decimals)
      case .change(let least, _): .change((figure ?? least) / 100)
      case .dayHigh, .dayLow: .price(figure, decimals: decimals)
      case .premiumAbove(let level), .premiumBelow(let level): .signedChange(level / 100)
      case .feedLost: .words(statusHeader.exchange)
      }
    let what = MatrixSlide(picture: picture, figure: figure, role: role)
    if case .feedLost = condition { return [what] }
    return [
      what, MatrixSlide(picture: picture, figure: .words(statusHeader.base), role: role),
    ]
  }
}
