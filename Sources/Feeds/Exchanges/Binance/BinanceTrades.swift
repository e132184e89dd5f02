import MarketData

extension Binance: RecentTradesSource {
  public func tradesPath(code: String, count: Int) -> String {
    CallPath("/trades?symbol=\(code)&limit=\(count)").text
  }

  /// `[{"id":7,"price":"104810.01","qty":"0.01","time":1795147953123,"isBuyerMaker":true,…},…]`,
  /// oldest first.
  public func readTrades(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Trade]? {
    JSONScanner.readValues(bytes) { scanner -> Trade? in
      var id: Int64?
      var price: Double?
      var volume: Double?
      var time: Int64?
      var isBuyerMaker: Bool?
      while let key = scanner.nextKey() {
        if key == "id" {
          id = scanner.number()?.integer
        } else if key == "price" {
          price = scanner.number()?.double
        } else if key == "qty" {
          volume = scanner.number()?.double
        } else if key == "time" {
          time = scanner.number()?.integer
        } else if key == "isBuyerMaker" {
          isBuyerMaker = scanner.boolean()
        } else {
          scanner.skip()
        }
      }
      let isBuy = isBuyerMaker.map { !$0 }
      return Trade(id: id, toldPrice: price, volume: volume, time: time, isBuy: isBuy)
    }
  }
}
