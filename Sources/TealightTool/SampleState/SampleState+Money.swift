import Feeds
import Glance
import MarketData
import State
import Timing

extension SampleState {
  /// A dollar coin, which the simulated listings lack.
  static var coins: [MarketState] {
    let upbit = Upbit()
    return [upbit.market(code: "KRW-USDT")!].map {
      MarketState(market: $0, exchangeTitle: upbit.title, baseline: upbit.baseline)
    }
  }

  static var holdings: [Holding] {
    let held: [(String, Double, Double)] = [
      ("KRW-BTC", 0.4213, 131_200_000), ("KRW-ETH", 3.5, 4_870_000), ("KRW-XRP", 12_500, 2_874),
    ]
    return held.compactMap { code, amount, price in
      Upbit().market(code: code).map { Holding(market: $0, amount: amount, averagePrice: price) }
    }
  }

  /// Adds rates, dollar prices, wallets, and what is trending.
  static func addMoney(to desk: inout Desk, at moment: Int64) {
    func apply(_ update: Update) { desk.apply(.update(update)) }
    // Several prices of the day, so that it has a range, within the candle that is forming.
    let coin = desk.markets.firstIndex { $0.market.code == "KRW-USDT" }
    for (seconds, bank, price) in [(1, 1_391.2, 1_419), (2, 1_433.1, 1_446), (0, 1_412.9, 1_431)]
      as [(Int64, Double, Double)]
    {
      apply(
        .rates([
          ExchangeRates(
            base: "USD", units: ["KRW": bank, "EUR": 0.8604, "JPY": 156.4], source: "ECB",
            time: moment - 5 * 3_600_000, staleAfterMilliseconds: 4 * 86_400_000)
        ]))
      var ticker = Ticker(price: price)
      ticker.baselinePrice = 1_424
      if let coin { apply(.ticker(market: coin, ticker)) }
      let now = Moment(monotonic: moment + seconds * 1_000, wall: moment)
      desk.apply(.time(now, utcOffsetSeconds: utcOffsetSeconds))
    }
    addWallets(to: &desk, at: moment)
    var trending = Trending()
    let coins = [
      ("ZEC", 612.41, 0.0873), ("SUI", 2.107, -0.0342), ("BTC", 105_269.0, 0.0123),
      ("PENGU", 0.01467, 0.2215), ("HYPE", 38.92, -0.0511), ("DOGE", 0.1634, 0.0048),
      ("TAO", 331.7, -0.1204), ("ASTER", 1.214, 0.0335), ("PEPE", 0.00000674, -0.0077),
    ]
    trending.coins = coins.map { symbol, price, change in
      var coin = Trending.Coin(id: symbol, symbol: symbol, name: symbol)
      (coin.price, coin.change) = (price, change)
      return coin
    }
    let collections = [("Pudgy Penguins", 5.43, -0.0312), ("CryptoPunks", 31.9, 0.0144)]
    trending.nfts = collections.map { name, price, change in
      var nft = Trending.NFT(id: name, symbol: name, name: name)
      (nft.floorPrice, nft.currency, nft.change) = (price, "ETH", change)
      return nft
    }
    apply(.trending(trending, heard: moment - 240_000))
  }

  private static func addWallets(to desk: inout Desk, at moment: Int64) {
    let open = WalletState.Passage(canDeposit: true, canWithdraw: true)
    let shut = WalletState.Passage(canDeposit: true, canWithdraw: false)
    for (id, state) in zip(desk.markets.indices, desk.markets)
    where state.market.exchange == "upbit" {
      var wallet = WalletState(state.market.base == "XRP" ? shut : open)
      if state.market.base == "BTC" {
        wallet.add(WalletState.Network(name: "Bitcoin", passage: open))
        wallet.add(WalletState.Network(name: "Lightning", passage: shut))
      }
      if state.market.base != "ADA" {
        desk.apply(.update(.wallet(market: id, wallet, heard: moment)))
      }
    }
  }
}
