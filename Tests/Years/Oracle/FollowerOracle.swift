import SimulatedExchange

/// What a board that follows hubs may know (board/manual/fleet.md).
extension Oracle {
  /// What hubs have said to the board.
  struct Hearsay {
    /// When a hub that hears an exchange spoke last, by the exchange.
    var live: [String: Int64] = [:]
    /// The exchanges that each hub hears, as it said last.
    var heardBy: [String: Set<String>] = [:]
    /// The candles of the last minute that a hub knows nothing of, by their market, and the newest that
    /// it has told of.
    var gaps: [String: (hub: String, starts: Set<Int64>, newest: Int64, at: Int64)] = [:]
    /// The candles that each hub has told of while they were forming, by their market.
    var formed: [String: [String: [Int64]]] = [:]
    /// The finished candles that hubs have told of last, by their market.
    var told: [String: Set<Int64>] = [:]
    /// When a beat of each hub last came without delay, and when any beat of it last came.
    var promptAt: [String: Int64] = [:]
    var spokeAt: [String: Int64] = [:]
    /// When a late beat of any hub last came.
    var lateAt = Int64.min / 2
    /// Since when hubs have spoken without a long pause.
    var spokenSince = Int64.min / 2
    /// The market that is shown and is not live, since when, and when that was seen last.
    var lost: (market: String, since: Int64, seenAt: Int64)?
    /// When a hub last heard each exchange, as far as its beats have reached the board.
    var heardThere: [String: Int64] = [:]
    /// Until when a hub's messages may seem late, because its clock was ahead before.
    var seemsLateUntil = Int64.min
  }

  /// What hubs have said of prices, whether or not it has reached the board.
  struct Beats {
    /// A price, and from when until when it was a hub's newest one.
    struct Price {
      let price: Double
      let from: Int64
      var until: Int64
    }

    /// By the hub and the market, the oldest first.
    var prices: [String: [String: [Price]]] = [:]
    /// When some of it was lost on its way; the hub repeats it within five seconds.
    var lostAt = Int64.min / 2
    /// When some of it was lost so that the board cannot know of the loss.
    var missedAt = Int64.min / 2
    /// When a hub last sent a beat that cannot be read.
    var brokenAt = Int64.min / 2
    /// Since when nothing has been wrong with a hub, and until when it has spoken.
    var well: [String: Range<Int64>] = [:]
  }

  /// A hub sends a beat: a market that the beat does not name is as before.
  /// - Parameter isWell: the hub hears everything, and all that it says reaches the broker at once.
  public func beat(by hub: String, _ prices: [String: Double], isWell: Bool, at time: Int64) {
    let well = beats.well[hub].flatMap { isWell && time - $0.upperBound < 1_000 ? $0 : nil }
    beats.well[hub] = isWell ? (well?.lowerBound ?? time)..<time : nil
    var known = beats.prices.removeValue(forKey: hub) ?? [:]
    for (market, price) in prices {
      if known[market]?.last?.price != price {
        known[market, default: []].append(Beats.Price(price: price, from: time, until: time))
      }
    }
    for market in known.keys {
      let last = known[market]!.count - 1
      known[market]![last].until = time
      if last > 300 { known[market]!.removeFirst(100) }
    }
    beats.prices[hub] = known
  }

  /// A hub sends a beat that cannot be read.
  public func brokenBeat(at time: Int64) { beats.brokenAt = time }

  /// Something that a hub said does not reach the board.
  /// - Parameter isSeen: whether the board may know of it.
  public func lostWord(isSeen: Bool = true, at time: Int64) {
    if isSeen { beats.lostAt = time } else { beats.missedAt = time }
  }

  /// When the board last had a reason to call an exchange live.
  func liveAt(_ exchange: String) -> Int64? {
    let heard = record(exchange).words.heardAt
    guard let told = hearsay.live[exchange] else { return heard }
    return max(told, heard ?? .min)
  }

  /// How long ago the board last had a reason to call an exchange live.
  func silence(of exchange: String, at time: Int64) -> Int64 {
    liveAt(exchange).map { time - $0 } ?? .max
  }

