import Pixels

extension WalletScene {
  /// Of each coin what comes in, an arrow down, and what goes out, one up.
  var slides: [MatrixSlide] {
    guard !rows.isEmpty else { return MatrixSlide.empty(Self.title) }
    return rows.flatMap { row in
      [("↓", row.passage.canDeposit), ("↑", row.passage.canWithdraw)].map { arrow, can in
        let sign = can == nil ? "?" : can == true ? "✓" : "×"
        return MatrixSlide(
          names: [row.name], figure: .words("\(arrow)\(sign)"),
          role: statusHeader.isOld ? .dim : WalletPage.role(can, .text))
      }
    }
  }
}
