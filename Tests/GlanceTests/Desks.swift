import MarketData
import TestSupport
import Timing

@testable import Glance
@testable import State

/// Desks that nobody would wish for, as exchanges, files and clocks might make them.
enum Desks {
  static let names = [
    "BTC", "", "1000SATS", String(repeating: "W", count: 40), "이더리움클래식이더리움클래식이더리움",
    "🪙🚀👨‍👩‍👧", "بيتكوين", "עִבְרִית", "a\u{301}\u{302}", "\u{0}\n\t", "–…−",
  ]
  private static let wall: Int64 = 1_795_147_953_000

  static func random(_ random: inout SeededGenerator, _ language: Language) -> Desk {
    var settings = Settings(language: language)
    settings.layout = Layout.allCases.randomElement(using: &random)!
    settings.currency = [nil, "KRW", "EUR", "USDT"].randomElement(using: &random)!
    settings.secondCurrency = [nil, "USD", "KRW"].randomElement(using: &random)!
    settings.putsFavouritesFirst = .random(using: &random)
    if Bool.random(using: &random) {
      settings.ranking = RankingWish(exchange: "upbit", quote: "KRW", count: 100)
    }
    let count = [1, 2, 3, 9, 9, 300].randomElement(using: &random)!
    let bases = (0..<count).map { _ in names.randomElement(using: &random)! }
    var desk = Desk(
      markets: bases.enumerated().map { index, base in
        MarketState(
          market: Market(
            exchange: index % 2 == 0 ? "upbit" : "binance", code: "KRW-\(base)", base: base,
            quote: ["KRW", "USDT", "BTC", "", "원화"].randomElement(using: &random)!),
          exchangeTitle: ["Upbit", "Binance"][index % 2], baseline: "09:00 KST")
      }, settings: settings)
    settings.holdings = desk.markets.prefix(12).map { state in
      Holding(
        market: state.market, amount: price(&random),
        averagePrice: [nil, price(&random)].randomElement(using: &random)!)
    }
    desk.apply(.settings(settings))
    var now = Moment(monotonic: 1_000_000, wall: wall)
    func pass(_ milliseconds: Int64, _ jump: Int64) {
      now.monotonic += milliseconds
      now.wall += milliseconds + jump
      desk.apply(.time(now, utcOffsetSeconds: 32_400))
    }
    pass(0, 0)
    for exchange in ["upbit", "binance"] where .random(in: 0..<5, using: &random) > 0 {
      desk.apply(.update(.clock(exchange: exchange, offset: wall - 1_000_000)))
      desk.apply(
        .update(
          .link(
            exchange: exchange,
            [.streaming, .polling, .stale, .offline].randomElement(using: &random)!,
            heard: [nil, 1_000_000, 0, 2_000_000].randomElement(using: &random)!)))
    }
    for index in 0..<min(count, 12) { tell(of: MarketID(index), to: &desk, &random) }
    surround(&desk, &random)
    pass(61_000, [0, -7_200_000, 86_400_000].randomElement(using: &random)!)
    // What is monotonic does not run backwards, but nothing may end where it does.
    pass(-30_000, 0)
    for index in 0..<min(count, 12) { tell(of: MarketID(index), to: &desk, &random) }
    for command in Command.all where command.page == nil && Bool.random(using: &random) {
      desk.apply(.command(command))
    }
    return desk
  }

