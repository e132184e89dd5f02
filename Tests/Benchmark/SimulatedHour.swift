import Devices
import Glance
import MarketData
import Pixels
import SimulatedExchange
import State
import Timing
import Typeface

/// An hour of a simulated market, ten draws a second, on both panels: the bytes that go over the
/// bus each time the price changes, and each time the chart moves on.
struct SimulatedHour {
  private static let start: Int64 = 1_795_132_800_000

  static func run(seed: UInt64, seconds: Int64) {
    let typeface = Typeface { print($0) }
    for kind in PanelKind.all where kind.isRecordable && CountingBus.counts(kind.wires[0]) {
      let bus = CountingBus(kind.wires[0])
      let wiring = PanelWiring(kind, on: .record(path: ""))
      let display = kind.display(wiring, on: bus, theme: .dark(.greenRed)) { print($0) }
      let page = GlancePage(wiring.surface, typesetter: typeface)
      var frame = Frame(wiring.size)
      var (changes, scrolls, idle): ([Int], [Int], Int) = ([], [], 0)
      var last: GlanceScene?
      draws(seed: seed, seconds: seconds) { scene, now in
        guard scene != last else { return }
        page.draw(scene, on: &frame)
        display.show(frame)
        let before = bus.bytes
        // A flush stops after some milliseconds of bus time, and goes on in the next turn; some panels
        // never want nothing.
        var turn = now
        while case let next = display.flush(now: turn), next < Deadline(now + 1_000) {
          turn = max(next.monotonic, turn + 1)
        }
        defer { last = scene }
        guard let last else { return }
        if last.candles.last??.start != scene.candles.last??.start {
          scrolls.append(bus.bytes - before)
        } else if last.price != scene.price {
          changes.append(bus.bytes - before)
        } else if bus.bytes != before {
          idle += 1
        }
      }
      print("\(kind) price changes \(summary(changes))")
      print("\(kind) candles \(summary(scrolls)); other updates \(idle)")
    }
  }

  private static func summary(_ bytes: [Int]) -> String {
    let sorted = bytes.sorted()
    guard let last = sorted.last else { return "0" }
    return "\(sorted.count): median \(sorted[sorted.count / 2]), nine in ten at most "
      + "\(sorted[sorted.count * 9 / 10]), at most \(last) bytes"
  }

  /// The scene at every draw of the hour.
  private static func draws(seed: UInt64, seconds: Int64, _ body: (GlanceScene, Int64) -> Void) {
    let listing = SimulatedListing.first(1)[0]
    let market = SimulatedMarket(listing: listing, seed: seed)
    let baseline = market.lastTrade(at: start)?.price
    var desk = Desk(
      markets: [
        MarketState(
          market: Market(exchange: "upbit", code: listing.code, base: "BTC", quote: "KRW"),
          exchangeTitle: "Upbit", baseline: "09:00 KST")
      ], settings: Settings(language: .english))
    for second in 0..<seconds {
      var trades = market.trades(inSecond: start / 1_000 + second)[...]
      for draw in 0..<10 as Range<Int64> {
        let now = start + second * 1_000 + draw * 100
        desk.apply(.time(Moment(monotonic: now, wall: now), utcOffsetSeconds: 0))
        desk.apply(.update(.clock(exchange: "upbit", offset: 0)))
        desk.apply(.update(.link(exchange: "upbit", .streaming, heard: now)))
        while let trade = trades.first, trade.time < now + 100 {
          trades = trades.dropFirst()
          let taken = Trade(
            id: trade.id, price: trade.price, volume: trade.volume, time: trade.time)
          desk.apply(.update(.trade(market: MarketID(0), taken)))
          let ticker = Ticker(
            price: trade.price, tradeTime: trade.time, baselinePrice: baseline)
          desk.apply(.update(.ticker(market: MarketID(0), ticker)))
        }
        body(desk.glanceScene, now)
      }
    }
  }
}
