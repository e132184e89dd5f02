import ArgumentParser
import Devices
import Feeds
import MarketData
import Testing

@testable import TealightTool

@Suite("What is printed for people")
struct PrintedTests {
  private static let odd =
    "a\u{1B}[2Jb\u{9B}31m\u{202E}\u{2066}\u{200E}\u{061C}\u{2028}\u{85}c"
  private static let acting: Set<Unicode.Scalar> = [
    "\u{1B}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{200E}", "\u{061C}", "\u{2028}", "\u{85}",
  ]

  @Test("tables and findings hold nothing that acts on a terminal")
  func printed() {
    var columns = Columns(areRight: [false, true])
    columns.add([Self.odd, "1"])
    let finding = Finding(.problem, Self.odd, Self.odd, fix: Self.odd)
    for text in columns.lines + [finding.lines, finding.json] {
      #expect(Self.acting.isDisjoint(with: text.unicodeScalars), "\(text)")
    }
    #expect(columns.lines == ["a[2Jb31mc  1"])
    #expect(finding.lines.split(separator: "\n").count == 2)
  }

  @Test("a market whose exchange tells the volume alone has the value that it is sorted by")
  func tradedValue() {
    let names = MarketNames(english: "Bitcoin", korean: "비트코인")
    let entry = DirectoryEntry(
      exchange: "kraken", listing: Listing(code: "BTCUSD", base: "BTC", quote: "USD", names: names),
      ticker: Ticker(price: 100, volume: 6))
    #expect(entry.row(withPrices: true)[3] == "600")
    #expect(entry.json.contains("\"value\":600.0"))
  }

  @Test("a search that finds nothing blames the quote where that is the reason, and else the words")
  func nothingFound() throws {
    let names = MarketNames(english: "Ethereum", korean: "이더리움")
    let entry = DirectoryEntry(
      exchange: "upbit", listing: Listing(code: "KRW-ETH", base: "ETH", quote: "KRW", names: names))
    let wrong = try Markets.parse(["eth", "--quote=KRV"]).complaint(of: [entry])
    #expect(wrong == "no market has the quote KRV; there are KRW")
    let known = try Markets.parse(["eht", "--quote=krw"]).complaint(of: [entry])
    #expect(known == "no market has \"eht\" in its code or its names; try another word")
    let ripple = MarketNames(english: "Ripple", korean: "리플")
    let other = DirectoryEntry(
      exchange: "upbit",
      listing: Listing(code: "BTC-XRP", base: "XRP", quote: "BTC", names: ripple))
    let elsewhere = try Markets.parse(["eth", "--quote=btc"]).complaint(of: [entry, other])
    #expect(elsewhere == "no market with \"eth\" has the quote btc; there are KRW")
  }

  @Test("text for a terminal is cut to its columns, which are counted without what is left out")
  func fitted() {
    #expect(TerminalText.fit(Self.odd, columns: 5) == "a[2Jb")
    #expect(TerminalText.width(TerminalText.fit(Self.odd, columns: 80)) == 9)
    let directions = (0x202A...0x202E).map { $0 } + Array(0x2066...0x2069) + Array(0x80...0x9F)
    for value in directions + [0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x7F] {
      #expect(TerminalText.fit("\(Unicode.Scalar(UInt32(value))!)", columns: 9).isEmpty)
    }
  }
}
