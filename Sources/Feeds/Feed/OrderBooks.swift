import MarketData

/// The order books of the markets whose books are looked at, where the exchange tells them in
/// changes.
struct OrderBooks {
  /// What follows from a change.
  enum Outcome {
    case book(OrderBook)
    /// The book cannot be shown: it does not add up, some of it could not be read, its bids and asks
    /// overlap, or the whole of it is late.
    /// - Parameters:
    ///   - isNew: whether the book was shown until now, and is to be shown no more.
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
  /// For the books that did not add up or overlapped, or whose changes came without the whole book.
  private var repairs: [MarketID: BookRepairSchedule] = [:]

  /// From now on keeps the books of these markets, where they are followed, and of no others. Other
  /// books are emptied, so that they are not taken for new later.
  /// - Parameter isOffered: whether the endpoint that is used tells order books.
  /// - Returns: those that were not wanted before, in their order.
  mutating func follow(
    _ books: Set<MarketID>, among followed: [MarketID], isOffered: Bool = true,
    _ emit: (Update) -> Void
  ) -> [MarketID] {
    let before = wanted
    empty(wanted.subtracting(books), emit)
    wanted = books.intersection(followed)
    told.formIntersection(wanted)
    builders = builders.filter { wanted.contains($0.key) }
    repairs = repairs.filter { wanted.contains($0.key) }
    let newcomers = wanted.subtracting(before).sorted()
    if !isOffered { refuse(newcomers, emit) }
    return newcomers
  }

  /// A new connection or endpoint has told no book yet, and may bring none. The old books are
  /// emptied: a book that stands still looks as if it were of now.
  /// - Parameter isOffered: as in `follow`.
  mutating func restart(isOffered: Bool, _ emit: (Update) -> Void) {
    if isOffered { empty(told, emit) }
    (told, builders) = ([], [:])
    if !isOffered { refuse(wanted.sorted(), emit) }
  }

  /// No books will come of these markets: that is told in place of a book, and taken back like one.
  private mutating func refuse(_ markets: [MarketID], _ emit: (Update) -> Void) {
    told.formUnion(markets)
    for market in markets { emit(.book(market: market, .notOffered)) }
  }

  private func empty(_ markets: Set<MarketID>, _ emit: (Update) -> Void) {
    for market in markets.sorted() {
      emit(.book(market: market, OrderBook(bids: [], asks: [])))
    }
  }

  /// Takes what was said of a market's book.
  /// - Returns: whether the whole of it is to be asked for again.
  mutating func take(_ statement: Statement, at now: Int64, _ emit: (Update) -> Void) -> Bool {
    let market = statement.market
    // A book that nobody looks at any more may still come, and would stand there for good.
    if let book = statement.book, wanted.contains(market) {
      told.insert(market)
      emit(.book(market: market, book))
    }
    guard let change = statement.bookChange else { return false }
    switch apply(change, to: market, at: now) {
    case .nothing: return false
    case .book(let book):
      emit(.book(market: market, book))
      return false
    case .broken(let isNew, let asksAgain):
      if isNew { empty([market], emit) }
      return asksAgain
    }
  }

  /// Applies a change. Changes that come before the whole book, or to a book that is not wanted,
  /// are dropped.
  mutating func apply(_ change: BookChange, to market: MarketID, at now: Int64) -> Outcome {
    guard wanted.contains(market) else { return .nothing }
    guard change.isWhole || builders[market] != nil else {
      // Changes go on while the whole book is late. A book that the stream still carries although
      // nobody knows of it never comes as a whole by itself.
      let asksAgain = repairs[market, default: BookRepairSchedule(asked: now)].beginIfDue(at: now)
      return asksAgain ? .broken(isNew: false, asksAgain: true) : .nothing
    }
    let count = change.isWhole ? 0 : max(change.bids.count, change.asks.count)
    let isUsable = !change.isBroken && count <= OrderBookBuilder.changesMax
    if isUsable { builders[market, default: OrderBookBuilder()].apply(change) }
    let isLost =
      !isUsable || builders[market]?.isUsedUp == true || isWrong(market, change.checksum)
    if isLost { builders[market] = nil }
    if let book = builders[market]?.book {
      told.insert(market)
      return .book(book)
    }
    // In an auction bids and asks overlap, and go on to change: the book that was told before is
    // out of date. A change may also have been lost; where a checksum says that none was, a new
    // book would be no better.
    let asksAgain =
      (isLost || change.checksum == nil)
      && repairs[market, default: BookRepairSchedule()].beginIfDue(at: now)
    return .broken(isNew: told.remove(market) != nil, asksAgain: asksAgain)
  }

  private func isWrong(_ market: MarketID, _ checksum: UInt32?) -> Bool {
    guard let checksum, let own = builders[market]?.checksum else { return false }
    return own != checksum
  }
}
