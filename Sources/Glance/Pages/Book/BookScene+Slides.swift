import MarketData
import Pixels

extension BookScene {
  var slides: [MatrixSlide] {
    guard !isEmpty else { return MatrixSlide.empty(Self.title, isLost: statusHeader.isOld) }
    // A book is looked at to see which side offers more, and how much of the whole that is.
    let (bid, ask) = (Self.sum(bids), Self.sum(asks))
    let more: ColourRole = bid > ask ? .rise : bid < ask ? .fall : .still
    let share = "\(Self.percent(max(bid, ask), of: bid + ask))%"
    let name = more == .rise ? "BID" : more == .fall ? "ASK" : ""
    let sides = [("BID", bids.first, ColourRole.rise), ("ASK", asks.first, .fall)].compactMap {
      name, level, side in
      level.map {
        MatrixSlide(
          names: [name], figure: .price($0.price, decimals: decimals, isRough: mark.isRough),
          role: side, isDetail: true)
      }
    }
    let all = [MatrixSlide(names: [name], figure: .words(share), role: more)] + sides
    return all.map { $0.marked(old: isOld) }
  }

  private static func sum(_ levels: [OrderBook.Level]) -> Double {
    levels.reduce(0) { $0 + $1.size }
  }

  private static func percent(_ part: Double, of whole: Double) -> Int {
    let share = part / whole
    return share.isFinite ? Int(max(0, min(1, share)) * 100 + 0.5) : 50
  }
}
