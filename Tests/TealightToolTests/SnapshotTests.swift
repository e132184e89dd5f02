import ArgumentParser
import SimulatedExchange
import TestSupport
import Testing

@testable import TealightTool

@Suite("What a snapshot refuses")
struct SnapshotTests {
  private func sentence(_ arguments: String...) -> String? {
    do {
      try Snapshot.parse(["/tmp/tealight-no-snapshot.png"] + arguments).run()
      return nil
    } catch {
      return Snapshot.message(for: error)
    }
  }

  @Test("a currency that a configuration would refuse, with what it may be")
  func currency() {
    for option in ["--currency", "--second-currency"] {
      for word in ["krw", "WON", "", "U$D"] {
        #expect(
          sentence(option, word)
            == "\(option) is \"\(word)\"; it must be a code of ISO 4217 in capitals: \"KRW\", "
            + "or \"USDT\", \"USDC\", \"FDUSD\"")
      }
    }
  }

  @Test("a market of another exchange, but not one that is named as in a configuration")
  func exchanges() throws {
    let options = try PictureOptions.parse(["--market", "upbit:KRW-DOGE"])
    let desk = try options.desk()
    #expect(desk.markets[desk.shown].market.code == "KRW-DOGE")
    let refusal = sentence("--market", "kraken:BTC/USD") ?? ""
    #expect(refusal.hasPrefix("unknown market \"kraken:BTC/USD\"; known: \"KRW-BTC\", "))
  }

  @Test("a recording without a market that it can draw, with what draws it")
  func foreignCaptures() {
    let file = ScratchFile()
    let binance = "wss://stream.binance.com:9443/ws <-> 1618678261.0\n"
    let captures = [
      (
        binance + "1618678263.0: {\"e\":\"trade\",\"s\":\"BTCUSDT\",\"p\":\"1\"}\n",
        "no market of Upbit"
      ),
      ("1618678263.0: {\"type\":\"trade\",\"code\":\"BTC/USD\"}\n", "no market of Upbit"),
      ("1618678263.0: x\n", "no market of Upbit"), ("", "no frame in it"),
      ("tealight-recording 1 7 7 0 5\nconfiguration \n", "line 1: it must begin with a time"),
    ]
    for (text, why) in captures {
      file.text = text
      for arguments in [[], ["--market", "KRW-BTC"]] {
        do {
          try Snapshot.parse(
            ["/tmp/tealight-no-snapshot.png", "--capture", file.path] + arguments
          ).run()
          Issue.record("\(text) is drawn")
        } catch {
          let sentence = Snapshot.message(for: error)
          #expect(
            sentence.contains(why) && sentence.contains("tealight replay FILE"), "\(sentence)")
          #expect(Snapshot.exitCode(for: error).rawValue == 64)
        }
      }
    }
  }

  @Test("a market that a recording does not have, with those that it has, and codes that are none")
  func unknownMarket() throws {
    let file = ScratchFile(
      """
      1618678262.0: {"type":"trade","code":"no code","trade_price":1}
      1618678263.0: {"type":"trade","code":"KRW-BTC","trade_price":127.0}

      """)
    #expect(
      sentence("--capture", file.path, "--market", "KRW-ETH")?.hasSuffix(
        "it has no market \"KRW-ETH\"; there are KRW-BTC") == true)
    let capture = try Capture(try read(file.path))
    let desk = SampleState.desk(capture: capture, code: "KRW-BTC", language: .english)
    #expect(desk?.report.market.code == "KRW-BTC" && desk?.markets.count == 1)
  }

  @Test("an alert in a recording, which has none, with the reason")
  func alert() {
    let file = ScratchFile(
      """
      wss://api.upbit.com/websocket/v1 <- 1618678262.67: [{"ticket":"x"},{"type":"trade","codes":["KRW-BTC"]}]
      1618678263.0: {"type":"trade","code":"KRW-BTC","trade_price":127.0}

      """)
    #expect(
      sentence("--page", "alert", "--capture", file.path)?.contains("alert page comes by itself")
        == true)
  }
}
