import MarketData

@testable import Feeds

/// Whatever Bithumb's two APIs send, only prices come out of it, and only of a text that is JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let text = UnsafeBufferPointer(start: bytes, count: count)
  let codes = ["KRW-BTC", "KRW-ETH"]
  let table = MarketTable(codes.enumerated().map { ($0.element, MarketID($0.offset)) })
  let range: Range<Int64> = 1_795_147_000_000..<1_795_148_000_000
  for exchange in [Bithumb(), BithumbClassic()]
    as [any MarketRankingSource & HistorySource & WalletSource]
  {
    for reading in [
      exchange.parser(text, table), exchange.readTickers(text, asked: codes, of: table),
    ] {
      precondition(reading.isWellFormed || reading.statements.isEmpty)
      for statement in reading.statements {
        precondition(statement.ticker?.price.isPrice ?? true)
        precondition(statement.trade.map { $0.price.isPrice && $0.volume >= 0 } ?? true)
        precondition(statement.book.map { $0.asks.count <= OrderBook.depthMax } ?? true)
      }
    }
    let candles = exchange.readHistory(text, of: codes[0], range: range)?.candles ?? []
    precondition(candles.allSatisfy { $0.low.isPrice && $0.low <= $0.high })
    precondition(zip(candles, candles.dropFirst()).allSatisfy { $0.start < $1.start })
    let trades = Bithumb().readTrades(text, of: codes[0]) ?? []
    precondition(trades.allSatisfy { $0.price.isPrice && $0.volume >= 0 })
    for part in 0...1 {
      var list: [Listing] = []
      var wallets: [String: WalletState] = [:]
      _ = exchange.readList(text, part: part, into: &list)
      _ = exchange.readWallets(text, part: part, into: &wallets)
    }
  }
  return 0
}
