import Devices
import Glance
import MarketData
import Pixels
import SimulatedExchange
import State
import Timing
import Typeface

/// One page of a busy desk on one panel, from what the feed says to the bytes on the bus.
struct PageBench {
  static let panels = [("mono", PanelKind.ssd1306), ("colour", PanelKind.st7789)]

  /// For every page, as `book-mono-change`:
  /// - `change`: the price changes, a second after the last time, and no candle ends. That is drawn
  ///   once for the change and once more when it is no longer felt.
  /// - `roll`: five seconds pass in which nothing is traded, so that a candle of each market ends.
  /// - `press`: the next market is shown, so that all of the picture is another.
  static let works: [String: @Sendable (Int) -> Void] = {
    var works: [String: @Sendable (Int) -> Void] = [:]
    for page in PageCatalog.turnable {
      for (name, kind) in panels {
        works["\(page)-\(name)-change"] = { count in
          var bench = PageBench(page, on: kind)
          bench.exchangeStandsAt = bench.now
          for _ in 0..<count { bench.change(after: 1_000) }
          print(bench.bus.bytes)
        }
        works["\(page)-\(name)-roll"] = { count in
          var bench = PageBench(page, on: kind)
          for _ in 0..<count { bench.roll() }
          print(bench.bus.bytes)
        }
        works["\(page)-\(name)-press"] = { count in
          var bench = PageBench(page, on: kind)
          for _ in 0..<count { bench.press() }
          print(bench.bus.bytes)
        }
      }
    }
    return works
  }()

  /// Prints, for every page, the bytes that its picture takes and those of a change.
  static func printBytes(_ count: Int) {
    for (_, kind) in panels {
      for page in PageCatalog.turnable {
        var bench = PageBench(page, on: kind)
        let full = bench.fullBytes()
        bench.shown = bench.frame
        var changes: [Int] = []
        for _ in 0..<count {
          let before = bench.bus.bytes
          bench.change(after: 1_000)
          changes.append(bench.bus.bytes - before)
        }
        let pixels = max(1, bench.changedPixels)
        changes.sort()
        print(
          "\(kind) \(page): \(full) bytes in full; a change: median \(changes[count / 2]), "
            + "nine in ten at most \(changes[count * 9 / 10]), at most \(changes[count - 1]); "
            + "\(pixels) pixels changed, \(changes.reduce(0, +) * 100 / pixels) bytes a hundred")
      }
    }
  }

  private static let start: Int64 = 1_795_132_800_000
  private let markets = SimulatedListing.first(11).map { SimulatedMarket(listing: $0, seed: 1) }
  private let bus: CountingBus
  private let display: any Display
  private let pages: Pages
  private var frame: Frame
  private var desk: Desk
  private var scene: Scene?
  /// Where the frame may differ from the one that was sent last; nil: anywhere.
  private var changed: [Rect]?
  private var now = Self.start
  /// What the exchange's clock shows all the time, so that no candle ends; nil where it goes on.
  private var exchangeStandsAt: Int64?
  private var price = 148_737_000.0
  /// What was sent last, where changed pixels are counted; that costs time.
  private var shown: Frame?
  private var changedPixels = 0
  private var count = 0

  private init(_ page: PageName, on kind: PanelKind) {
    let wiring = PanelWiring(kind, on: .record(path: ""))
    bus = CountingBus(kind.wires[0])
    display = kind.display(wiring, on: bus, theme: .dark(.greenRed)) { print($0) }
    pages = Pages(wiring.surface, typesetter: Typeface { print($0) })
    frame = Frame(wiring.size)
    var settings = Settings()
    settings.homeAfterSeconds = nil
    let known = markets.map(\.listing).map {
      Market(exchange: "upbit", code: $0.code, base: $0.base, quote: $0.quote)
    }
    settings.holdings = known.prefix(3).map {
      Holding(market: $0, amount: 1.5, averagePrice: 2_000)
    }
    desk = Desk(
      markets: known.map {
        MarketState(market: $0, exchangeTitle: "Upbit", baseline: "09:00 KST")
      }, settings: settings)
    tell(desk.markets.indices)
    tellOfSurroundings()
    desk.apply(.command(.show(page)))
    for market in desk.markets.indices { tellHistory(of: market) }
    change(after: 1_000)
  }

  /// The price changes, and everybody says so.
  private mutating func change(after milliseconds: Int64) {
    draw(after: milliseconds)
    send()
    now += 300
    pass()
    now -= 300
    draw()
    send()
  }

  private mutating func draw(after milliseconds: Int64) {
    now += milliseconds
    count += 1
    tell(MarketID(0)..<MarketID(1))
    draw()
  }

