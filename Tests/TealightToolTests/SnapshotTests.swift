import ArgumentParser
import Glibc
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

  @Test("an alert in a recording, which has none, with the reason")
  func alert() throws {
    let file = "/tmp/tealight-snapshot-\(getpid()).txt"
    defer { unlink(file) }
    try write(
      Array(
        """
        wss://api.upbit.com/websocket/v1 <- 1618678262.67: [{"ticket":"x"},{"type":"trade","codes":["KRW-BTC"]}]
        1618678263.0: {"type":"trade","code":"KRW-BTC","trade_price":127.0}

        """.utf8), to: file)
    #expect(
      sentence("--page", "alert", "--capture", file)?.contains("alert page comes by itself") == true
    )
  }
}
