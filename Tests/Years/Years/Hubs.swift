import Glibc
import Oracle
import SimulatedExchange

/// A hub that the board follows, as board/manual/fleet.md describes it: it hears the simulated
/// exchanges by itself, and publishes what it hears.
final class Hub {
  /// What is wrong with it.
  struct Trouble: Equatable {
    /// It runs and says nothing.
    var isSilent = false
    /// It does not run.
    var isOff = false
    /// It hears no exchange.
    var isDeaf = false
    /// By so many milliseconds its messages are late.
    var delayMilliseconds: Int64 = 0
    /// One message of so many cannot be read; 0 for none.
    var brokenEvery = 0
    /// One beat of so many is lost; 0 for none.
    var lostEvery = 0
    var clockError: Int64 = 0
  }

  /// One candle.
  private struct Row {
    var open, high, low, close, volume: Double
    var isPart = false

    var json: String {
      let word = isPart ? ",\"partial\"" : ""
      if volume == 0 { return "[\(close)\(word)]" }
      return "[\(open),\(high),\(low),\(close),\(volume)\(word)]"
    }
  }

  /// What it knows of one market.
  private struct Known {
    let market: Oracle.Market
    /// What it knows of each five seconds, by their start.
    var rows: [Int64: Row] = [:]
    var last: SimulatedTrade?
    var first = 0.0
    var toldTime: Int64 = 0
  }

  private static let latency: Int64 = 100
  private static let ringSeconds: Int64 = 1_200

  let name: String
  private unowned let world: World
  private var random: Lots
  var trouble = Trouble() {
    willSet {
      // The hub hears what came before it went deaf: the board may have slept since the hub's last turn.
      if newValue.isDeaf, !trouble.isDeaf { hear() }
    }
    didSet {
      if trouble.isDeaf, !oldValue.isDeaf { deafSince = world.time }
      if trouble.isOff, !oldValue.isOff { stop() }
      if !trouble.isOff, oldValue.isOff {
        // It knows nothing of before, so it has to hear the exchanges to say anything.
        trouble.isDeaf = false
        start()
      }
    }
  }
  private var deafSince: Int64 = 0
  private var known: [Known]
  /// Until when it has heard, Unix milliseconds.
  private var until: Int64 = 0
  private var turns = 0
  private var messages = 0
  /// When the last of its late messages reaches the broker, and how many are still to come: after a sleep
  /// of the board more than that time tells.
  private var saidUntil: Int64 = 0
  private var lateCount = 0
  private var rings = 0

  init(_ world: World, _ name: String, seed: UInt64) {
    (self.world, self.name) = (world, name)
    random = Lots(seed: seed)
    known = world.oracle.markets.map { Known(market: $0) }
  }

  func begin() {
    start()
    world.after(500) { [unowned self] in turn() }
  }

  private func start() {
    turns = 0
    rings = 0
    until = 0
    say("status", "online", isRetained: true)
  }

  private func stop() {
    // Nobody learns of it at once: the broker waits for the hub's keep-alive.
    world.after(Int64(random.below(22_000))) { [unowned self] in
      if trouble.isOff { world.broker.publish(topic("status"), "offline".utf8, isRetained: true) }
      return false
    }
  }

  private func topic(_ path: String) -> String { "tealight/\(name)/\(path)" }

  private func say(_ path: String, _ text: String, isRetained: Bool = false) {
    guard !trouble.isSilent, !trouble.isOff else { return world.oracle.lostWord(at: world.time) }
    messages += 1
    var text = text
    if trouble.brokenEvery > 0, messages % trouble.brokenEvery == 0 {
      let way = random.below(4)
      // A board that speaks MQTT 5 is not sent what is too large, and does not know of it.
      if path == "beat", way == 2 { world.oracle.lostWord(at: world.time) }
      if path == "beat" { world.oracle.brokenBeat(at: world.time) }
      switch way {
      case 0: text = String(text.prefix(text.utf8.count / 2))
      case 1: text = text.replacing(":", with: ";")
      case 2: text += String(repeating: " ", count: 300_000)
      default: text = "{\"sources\":[],\"markets\":{\"upbit:KRW-BTC\":{\"price\":-1}}}"
      }
    }
    // A broker hears a hub's messages one after the other.
    saidUntil = max(saidUntil, world.time + trouble.delayMilliseconds)
    guard saidUntil > world.time || lateCount > 0 else {
      return world.broker.publish(topic(path), text.utf8, isRetained: isRetained)
    }
    let saidAt = world.time
    lateCount += 1
    world.at(saidUntil) { [unowned self] in
      lateCount -= 1
      if !world.broker.isReached { world.oracle.lostWord(at: world.time) }
      world.broker.publish(topic(path), text.utf8, isRetained: isRetained, saidAt: saidAt)
      return false
    }
  }

