import MarketData

@testable import Feeds

/// Whatever CoinGecko sends, amounts come out of it that are amounts, and lists with an end.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let text = UnsafeBufferPointer(start: bytes, count: count)
  let gecko = CoinGecko()
  func check(_ amounts: Double?...) {
    for case let amount? in amounts { precondition(amount.isFinite && amount > 0) }
  }
  for coin in gecko.readMarkets(text) ?? [] {
    check(coin.price, coin.marketCap, coin.volume)
    precondition(coin.week.count <= 400 && coin.week.allSatisfy { $0.isPrice })
    precondition(!coin.id.isEmpty && coin.rank ?? 1 > 0 && coin.change?.isFinite ?? true)
  }
  if let trending = gecko.readTrending(text) {
    for coin in trending.coins { check(coin.price, coin.marketCap, coin.volume) }
    for nft in trending.nfts { check(nft.floorPrice) }
    for category in trending.categories { check(category.marketCap) }
    precondition(trending.coins.count <= 100)
  }
  if let findings = gecko.readSearch(text) { precondition(findings.coins.count <= 200) }
  for status in [200, 403, 429] {
    let rejection = gecko.rejection(text, status: status, retryAfterSeconds: nil)
    precondition(status == 200 || rejection != nil)
    precondition(rejection?.word.utf8.allSatisfy { 0x20...0x7E ~= $0 } ?? true)
  }
  return 0
}
