import MarketData

@testable import Feeds

/// Whatever an exchange sends, only prices come out of it, and only of a text that is JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let text = UnsafeBufferPointer(start: bytes, count: count)
  let upbit = Upbit()
  let table = MarketTable([("KRW-BTC", MarketID(0)), ("KRW-ETH", MarketID(1))])
  for reading in [
    upbit.parser(text, table), upbit.readTickers(text, asked: [], of: table),
  ] {
    precondition(reading.isWellFormed || reading.statements.isEmpty)
    for statement in reading.statements {
      precondition(
        (statement.ticker?.price.isPrice ?? true) && (0...1).contains(statement.market.index))
    }
  }
  for candle in upbit.readCandles(text, of: "KRW-BTC", span: 1_000) ?? [] {
    precondition(candle.low.isPrice && candle.low <= candle.high)
  }
  var list: [Listing] = []
  precondition(!upbit.readList(text, part: 0, into: &list) || !list.isEmpty)
  return 0
}
