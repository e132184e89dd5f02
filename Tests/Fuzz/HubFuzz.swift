import MarketData
import Timing

@testable import Feeds

private let kinds = ["book", "trades", "wallet", "chart"]
private let names = ["upbit:KRW-BTC", "kraken:BTC/USD", "hub:POWER"]
private let paths =
  ["status", "beat", "beat", "recent", "lists", "rates", "nonsense"]
  + names.flatMap { name in
    [HubTopics.ring(name)] + kinds.map { "\($0)/\(HubTopics.ring(name).dropFirst("ring/".count))" }
  }

/// Whatever a hub publishes, and in whatever order: it is read and said again as the same, or it is
/// nothing. The bytes are messages, each of two bytes of where it comes, its length and its text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let all = Array(UnsafeBufferPointer(start: bytes, count: count))
  read(all)
  follow(all)
  return 0
}

/// What was read is what would be written, and that is read as the same.
private func read(_ payload: [UInt8]) {
  if let beat = HubBeat(payload) {
    precondition(beat.markets.count <= HubLimits.marketsMax)
    precondition(beat.markets.allSatisfy { $0.ticker.price.isFinite && $0.ticker.price > 0 })
    let again = HubBeat(Array(beat.json.utf8))
    precondition(again?.markets.map(\.name) == beat.markets.map(\.name))
    precondition(again?.sources == beat.sources)
  }
  if let candles = HubCandles.read(payload) {
    precondition(HubCandles.read(Array(HubCandles.json(candles).utf8)) == candles)
    for candles in candles {
      let covered = (candles.runs.map(\.covering) + candles.gaps).reduce(Int64(0)) {
        $0 + $1.upperBound - $1.lowerBound
      }
      precondition(covered == candles.end - candles.start)
    }
  }
  if let lists = HubLists(payload) { precondition(HubLists(Array(lists.json.utf8)) == lists) }
  if let wants = HubWants(payload) { precondition(HubWants(Array(wants.json.utf8)) == wants) }
  if let rates = HubRates.read(payload, wall: 1_795_147_950_000) { precondition(rates.count <= 8) }
  for kind in kinds {
    if let answer = HubAnswer(kind, payload) {
      precondition(HubAnswer(kind, Array(answer.json.utf8)) != nil)
    }
  }
}

/// A feed that hears such messages from two hubs, live and kept, while time goes on.
private func follow(_ bytes: [UInt8]) {
  var options = HubFeed.Options(hubs: ["a", "b"], board: "desk")
  options.fallsBack = bytes.count % 2 == 0
  let markets = names.enumerated().map { index, name in
    let parts = name.split(separator: ":").map(String.init)
    return (
      id: MarketID(index),
      market: Market(exchange: parts[0], code: parts[1], base: "BTC", quote: "KRW")
    )
  }
  var feed = HubFeed(options, markets: markets, seed: 7)
  var now = Moment(monotonic: 1_000_000, wall: 1_795_147_950_000)
  let ids = Set(markets.map(\.id))
  func check(_ update: Update) {
    switch update {
    case .ticker(_, let ticker): precondition(ticker.price.isFinite && ticker.price > 0)
    case .history(_, let candles, let covering):
      precondition(candles.allSatisfy { covering.contains($0.start) })
    case .clock(_, let offset): precondition(offset + now.monotonic >= ExchangeClock.era.lowerBound)
    case .link(_, _, let heard): precondition(heard ?? 0 <= now.monotonic)
    default: break
    }
  }
  feed.handle(.connected, at: now, check)
  feed.follow(
    Array(ids).sorted(), books: ids, wallets: ids, chart: Chart(market: MarketID(0), span: .hour),
    tape: MarketID(0), at: now, check)
  var rest = bytes[...]
  while rest.count > 3 {
    let (path, how, length) = (rest.removeFirst(), rest.removeFirst(), Int(rest.removeFirst()))
    let payload = Array(rest.prefix(length == 255 ? rest.count : length))
    rest = rest.dropFirst(payload.count)
    feed.handle(
      .message(
        hub: how & 1 == 0 ? "a" : "b", path: paths[Int(path) % paths.count], payload: payload,
        isRetained: how & 2 != 0), at: now, check)
    if how & 4 != 0 {
      now.monotonic += Int64(how) * 100
      now.wall += (Int64(how) - 128) * 1_000_000
      feed.handle(.time, at: now, check)
    }
    _ = (feed.subscriptions, feed.offered, feed.popNews(), feed.drainMessages(), feed.deadline)
    precondition(feed.drainLog().count < 100)
  }
}
