import Pixels

extension PremiumScene {
  /// By the official rate, and by the one of a coin that is worth a dollar.
  var slides: [MatrixSlide] {
    let parts = [("$", official), ("₮", byCoin)].compactMap { name, part in
      part.map { part in
        MatrixSlide(
          names: [name], figure: .signedChange(part.fraction),
          role: ColourRole(change: part.fraction, isOld: part.isStale))
      }
    }
    return parts.isEmpty ? MatrixSlide.empty(Self.title) : parts
  }
}
