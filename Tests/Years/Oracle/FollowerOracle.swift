import SimulatedExchange

/// What a board that follows hubs may know (board/manual/fleet.md).
extension Oracle {
  /// What hubs have said to the board.
  struct Hearsay {
    /// When a hub last spoke that hears an exchange.
    var live: [String: Int64] = [:]
    /// What each hub hears, as it said last.
    var heardBy: [String: Set<String>] = [:]
    /// The candles of the last minute that a hub knows nothing of, by their market, and the newest that
    /// it has told of.
    var gaps: [String: (starts: Set<Int64>, newest: Int64, at: Int64)] = [:]
    /// The finished candles that hubs have told of last, by their market.
    var told: [String: Set<Int64>] = [:]
    /// When a hub's word last came as fast as it can, by the hub, and when any of it came.
    var promptAt: [String: Int64] = [:]
    var spokeAt: [String: Int64] = [:]
    /// The newest moment at which an exchange was heard by a hub, of what has reached the board.
    var heardThere: [String: Int64] = [:]
  }

  /// When the board last had a reason to call an exchange live.
  func liveAt(_ exchange: String) -> Int64? {
    guard let told = hearsay.live[exchange] else { return heard[exchange] }
    return max(told, heard[exchange] ?? .min)
  }

  /// For how long it has had none.
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
      hearsay.spokeAt[hub] = time
      if time - saidAt < 500, !sources.isEmpty { hearsay.promptAt[hub] = time }
      for name in sources.keys.sorted() {
        guard let age = sources[name]!["age"]?.double else { continue }
        heard(name, sentAt: time, at: max(heard[name] ?? .min, time - Int64(age)))
        hearsay.heardThere[name] = max(hearsay.heardThere[name] ?? .min, saidAt - Int64(age))
        if sources[name]!["link"]?.text == "streaming" {
          hearsay.heardBy[hub, default: []].insert(name)
        } else {
          hearsay.heardBy[hub]?.remove(name)
        }
      }
      // What it does not speak of has not changed.
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
        hearsay.gaps[name] = (Set(starts), newest, time)
      }
    default: break
    }
  }

  /// Whether the finished candle of that time is as a hub has told it: before that it is made of the
  /// prices that hubs have told, and misses those that were lost on the way.
  func isConfirmed(_ candle: Candle, of market: String) -> Bool {
    hearsay.gaps[market].map { candle.start <= $0.newest } ?? true
  }

  /// Whether a hub has told of a candle that is finished.
  func isTold(_ candle: Candle, of market: String) -> Bool {
    hearsay.told[market]?.contains(candle.start) ?? false
  }

  /// An age is that of the moment at which the hub said it. How late a word is shows beside the fast ones
  /// of the last half minute.
  func judgeHearsay(_ line: Line, _ market: Market, at time: Int64) {
    let hubs = hearsay.spokeAt.keys.filter { time - hearsay.spokeAt[$0]! < 120_000 }
    guard hubs.count == 1, let prompt = hearsay.promptAt[hubs[0]], time - prompt < 28_000,
      let age = line.age, line.link == "streaming",
      let heardThere = hearsay.heardThere[market.exchange],
      triedAt[market.exchange] == nil, time > doubt(of: market)
    else { return }
    check(.ageIsOfTheWord, Int64(age) * 1_000 >= time - heardThere - 1_750, at: time) {
      "\(market.name) says \(age) s, its hub heard it \(time - heardThere) ms ago"
    }
  }

  /// A line must not know what its hub does not, unless the board has asked an exchange itself.
  func judgeGaps(_ line: Line, at time: Int64) {
    guard let closed = line.closed, let gaps = hearsay.gaps[line.market],
      triedAt[String(line.market.prefix { $0 != ":" })] == nil,
      time - gaps.at > 300, time - gaps.at < 5_000,
      // Another hub may know it.
      !isTold(closed, of: line.market)
    else { return }
    check(.followsGaps, !gaps.starts.contains(closed.start), at: time) {
      "\(line.market) \(closed), of which the hub knows nothing"
    }
  }
}
