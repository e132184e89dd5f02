import Pixels

extension WalletScene {
  /// For each coin whether it can be deposited, and whether it can be withdrawn.
  var slides: [MatrixSlide] {
    guard !rows.isEmpty else { return MatrixSlide.empty(Self.title, isLost: statusHeader.isOld) }
    return rows.enumerated().flatMap { index, row in
      zip(["IN", "OUT"], row.passage.directions).map { direction, can in
        let sign = can == nil ? "?" : can == true ? "✓" : "×"
        return MatrixSlide(
          names: [row.name], figure: .words("\(direction) \(sign)"), role: WalletPage.role(can),
          isDetail: index > 0
        ).marked(old: statusHeader.isOld)
      }
    }
  }
}
