import Feeds
import Glance
import MarketData
import SimulatedExchange
import State
import Timing

/// A desk as it stands at one moment, for a picture: made from a seed, or from a recording.
enum SampleState {
  /// 2026-11-20 14:05:42 in Seoul.
  static let moment: Int64 = 1_795_151_142_000
  /// Seoul's distance from UTC: pictures look the same wherever they are drawn.
  static let utcOffsetSeconds = 9 * 3_600

  /// The markets of a desk that is made from a seed.
  static let listings = SimulatedListing.first(10)

  /// The markets of the simulated exchange after twenty minutes of streaming.
  static func desk(seed: UInt64, code: String, language: Language) -> Desk? {
    guard let shown = listings.firstIndex(where: { $0.code == code }) else { return nil }
    var desk = desk(
      of: listings.map(\.code), besides: coins, showing: shown, language)
    let now = Moment(monotonic: moment, wall: moment)
    desk.apply(.time(now, utcOffsetSeconds: utcOffsetSeconds))
    desk.apply(.update(.clock(exchange: "upbit", offset: 0)))
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: moment)))
    for (id, listing) in zip(desk.markets.indices, listings) {
      let market = SimulatedMarket(listing: listing, seed: seed)
      fill(id, from: market, listing, in: &desk)
    }
    addMoney(to: &desk, at: moment)
    connect(&desk)
    addChart(Chart(market: desk.shown, span: desk.settings.span), to: &desk, seed: seed)
    addFacts(of: listings, to: &desk)
    // A favourite, and a list that is sorted by change.
    desk.apply(.command(.favourite))
    for _ in 0..<3 { desk.apply(.command(.sort)) }
    return desk
  }

  /// A desk of the given markets after twenty minutes of streaming; the first one is on the screen.
  static func desk(of listings: [SimulatedListing], seed: UInt64) -> Desk {
    var desk = unheard(listings.map(\.code))
    desk.apply(.update(.link(exchange: "upbit", .streaming, heard: moment)))
    for (id, listing) in zip(desk.markets.indices, listings) {
      fill(id, from: SimulatedMarket(listing: listing, seed: seed), listing, in: &desk)
    }
    addMoney(to: &desk, at: moment)
    return desk
  }

  /// A desk of markets about which nothing is known yet.
  static func unheard(_ codes: [String]) -> Desk {
    var desk = desk(of: codes, showing: 0, .english)
    desk.apply(
      .time(Moment(monotonic: moment, wall: moment), utcOffsetSeconds: utcOffsetSeconds))
    desk.apply(.update(.clock(exchange: "upbit", offset: 0)))
    return desk
  }

  /// Lets the market on the screen rise above a round price.
  static func alert(on desk: inout Desk) {
    guard let market = desk.markets.firstIndex(where: { $0.market == desk.report.market }),
      let price = desk.markets[market].price
    else { return }
    var round = 1.0
    while round * 100 <= price { round *= 10 }
    let level = (price / round).rounded(.down) * round
    var settings = desk.settings
    settings.alerts.rules = [AlertRule(.above(level))]
    desk.apply(.settings(settings))
    for price in [level * 0.99, price] {
      let ticker = Ticker(
        price: price, tradeTime: desk.now.monotonic, decimals: desk.markets[market].decimals)
      desk.apply(.update(.ticker(market: market, ticker)))
    }
  }

  /// Gives the desk a message, as if somebody had sent it.
  static func notice(on desk: inout Desk) {
    var notice = Notice(
      desk.language == .korean ? "현관에 손님이 오셨습니다" : "Somebody is at the front door")
    notice.title = desk.language == .korean ? "초인종" : "Doorbell"
    notice.colour = .rise
    desk.apply(.notice(notice))
  }

  /// The codes of a capture that are Upbit's, as captures are of Upbit's stream.
  static func codes(in capture: Capture) -> [String] {
    capture.codes.filter { Upbit().market(code: $0) != nil }
  }

  /// The desk at the end of a recording, as the program would have seen it.
  /// - Returns: nil where it has no market of Upbit, or not the one that is named.
  static func desk(capture: Capture, code: String?, language: Language) -> Desk? {
    let codes = codes(in: capture)
    guard let shown = code.map({ codes.firstIndex(of: $0) }) ?? codes.indices.first else {
      return nil
    }
    var desk = desk(of: codes, showing: shown, language)
    var feed = Feed(
      exchange: Upbit(), markets: codes.enumerated().map { (MarketID($0.offset), $0.element) },
      waits: Feed.Waits(), seed: 0)
    var now = Moment(monotonic: 0, wall: capture.frames.first?.time ?? 0)
    func live(_ body: (inout Feed, (Update) -> Void) -> Void) {
      desk.apply(.time(now, utcOffsetSeconds: utcOffsetSeconds))
      body(&feed) { desk.apply(.update($0)) }
    }
    live { $0.start(at: now, $1) }
    var stream: ConnectionID?
    for case .connect(let connection, _) in feed.drainIntents() { stream = connection }
    guard let stream else { return nil }
    live { $0.handle(.opened(stream), at: now, $1) }
    for frame in capture.frames {
      now.monotonic += max(0, frame.time - now.wall)
      now.wall = frame.time
      frame.payload.withUnsafeBufferPointer { bytes in
        live { $0.handle(.message(bytes, stream), at: now, $1) }
      }
    }
    for market in desk.markets.indices { desk.apply(.update(.filling(market: market, false))) }
    // A recording may name markets of which it has no price: show the first one that has a price.
    for _ in codes where code == nil && desk.glanceScene.price == nil {
      desk.apply(.command(.nextMarket))
    }
    return desk
  }

  private static func desk(
    of codes: [String], besides others: [MarketState] = [], showing shown: Int,
    _ language: Language
  ) -> Desk {
    let upbit = Upbit()
    var settings = Settings(language: language, pages: PageCatalog.turnable)
    if !others.isEmpty { settings.holdings = holdings }
    var desk = Desk(
      markets: codes.compactMap { upbit.market(code: $0) }.map {
        MarketState(market: $0, exchangeTitle: upbit.title, baseline: upbit.baseline)
      } + others, settings: settings)
    for _ in 0..<shown { desk.apply(.command(.nextMarket)) }
    return desk
  }
}
