import Testing

@testable import SimulatedExchange

struct WorldTests {
  private static let noon: Int64 = 1_795_176_000_000

  private func price(_ listing: SimulatedListing, seed: UInt64, at time: Int64) -> Double {
    SimulatedMarket(listing: listing, seed: seed).lastTrade(at: time)!.price
  }

  @Test("an asset costs the same everywhere, and in won a little more or less", arguments: 1...5)
  func plausible(seed: UInt64) {
    let world = WorldPrices(seed: seed)
    let upbit = SimulatedListing.first(1)[0]
    let binance = SimulatedListing("BTC", "USDT", code: "BTCUSDT", decimals: 2, on: "binance")
    let coinbase = SimulatedListing("BTC", "USD", code: "BTC-USD", decimals: 2, on: "coinbase")
    for hour in 0..<24 as Range<Int64> {
      let time = Self.noon + hour * 3_600_000
      let won = price(upbit, seed: seed, at: time)
      let tether = price(binance, seed: seed, at: time)
      let dollars = price(coinbase, seed: seed, at: time)
      #expect(abs(tether / dollars - 1) < 0.003)
      let premium = won / (tether * world.bankRate("USD", at: time)!) - 1
      #expect(-0.014...0.044 ~= premium)
      #expect(abs(won / tether / (world.won("USDT").price(at: time)) - 1) < 0.003)
    }
  }

  @Test("two exchanges have trades of their own, on steps of their own")
  func ownTrades() {
    let listings = ["binance", "kraken"].map {
      SimulatedListing("ETH", "USDT", code: "ETHUSDT", decimals: 2, on: $0)
    }
    let trades = listings.map { listing in
      let market = SimulatedMarket(listing: listing, seed: 1)
      return (Self.noon / 1_000..<Self.noon / 1_000 + 60).flatMap { market.trades(inSecond: $0) }
    }
    #expect(trades[0] != trades[1])
    for trade in trades.joined() {
      #expect((trade.price * 100).rounded() / 100 == trade.price)
    }
  }

  @Test("a dollar of Upbit's is about 1,410 won")
  func tether() {
    let tether = SimulatedListing.first(11)[10]
    #expect(tether.code == "KRW-USDT")
    for seed in 1...5 as ClosedRange<UInt64> {
      #expect(1_360...1_460 ~= price(tether, seed: seed, at: Self.noon))
    }
  }
}
