import MarketData

@testable import Feeds

/// Whatever Binance sends, only prices come out of it, and only of a text that is JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let text = UnsafeBufferPointer(start: bytes, count: count)
  let binance = Binance()
  let table = MarketTable([("BTCUSDT", MarketID(0)), ("ETHUSDT", MarketID(1))])
  let readings = [
    binance.parser(text, table), binance.readTickers(text, asked: [], of: table),
  ]
  for reading in readings {
    precondition(reading.isWellFormed || reading.statements.isEmpty)
    for statement in reading.statements {
      precondition((0...1).contains(statement.market.index))
      precondition(statement.ticker?.price.isPrice != false)
      precondition(statement.trade?.price.isPrice != false)
      precondition(statement.book?.bids.count ?? 0 <= OrderBook.depthMax)
    }
  }
  let range: Range<Int64> = 1_795_147_950_000..<1_795_147_960_000
  for candle in binance.readHistory(text, of: "BTCUSDT", range: range)?.candles ?? [] {
    precondition(candle.low.isPrice && candle.low <= candle.high && range.contains(candle.start))
  }
  for trade in binance.readTrades(text, of: "BTCUSDT") ?? [] { precondition(trade.price.isPrice) }
  var list: [Listing] = []
  precondition(binance.readList(text, part: 0, into: &list) == !list.isEmpty)
  return 0
}
