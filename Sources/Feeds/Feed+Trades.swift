import MarketData

/// The trades before those that the stream says: asked for when somebody begins to look at them, and
/// again when the stream is back.
extension Feed {
  private static let againAfterMilliseconds: Int64 = 10_000
  /// Whoever turns through many markets is not asked for those that were passed.
  private static let turnMilliseconds: Int64 = 1_000

  mutating func followTape(_ wanted: Int?, at now: Int64) {
    guard wanted != tape else { return }
    tape = wanted
    tapeAt = wanted.map { _ in now }
  }

  /// Something may have been missed.
  mutating func askForTradesSoon(at now: Int64) {
    if tape != nil { tapeAt = now }
  }

  mutating func askForTrades(at now: Int64) {
    tapeAt = nil
    guard let market = tape, listed.contains(market) else { return }
    guard !calls.values.contains(where: { if case .trades = $0 { true } else { false } }) else {
      tapeAt = now + Self.turnMilliseconds
      return
    }
    guard let source = endpoint.recentTrades else { return }
    ask(.trades(market), source.tradesPath(code: code(of: market), count: Tape.capacity))
  }

  mutating func readTrades(
    _ body: UnsafeBufferPointer<UInt8>, of market: Int, at now: Int64, _ say: (Update) -> Void
  ) {
    guard let found = endpoint.recentTrades?.readTrades(body, of: code(of: market)) else {
      dropped += 1
      return failed(.trades(market), "it makes no sense", isRefusal: false, at: now, say)
    }
    complaints[.past] = nil
    let latest = clock.now(now).map { $0 + ExchangeClock.leewayMilliseconds } ?? .max
    let told = found.filter { $0.time <= latest }
    if followed.contains(market), !told.isEmpty { say(.tape(market: market, told)) }
  }

  mutating func failedTrades(of market: Int, at now: Int64) {
    guard tape == market else { return }
    tapeAt = now + Self.againAfterMilliseconds * (gates[.past]?.slowness ?? 1)
  }
}