  /// A hub's message has reached the board.
  public func told(
    by hub: String, _ path: String, _ bytes: [UInt8], saidAt: Int64, at time: Int64
  ) {
    guard let json = JSONValue(bytes) else { return }
    switch path {
    case "beat":
      guard case .object(let sources)? = json["sources"] else { return }
      if time - (hearsay.spokeAt.values.max() ?? .min / 2) > 6_000 { hearsay.spokenSince = time }
      hearsay.spokeAt[hub] = time
      if time - saidAt >= 500 {
        hearsay.lateAt = time
      } else if !sources.isEmpty {
        hearsay.promptAt[hub] = time
      }
      for name in sources.keys.sorted() {
        guard let age = sources[name]!["age"]?.double else { continue }
        heard(name, sentAt: time, at: max(record(name).words.heardAt ?? .min, time - Int64(age)))
        hearsay.heardThere[name] = max(hearsay.heardThere[name] ?? .min, saidAt - Int64(age))
        if sources[name]!["link"]?.text == "streaming" {
          hearsay.heardBy[hub, default: []].insert(name)
        } else {
          hearsay.heardBy[hub]?.remove(name)
        }
      }
      if case .object(let markets)? = json["markets"] {
        for name in markets.keys.sorted() {
          guard let start = markets[name]!["candle"]?.elements?.first?.double else { continue }
          let known = hearsay.formed[hub]?[name] ?? []
          guard known.last != Int64(start) / 1_000 else { continue }
          hearsay.formed[hub, default: [:]][name] = known.suffix(20) + [Int64(start) / 1_000]
        }
      }
      // Exchanges that the beat does not name have not changed.
      for name in (hearsay.heardBy[hub] ?? []).sorted() { hearsay.live[name] = time }
    case _ where path == "recent" || path.hasPrefix("ring/"):
      guard case .object(let markets)? = json["markets"] else { return }
      for name in markets.keys.sorted() {
        guard let start = markets[name]!["start"]?.double,
          let rows = markets[name]!["candles"]?.elements
        else { continue }
        let all = rows.indices.map { (rows[$0].elements, Int64(start) / 1_000 + Int64($0) * 5) }
        let newest = Int64(start) / 1_000 + Int64(rows.count - 1) * 5
        let known = hearsay.told[name, default: []].union(all.filter { $0.0 != nil }.map(\.1))
        hearsay.told[name] = known.filter { $0 > newest - 1_200 }
        guard path == "recent" else { continue }
        let starts = all.filter { $0.0 == nil }.map(\.1)
        hearsay.gaps[name] = (hub, Set(starts), newest, time)
      }
    case "rates":
      guard let told = json["rates"]?.elements else { return }
      let tables = told.compactMap { RateTable(hub: $0, at: time + money.wallError) }
      // A message with one table that cannot be read is ignored as a whole.
      if tables.count == told.count { money.learn(tables, from: hub, at: time) }
    default: break
    }
  }

  /// Whether a hub has told candles up to this one. Before that the board makes a candle of the prices
  /// that hubs have told, and lacks those that were lost on the way.
  func isConfirmed(_ candle: Candle, of market: String) -> Bool {
    hearsay.gaps[market].map { candle.start <= $0.newest } ?? true
  }

  /// A hub's clock is as usual again.
  /// - Parameter error: by how many milliseconds it was ahead. A follower forgets a second of that in
  ///   each half minute, and the last second only after that.
  public func hubsClockIsRight(after error: Int64, at time: Int64) {
    hearsay.seemsLateUntil = max(hearsay.seemsLateUntil, time + 30 * max(0, error) + 60_000)
  }

  /// Whether a hub has told of a candle that is finished.
  func isTold(_ candle: Candle, of market: String) -> Bool {
    hearsay.told[market]?.contains(candle.start) ?? false
  }

  /// Whether a market has come from hubs alone for so long.
  func isFollowing(_ market: Market, for milliseconds: Int64, at time: Int64) -> Bool {
    isSpokenTo(for: milliseconds, at: time) && record(market).streams.triedAt == nil
  }

  /// Whether hubs have spoken for so long, and nothing was wrong with the board.
  private func isSpokenTo(for milliseconds: Int64, at time: Int64) -> Bool {
    time - (hearsay.spokeAt.values.max() ?? .min / 2) < 6_000
      && time - max(hearsay.spokenSince, boardWellSince, startedAt) > milliseconds
  }

  /// An age counts from when the hub heard the exchange. The board can tell how late a message is only
  /// beside a fast one of the last half minute.
  func judgeHearsay(_ line: Line, _ market: Market, at time: Int64) {
    let hubs = hearsay.spokeAt.keys.filter { time - hearsay.spokeAt[$0]! < 120_000 }
    guard hubs.count == 1, let prompt = hearsay.promptAt[hubs[0]], time - prompt < 28_000,
      let age = line.age, line.link == "streaming",
      let heardThere = hearsay.heardThere[market.exchange],
      record(market).streams.triedAt == nil, time > doubtUntil(market)
    else { return }
    check(.ageIsOfTheWord, Int64(age) * 1_000 >= time - heardThere - 1_750, at: time) {
      "\(market.name) says \(age) s, its hub heard it \(time - heardThere) ms ago"
    }
  }

  /// Whether each hub that speaks has sent a beat without delay within the last half minute: beside such
  /// beats the board can tell that others of that hub are late.
  func isLatenessSeen(at time: Int64) -> Bool {
    let speaking = beats.prices.keys.filter {
      time - hearsay.spokeAt[$0, default: .min / 2] < 28_000
    }
    return !speaking.isEmpty
      && speaking.allSatisfy { time - hearsay.promptAt[$0, default: .min / 2] < 28_000 }
  }

