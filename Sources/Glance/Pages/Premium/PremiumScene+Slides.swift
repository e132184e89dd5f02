import Pixels

extension PremiumScene {
  /// The premium by the official rate, and by that of a coin worth a dollar. Only USDT has a sign.
  var slides: [MatrixSlide] {
    let coin = prices.last?.money.mark.currency ?? ""
    let sign = coin == "USDT" ? "₮" : coin
    let parts = [("$", official), (sign, byCoin)].compactMap { name, part in
      part.map { part in
        MatrixSlide(
          picture: part.isStale ? MatrixSlide.old : nil, names: [name],
          figure: .signedChange(part.fraction),
          role: ColourRole(change: part.fraction, isOld: part.isStale))
      }
    }
    return parts.isEmpty ? MatrixSlide.empty(Self.title) : parts
  }
}
