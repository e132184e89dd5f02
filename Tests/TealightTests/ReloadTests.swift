import Glance
import Glibc
import MarketData
import Pixels
import SimulatedExchange
import State
import TestSupport
import Testing

@testable import Tealight

/// Another configuration over real sockets and TLS, while prices go on.
@Suite("Another configuration is applied without a pause", .serialized)
struct ReloadTests {
  /// A bench that streams and has a price of its first market.
  private func bench(halves: [String] = ["upbit"]) throws -> LoopBench {
    let bench = try LoopBench(halves: halves)
    bench.loop.begin()
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    bench.trade("KRW-BTC", 100, on: "upbit")
    #expect(bench.until { $0.loop.desk.report.price == 100 })
    return bench
  }

  /// - Parameter key: `r` as when the file was written, `R` as by a signal.
  private func reload(
    _ bench: LoopBench, _ configuration: String, by key: Character = "r"
  ) -> Bool {
    bench.configuration = configuration
    let count = bench.log.count
    bench.press(key)
    return bench.until { $0.log.dropFirst(count).contains { $0.contains("configuration") } }
  }

  @Test("a market more is asked for on the same connection, and no candle is lost")
  func more() throws {
    let bench = try bench()
    let before = bench.loop.desk.markets[0].ring
    #expect(reload(bench, "markets = [\"upbit:KRW-XRP\", \"upbit:KRW-BTC\"]"))
    #expect(bench.log.last == "the new configuration is in use")
    #expect(bench.loop.desk.place == 1 && bench.loop.desk.report.market.code == "KRW-BTC")
    bench.press("n")
    #expect(bench.until { $0.loop.desk.report.market.code == "KRW-XRP" })
    #expect(bench.until { $0.exchange.record.received.last?.contains("KRW-XRP") == true })
    bench.trade("KRW-XRP", 3)
    #expect(bench.until { $0.loop.desk.report.price == 3 })
    bench.trade("KRW-BTC", 101)
    #expect(bench.until { $0.loop.desk.markets[0].price == 101 })
    let after = bench.loop.desk.markets[0].ring.candles(last: 240).compactMap { $0 }
    let known = before.candles(last: 240).compactMap { $0 }.filter { ($0.volume ?? 0) > 0 }
    #expect(
      !known.isEmpty
        && known.allSatisfy { candle in
          after.contains {
            $0.start == candle.start && $0.low <= candle.low && $0.high >= candle.high
          }
        })
    #expect(bench.exchange.record.handshakes.count == 1)
    #expect(bench.loop.desk.markets.map(\.market.code) == ["KRW-BTC", "KRW-ETH", "KRW-XRP"])
    #expect(bench.until { $0.loop.desk.markets[2].names?.english == "XRP" })
  }

  @Test("a market that is shown no more is asked for no more, and its neighbour is shown")
  func fewer() throws {
    let bench = try bench()
    #expect(reload(bench, "markets = [\"upbit:KRW-ETH\"]"))
    #expect(bench.loop.desk.report.market.code == "KRW-ETH" && bench.loop.desk.place == 0)
    #expect(bench.until { $0.exchange.record.received.last?.contains("KRW-BTC") == false })
    bench.trade("KRW-ETH", 7)
    #expect(bench.until { $0.loop.desk.report.price == 7 })
    #expect(bench.exchange.record.handshakes.count == 1)
  }

  @Test(
    "a market that is shown no more has no price, whoever tells of the others",
    arguments: ["", "[mqtt]\nbroker = \"mqtt://127.0.0.1:1\"\nfollow = [\"hub\"]"])
  func forgotten(by others: String) throws {
    let bench = try bench()
    bench.trade("KRW-ETH", 7)
    #expect(bench.until { $0.loop.desk.markets[1].price == 7 })
    #expect(reload(bench, "markets = [\"upbit:KRW-ETH\"]\n" + others))
    #expect(bench.until { $0.loop.desk.markets[0].price == nil })
    #expect(bench.loop.desk.markets[1].price == 7)
  }

  @Test("another address tells nothing of before, and a market may come with it")
  func address() throws {
    let bench = try bench()
    bench.exchanges = bench.exchanges.replacing("localhost", with: "127.0.0.1")
    #expect(reload(bench, "markets = [\"upbit:KRW-BTC\", \"upbit:KRW-XRP\"]"))
    #expect(bench.loop.desk.markets.map(\.market.code) == ["KRW-BTC", "KRW-ETH", "KRW-XRP"])
    #expect(bench.loop.desk.markets[0].price == nil)
    #expect(bench.until { $0.exchange.record.handshakes.count == 2 })
    bench.trade("KRW-XRP", 3)
    #expect(bench.until { $0.loop.desk.markets[2].price == 3 })
  }

  @Test("words, deadlines and lights change while the stream goes on")
  func others() throws {
    let bench = try bench()
    #expect(bench.display.theme == Theme(Theme.Name(.dark, .greenRed)))
    let frames = bench.display.frames.count
    #expect(
      reload(
        bench,
        """
        language = "ko"
        theme = "paper"
        home = "clock"
        markets = ["upbit:KRW-BTC", "upbit:KRW-ETH"]
        [link]
        stale_after_seconds = 5
        [night]
        hours = "00:00-23:59"
        """))
    #expect(bench.loop.desk.language == .korean && bench.loop.desk.page == .clock)
    let paper = Theme(Theme.Name(.paper, .redBlue))
    #expect(bench.until { $0.display.theme == paper && $0.display.frames.count > frames })
    #expect(bench.loop.screens.lighting.percent(.lamp) == 10)
    #expect(bench.loop.desk.report.link == .streaming)
    #expect(bench.exchange.record.handshakes.count == 1)
  }

  @Test("what is wrong is named with its line, and everything stays as it was")
  func bad() throws {
    let bench = try bench()
    let settings = bench.loop.desk.settings
    #expect(reload(bench, "language = \"ko\"\nmarkets = 7"))
    #expect(bench.log.contains { $0.hasPrefix("test:2: markets is 7; it must be") })
    #expect(bench.log.last == "the new configuration is rejected; the old one stays in use")
    #expect(bench.loop.desk.settings == settings && bench.loop.desk.places.count == 2)
    #expect(reload(bench, "markets = [\"upbit:KRW-BTC\", \"upbit:KRW-ETH\"]"))
    #expect(bench.log.last == "the configuration has not changed")
    bench.trade("KRW-BTC", 101)
    #expect(bench.until { $0.loop.desk.report.price == 101 })
    #expect(bench.exchange.record.handshakes.count == 1)
  }

  @Test("a file that is gone is said to be, and what it said stays in use until it is back")
  func gone() throws {
    let file = ScratchFile()
    let bench = try LoopBench(file: file.path)
    bench.loop.begin()
    unlink(file.path)
    #expect(reload(bench, "markets = [\"upbit:KRW-ETH\"]"))
    #expect(
      bench.log.last
        == "\(file.path) was removed; the old configuration stays in use until it is back")
    #expect(bench.loop.desk.places.count == 2)
    file.text = ""
    #expect(reload(bench, bench.configuration))
    #expect(bench.log.last == "the new configuration is in use")
    #expect(bench.loop.desk.report.market.code == "KRW-ETH")
  }

  @Test("an editor that puts another file in its place takes nothing away")
  func replaced() throws {
    let file = ScratchFile()
    let bench = try LoopBench(file: file.path)
    bench.loop.begin()
    rename(file.path, file.path + "~")
    bench.press("r")
    for _ in 0..<10 { bench.loop.turn(waiting: 1) }
    rename(file.path + "~", file.path)
    #expect(bench.until { $0.log.contains("the configuration has not changed") })
    #expect(!bench.log.contains { $0.contains("was removed") })
  }

  @Test("asked by a signal, it is applied although it is the same, and no connection is lost")
  func asked() throws {
    let bench = try bench()
    #expect(reload(bench, bench.configuration))
    #expect(bench.log.last == "the configuration has not changed")
    #expect(reload(bench, bench.configuration, by: "R"))
    #expect(bench.log.last == "the new configuration is in use")
    bench.trade("KRW-BTC", 101)
    #expect(bench.until { $0.loop.desk.report.price == 101 })
    #expect(bench.exchange.record.handshakes.count == 1)
  }

  @Test("another exchange gets a connection of its own, and the first one keeps its")
  func exchanges() throws {
    let bench = try bench(halves: ["upbit", "binance"])
    #expect(reload(bench, "markets = [\"upbit:KRW-BTC\", \"binance:BTCUSDT\"]"))
    #expect(bench.until { $0.exchange.record.handshakes.count == 2 })
    bench.press("n")
    #expect(
      bench.until {
        $0.trade("BTCUSDT", 9, on: "binance")
        return $0.loop.desk.report.price == 9
      })
    #expect(bench.exchange.openSockets == 2 && bench.exchange.record.handshakes.count == 2)
    #expect(reload(bench, "markets = [\"upbit:KRW-BTC\"]"))
    #expect(bench.until { $0.exchange.openSockets == 1 })
    bench.trade("KRW-BTC", 101, on: "upbit")
    #expect(bench.until { $0.loop.desk.report.price == 101 })
    #expect(bench.exchange.record.handshakes.count == 2)
  }

  @Test("who could serve a place, and who is asked first, is as the newest configuration says")
  func candidates() throws {
    let bench = try bench(halves: ["upbit", "bithumb"])
    for exchanges in [["upbit", "bithumb"], ["bithumb", "upbit"], ["bithumb"]] {
      #expect(reload(bench, "markets = [\"BTC/KRW\"]\nexchanges = \(exchanges)"))
      #expect(bench.log.last == "the new configuration is in use")
      let names = exchanges.map { "\($0):KRW-BTC" }
      #expect(bench.loop.desk.marketNames == (names.count > 1 ? ["BTC/KRW"] : []) + names)
      bench.trade("KRW-BTC", 102, on: exchanges[0])
      #expect(bench.until { $0.loop.desk.report.market.exchange == exchanges[0] })
      #expect(bench.loop.desk.askedExchanges.map(\.name) == [exchanges[0]])
    }
  }

  @Test("a panel more is drawn on, one that stays is left alone, and one less is blanked")
  func panels() throws {
    let bench = try bench()
    let files = [ScratchFile(), ScratchFile()]
    let panels = files.map {
      "[[display]]\npanel = \"ssd1306\"\nbus = \"record:\($0.path)\"\n"
    }
    let markets = "markets = [\"upbit:KRW-BTC\"]\n"
    #expect(reload(bench, markets + panels[0]))
    #expect(bench.until { _ in files[0].text.contains("i2c 3c W 40") })
    #expect(reload(bench, markets + panels[0] + panels[1]))
    #expect(bench.until { _ in files[1].text.contains("i2c 3c W 40") })
    let first = files[0].text
    #expect(reload(bench, markets + panels[1]))
    let off = "i2c 3c W 008d10\n"
    #expect(files[0].text.hasSuffix(off))
    #expect(files[0].text.hasPrefix(first) && bench.loop.screens.all.count == 2)
    #expect(!files[1].text.contains(off))
    #expect(reload(bench, markets))
    #expect(bench.loop.screens.all.count == 1 && bench.exchange.record.handshakes.count == 1)
  }

  @Test("a panel that is missing when it is configured is lit once it is there")
  func missing() throws {
    let bench = try bench()
    let folder = TemporaryFolder()
    let file = "\(folder.path)/bus"
    // A pipe that nobody reads cannot be opened.
    mkfifo(file, 0o600)
    let markets = "markets = [\"upbit:KRW-BTC\"]\n"
    let panel = "[[display]]\npanel = \"ssd1306\"\nbus = \"record:\(file)\"\n"
    #expect(reload(bench, markets + panel))
    #expect(bench.until { ($0.loop.screens.all.first?.display.traffic?.errors ?? 0) > 0 })
    unlink(file)
    #expect(reload(bench, markets + panel, by: "R"))
    #expect(
      bench.until { _ in
        String(decoding: folder.bytes("bus"), as: UTF8.self).contains("i2c 3c W 40")
      })
    #expect(bench.loop.screens.all.count == 2)
  }
}
