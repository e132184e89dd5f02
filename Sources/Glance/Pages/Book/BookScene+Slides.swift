import MarketData
import Pixels

extension BookScene {
  var slides: [MatrixSlide] {
    guard !isEmpty else { return MatrixSlide.empty(Self.title, isLost: statusHeader.isOld) }
    // Which side offers more, and how much of all: what a book is looked at for.
    let (bid, ask) = (Self.sum(bids), Self.sum(asks))
    let more: ColourRole = bid > ask ? .rise : bid < ask ? .fall : .still
    let share = "\(Self.percent(max(bid, ask), of: bid + ask))%"
    let name = more == .rise ? "BID" : more == .fall ? "ASK" : ""
    let cross = isOld ? MatrixSlide.old : nil
    return [MatrixSlide(picture: cross, names: [name], figure: .words(share), role: role(more))]
      + [("BID", bids.first, ColourRole.rise), ("ASK", asks.first, .fall)].compactMap {
        name, level, side in
        level.map {
          MatrixSlide(
            picture: cross, names: [name],
            figure: .price($0.price, decimals: decimals, isRough: mark.isRough),
            role: role(side),
            isDetail: true)
        }
      }
  }

  private static func sum(_ levels: [OrderBook.Level]) -> Double {
    levels.reduce(0) { $0 + $1.size }
  }

  private static func percent(_ part: Double, of whole: Double) -> Int {
    let share = part / whole
    return share.isFinite ? Int(max(0, min(1, share)) * 100 + 0.5) : 50
  }

  private func role(_ role: ColourRole) -> ColourRole { isOld ? .dim : role }
}
