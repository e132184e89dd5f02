import SimulatedExchange

/// Judges what a board tells its broker, and whether it does what it is told there
/// (board/manual/broker.md and fleet.md).
public final class BrokerOracle {
  public struct Options: Sendable {
    /// `tealight/desk`
    public var root: String
    public var isHub: Bool
    public var priceEveryMilliseconds: Int64 = 10_000
    public var pictureEveryMilliseconds: Int64 = 60_000

    public init(root: String, isHub: Bool) { (self.root, self.isHub) = (root, isHub) }
  }

  private unowned let oracle: Oracle
  private let options: Options
  private let markets: [String: Oracle.Market]
  /// When each topic was written in this connection, for those that are paced.
  private var times: [String: [Int64]] = [:]
  private var links: [String: String] = [:]
  /// When each market was told last, by its topic.
  private var saidAt: [String: Int64] = [:]
  /// The values that somebody has asked for of each member of `state`, and the one that it had at first.
  private var asked: [String: Set<String>] = [:]
  private var hasState = false
  /// When somebody has asked for a setting last.
  public private(set) var askedAt: Int64 = .min / 2
  /// The colours that somebody has asked for last: others are those of the language.
  private var chosenColours: String?
  /// The language that somebody has asked for last; nil once the configuration may name another one.
  private var chosenLanguage: String?
  /// When the configuration may have got another language last.
  private var languageWrittenAt: Int64 = .min / 2
  /// The settings with which a life must begin; none once it has said its own, or where that is not sure.
  private var kept: [String: String] = [:]
  /// When the newest state of this life was told.
  private var toldAt: Int64 = .min / 2
  public private(set) var state: [String: String] = [:]
  public private(set) var brightness: Int?
  /// Whether the screen is on.
  public private(set) var isLit: Bool?
  public private(set) var presses = 0
  /// The last alerts, and when each was told.
  private var alerts: [(text: String, at: Int64)] = []
  private var alertPairs = AlertPairs()
  /// When the board has tried to connect in the last minute.
  private var connects: [Int64] = []
  private var lastFullBeat: Int64 = 0
  private var lastRecent: Int64 = 0
  /// When each ring, and each answer to a follower, was told last, by their topics.
  private var ringsAt: [String: Int64] = [:]
  private var answersAt: [String: Int64] = [:]
  /// When any follower has said last what it wants.
  private var followersAskedAt: Int64 = .min / 2
  /// When the board has said last what it wants of hubs, by the name of a market.
  private var wantedAt: [String: Int64] = [:]
  /// Since when a follower says again and again that it wants every order book; nil where none does.
  private var booksWantedSince: Int64?
  private var connectedAt: Int64 = 0
  private var stateSince: [String: (value: String, since: Int64)] = [:]
  /// Since when nothing has been wrong with the way, the broker or the connection.
  private var clearSince: Int64?
  private var lastTick: Int64 = 0
  /// The kept values that were read last, by their topics.
  private var values: [String: (bytes: [UInt8], value: JSONValue?)] = [:]

  public init(_ oracle: Oracle, _ options: Options) {
    (self.oracle, self.options) = (oracle, options)
    markets = Dictionary(uniqueKeysWithValues: oracle.markets.map { ($0.topic, $0) })
  }

  // MARK: What the simulation knows

  /// The board begins to connect.
  public func connects(at time: Int64) {
    oracle.judgeConnect(to: "the broker", &connects, at: time)
  }

  public func connected(at time: Int64) {
    (times, links) = ([:], [:])
    (lastFullBeat, lastRecent, connectedAt) = (time, time, time)
    (ringsAt, answersAt) = ([:], [:])
    // The board now says what it has to say. A reload connects anew between two calls of `watch`.
    clearSince = nil
  }

  /// A command has reached the board: from now on the value is one that somebody wants.
  public func asks(_ member: String, _ value: String, at time: Int64) {
    asked[member, default: []].insert(value)
    askedAt = time
    if member == "colours", hasState { chosenColours = value }
    // The configuration may be read after a command that has come later.
    if member == "language", hasState {
      let isRead = time - max(languageWrittenAt, oracle.wokeAt) > 10_000
      chosenLanguage = isRead ? value : nil
    }
  }

  /// The configuration may have another language from now on, which ends what was chosen.
  public func mayChangeLanguage(at time: Int64) {
    (chosenLanguage, languageWrittenAt) = (nil, time)
    kept["language"] = nil
  }

  /// A follower wants every order book, or none any more.
  public func wantsBooks(_ wants: Bool, at time: Int64) { booksWantedSince = wants ? time : nil }

  /// A follower has said what it wants, or something that cannot be read as that.
  public func isAsked(at time: Int64) { followersAskedAt = time }