  private static func tell(of index: MarketID, to desk: inout Desk, _ random: inout SeededGenerator)
  {
    func say(_ update: Update) {
      if .random(in: 0..<8, using: &random) > 0 { desk.apply(.update(update)) }
    }
    let usual = price(&random)
    say(
      .listing(
        market: index,
        Listing(
          code: "", base: "", quote: "",
          names: MarketNames(
            english: names.randomElement(using: &random)!,
            korean: names.randomElement(using: &random)!),
          decimals: [nil, 0, 2, 8, -3, 99].randomElement(using: &random)!,
          cautions: Bool.random(using: &random) ? Set(Caution.allCases) : [])))
    var ticker = Ticker(price: usual, tradeTime: desk.now.wall)
    ticker.baselinePrice = price(&random)
    ticker.dayOpen = price(&random)
    ticker.dayLow = price(&random)
    ticker.dayHigh = price(&random)
    ticker.volume = price(&random)
    ticker.turnover = price(&random)
    ticker.yearLow = price(&random)
    ticker.yearHigh = price(&random)
    ticker.decimals = .random(in: -2...20, using: &random)
    ticker.delistsOn = CivilDay(year: 2026, month: .random(in: -9...12, using: &random), day: 1)
    say(.ticker(market: index, ticker))
    let candles = self.candles(.random(in: 0...300, using: &random), from: usual, &random)
    say(.history(market: index, candles, covering: wall - CandleRing.span..<wall))
    let span = ChartSpan.allCases.randomElement(using: &random)!
    let kept = self.candles(.random(in: 0...300, using: &random), from: usual, &random).map {
      var candle = $0
      candle.start = wall - (wall - $0.start) / Candle.span * span.milliseconds
      return candle
    }
    let asked: Int64 = [0, 90_000, -90_000, 86_400_000].randomElement(using: &random)!
    say(.candles(market: index, CandleHistory(span: span, candles: kept, time: wall - asked)))
    for id in 0..<Int64.random(in: 0..<40, using: &random) {
      say(
        .trade(
          market: index,
          Trade(
            id: Bool.random(using: &random) ? id : nil, price: price(&random),
            volume: price(&random), time: wall - 1_000 * (20 - id),
            isBuy: [nil, true, false].randomElement(using: &random)!)))
    }
    func levels() -> [OrderBook.Level] {
      (0..<[0, 1, 15, 40].randomElement(using: &random)!).map { _ in
        OrderBook.Level(price: price(&random), size: price(&random))
      }
    }
    say(.book(market: index, OrderBook(bids: levels(), asks: levels())))
    let passage = WalletState.Passage(
      canDeposit: [nil, true, false].randomElement(using: &random)!,
      canWithdraw: [nil, true, false].randomElement(using: &random)!)
    say(
      .wallet(
        market: index,
        WalletState(
          passage,
          networks: (0..<Int.random(in: 0...70, using: &random)).map {
            WalletState.Network(name: "\(names[$0 % names.count])\($0)", passage: passage)
          }), heard: [0, 1_000_000, 5_000_000].randomElement(using: &random)!))
    say(.listed(market: index, .random(in: 0..<6, using: &random) > 0))
  }

  private static func surround(_ desk: inout Desk, _ random: inout SeededGenerator) {
    var trending = Trending()
    for name in names {
      var coin = Trending.Coin(id: name, symbol: name, name: name)
      coin.price = price(&random)
      coin.change = price(&random)
      coin.rank = .random(in: -1...Int.max, using: &random)
      trending.coins.append(coin)
      var nft = Trending.NFT(id: name, symbol: name, name: name)
      nft.floorPrice = price(&random)
      nft.change = -price(&random)
      nft.currency = name
      trending.nfts.append(nft)
    }
    var facts = CoinFacts(id: "x", symbol: "BTC", name: names[4], currency: "USD")
    facts.heard = 5_000_000
    facts.rank = .random(in: Int.min...Int.max, using: &random)
    facts.price = price(&random)
    facts.marketCap = price(&random)
    facts.week = (0..<Int.random(in: 0...168, using: &random)).map { _ in price(&random) }
    let rates = ExchangeRates(
      base: "USD", units: ["KRW": price(&random), "EUR": price(&random)], source: "ECB",
      time: wall, staleAfterMilliseconds: 1_000)
    for update in [
      Update.trending(trending, heard: 0), .facts(["BTC": facts]),
      .rates([rates]),
      .failure(exchange: "upbit", FailureReason.allCases.randomElement(using: &random)!),
      .serviceFailure(service: "CoinGecko", FailureReason.allCases.randomElement(using: &random)!),
      .serviceFailure(
        service: names.randomElement(using: &random)!,
        FailureReason.allCases.randomElement(using: &random)!),
    ] where Bool.random(using: &random) {
      desk.apply(.update(update))
    }
  }

  /// Of any size, and now and then none at all.
  private static func price(_ random: inout SeededGenerator) -> Double {
    if .random(in: 0..<8, using: &random) == 0 {
      return [0, -0.0, -1, .nan, .infinity, -.infinity, 1e300, -1e300, 1e-300].randomElement(
        using: &random)!
    }
    let power = Int.random(in: -12...15, using: &random)
    let scale = (0..<abs(power)).reduce(1.0) { scale, _ in power < 0 ? scale / 10 : scale * 10 }
    return .random(in: 1..<10, using: &random) * scale
  }

  private static func candles(
    _ count: Int, from first: Double, _ random: inout SeededGenerator
  ) -> [Candle] {
    let count = [0, 1, count].randomElement(using: &random)!
    let isFlat = Bool.random(using: &random)
    var price = first
    return (0..<count).map { index in
      let open = price
      if !isFlat { price *= .random(in: 0.99...1.01, using: &random) }
      return Candle(
        start: Candle.bucket(of: wall) - Int64(count - index) * Candle.span, open: open,
        high: max(open, price), low: min(open, price), close: price, volume: 1, source: .trades)
    }
  }
}
