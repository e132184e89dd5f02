import MarketData

@testable import Feeds

/// Whatever Coinbase, Kraken or Dogechain sends, only prices come out of it, and only of a text that
/// is JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let text = UnsafeBufferPointer(start: bytes, count: count)
  let exchanges: [(exchange: any Exchange, code: String)] = [
    (Coinbase(), "BTC-USD"), (Kraken(), "BTC/USD"), (Dogechain(), "DOGE-USD"),
  ]
  for (exchange, code) in exchanges {
    let table = MarketTable([(code, 0)])
    var ladder = BookLadder()
    for reading in [
      exchange.readMessage(text, of: table), exchange.readTickers(text, asked: [code], of: table),
    ] {
      precondition(reading.isWellFormed || reading.said.isEmpty)
      for statement in reading.said {
        precondition(statement.market == 0)
        precondition(statement.ticker?.price.isPrice ?? true)
        precondition((statement.trade?.volume ?? 0) >= 0)
        if let change = statement.bookChange { ladder.apply(change) }
      }
    }
    precondition((ladder.book?.bids ?? []).allSatisfy { $0.price.isPrice && $0.size.isPrice })
    let range: Range<Int64> = 1_795_147_900_000..<1_795_147_960_000
    if let past = exchange.readPast(text, of: code, range: range) {
      precondition(past.candles.allSatisfy { range.contains($0.start) && $0.low <= $0.high })
    }
    let trades = exchange.readTrades(text, of: code) ?? []
    precondition(trades.allSatisfy { $0.price.isPrice && $0.volume >= 0 })
    for candle in exchange.readCandles(text, of: code, span: 60_000) ?? [] {
      precondition(candle.low.isPrice && candle.low <= candle.high)
    }
    var list: [Listing] = []
    precondition(!exchange.readList(text, place: 0, into: &list) || !list.isEmpty)
  }
  return 0
}