  /// The program was started.
  /// - Parameter keptBefore: the card holds what was chosen before then; nil where it may hold nothing.
  public func started(keptBefore: Int64?) {
    // The configuration may be read again with another language, which has colours of its own. What an
    // earlier run has told may be lost by now.
    let isTold = askedAt + 2_000 < min(toldAt, keptBefore ?? .min)
    toldAt = .min / 2
    alertPairs = AlertPairs()
    kept = isTold ? state.filter { Self.keptSettings.contains($0.key) } : [:]
    if !isTold { (chosenColours, chosenLanguage) = (nil, nil) }
    if let chosenColours, state["colours"] == chosenColours {
      kept["colours"] = chosenColours
    }
    if let chosenLanguage, state["language"] == chosenLanguage {
      kept["language"] = chosenLanguage
    }
  }

  // MARK: What the board says

  public func said(
    _ topic: String, _ bytes: [UInt8], isRetained: Bool, isLate: Bool, at time: Int64
  ) {
    guard topic.hasPrefix("\(options.root)/") else {
      let isKnown =
        topic.hasPrefix("homeassistant/device/") && topic.hasSuffix("/config")
        || topic.hasPrefix("tealight/") && topic.hasSuffix("/want/desk")
      oracle.check(.brokerTopics, isKnown, at: time) { topic }
      if topic.hasPrefix("homeassistant/") { return discovery(topic, bytes, isRetained, at: time) }
      let text = Self.text(bytes)
      for market in markets.values where text.contains("\"\(market.name)\"") {
        wantedAt[market.name] = time
      }
      return
    }
    let path = String(topic.dropFirst(options.root.utf8.count + 1))
    let levels = path.split(separator: "/").map(String.init)
    // A topic of something that is gone is cleared.
    if bytes.isEmpty, isRetained { return }
    let isEvent = ["key", "alert", "recent", "rates", "book", "trades", "wallet", "chart"]
      .contains(levels[0])
    let isKnown =
      Self.names.contains(levels[0]) || options.isHub && Self.hubNames.contains(levels[0])
    oracle.check(
      .brokerTopics, isKnown && (isRetained != isEvent || levels[0] == "beat"), at: time
    ) {
      "\(topic) \(isRetained ? "is kept" : "is not kept")"
    }
    guard isKnown else { return }
    switch levels[0] {
    case "status":
      oracle.check(.brokerTopics, ["online", "offline"].contains(Self.text(bytes)), at: time) {
        "\(topic) is \(Self.text(bytes))"
      }
      return
    case "picture":
      oracle.check(.brokerTopics, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), at: time) {
        "the picture is no PNG"
      }
      return pace(topic, options.pictureEveryMilliseconds, 3, at: time)
    default: break
    }
    guard let json = JSONValue(bytes), case .object(let members) = json else {
      return oracle.fail(.brokerTopics, "\(topic): \(Self.text(bytes))", at: time)
    }
    switch levels[0] {
    case "state": judgeState(members, topic, isLate, at: time)
    case "light":
      brightness = json["brightness"]?.double.map { Int($0) }
      isLit = json["state"]?.text.map { $0 == "ON" }
      pace(topic, 1_000, 20, at: time)
    case "market": judgeMarket(json, levels, topic, isLate, at: time)
    case "feed":
      judgeLive(json["link"]?.text, of: levels.count == 2 ? levels[1] : "", isLate, at: time)
    case "key":
      if json["event_type"]?.text == "press" { presses += 1 }
    case "alert":
      // What waited for a slow broker is told at one moment.
      let isRepeated = !isLate && alerts.contains { $0 == (Self.alert(json), time) }
      oracle.check(.alertIsOnce, !isRepeated || oracle.mayComeTwice(json, at: time), at: time) {
        "the broker is told twice of \(Self.text(bytes))"
      }
      alerts.removeAll { $0.at < time - 120_000 }
      alerts.append((Self.alert(json), time))
      if let market = json["market"]?.text { oracle.brokerTold(ofAlertOf: market, at: time) }
      // An alert that was told just after the board has connected cannot have waited, either.
      if !isLate, isClear(for: 10_000, at: time) || time - connectedAt < 5_000 {
        alertPairs.told(Self.alert(json), at: time)
      }
    case "lists": judgeLists(json, at: time)
    case "beat": judgeBeat(json, isFull: isRetained, isLate, at: time)
    case "rates":
      pace("rates", 10_000, 6, at: time)
      // Rates that were held up have the ages of the time when they were said.
      if !isLate { oracle.judgeHubsRates(json, at: time) }
    case "recent":
      lastRecent = time
      judgeCandles(json, at: time) { $0 >= $1 - 3 }
    case "ring":
      ringsAt[topic] = time
      judgeCandles(json, at: time) { ($0 + Int(time / 1_000)) % 24 == 0 || $0 == $1 - 1 }
      judgeWhole(json, at: time)
    case "book", "trades":
      // It costs the simulation much to know what is traded: books and trades are judged where they are
      // new, and now and then.
      let isLookedAt = time - (answersAt[topic] ?? 0) > 5_000 || time / 1_000 % 10 == 0
      answersAt[topic] = time
      guard isLookedAt, levels.count == 3, let market = markets["\(levels[1])/\(levels[2])"] else {
        break
      }
      let mayHaveWaited = isLate || !isClear(for: 10_000, at: time)
      if levels[0] == "trades" {
        oracle.judgeTrades(json, of: market, isLate: mayHaveWaited, at: time)
      } else if !mayHaveWaited {
        oracle.judgeBook(json, of: market, at: time)
      }
    default: break
    }
    guard ["book", "trades", "wallet", "chart"].contains(levels[0]) else { return }
    // A hub forgets within a minute what nobody wants any more.
    oracle.check(.hubPace, time - max(followersAskedAt, oracle.wokeAt) < 75_000, at: time) {
      "\(topic) is told, and no follower has wanted anything for \(time - followersAskedAt) ms"
    }
  }

  /// What a broker and a hook are told alike: `event_type` at the broker is `alert` for the hook.
  private static func alert(_ json: JSONValue) -> String {
    let kind = json["event_type"]?.text ?? json["alert"]?.text ?? ""
    let numbers = ["price", "figure"].map { json[$0]?.double.map { "\($0)" } ?? "none" }
    return ([kind, json["market"]?.text ?? ""] + numbers).joined(separator: " ")
  }

  /// Whether the broker was told of the alert of a hook since then: hooks may have to wait.
  public func isTold(ofHook input: [UInt8], since time: Int64) -> Bool {
    guard let json = JSONValue(input) else { return false }
    return alerts.contains { $0.at >= time && $0.text == Self.alert(json) }
  }

  /// A hook was started.
  public func hookStarted(_ input: [UInt8], at time: Int64) {
    if let json = JSONValue(input) { alertPairs.hookStarted(Self.alert(json), at: time) }
  }

  /// An alert is told once, when it comes.
  private func judgeAlerts(at time: Int64) {
    while let told = alertPairs.popDue(at: time) {
      guard oracle.surelyHadHook(at: told.at) else { continue }
      let hasHook = alertPairs.takeHook(of: told.text, toldAt: told.at)
      oracle.check(.alertIsToldOnce, hasHook, at: time) {
        "the broker was told of \(told.text) \(time - told.at) ms ago, and no hook was then"
      }
    }
  }

  private static let names: Set = [
    "status", "about", "state", "light", "market", "feed", "picture", "key", "alert",
  ]
  private static let hubNames: Set = [
    "beat", "recent", "ring", "lists", "rates", "book", "trades", "wallet", "chart",
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Judges how often a topic is written: at most once for each of `count` intervals, and twice more.
  private func pace(_ topic: String, _ every: Int64, _ count: Int, at time: Int64) {
    var newest = times[topic, default: []]
    newest.removeAll { $0 <= time - every * Int64(count) }
    newest.append(time)
    times[topic] = newest
    oracle.check(.brokerRate, newest.count <= count + 2, at: time) {
      "\(topic) was written \(newest.count) times in \(every * Int64(count) / 1_000) s"
    }
  }

  private func discovery(_ topic: String, _ bytes: [UInt8], _ isRetained: Bool, at time: Int64) {
    guard isRetained else {
      return oracle.fail(.brokerTopics, "\(topic) is not kept", at: time)
    }
    if bytes.isEmpty { return }
    guard let json = JSONValue(bytes), case .object(let entities)? = json["cmps"],
      json["dev"] != nil
    else { return oracle.fail(.brokerTopics, "\(topic): \(Self.text(bytes))", at: time) }
    for entity in entities.values {
      guard let told = entity["stat_t"]?.text, told.hasPrefix("\(options.root)/feed/") else {
        continue
      }
      let name = entity["name"]?.text ?? ""
      let exchange = told.dropFirst("\(options.root)/feed/".utf8.count)
      oracle.check(.brokerNames, name.lowercased().hasPrefix(exchange), at: time) {
        "\(exchange) is “\(name)” at Home Assistant"
      }
    }
    for topic in markets.keys.sorted() where mustBeTold(topic, at: time) {
      let told = "\(options.root)/market/\(topic)"
      let own = entities.values.filter { $0["stat_t"]?.text == told }
      oracle.check(.brokerTopics, !own.isEmpty, at: time) {
        "Home Assistant is not told of \(told)"
      }
      let market = markets[topic]!
      for entity in own {
        let name = entity["name"]?.text ?? ""
        oracle.check(.brokerNames, market.isCalled(name), at: time) {
          "\(market.name) is “\(name)” at Home Assistant"
        }
      }
    }
  }

  private func judgeState(
    _ members: [String: JSONValue], _ topic: String, _ isLate: Bool, at time: Int64
  ) {
    pace(topic, 1_000, 20, at: time)
    toldAt = time
    for member in ["market", "page", "mood"] + Self.settings {
      guard let value = members[member].flatMap({ $0.text ?? $0.double.map { "\(Int($0))" } })
      else {
        return oracle.fail(.brokerTopics, "state says no \(member)", at: time)
      }
      state[member] = value
      guard Self.settings.contains(member) else { continue }
      if !hasState { asked[member, default: []].insert(value) }
      oracle.check(.askedAlone, asked[member]!.contains(value), at: time) {
        "\(member) is \(value), which nobody has asked for"
      }
      if let before = kept[member] {
        oracle.check(.choiceSurvives, value == before, at: time) {
          "\(member) was \(before), and is \(value)"
        }
      }
    }
    kept = [:]
    hasState = true
    guard let words = members["said"]?.text else {
      return oracle.fail(.brokerTopics, "state says nothing in words", at: time)
    }
    let language = state["language"] ?? ""
    oracle.check(.wordsAreOfTheLanguage, Oracle.isSaid(words, in: language), at: time) {
      "the language is \(language), and what is said is “\(words)”"
    }
    let mayHaveWaited = isLate || !isClear(for: 10_000, at: time)
    oracle.says(words, title: nil, isLate: mayHaveWaited, at: time)
  }

  static let settings = keptSettings + ["colours", "language"]
  private static let keptSettings = ["theme", "layout", "currency", "rotate"]

  private func judgeMarket(
    _ json: JSONValue, _ levels: [String], _ topic: String, _ isLate: Bool, at time: Int64
  ) {
    guard levels.count == 3, let market = markets["\(levels[1])/\(levels[2])"],
      let link = json["link"]?.text
    else { return oracle.fail(.brokerTopics, topic, at: time) }
    saidAt["\(levels[1])/\(levels[2])"] = time
    if links.updateValue(link, forKey: topic) == link {
      pace(topic, options.priceEveryMilliseconds, 10, at: time)
    }
    judgeLive(link, of: market.exchange, isLate, at: time)
    if let price = json["price"]?.double {
      judgeTold(price, market, link, isLate, at: time)
      if !isLate, isClear(for: 10_000, at: time) {
        oracle.judgeChange(json["change"]?.double, of: price, link, market, at: time)
      }
    }
  }

  /// Judges a price. One that has waited for the broker is old, and is not judged.
  private func judgeTold(
    _ price: Double, _ market: Oracle.Market, _ link: String, _ isLate: Bool, at time: Int64
  ) {
    guard !isLate else { return }
    let milliseconds: Int64 = isClear(for: 10_000, at: time) ? 20_000 : 120_000
    oracle.judgeTold(price, market, link, wellFor: milliseconds, at: time)
  }

  private func judgeLive(_ link: String?, of exchange: String, _ isLate: Bool, at time: Int64) {
    guard let link else {
      return oracle.fail(.brokerTopics, "\(exchange) has no link", at: time)
    }
    guard Oracle.isLive(link), !isLate else { return }
    let silence = oracle.liveAt(exchange).map { time - $0 }
    oracle.check(
      .brokerIsLive, silence.map { $0 <= oracle.staleMilliseconds + 2_500 } ?? false, at: time
    ) { "\(exchange) is \(link), heard \(silence.map { "\($0) ms ago" } ?? "never")" }
  }

  // MARK: What a hub says

  private func judgeLists(_ json: JSONValue, at time: Int64) {
    guard case .object(let entries)? = json["markets"] else {
      return oracle.fail(.brokerTopics, "lists of no market", at: time)
    }
    for name in entries.keys.sorted() {
      guard let market = oracle.market(name) else {
        oracle.fail(.hubIsTrue, "nobody knows \(name)", at: time)
        continue
      }
      let entry = entries[name]!
      let title = entry["title"]?.text ?? market.exchange
      let isRight =
        entry["base"]?.text == market.base && entry["quote"]?.text == market.quote
        && title.lowercased().contains(market.exchange)
      oracle.check(.brokerNames, isRight, at: time) { "\(name) is \(entry)" }
    }
  }

  private func judgeBeat(_ json: JSONValue, isFull: Bool, _ isLate: Bool, at time: Int64) {
    if isFull { lastFullBeat = time }
    pace("beat", 500, 20, at: time)
    guard case .object(let sources)? = json["sources"], case .object(let told)? = json["markets"]
    else { return oracle.fail(.brokerTopics, "a beat without its members", at: time) }
    for name in sources.keys.sorted() {
      let source = sources[name]!
      judgeLive(source["link"]?.text, of: name, isLate, at: time)
      guard !isLate, let market = oracle.markets.first(where: { $0.exchange == name }) else {
        continue
      }
      if let age = source["age"]?.double, let link = source["link"]?.text {
        oracle.judgeAge(Int64(age), of: name, link, at: time)
      }
      if let age = source["age"]?.double, let heard = oracle.record(name).words.heardAt {
        let silence = time - heard
        // An answer that came just before a short sleep is read after it.
        let unread = time - oracle.wokeAt < 300 ? min(oracle.sleptMilliseconds, 15_000) : 0
        oracle.check(.hubIsTrue, Int64(age) >= silence - unread - 250, at: time) {
          "\(name) is \(age) ms old, heard \(silence) ms ago"
        }
        if oracle.isWell(market, for: 20_000, at: time), !oracle.standIns.contains(name) {
          // An exchange that is left alone is at most asked for what it has kept, and after refusals
          // calls for prices are far apart.
          let record = oracle.record(name)
          let isPolledSlowly =
            record.streams.missingSince != nil && record.isAskedSlowly(at: time)
          // The first that comes after a silence may be a list, which tells of no price.
          let isNew = time - (record.words.heardSince ?? time) < 5_000
          let mayBeOld = record.isLeftAlone(at: time) || isPolledSlowly || isNew
          oracle.check(.hubIsTrue, mayBeOld || Int64(age) <= silence + 11_000, at: time) {
            "\(name) is \(age) ms old, heard \(silence) ms ago"
          }
        }
      }
      if let clock = source["clock"]?.double, source["link"]?.text == "streaming",
        !oracle.standIns.contains(name), oracle.isWell(market, for: 20_000, at: time),
        oracle.doubtUntil(market) < time - 25_000
      {
        let error = Int64(clock) - time - market.clockOffset()
        // Before a stream tells of a trade there may be no other clock than the board's own.
        let isTold = abs(error) < 3_000 || !oracle.hasTold(name, of: time - 1_000)
        oracle.check(.hubIsTrue, isTold, at: time) {
          "the clock of \(name) is \(error) ms wrong"
        }
      }
    }
    for name in told.keys.sorted() {
      guard let market = oracle.market(name) else {
        oracle.fail(.hubIsTrue, "nobody knows \(name)", at: time)
        continue
      }
      guard let price = told[name]!["price"]?.double, price > 0 else {
        oracle.fail(.hubIsTrue, "\(name) has no price", at: time)
        continue
      }
      let link = sources[market.exchange]?["link"]?.text ?? "streaming"
      judgeTold(price, market, link, isLate, at: time)
      if !isLate, told[name]!["age"] == nil, isClear(for: 10_000, at: time) {
        let change = told[name]!["baseline"]?.double.map { price / $0 - 1 }
        oracle.judgeChange(change, of: price, link, market, at: time)
      }
      if let row = told[name]!["candle"]?.elements, let start = row.first?.double,
        let candle = Oracle.Candle(hubRow: row.dropFirst(), start: Int64(start) / 1_000)
      {
        oracle.judge(candle, market, isOver: false, at: time)
      }
    }
  }

  /// - Parameter isJudged: whether the candle of that number, of so many, is judged: it costs the
  ///   simulation much to know what was traded long ago.
  private func judgeCandles(
    _ json: JSONValue, at time: Int64, _ isJudged: (_ number: Int, _ count: Int) -> Bool
  ) {
    guard case .object(let told)? = json["markets"] else {
      return oracle.fail(.brokerTopics, "candles of no market", at: time)
    }
    for name in told.keys.sorted() {
      guard let market = oracle.market(name),
        let start = told[name]!["start"]?.double, let rows = told[name]!["candles"]?.elements
      else {
        oracle.fail(.hubIsTrue, "\(name) has no candles", at: time)
        continue
      }
      let first = Int64(start) / 1_000
      let end = first + Int64(rows.count) * 5
      // Clocks of exchanges are known to a second or so.
      let now = (time + market.clockOffset()) / 1_000
      // The clock of an exchange that was only polled is not known at all.
      if oracle.doubtUntil(market) < time - 25_000,
        oracle.isWell(market, for: 90_000, at: time), oracle.isDated(market, at: time)
      {
        oracle.check(.hubIsTrue, end <= now + 3, at: time) {
          "\(name): a finished candle ends at \(end), which is in \(end - now) s"
        }
      }
      var earlier: Oracle.Candle?
      for (number, row) in rows.enumerated() {
        let candle = row.elements.flatMap {
          Oracle.Candle(hubRow: $0[...], start: first + Int64(number) * 5)
        }
        if let candle, let earlier { oracle.judge(candle, after: earlier, market, at: time) }
        if let candle, isJudged(number, rows.count) {
          oracle.judge(candle, market, isOver: true, at: time)
        }
        earlier = candle
      }
    }
  }

  /// Judges that candles that were missing are there once the exchange was asked for them.
  private func judgeWhole(_ json: JSONValue, at time: Int64) {
    for market in oracle.markets {
      guard let told = json["markets"]?[market.name], let start = told["start"]?.double,
        let rows = told["candles"]?.elements, oracle.mayBeWhole(market, at: time)
      else { continue }
      let last = (time + market.clockOffset()) / 1_000 - 60
      for (number, row) in rows.enumerated() {
        let start = Int64(start) / 1_000 + Int64(number) * 5
        guard start > last - 1_080, start < last else { continue }
        // A candle of polls stands at the board's time, which may not be the exchange's.
        let word = row.elements?.last?.text
        let isMisplaced = word == "samples" && abs(market.clockOffset()) > 1_000
        let isWhole = row.elements != nil && word == nil || isMisplaced
        let cannotBe = isTooMuch(market, around: start) || isUnread(market, at: start)
        oracle.check(.candlesAreWhole, isWhole || cannotBe, at: time) {
          "\(market.name): of \(start) it knows \(row)"
        }
        guard word == nil,
          let candle = row.elements.flatMap({ Oracle.Candle(hubRow: $0[...], start: start) })
        else { continue }
        oracle.judgeRepaired(candle, market, at: time)
      }
    }
  }

  /// The value that the broker keeps at a topic. It is read again only once it has changed.
  private func value(_ topic: String, _ kept: [String: [UInt8]]) -> JSONValue? {
    guard let bytes = kept[topic] else { return nil }
    if let known = values[topic], known.bytes == bytes { return known.value }
    let value = JSONValue(bytes)
    values[topic] = (bytes, value)
    return value
  }

  /// Kraken tells a thousand trades at a time, the oldest first: more in a candle cannot be had.
  private func isTooMuch(_ market: Oracle.Market, around start: Int64) -> Bool {
    market.exchange == "kraken"
      && (start - 5..<start + 10).reduce(0) { $0 + market.trades($1).count } >= 1_000
  }

  /// Kraken's tickers do not name their trade: a ticker that cannot be read is missed, and nobody can
  /// tell for how long.
  private func isUnread(_ market: Oracle.Market, at start: Int64) -> Bool {
    market.exchange == "kraken" && oracle.wasDoubted(market, at: start)
  }

  // MARK: What stays true

  /// The board has written a line.
  public func line(_ line: Oracle.Line, at time: Int64) {
    for (name, value) in [
      ("market", line.market), ("page", line.page), ("mood", line.mood), ("link", line.link),
      ("price", line.price.map { "\($0)" } ?? ""), ("hasCandles", "\(line.closed != nil)"),
    ] where stateSince[name]?.value != value { stateSince[name] = (value, time) }
  }

  /// Something begins to be wrong on the way or at the broker, or ends.
  public func disturb() { clearSince = nil }

  /// Time has passed.
  /// - Parameters:
  ///   - isClear: the board is connected, and nothing is wrong on the way or at the broker.
  ///   - kept: what the broker keeps.
  public func watch(isClear: Bool, kept: [String: [UInt8]], at time: Int64) {
    judgeAlerts(at: time)
    // A board that has slept knows nothing yet.
    if !isClear || time - lastTick > 5_000 {
      clearSince = nil
    } else {
      clearSince = clearSince ?? time
    }
    lastTick = time
    // The state is that of the page below an alert.
    guard let clearSince, time - clearSince > 12_000, let line = oracle.newest,
      line.page != "alert"
    else { return }
    let root = options.root
    oracle.check(.brokerKeeps, kept["\(root)/status"] == Array("online".utf8), at: time) {
      "a board that is connected is not online"
    }
    for topic in ["about", "state", "light"]
      + markets.keys.sorted().filter({ mustBeTold($0, at: time) })
      .map({ "market/\($0)" })
    {
      oracle.check(.brokerKnowsAll, kept["\(root)/\(topic)"]?.isEmpty == false, at: time) { topic }
    }
    oracle.check(
      .brokerKnowsAll,
      kept.contains { $0.hasPrefix("homeassistant/device/") && !$1.isEmpty }, at: time
    ) { "what Home Assistant is to show" }
    guard let state = value("\(root)/state", kept) else {
      return oracle.fail(.brokerKeeps, "there is no state", at: time)
    }
    for member in ["market", "page", "mood"] {
      let shown = stateSince[member]!
      guard time - max(shown.since, toldAt + 12_000) > 15_000, !oracle.isAsked(since: time - 3_000),
        !oracle.hasFired(since: time - 3_000)
      else { continue }
      // An alert in front is about a market of its own.
      let isInFront = time - stateSince["page"]!.since <= 3_000
      if member != "page", isInFront { continue }
      let told = oracle.placeName(of: state[member]?.text ?? "")
      oracle.check(.brokerKeeps, told == oracle.placeName(of: shown.value), at: time) {
        "\(member) is \(state[member]?.text ?? "nothing") at the broker, and \(shown.value)"
      }
    }
    for exchange in Set(markets.values.map(\.exchange)).sorted() {
      judgeFeed(exchange, value("\(root)/feed/\(exchange)", kept), at: time)
    }
    for topic in markets.keys.sorted() {
      let market = markets[topic]!
      guard let told = value("\(root)/market/\(topic)", kept) else {
        if mustBeTold(topic, at: time) {
          oracle.fail(.brokerKeeps, "\(topic) is not kept", at: time)
        }
        continue
      }
      oracle.check(.brokerKeeps, !oracle.isLeftOut(market.name, for: 20_000, at: time), at: time) {
        "\(topic) is kept, and the configuration leaves it out"
      }
      let link = told["link"]?.text ?? ""
      judgeKept(link, at: topic, of: market.exchange, at: time)
      guard line.market == market.name,
        time - stateSince["market"]!.since > options.priceEveryMilliseconds + 3_000
      else { continue }
      // A line may be written after the broker was told.
      if time - max(stateSince["link"]!.since, saidAt[topic] ?? 0) > 3_000 {
        oracle.check(.brokerKeeps, link == line.link, at: time) {
          "\(topic) is \(link) at the broker, and \(line.link)"
        }
      }
      // A market that was not listed until now has a face again.
      let since = max(stateSince["price"]!.since, stateSince["mood"]!.since)
      if time - max(since, saidAt[topic] ?? 0)
        > options.priceEveryMilliseconds + 3_000
      {
        // A hub may have told the candles alone, whose last price a line shows; and a market that is not
        // listed has no price at the broker.
        let isNotTold = told["price"] == .null && (line.change == nil || line.mood == "lost")
        oracle.check(.brokerKeeps, isNotTold || told["price"]?.double == line.price, at: time) {
          "\(topic) is \(told["price"]?.double ?? 0) at the broker, and \(line.price ?? 0)"
        }
      }
    }
    judgeWant(line, since: clearSince, at: time)
    guard options.isHub else { return }
    oracle.check(.hubPace, time - lastFullBeat <= 7_000, at: time) {
      "the hub told everything last \(time - lastFullBeat) ms ago"
    }
    // A market that was not heard for long has no candles to tell.
    if line.link == "streaming", line.closed != nil,
      ["link", "market", "hasCandles"].allSatisfy({ time - stateSince[$0]!.since > 20_000 })
    {
      oracle.check(.hubPace, time - lastRecent <= 12_000, at: time) {
        "the hub told candles last \(time - lastRecent) ms ago"
      }
      let since = max(clearSince, stateSince["market"]!.since, stateSince["link"]!.since)
      guard let market = markets.first(where: { $1.name == line.market }) else { return }
      // A spare server may have no order books.
      if let wanted = booksWantedSince, time - max(since, wanted) > 60_000,
        let told = answersAt["\(root)/book/\(market.key)"]
      {
        oracle.check(.hubPace, time - told <= 25_000, at: time) {
          "the hub told the order book of \(line.market) last \(time - told) ms ago"
        }
      }
      guard time - since > 100_000 else { return }
      let told = ringsAt["\(root)/ring/\(market.key)"] ?? connectedAt
      oracle.check(.hubPace, time - told <= 100_000, at: time) {
        "the hub told the ring of \(line.market) last \(time - told) ms ago"
      }
    }
  }

  /// Judges how an exchange is heard, as the broker keeps it. Of an exchange that is not asked any more
  /// nothing is told.
  private func judgeFeed(_ exchange: String, _ told: JSONValue?, at time: Int64) {
    guard let link = told?["link"]?.text else { return }
    judgeKept(link, at: exchange, of: exchange, at: time)
    guard !Oracle.isLive(link), oracle.hearsay.spokeAt.isEmpty,
      !oracle.standIns.contains(exchange), !oracle.record(exchange).isLeftAlone(at: time)
    else { return }
    oracle.check(.brokerKeeps, !oracle.isWell(exchange, for: 90_000, at: time), at: time) {
      "\(exchange) is \(link) at the broker, and nothing is wrong with it"
    }
  }

  /// An exchange that is live at the broker was heard within the time for that, and the time to tell it.
  private func judgeKept(
    _ link: String, at topic: String, of exchange: String, at time: Int64
  ) {
    guard Oracle.isLive(link) else { return }
    let silence = oracle.silence(of: exchange, at: time)
    oracle.check(.brokerKeeps, silence <= oracle.staleMilliseconds + 4_000, at: time) {
      "\(topic) is \(link) still, heard \(silence) ms ago"
    }
  }

  /// A follower says every twenty seconds what its page wants, because a hub forgets it.
  private func judgeWant(_ line: Oracle.Line, since clearSince: Int64, at time: Int64) {
    guard ["book", "trades"].contains(line.page), let market = oracle.market(line.market),
      oracle.isFollowing(market, for: 30_000, at: time)
    else { return }
    let since = max(clearSince, stateSince["market"]!.since, stateSince["page"]!.since)
    guard time - since > 30_000 else { return }
    let wanted = wantedAt[market.name] ?? .min / 2
    oracle.check(.followerAsks, time - wanted <= 26_000, at: time) {
      "\(market.name) is shown on page \(line.page), and hubs were asked for it \(time - wanted) ms ago"
    }
  }

  /// Every exchange streams by now, and the broker was told so.
  public func settled(kept: [String: [UInt8]], at time: Int64) {
    guard isClear(for: 15_000, at: time) else { return }
    let places = Dictionary(grouping: markets.keys) { oracle.placeName(of: markets[$0]!.name) }
    for (place, topics) in places.sorted(by: { $0.key < $1.key }) {
      // Where two exchanges could serve a market, one of them does.
      let topic = topics.first { topic in
        let told = kept["\(options.root)/market/\(topic)"].flatMap { JSONValue($0) }
        return told?["link"]?.text == "streaming"
      }
      oracle.check(.brokerKeeps, topic != nil, at: time) {
        "\(place) does not stream at the broker, after a calm"
      }
      guard let topic else { continue }
      guard options.isHub else { continue }
      for topic in ["lists", "ring/\(topic)"] {
        oracle.check(
          .brokerKnowsAll, kept["\(options.root)/\(topic)"]?.isEmpty == false, at: time
        ) { topic }
      }
    }
  }

  /// Whether another exchange may serve the market of a topic.
  private func isPaired(_ topic: String) -> Bool {
    let name = markets[topic]!.name
    return oracle.placeName(of: name) != name
  }

  /// Whether the broker must be told of the market of a topic at any time.
  private func mustBeTold(_ topic: String, at time: Int64) -> Bool {
    !isPaired(topic) && !oracle.mayBeLeftOut(markets[topic]!.name, at: time)
  }

  /// Whether nothing has been wrong for so long.
  public func isClear(for milliseconds: Int64, at time: Int64) -> Bool {
    clearSince.map { time - $0 >= milliseconds } ?? false
  }
}

