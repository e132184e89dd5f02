import MarketData
import Testing

@testable import Feeds

@Suite("The checksum of Kraken's order books")
struct BookChecksumTests {
  /// The example of docs.kraken.com, "Book checksum (v2)".
  private static let bids = [
    ("45283.5", "0.10000000"),
    ("45283.4", "1.54582015"),
    ("45282.1", "0.10000000"),
    ("45281.0", "0.10000000"),
    ("45280.3", "1.54592586"),
    ("45279.0", "0.07990000"),
    ("45277.6", "0.03310103"),
    ("45277.5", "0.30000000"),
    ("45277.3", "1.54602737"),
    ("45276.6", "0.15445238"),
  ]
  private static let asks = [
    ("45285.2", "0.00100000"),
    ("45286.4", "1.54571953"),
    ("45286.6", "1.54571109"),
    ("45289.6", "1.54560911"),
    ("45290.2", "0.15890660"),
    ("45291.8", "1.54553491"),
    ("45294.7", "0.04454749"),
    ("45296.1", "0.35380000"),
    ("45297.5", "0.09945542"),
    ("45299.5", "0.18772827"),
  ]
  private static let checksum: UInt32 = 3_310_070_434

  private static func side(_ levels: [(String, String)]) -> String {
    levels.map { "{\"price\":\($0.0),\"qty\":\($0.1)}" }.joined(separator: ",")
  }

  private static func message(
    _ type: String, bids: String = "", asks: String = "", checksum: UInt32
  ) -> String {
    """
    {"channel":"book","type":"\(type)","data":[{"symbol":"BTC/USD","bids":[\(bids)],\
    "asks":[\(asks)],"checksum":\(checksum)}]}
    """
  }

  private static let whole = message(
    "snapshot", bids: side(bids), asks: side(asks), checksum: checksum)

  private func rig() -> FeedRig {
    let rig = FeedRig("BTC/USD", of: Kraken())
    rig.follow([0], books: [0])
    rig.opened()
    rig.pass(1_000)
    _ = rig.wanted()
    return rig
  }

  private func books(_ rig: FeedRig) -> [OrderBook] {
    rig.updates.compactMap { if case .book(0, let book) = $0 { book } else { nil } }
  }

  private func requests(_ rig: FeedRig) -> [String] {
    rig.wanted().compactMap { if case .send(let text, _) = $0 { text } else { nil } }
  }

  private static let again = ["unsubscribe", "subscribe"].map {
    #"{"method":"\#($0)","params":{"channel":"book","depth":25,"symbol":["BTC/USD"]}}"#
  }

  @Test("the checksum of nine digits, and that of the exchange's own example")
  func values() {
    var checksum = CRC32()
    checksum.add("12345".utf8)
    checksum.add("6789".utf8)
    #expect(checksum.value == 0xCBF4_3926 && CRC32().value == 0)
    let change = Kraken().reading(Self.whole, "BTC/USD").statements[0].bookChange!
    var builder = OrderBookBuilder()
    builder.apply(change)
    #expect(change.checksum == Self.checksum && builder.checksum == Self.checksum)
    // Zeros that were left out at the end are put there again.
    let bare = Kraken().reading(
      Self.whole.replacing("0.10000000", with: "0.1").replacing("45281.0", with: "45281"),
      "BTC/USD"
    ).statements[0].bookChange!
    builder.apply(bare)
    #expect(builder.checksum == Self.checksum)
  }

  @Test("a book that adds up is told, and nothing is asked for again")
  func right() {
    let rig = rig()
    rig.message(Self.whole)
    // What lies behind the best ten counts nothing.
    rig.message(
      Self.message("update", bids: Self.side([("45000.0", "1.00000000")]), checksum: Self.checksum))
    rig.pass(1_000)
    #expect(books(rig).last?.bids.count == 11 && requests(rig) == [])
  }

  @Test("a book that does not is withdrawn and asked for again, once a while; then it is there")
  func wrong() {
    let rig = rig()
    rig.message(Self.whole)
    let lost = Self.message(
      "update", bids: Self.side([("45283.5", "0.20000000")]), checksum: Self.checksum)
    rig.message(lost)
    rig.pass(1_000)
    #expect(requests(rig) == Self.again)
    #expect(books(rig).last == OrderBook(bids: [], asks: []))
    let count = books(rig).count
    // Changes that were under way say nothing.
    rig.message(lost)
    #expect(books(rig).count == count)
    rig.message(Self.whole)
    #expect(books(rig).last?.bids.first?.size == 0.1)
    rig.message(lost)
    #expect(requests(rig) == [])
    rig.pass(2_000)
    rig.message(lost)
    rig.pass(100)
    #expect(requests(rig) == Self.again)
  }

  @Test("a book that was left for a moment, and is carried still, is asked for as a whole again")
  func returned() {
    let rig = rig()
    rig.message(Self.whole)
    rig.follow([0])
    rig.follow([0], books: [0])
    rig.pass(3_000)
    #expect(requests(rig).suffix(2) == Self.again)
    rig.message(Self.whole)
    #expect(books(rig).last?.bids.count == 10)
  }

  @Test("the same where what leaves it has to wait")
  func returnedSoon() {
    let rig = FeedRig("BTC/USD", "ETH/USD", of: Kraken())
    rig.opened()
    rig.pass(2_000)
    _ = rig.wanted()
    for book in [0, 1, 0, 1, 0] as [MarketID] { rig.follow([0, 1], books: [book]) }
    rig.pass(2_000)
    let last = requests(rig).last { $0.contains("BTC/USD") && $0.contains("book") }
    #expect(last == Self.again[1])
    rig.message(Self.whole)
    #expect(books(rig).last?.bids.count == 10)
  }

  @Test("one that was left after a refusal, and is carried still, is asked for as a whole")
  func returnedAfterRefusal() {
    let rig = rig()
    rig.message(Self.whole)
    rig.message(#"{"error":"Exceeded msg rate","success":false}"#)
    rig.follow([0])
    rig.follow([0], books: [0])
    let change = Self.message("update", bids: Self.side([Self.bids[0]]), checksum: 1)
    var asked: [String] = []
    for _ in 0..<20 {
      rig.pass(1_000)
      rig.message(change)
      asked += requests(rig)
    }
    #expect(asked.suffix(2) == Self.again)
    rig.message(Self.whole)
    #expect(books(rig).last?.bids.count == 10)
  }

  @Test("an exchange that is wrong for ever is asked ever more seldom")
  func seldom() {
    var schedule = BookRepairSchedule()
    let due = (0..<600).filter { schedule.beginIfDue(at: Int64($0) * 1_000) }
    #expect(due == [0, 2, 6, 14, 30, 62, 126, 254, 382, 510])
    #expect(schedule.beginIfDue(at: 10_000_000) && schedule.beginIfDue(at: 10_002_000))
  }
}