  // MARK: What it hears

  private func hear() {
    let now = world.time - Self.latency
    if until == 0 || now - until > Self.ringSeconds * 1_000 {
      for index in known.indices { recall(&known[index], at: now) }
      until = now - Self.ringSeconds * 1_000
    }
    // A deaf hub fills in afterwards what it has missed.
    guard !trouble.isDeaf, now > until else { return }
    for index in known.indices { read(&known[index], from: until, to: now) }
    until = now
  }

  private func recall(_ known: inout Known, at now: Int64) {
    known.rows = [:]
    var second = now / 1_000 - Self.ringSeconds - 1
    let oldest = second - 6 * 3_600
    known.last = nil
    while known.last == nil, second > oldest {
      known.last = known.market.trades(second).last
      second -= 1
    }
    known.first = known.last?.price ?? 1
  }

  private func read(_ known: inout Known, from: Int64, to: Int64) {
    var start = from / 5_000 * 5
    while start * 1_000 <= to {
      // The candle is made as a whole, whatever was known of it before.
      let price = (start * 1_000 <= from ? known.rows[start]?.open : nil) ?? known.last?.price
      let trades = (start..<start + 5).flatMap(known.market.trades).filter { $0.time <= to }
      if let first = trades.first, let last = trades.last {
        known.rows[start] = Row(
          open: first.price, high: trades.map(\.price).max()!, low: trades.map(\.price).min()!,
          close: last.price, volume: trades.reduce(0) { $0 + $1.volume })
        known.last = last
      } else if let price {
        known.rows[start] = Row(open: price, high: price, low: price, close: price, volume: 0)
      }
      start += 5
    }
    let oldest = to / 1_000 - Self.ringSeconds - 60
    if known.rows.count > 300 { known.rows = known.rows.filter { $0.key > oldest } }
  }

  // MARK: What it says

  private func turn() -> Bool {
    world.after(500) { [unowned self] in turn() }
    guard !trouble.isOff else { return false }
    hear()
    // A hub that was cut off says everything again.
    if !world.broker.isReached { turns = -1 }
    let isFull = turns % 10 == 0
    let isLost = trouble.lostEvery > 0 && random.below(trouble.lostEvery) == 0
    if isLost { world.oracle.lostWord(isSeen: false, at: world.time) } else { beat(isFull: isFull) }
    if isFull { say("status", "online", isRetained: true) }
    if turns % 90 == 1 { say("lists", lists, isRetained: true) }
    if turns % 20 == 3, let rates = world.money.hubsRates { say("rates", rates) }
    let second = world.time / 1_000
    if second % 5 == 0, world.time % 1_000 / 500 == 1 { say("recent", candles(known, 13)) }
    if turns % max(1, 90 / known.count) == 2 || turns < 2 * known.count, turns % 2 == 0 {
      let market = known[rings % known.count]
      rings += 1
      let parts = market.market.name.split(separator: ":", maxSplits: 1)
      say(
        "ring/\(parts[0])/\(parts[1].replacing("/", with: "-"))", candles([market], 240),
        isRetained: true)
    }
    turns += 1
    return false
  }

  private func beat(isFull: Bool) {
    let now = world.time
    let source = source(at: now)
    var sources: [String: String] = [:]
    var markets: [String] = []
    var prices: [String: Double] = [:]
    for index in known.indices {
      guard let last = known[index].last else { continue }
      let market = known[index].market
      let hasNews = isFull || last.time != known[index].toldTime
      // A beat names an exchange whenever the hub hears it, and a market when there is news.
      if hasNews || !trouble.isDeaf { sources[market.exchange] = source }
      guard hasNews else { continue }
      known[index].toldTime = last.time
      prices[market.name] = last.price
      let start = (now - Self.latency) / 5_000 * 5
      var members =
        "\"price\":\(last.price),\"time\":\(last.time),\"baseline\":\(known[index].first)"
      if !trouble.isDeaf, let row = known[index].rows[start] {
        let text = row.json.dropFirst()
        members += ",\"candle\":[\(start * 1_000 + trouble.clockError),\(text)"
      }
      markets.append("\"\(market.name)\":{\(members)}")
    }
    let isWell = trouble == Trouble() && world.broker.isReached
    world.oracle.beat(by: name, prices, isWell: isWell, at: now)
    guard !sources.isEmpty else { return }
    let told = sources.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    say(
      "beat",
      "{\"sources\":{\(told.joined(separator: ","))},"
        + "\"markets\":{\(markets.joined(separator: ","))}}", isRetained: isFull)
  }

