import MarketData

/// What an exchange says of a book that it tells in changes.
public struct BookChange: Equatable, Sendable {
  /// True for the whole book, false for new sizes at some of its prices.
  public var isWhole: Bool
  /// How many levels of each side the exchange speaks of: what falls behind is forgotten.
  public var depth: Int
  /// A size of 0 takes the price out of the book.
  public var bids: [OrderBook.Level]
  public var asks: [OrderBook.Level]

  public init(
    isWhole: Bool, depth: Int, bids: [OrderBook.Level], asks: [OrderBook.Level]
  ) {
    self.isWhole = isWhole
    self.depth = depth
    self.bids = bids
    self.asks = asks
  }
}

/// A book kept from its changes, best prices first.
struct BookLadder {
  /// Levels kept on each side of a book that is told whole, so that enough are left of it when the
  /// best ones are taken.
  static let depthMax = 500

  private var bids: [OrderBook.Level] = []
  private var asks: [OrderBook.Level] = []

  /// Nil while bids and asks overlap, as in an auction.
  var book: OrderBook? {
    if let bid = bids.first, let ask = asks.first, bid.price >= ask.price { return nil }
    let depth = OrderBook.depthMax
    return OrderBook(bids: Array(bids.prefix(depth)), asks: Array(asks.prefix(depth)))
  }

  mutating func apply(_ change: BookChange) {
    if change.isWhole {
      bids = change.bids.filter { $0.size > 0 }.sorted { $0.price > $1.price }
      asks = change.asks.filter { $0.size > 0 }.sorted { $0.price < $1.price }
    } else {
      for level in change.bids { Self.put(level, into: &bids, by: >) }
      for level in change.asks { Self.put(level, into: &asks, by: <) }
    }
    let depth = min(change.depth, Self.depthMax)
    bids.removeLast(max(0, bids.count - depth))
    asks.removeLast(max(0, asks.count - depth))
  }

  private static func put(
    _ level: OrderBook.Level, into levels: inout [OrderBook.Level],
    by isBefore: (Double, Double) -> Bool
  ) {
    let place = levels.firstIndex { !isBefore($0.price, level.price) } ?? levels.count
    let isThere = place < levels.count && levels[place].price == level.price
    if level.size <= 0 {
      if isThere { levels.remove(at: place) }
    } else if isThere {
      levels[place].size = level.size
    } else {
      levels.insert(level, at: place)
    }
  }
}
