import MarketData

/// The order books of the markets whose books are looked at, where the exchange tells them in
/// changes.
struct OrderBooks {
  /// What follows from a change.
  enum Outcome {
    case book(OrderBook)
    /// The book does not add up, or the whole of it is late.
    /// - Parameters:
    ///   - isNew: true where it is found out now, so that it is to be shown no more.
    ///   - asksAgain: whether it is time to ask for the whole book again.
    case broken(isNew: Bool, asksAgain: Bool)
    /// Nothing that can be shown.
    case nothing
  }

  /// The markets whose books are wanted.
  private(set) var wanted: Set<MarketID> = []
  /// Those of them whose books were told.
  private var told: Set<MarketID> = []
  private var builders: [MarketID: OrderBookBuilder] = [:]
  /// Of those whose book did not add up, or whose changes came without it.
  private var repairs: [MarketID: BookRepairSchedule] = [:]

  /// Keeps the books of these markets from now on, where they are followed, and of no others.
  /// - Returns: those that are wanted no more, in their order.
  mutating func follow(_ books: Set<MarketID>, among followed: [MarketID]) -> [MarketID] {
    let left = wanted.subtracting(books).sorted()
    wanted = books.intersection(followed)
    told.formIntersection(wanted)
    builders = builders.filter { wanted.contains($0.key) }
    repairs = repairs.filter { wanted.contains($0.key) }
    return left
  }

  /// Another connection, or endpoint, has told no book yet.
  /// - Returns: those that were told before, in their order.
  mutating func restart() -> [MarketID] {
    defer { (told, builders) = ([], [:]) }
    return told.sorted()
  }

  /// A whole book is told.
  /// - Returns: whether it is wanted. One that nobody looks at any more may still come, and would stand
  ///   there for good.
  mutating func take(_ market: MarketID) -> Bool {
    guard wanted.contains(market) else { return false }
    told.insert(market)
    return true
  }

  /// Changes from before the whole book, or of one that is wanted no more, are dropped.
  mutating func apply(_ change: BookChange, to market: MarketID, at now: Int64) -> Outcome {
    guard wanted.contains(market) else { return .nothing }
    guard change.isWhole || builders[market] != nil else {
      // Changes go on while the whole book is late. One that is carried still although nobody knows of
      // it never comes as a whole by itself.
      let isDue = repairs[market, default: BookRepairSchedule(asked: now)].isDue(at: now)
      return isDue ? .broken(isNew: false, asksAgain: true) : .nothing
    }
    let count = change.isWhole ? 0 : max(change.bids.count, change.asks.count)
    let isTooLong = count > OrderBookBuilder.changesMax
    if !isTooLong { builders[market, default: OrderBookBuilder()].apply(change) }
    if isTooLong || builders[market]?.isUsedUp == true || isWrong(market, change.checksum) {
      builders[market] = nil
      let isDue = repairs[market, default: BookRepairSchedule()].isDue(at: now)
      return .broken(isNew: true, asksAgain: isDue)
    }
    guard let book = builders[market]?.book else { return .nothing }
    told.insert(market)
    return .book(book)
  }

  private func isWrong(_ market: MarketID, _ checksum: UInt32?) -> Bool {
    guard let checksum, let own = builders[market]?.checksum else { return false }
    return own != checksum
  }
}
