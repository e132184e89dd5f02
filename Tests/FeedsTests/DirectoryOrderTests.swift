import MarketData
import Testing

@testable import Feeds

@Suite("What the directory is sorted by")
struct DirectoryOrderTests {
  private static func entry(
    _ code: String, _ name: String, price: Double? = nil, baseline: Double? = nil,
    value: Double? = nil
  ) -> DirectoryEntry {
    DirectoryEntry(
      exchange: "upbit",
      listing: Listing(
        code: code, base: code, quote: "KRW", names: MarketNames(english: name, korean: name)),
      ticker: price.map { Ticker(price: $0, baselinePrice: baseline, turnover: value) })
  }

  private static let entries = [
    entry("A", "zebra", price: 2, baseline: 1, value: 5),
    entry("b", "Ábaco"),
    entry("B", "yak", price: 1e15, value: .nan),
    entry("C", "비트", price: 1e-12, baseline: 1e-12, value: 0),
    entry("D", "Xylo", price: 2, baseline: 4, value: 1e15),
    entry("E", "xylo", price: 2, baseline: 0, value: 5),
  ]

  @Test(
    "each key, each way; what is not known comes last, and equals keep their order",
    arguments: [
      (DirectoryOrder(.price), "BADECb"), (DirectoryOrder(.price, isDescending: false), "CADEBb"),
      (DirectoryOrder(.change), "ACDbBE"), (DirectoryOrder(.change, isDescending: false), "DCAbBE"),
      (DirectoryOrder(.value), "DAECbB"), (DirectoryOrder(.value, isDescending: false), "CAEDbB"),
      (DirectoryOrder(.name), "bDEBAC"), (DirectoryOrder(.name, isDescending: true), "CABDEb"),
      (DirectoryOrder(.code), "ABCDEb"), (DirectoryOrder(.code, isDescending: true), "bEDCBA"),
    ])
  func sorts(order: DirectoryOrder, codes: String) {
    #expect(order.sorted(Self.entries).map(\.listing.code).joined() == codes)
  }
}