  /// A price is at least as old as the time since it was a hub's newest one. It is not judged where the
  /// board may have missed a newer price.
  /// - Parameter leeway: by how many milliseconds the age may be less: beats come twice a second.
  func judgeHubsPrice(
    _ line: Line, _ market: Market, leeway: Int64 = 1_750, at time: Int64
  ) {
    guard !beats.prices.isEmpty, line.link == "streaming", let price = line.price,
      let age = line.age, record(market).streams.triedAt == nil, time - beats.lostAt > 6_000,
      (hearsay.spokeAt.values.max() ?? time) - beats.missedAt > 6_000,
      time > doubtUntil(market), isLatenessSeen(at: time)
    else { return }
    let newest = beats.prices.values.compactMap { prices in
      prices[market.name]?.last { $0.price == price }?.until
    }.max()
    // Where beats cannot be read, finished candles may tell a price that was in none of them.
    guard newest != nil || time - beats.brokenAt > 30_000 else { return }
    let isYoung = newest.map { Int64(age) * 1_000 >= time - $0 - leeway } ?? false
    check(.hubsPriceIsYoung, isYoung, at: time) {
      "\(market.name) \(price) says \(age) s, and was its hub's newest "
        + (newest.map { "\(time - $0) ms ago" } ?? "never")
    }
  }

  /// A board that may ask exchanges itself connects to each of them once no hub speaks any more.
  /// - Parameter streams: whether the board has a stream of that exchange that has said something.
  public func watchFallback(_ exchange: String, streams: Bool, at time: Int64) {
    let record = record(exchange)
    // An exchange of a pair may be left to the other one, and one that has blocked the board is left
    // alone.
    guard !streams, pair == nil, networkDownAt == nil, let reachable = record.reachableSince,
      !record.isLeftAlone(at: time), record.blocks.isEmpty
    else { return }
    let wait = record.streams.resumesAt
    let spokeAt = hearsay.spokeAt.values.max() ?? startedAt
    // A beat that cannot be read may count as a word of its hub.
    let since = max(spokeAt, beats.brokenAt, startedAt, boardWellSince, reachable, wait)
    // A hub is given up after a quarter of a minute. The board may rest for half a minute after it has
    // left an exchange, and boards spread their first connections over a minute. A minute is the longest
    // wait after an attempt.
    let latest = max(since + 130_000, (record.streams.triedAt ?? 0) + 100_000)
    check(.attemptsGoOn, time <= latest, at: time) {
      "no hub has spoken for \(time - spokeAt) ms, and \(exchange) was not tried"
    }
  }

  /// Whatever else is wrong, a board that hears hubs takes a market from a hub that hears its exchange.
  /// It takes some seconds to give up one hub, and some more to hear the next one.
  func judgeHubsLink(_ line: Line, _ market: Market, at time: Int64) {
    if Self.isLive(line.link) {
      hearsay.lost = nil
    } else if let lost = hearsay.lost, lost.market == market.name, time - lost.seenAt < 3_000 {
      hearsay.lost!.seenAt = time
    } else {
      hearsay.lost = (market.name, since: time, seenAt: time)
    }
    guard isSpokenTo(for: 60_000, at: time), time > doubtUntil(market) else { return }
    let hub = beats.well.keys.sorted().first { hub in
      let well = beats.well[hub]!
      return time - well.lowerBound > 60_000 && time - well.upperBound < 1_000
    }
    guard let hub else { return }
    let lasts = time - (hearsay.lost?.since ?? time)
    check(.followsWhoHears, lasts < 15_000, at: time) {
      "\(market.name) is \(line.link) for \(lasts) ms, and \(hub) has heard it for a minute"
    }
  }

  /// A line must not show a candle that its hub does not know, unless the board has asked an exchange.
  func judgeGaps(_ line: Line, at time: Int64) {
    let exchange = String(line.market.prefix { $0 != ":" })
    guard let closed = line.closed, let gaps = hearsay.gaps[line.market],
      record(exchange).streams.triedAt == nil, time - gaps.at > 300, time - gaps.at < 5_000,
      // Hubs whose clocks differ tell of different times.
      time > record(exchange).doubt.falseUntil,
      // Another hub may know the candle.
      !isTold(closed, of: line.market),
      !hearsay.formed.contains(where: { hub, markets in
        hub != gaps.hub && markets[line.market]?.contains(closed.start) ?? false
      }),
      // Or another hub hears the exchange, and has told of no trade.
      !closed.isFlat
        || !hearsay.heardBy.contains(where: { $0 != gaps.hub && $1.contains(exchange) })
    else { return }
    check(.followsGaps, !gaps.starts.contains(closed.start), at: time) {
      "\(line.market) \(closed), of which the hub knows nothing"
    }
  }
}