extension Oracle.Market {
  /// `kraken/BTC-USD`
  var topic: String {
    let parts = name.split(separator: ":", maxSplits: 1)
    return "\(parts[0])/\(parts[1].replacing("/", with: "-"))"
  }
}

extension Oracle.Market {
  /// Whether a name is its own: `Upbit XRP/KRW`, whatever follows.
  fileprivate func isCalled(_ name: String) -> Bool {
    name.lowercased().hasPrefix(exchange) && name.contains(" \(base)/\(quote)")
  }
}

extension Oracle.Candle {
  /// `open, high, low, close, volume`, or the price alone; and a word where it is not made of trades.
  init?(hubRow: ArraySlice<JSONValue>, start: Int64) {
    let source = hubRow.last?.text
    let numbers = hubRow.prefix(5).compactMap(\.double)
    guard let first = numbers.first else { return nil }
    self.start = start
    self.source = source ?? "trades"
    switch numbers.count {
    case 1: (open, high, low, close, volume) = (first, first, first, first, 0)
    case 4: (open, high, low, close, volume) = (first, numbers[1], numbers[2], numbers[3], 0)
    case 5:
      (open, high, low, close) = (first, numbers[1], numbers[2], numbers[3])
      volume = numbers[4]
    default: return nil
    }
  }
}

extension Oracle {
  /// Judges a price that was told elsewhere than in a line.
  func judgeTold(
    _ price: Double, _ market: Market, _ link: String, wellFor milliseconds: Int64, at time: Int64
  ) {
    guard link == "streaming", time > doubtUntil(market),
      isWell(market, for: milliseconds, at: time), isStreamSettled(market, at: time)
    else { return }
    let now = time + market.clockOffset()
    // The newest trade that must have arrived, and those after it.
    var second = now / 1_000
    let oldest = second - 300
    var isTraded = false
    var newest: SimulatedTrade?
    while second > oldest, newest == nil, !isTraded {
      for trade in market.trades(second).reversed() where trade.time <= now {
        if trade.price == price { isTraded = true }
        if trade.time < now - 4_000 {
          newest = newest ?? trade
          if newest!.time - trade.time > 50 { break }
        }
      }
      second -= 1
    }
    guard newest != nil || isTraded else { return }
    check(.brokerPrice, isTraded, at: time) {
      "\(market.name) is \(price), traded last \(newest!.price) \(now - newest!.time) ms ago"
    }
  }
}
