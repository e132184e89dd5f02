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
    let table = MarketTable([(code, MarketID(0))])
    let endpoint = Endpoint(exchange)
    var builder = OrderBookBuilder()
    let answer = endpoint.tickers?.readTickers(text, asked: [code], of: table)
    for reading in [exchange.parser(text, table), answer ?? ParsedMessage()] {
      precondition(reading.isWellFormed || reading.statements.isEmpty)
      for statement in reading.statements {
        precondition(statement.market == MarketID(0))
        precondition(statement.ticker?.price.isPrice ?? true)
        precondition((statement.trade?.volume ?? 0) >= 0)
        if let change = statement.bookChange { builder.apply(change) }
      }
    }
    precondition((builder.book?.bids ?? []).allSatisfy { $0.price.isPrice && $0.size.isPrice })
    let range: Range<Int64> = 1_795_147_900_000..<1_795_147_960_000
    if let past = endpoint.history?.readHistory(text, of: code, range: range) {
      precondition(past.candles.allSatisfy { range.contains($0.start) && $0.low <= $0.high })
    }
    let trades = endpoint.recentTrades?.readTrades(text, of: code) ?? []
    precondition(trades.allSatisfy { $0.price.isPrice && $0.volume >= 0 })
    for candle in endpoint.chartCandles?.readCandles(text, of: code, span: 60_000) ?? [] {
      precondition(candle.low.isPrice && candle.low <= candle.high)
    }
    var list: [Listing] = []
    precondition(endpoint.marketList?.readList(text, part: 0, into: &list) != true || !list.isEmpty)
  }
  return 0
}