  /// What it says of each exchange.
  private func source(at now: Int64) -> String {
    let age = trouble.isDeaf ? now - deafSince : Self.latency
    let isStale = age > 15_000
    return "{\"link\":\"\(isStale ? "stale" : "streaming")\""
      + "\(isStale ? ",\"trouble\":\"unreachable\"" : ""),\"age\":\(age),"
      + "\"clock\":\(now + trouble.clockError)}"
  }

  private var lists: String {
    let entries = known.map { known in
      let market = known.market
      return "\"\(market.name)\":{\"base\":\"\(market.base)\",\"quote\":\"\(market.quote)\","
        + "\"english\":\"\(market.base)\",\"korean\":\"\",\"listed\":true}"
    }
    return "{\"markets\":{\(entries.joined(separator: ","))}}"
  }

  private func candles(_ known: [Known], _ count: Int64) -> String {
    // The end of the last candle that is over.
    let end = (world.time - Self.latency) / 5_000 * 5
    let texts = known.map { known in
      let rows = (1...count).reversed().map { back -> String in
        let start = end - back * 5
        guard var row = known.rows[start] else { return "null" }
        if trouble.isDeaf, (start + 5) * 1_000 > deafSince { row.isPart = true }
        return row.json
      }
      return "\"\(known.market.name)\":{\"start\":\((end - count * 5) * 1_000),"
        + "\"candles\":[\(rows.joined(separator: ","))]}"
    }
    return "{\"markets\":{\(texts.joined(separator: ","))}}"
  }

  // MARK: What goes wrong

  /// A kind of trouble with hubs. When it is over, that part alone is as usual again.
  /// - Parameter over: what else is done for each hub then, with the value that the part had.
  private static func kind<Part>(
    _ name: String, _ part: WritableKeyPath<Trouble, Part>, isLie: Bool = false,
    over: @escaping (World, Part) -> Void = { _, _ in },
    _ draw: @escaping (inout Lots) -> Part
  ) -> Faults.Kind {
    Faults.Kind(
      name: name,
      begin: { world, _, random in
        // The first one that is followed, or all of them.
        let hubs = random.below(3) == 0 ? world.house.hubs : [world.house.hubs[0]]
        for hub in hubs { hub.trouble[keyPath: part] = draw(&random) }
        return {
          for hub in hubs {
            over(world, hub.trouble[keyPath: part])
            hub.trouble[keyPath: part] = Trouble()[keyPath: part]
          }
        }
      }, isLie: isLie, isAimed: false)
  }

  private static func setClockRight(_ world: World, after error: Int64) {
    world.oracle.hubsClockIsRight(after: error, at: world.time)
  }

  /// Messages that were late are still to come, and so are those that wait behind them.
  private static func catchUp(_ world: World, after delay: Int64) {
    world.after(delay) {
      for host in world.allHosts { world.oracle.disturbed(host.source, at: world.time) }
      return false
    }
  }

  /// All hubs run and say nothing.
  static var allSilent: Faults.Kind {
    Faults.Kind(
      name: "hub silent",
      begin: { world, _, _ in
        for hub in world.house.hubs { hub.trouble.isSilent = true }
        return { for hub in world.house.hubs { hub.trouble.isSilent = false } }
      }, isAimed: false)
  }

  /// Some of what hubs say cannot be read.
  static var broken: Faults.Kind { kind("hub broken", \.brokenEvery) { 1 + $0.below(4) } }

  static func kinds() -> [Faults.Kind] {
    [
      kind("hub silent", \.isSilent) { _ in true },
      kind("hub killed", \.isOff) { _ in true },
      kind("hub deaf", \.isDeaf) { _ in true },
      kind("hub late", \.delayMilliseconds, over: catchUp) { Int64(1_000 + $0.below(20_000)) },
      broken,
      kind("hub loses", \.lostEvery) { 1 + $0.below(4) },
      kind("hub's clock wrong", \.clockError, isLie: true, over: setClockRight) {
        [3_600_000, -3_600_000, 20_000, -20_000][$0.below(4)]
      },
    ]
  }
}