  private mutating func roll() {
    now += Candle.span
    pass()
    draw()
    send()
  }

  private mutating func press() {
    now += 1_000
    pass()
    desk.apply(.command(.nextMarket))
    draw()
    send()
  }

  /// As the daemon does: what says the same is not drawn again.
  private mutating func draw() {
    let newest = desk.scene
    guard newest != scene else { return }
    scene = newest
    changed = pages.draw(newest, on: &frame)
  }

  private mutating func send() {
    if let before = shown {
      changedPixels += zip(before.pixels, frame.pixels).count { $0 != $1 }
      shown = frame
    }
    display.show(frame, changed: changed)
    changed = []
    // A flush stops after some milliseconds of bus time, and goes on in the next turn.
    var turn = now
    while case let next = display.flush(now: turn), !next.isNever {
      turn = max(next.monotonic, turn + 1)
    }
  }

  /// What it takes to show this picture where another one was.
  private mutating func fullBytes() -> Int {
    let picture = frame
    frame.fill(frame.bounds, with: ColourRole.warning.pixel())
    for index in picture.pixels.indices where picture.pixels[index] != 0 {
      frame.pixels[index] = 0
    }
    changed = nil
    send()
    let before = bus.bytes
    (frame, changed) = (picture, nil)
    send()
    return bus.bytes - before
  }

  private mutating func pass() {
    desk.apply(.time(Moment(monotonic: now, wall: now), utcOffsetSeconds: 0))
    desk.apply(.update(.clock(exchange: "upbit", offset: exchangeTime - now)))
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: now)))
  }

  private var exchangeTime: Int64 { exchangeStandsAt ?? now }

  private mutating func tell(_ told: Range<MarketID>) {
    pass()
    for market in told {
      let step = Double((count * 7_919 % 7 - 3) * 1_000)
      price += step == 0 ? 1_000 : step
      let shown = market.index == 0 ? price : markets[market.index].listing.price
      let trade = Trade(
        id: Int64(count), price: shown, volume: 0.0123, time: exchangeTime, isBuy: step > 0)
      desk.apply(.update(.trade(market: market, trade)))
      desk.apply(
        .update(
          .ticker(
            market: market,
            Ticker(
              price: shown, tradeTime: exchangeTime, baselinePrice: shown * 0.99,
              dayLow: shown * 0.97, dayHigh: shown * 1.02, volume: 412,
              turnover: 61_234_567_890))))
      desk.apply(.update(.book(market: market, book(around: shown))))
    }
  }

  /// Most of what is offered at a price stays there: each time, three levels in thirty are others.
  private func book(around price: Double) -> OrderBook {
    func side(_ step: Double) -> [OrderBook.Level] {
      (1...15).map { number in
        let price = price + Double(number) * step
        let level = Int(price / 1_000)
        let size = Double((level * 31 + (count + level) / 10 * 17) % 97 + 1)
        // Few are large.
        return OrderBook.Level(price: price, size: size * size * size / 100_000)
      }
    }
    return OrderBook(bids: side(-1_000), asks: side(1_000))
  }

  private mutating func tellHistory(of market: MarketID) {
    let span = now - CandleRing.span..<now
    let candles = (span.lowerBound / 1_000..<span.upperBound / 1_000).flatMap {
      markets[market.index].trades(inSecond: $0).map {
        Candle(
          start: $0.time, open: $0.price, high: $0.price, low: $0.price, close: $0.price,
          volume: $0.volume, source: .trades)
      }
    }
    desk.apply(.update(.history(market: market, candles, covering: span)))
  }

  private mutating func tellOfSurroundings() {
    let rates = ExchangeRates(
      base: "USD", units: ["KRW": 1_412.9], source: "ECB", time: now,
      staleAfterMilliseconds: .max)
    desk.apply(.update(.rates([rates])))
    var trending = Trending()
    trending.coins = markets.prefix(8).map(\.listing).map {
      var coin = Trending.Coin(id: $0.base, symbol: $0.base, name: $0.english)
      (coin.price, coin.change) = ($0.price, 0.0123)
      return coin
    }
    desk.apply(.update(.trending(trending, heard: now)))
    let open = WalletState.Passage(canDeposit: true, canWithdraw: true)
    for market in desk.markets.indices {
      desk.apply(.update(.wallet(market: market, WalletState(open), heard: desk.now.monotonic)))
    }
    var facts = CoinFacts(id: "bitcoin", symbol: "BTC", name: "Bitcoin", currency: "USD")
    (facts.rank, facts.marketCap, facts.heard) = (1, 2_090_000_000_000, now)
    desk.apply(.update(.facts(["BTC": facts])))
  }
}
