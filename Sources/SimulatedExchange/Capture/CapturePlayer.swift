/// Plays a capture at its own pace or faster, and from the start when listeners come after a time
/// without any.
final class CapturePlayer {
  private let capture: Capture
  /// 1 is the original pace.
  private let speed: Int64
  private var next = 0
  /// Monotonic milliseconds of the first frame; nil until somebody listens.
  private var started: Int64?
  private var lastTrades: [String: CapturedMessage] = [:]

  init(_ capture: Capture, speed: Int) {
    self.capture = capture
    self.speed = Int64(max(1, speed))
  }

  /// The frames that are due at `now` (monotonic milliseconds). Without listeners the player waits for
  /// the next ones and starts again; a new listener among others gets the same frames as they do.
  func due(now: Int64, hasListeners: Bool) -> ArraySlice<Capture.Frame> {
    guard hasListeners else {
      started = nil
      next = 0
      return []
    }
    let start = started ?? now
    started = start
    let from = next
    while next < capture.frames.count, now - start >= offset(of: next) {
      for message in CapturedMessage.messages(in: capture.frames[next].payload)
      where message.isTrade {
        guard let code = message.code else { continue }
        if lastTrades[code].map({ $0.order <= message.order }) ?? true {
          lastTrades[code] = message
        }
      }
      next += 1
    }
    return capture.frames[from..<next]
  }

  /// A market's ticker from the frames that were played, in REST's names; nil before its first trade,
  /// when the real server answers 404 too.
  func ticker(of code: String) -> JSONObject? {
    guard let trade = lastTrades[code] else { return nil }
    var ticker = JSONObject()
    ticker.add("market", "", quoted: code)
    let fields = [
      ("trade_price", "tp"), ("trade_volume", "tv"), ("prev_closing_price", "pcp"),
      ("change_price", "cp"), ("trade_timestamp", "ttms"), ("timestamp", "tms"),
    ]
    for (name, alias) in fields {
      if let text = trade.number(name, alias) { ticker.add(name, "", text) }
    }
    if let change = trade["change", "c"]?.text { ticker.add("change", "", quoted: change) }
    return ticker
  }

  private func offset(of index: Int) -> Int64 {
    (capture.frames[index].time - capture.frames[0].time) / speed
  }
}
