import Configuration
import Glibc
import Tealight

/// The whole daemon between a recording and a panel: every second a trade and its ticker come, the
/// price changes, is drawn and sent, and is drawn once more when that is no longer felt.
///
/// To make the recording, to read it and to write the transcript of the bus is counted as well.
/// callgrind tells them apart: `recording`, `RecordingLines.next` and `RecordingBus.record`, with what
/// they call.
enum DaemonBench {
  static let works: [String: @Sendable (Int) -> Void] = [
    "daemon-mono": { run($0, on: "[[display]]\npanel = \"ssd1306\"\nbus = \"record:/dev/null\"") },
    "daemon-colour": { run($0, on: "[[display]]\npanel = \"st7789\"\nbus = \"record:/dev/null\"") },
  ]

  private static let start: Int64 = 1_795_132_800_000

  private static func run(_ count: Int, on panel: String) {
    let recording = file(holding: recording(changes: count))
    let configuration = file(holding: market + panel + "\n")
    defer { for path in [recording, configuration] { unlink(path) } }
    do throws(StartError) {
      try Daemon.replay(
        recording, speed: .infinity, configPath: configuration, [.panels], Signals(), Log())
    } catch {
      for line in error.lines { print(line) }
    }
  }

  private static let market = "markets = [\"upbit:KRW-BTC\"]\n"

  @inline(never)
  private static func recording(changes: Int) -> String {
    var text = "tealight-recording 1 1000 \(start) 0 5\n"
    text += "configuration \(market.dropLast())\\n\n"
    text += "1000 \(start) #0 connect\twss://api.upbit.com/websocket/v1\n"
    text += "1050 \(start + 50) #0 opened\n"
    for change in 1...max(change(changes), 1) {
      let (now, wall) = (1_000 + Int64(change) * 1_000, start + Int64(change) * 1_000)
      let price = 148_737_000 + (change * 7_919 % 7 - 3) * 1_000
      for message in [trade(price, number: change, at: wall), ticker(price, at: wall)] {
        text += "\(now) \(wall) #0 message\t\(message)\n"
      }
    }
    return text
  }

  /// What the first two minutes ask in vain is over before anything is counted.
  private static func change(_ count: Int) -> Int { count + 120 }

  private static func trade(_ price: Int, number: Int, at time: Int64) -> String {
    """
    {"type":"trade","code":"KRW-BTC","timestamp":\(time),"trade_date":"2026-11-20",\
    "trade_time":"04:12:33","trade_timestamp":\(time),"trade_price":\(price).00,\
    "trade_volume":0.00081234,"ask_bid":"BID","prev_closing_price":148000000.00,"change":"RISE",\
    "change_price":737000.00,"sequential_id":\(time * 10_000 + Int64(number)),\
    "stream_type":"REALTIME"}
    """
  }

  private static func ticker(_ price: Int, at time: Int64) -> String {
    """
    {"type":"ticker","code":"KRW-BTC","opening_price":148000000.00,"high_price":149500000.00,\
    "low_price":147100000.00,"trade_price":\(price).00,"prev_closing_price":148000000.00,\
    "change":"RISE","signed_change_rate":0.0049797297,"trade_volume":9.101E-5,\
    "trade_timestamp":\(time),"market_state":"ACTIVE","timestamp":\(time),\
    "acc_trade_price_24h":182345678901.23456,"acc_trade_volume_24h":1230.123456789012,\
    "stream_type":"REALTIME"}
    """
  }

  /// - Returns: the path of a new file.
  private static func file(holding text: String) -> String {
    var path = Array("/tmp/tealight-bench-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    defer { close(descriptor) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      precondition(count > 0, "a file in /tmp cannot be written")
      bytes = bytes.dropFirst(count)
    }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
