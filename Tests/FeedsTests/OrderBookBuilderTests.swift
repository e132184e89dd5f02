import MarketData
import TestSupport
import Testing

@testable import Feeds

@Suite struct OrderBookBuilderTests {
  private func levels(_ pairs: [(Double, Double)]) -> [OrderBook.Level] {
    pairs.map { OrderBook.Level(price: $0.0, size: $0.1) }
  }

  private func bookLevels(_ pairs: [(Double, Double)]) -> [BookLevel] {
    levels(pairs).map(BookLevel.init)
  }

  @Test("changes before the whole book say nothing; then they are laid over it")
  func changes() {
    let rig = FeedRig("BTC/USD", of: Kraken())
    rig.feed.follow([0], books: [0], at: rig.now) { _ in }
    rig.opened()
    func book(_ type: String, _ bids: String, _ asks: String) {
      rig.message(
        #"{"channel":"book","type":"\#(type)","data":[{"symbol":"BTC/USD","bids":[\#(bids)],"asks":[\#(asks)]}]}"#
      )
    }
    var books: [OrderBook] {
      rig.updates.compactMap { if case .book(0, let book) = $0 { book } else { nil } }
    }
    book("update", #"{"price":9,"qty":1}"#, "")
    #expect(books.isEmpty)
    book(
      "snapshot", #"{"price":9,"qty":1},{"price":8,"qty":"2"}"#,
      #"{"price":10,"qty":1},{"price":11,"qty":1}"#)
    book("update", #"{"price":9,"qty":0.0},{"price":8.5,"qty":3}"#, #"{"price":10,"qty":5}"#)
    #expect(books.last?.bids == levels([(8.5, 3), (8, 2)]))
    #expect(books.last?.asks == levels([(10, 5), (11, 1)]))
    var count = books.count
    // Bids and asks overlap: what was told before is withdrawn, once.
    book("update", #"{"price":10.5,"qty":1}"#, "")
    book("update", #"{"price":10.6,"qty":1}"#, "")
    #expect(books.count == count + 1 && books.last == OrderBook(bids: [], asks: []))
    count = books.count
    book("update", #"{"price":10.5,"qty":0},{"price":10.6,"qty":0}"#, "")
    #expect(books.count == count + 1 && books.last?.bids == levels([(8.5, 3), (8, 2)]))
    book("update", #"{"price":7,"qty":null}"#, "")
    #expect(rig.feed.dropped == 1)
  }

  @Test("a book of the connection before is forgotten, and no changes are laid over it")
  func reconnected() {
    let rig = FeedRig("BTC/USD", of: Kraken())
    rig.feed.follow([0], books: [0], at: rig.now) { _ in }
    func book(_ type: String, _ bid: Int) {
      rig.message(
        #"{"channel":"book","type":"\#(type)","data":[{"symbol":"BTC/USD","#
          + #""bids":[{"price":\#(bid),"qty":1}],"asks":[]}]}"#)
    }
    var books: [[Double]] {
      rig.updates.compactMap {
        if case .book(0, let book) = $0 { book.bids.map(\.price) } else { nil }
      }
    }
    rig.opened()
    book("snapshot", 9)
    #expect(books == [[9]])
    rig.closed(TransportFailure(reason: "cut"))
    rig.pass(5_000)
    rig.opened()
    book("update", 8)
    #expect(books == [[9], []])
    book("snapshot", 7)
    #expect(books == [[9], [], [7]])
  }

  @Test("a book that nobody follows any more is forgotten")
  func dropped() {
    let rig = FeedRig("BTC/USD", of: Kraken())
    var said: [Update] = []
    rig.feed.follow([0], books: [0], at: rig.now) { said.append($0) }
    let empty = Update.book(market: 0, OrderBook(bids: [], asks: []))
    #expect(!said.contains(empty))
    rig.feed.follow([0], at: rig.now) { said.append($0) }
    #expect(said.contains(empty))
  }

  @Test("a whole book of Coinbase and its changes give the book")
  func coinbase() {
    let whole = Coinbase().reading(
      #"{"type":"snapshot","product_id":"BTC-USD","bids":[["9","1"],["8","2"]],"asks":[["10","1"]]}"#,
      "BTC-USD")
    let change = Coinbase().reading(
      #"{"type":"l2update","product_id":"BTC-USD","changes":[["buy","9","0"],["sell","9.5","4"]],"#
        + #""time":"2026-11-20T04:12:33.1Z"}"#, "BTC-USD")
    var builder = OrderBookBuilder()
    builder.apply(whole.statements[0].bookChange!)
    builder.apply(change.statements[0].bookChange!)
    #expect(
      builder.book?.bids == levels([(8, 2)]) && builder.book?.asks == levels([(9.5, 4), (10, 1)]))
    for bad in [
      #"[["buy","9"]]"#, #"[["hold","9","1"]]"#, "[[]]", #"[["buy","x","1"]]"#,
      #"[["buy","9","-1"]]"#, #"[["buy","9","1"],["sell","10"]]"#, "null",
    ] {
      let text = #"{"type":"l2update","product_id":"BTC-USD","changes":\#(bad)}"#
      let reading = Coinbase().reading(text, "BTC-USD")
      #expect(reading.dropped == 1, "\(bad)")
      #expect(reading.statements.map { $0.bookChange?.isBroken } == [true], "\(bad)")
    }
  }

  /// A feed of Coinbase that shows two books, and has told the first.
  private func coinbaseRig() -> FeedRig {
    let rig = FeedRig("BTC-USD", "ETH-USD", of: Coinbase())
    rig.follow([0, 1], books: [0, 1])
    rig.opened()
    rig.message(whole)
    rig.pass(1_000)
    _ = rig.wanted()
    return rig
  }

  private var whole: String {
    #"{"type":"snapshot","product_id":"BTC-USD","bids":[["9","1"]],"asks":[["10","1"]]}"#
  }

  private func change(_ changes: String) -> String {
    #"{"type":"l2update","product_id":"BTC-USD","changes":[\#(changes)]}"#
  }

  private func bids(_ rig: FeedRig) -> [[Double]] {
    rig.updates.compactMap {
      if case .book(0, let book) = $0 { book.bids.map(\.price) } else { nil }
    }
  }

  private func requests(_ rig: FeedRig) -> [String] {
    rig.wanted().compactMap { if case .send(let text, _) = $0 { text } else { nil } }
  }

  private static let again = ["unsubscribe", "subscribe"].map {
    #"{"type":"\#($0)","product_ids":["BTC-USD"],"channels":["level2_batch"]}"#
  }

  @Test("where bids and asks overlap a book is withdrawn, and asked for again, once a while")
  func crossed() {
    let rig = coinbaseRig()
    #expect(bids(rig) == [[9]])
    rig.message(change(#"["buy","10.5","1"]"#))
    #expect(bids(rig) == [[9], []])
    #expect(rig.feed.dropped == 0)
    rig.pass(1_000)
    #expect(requests(rig) == Self.again)
    rig.message(change(#"["buy","10.6","1"]"#))
    rig.pass(900)
    #expect(requests(rig) == [] && bids(rig) == [[9], []])
    rig.pass(200)
    rig.message(change(#"["buy","10.7","1"]"#))
    rig.pass(100)
    #expect(requests(rig) == Self.again)
    rig.message(whole)
    #expect(bids(rig) == [[9], [], [9]])
  }

  @Test("a change of which a level is wrong ends its book, which is asked for again, and no other")
  func unreadable() {
    let rig = coinbaseRig()
    rig.message(change(#"["buy","9","2"],["sell","10","x"]"#))
    rig.message(change(#"["buy","8","2"]"#))
    #expect(bids(rig) == [[9], []] && rig.feed.dropped == 1)
    rig.pass(1_000)
    #expect(requests(rig) == Self.again)
    rig.message(whole)
    #expect(bids(rig) == [[9], [], [9]])
    rig.message(#"{"type":"snapshot","product_id":"BTC-USD","bids":[["9"]],"asks":[]}"#)
    #expect(bids(rig) == [[9], [], [9], []])
  }

  @Test("a change whose time cannot be believed ends its book, too")
  func absurdTime() {
    let rig = coinbaseRig()
    rig.message(
      #"{"type":"l2update","product_id":"BTC-USD","changes":[["buy","8","2"]],"#
        + #""time":"2009-01-01T00:00:00Z"}"#)
    #expect(bids(rig) == [[9], []] && rig.feed.dropped == 1)
    rig.pass(1_000)
    #expect(requests(rig) == Self.again)
  }

  @Test("however it changes, a book is what its changes add up to", arguments: 0..<20)
  func adds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var builder = OrderBookBuilder()
    var bids: [Double: Double] = [:]
    builder.apply(BookChange(isWhole: true, depth: 500, bids: [], asks: []))
    for _ in 0..<300 {
      let level = OrderBook.Level(
        price: Double(Int.random(in: 1...60, using: &random)),
        size: Double(Int.random(in: 0...3, using: &random)))
      bids[level.price] = level.size == 0 ? nil : level.size
      builder.apply(BookChange(isWhole: false, depth: 500, bids: [BookLevel(level)], asks: []))
      let best = bids.keys.sorted(by: >).prefix(OrderBook.depthMax)
      #expect(builder.book?.bids.map(\.price) == Array(best))
      #expect(builder.book?.bids.map(\.size) == best.map { bids[$0] })
    }
  }

  @Test("what falls behind the depth is forgotten")
  func depth() {
    var builder = OrderBookBuilder()
    builder.apply(
      BookChange(isWhole: true, depth: 2, bids: bookLevels([(3, 1), (2, 1), (1, 1)]), asks: []))
    builder.apply(BookChange(isWhole: false, depth: 2, bids: bookLevels([(3, 0)]), asks: []))
    #expect(builder.book?.bids == levels([(2, 1)]))
  }

  @Test(
    "a book of Coinbase is kept as deep as it is told: when the best are taken, others are left")
  func deep() {
    var builder = OrderBookBuilder()
    let depth: Int? = nil
    let bids = bookLevels((1...1_341).map { (Double($0), 1) })
    builder.apply(BookChange(isWhole: true, depth: depth, bids: bids, asks: []))
    for level in bids.suffix(1_300) {
      builder.apply(
        BookChange(
          isWhole: false, depth: depth, bids: bookLevels([(level.level.price, 0)]), asks: []))
    }
    #expect(builder.book?.bids.map(\.price) == (10...41).reversed().map(Double.init))
    builder.apply(
      BookChange(
        isWhole: true, depth: depth, bids: bookLevels((1...9_000).map { (Double($0), 1) }),
        asks: []))
    builder.apply(
      BookChange(
        isWhole: false, depth: depth, bids: bookLevels((4_001...9_000).map { (Double($0), 0) }),
        asks: []))
    #expect(builder.book?.bids.isEmpty == true)
  }

  @Test("of a book that is too deep nothing is shown that lies behind what is kept")
  func edge() {
    var books = OrderBooks()
    _ = books.follow([0], among: [0]) { _ in }
    func apply(_ bids: [(Double, Double)], isWhole: Bool = false, at now: Int64 = 0) -> OrderBook? {
      let change = BookChange(isWhole: isWhole, depth: nil, bids: bookLevels(bids), asks: [])
      switch books.apply(change, to: 0, at: now) {
      case .book(let book): return book
      case .broken(isNew: true, asksAgain: true), .nothing: return nil
      case .broken:
        Issue.record("it is asked for once")
        return nil
      }
    }
    let whole = (1...6_000).map { (Double($0), 1.0) }
    #expect(apply(whole, isWhole: true)?.bids.first?.price == 6_000)
    // The worst of those that are kept is 1001: what is told behind it has gaps.
    #expect(apply([(1_000.5, 7)])?.bids.count == 32)
    #expect(
      apply((1_065...6_000).map { (Double($0), 0) })?.bids.map(\.price)
        == (1_033...1_064).reversed().map(Double.init))
    #expect(apply([(1_064, 0)]) == nil, "too few are left")
    #expect(apply(whole, isWhole: true)?.bids.first?.price == 6_000)
    #expect(
      apply((0...10_000).map { (Double($0), 1) }, at: 600_000) == nil,
      "no exchange says so much at once")
  }
}
