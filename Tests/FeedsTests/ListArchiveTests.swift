import MarketData
import Testing

@testable import Feeds

@Suite("Lists of markets that are kept")
struct ListArchiveTests {
  private static func archive(_ listings: [Listing]) -> ListArchive {
    ListArchive(
      exchange: "upbit", rest: "https://api.upbit.com/v1", fetched: 1_795_147_953,
      listings: listings)
  }

  private static func read(_ text: String) -> ListArchive? {
    Array(text.utf8).withUnsafeBufferPointer { try? ListArchive($0) }
  }

  private static let listings = [
    Listing(
      code: "KRW-BTC", base: "BTC", quote: "KRW",
      names: MarketNames(english: "Bitcoin", korean: "비트코인"), decimals: 0,
      cautions: [.designated, .concentration], isTrading: false),
    Listing(
      code: "krw-btc", base: "btc", quote: "krw",
      names: MarketNames(english: "A \"quoted\" \\ name\n", korean: "")),
  ]

  @Test("what is kept is read again, whatever is in it")
  func roundTrip() {
    let many = (0..<3_000).map { number in
      Listing(
        code: "KRW-SIM\(number)", base: "SIM\(number)", quote: "KRW",
        names: MarketNames(english: "Simulated \(number)", korean: "모의 \(number)"),
        decimals: number % 12, isTrading: number % 3 > 0)
    }
    for listings in [[], Self.listings, many] {
      #expect(Self.read(Self.archive(listings).text) == Self.archive(listings))
    }
    #expect(Self.archive(many).text.utf8.count < 250_000)
  }

  @Test("a list that was cut short is no list, wherever it was cut")
  func cut() {
    let text = Array(Self.archive(Self.listings).text.utf8)
    for count in 0..<text.count - 1 {
      let isRead = text[..<count].withUnsafeBufferPointer { (try? ListArchive($0)) != nil }
      #expect(!isRead, "after \(count) bytes")
    }
  }

  @Test(
    "a list of another version or with a market that makes no sense is no list",
    arguments: [
      ("\"version\":1", "\"version\":2"), ("\"version\":1,", ""), ("\"KRW-BTC\"", "\"\""),
      ("\"KRW-BTC\"", "null"), ("\"KRW-BTC\",", ""), ("false]", "null]"), (",false]", "]"),
      (",0,", ",31,"), ("[\"krw-btc\"", "{\"a\":1},[\"krw-btc\""), ("\"markets\"", "\"market\""),
      ("\"fetched\":", "\"fetched\":-9223372036854775e3,\"x\":"),
      ("\"fetched\":", "\"fetched\":1.5,\"x\":"), ("\"exchange\":\"upbit\"", "\"exchange\":7"),
    ])
  func damage(part: String, other: String) {
    let text = Self.archive(Self.listings).text
    #expect(text.contains(part))
    #expect(Self.read(text.replacing(part, with: other, maxReplacements: 1)) == nil)
  }

  @Test("a list of another version is told from a damaged one, however its markets look")
  func otherVersion() {
    let text = Self.archive(Self.listings).text
    let later = text.replacing("\"version\":1", with: "\"version\":2")
    let cases: [(text: String, flaw: ListArchive.Flaw)] = [
      (later, .otherVersion), (later.replacing("\"KRW-BTC\",", with: ""), .otherVersion),
      (String(later.dropLast(9)), .damaged), (text.replacing("\"version\":1,", with: ""), .damaged),
    ]
    for (text, flaw) in cases {
      #expect(throws: flaw) {
        _ = try Array(text.utf8).withUnsafeBufferPointer { try ListArchive($0) }
      }
    }
  }

  @Test("what a later version adds is passed over")
  func additions() {
    let text = Self.archive([Self.listings[0]]).text
      .replacing("\"designated\"", with: "\"designated\",\"new-caution\"")
    let longer = text.replacing("false]", with: "false,{\"more\":[1]}]")
    #expect(Self.read(longer) == Self.archive([Self.listings[0]]))
  }
}
