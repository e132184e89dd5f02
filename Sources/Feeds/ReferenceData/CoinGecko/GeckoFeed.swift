import MarketData
import Timing

/// CoinGecko, asked only for what is shown, as seldom as its caches allow.
///
/// It takes events with their times, answers with intents, and touches nothing else. It keeps its
/// last facts, with the time when it heard them, until it hears newer ones.
public struct GeckoFeed {
  public let gecko: CoinGecko
  private var intents: [Intent] = []

  private var wantsTrending = false
  private var bases: [String] = []
  private var facts: [String: CoinFacts] = [:]
  /// CoinGecko's ids by base, and until when a base without an id is not looked for again.
  private var ids: [String: String] = [:]
  private var unknownUntil: [String: Deadline] = [:]
  private var trendingAt = Deadline.immediately
  private var marketsAt = Deadline.immediately
  private var call: Call?
  private var count = 0
  private var schedule = RetrySchedule()
  private var complaint: String?

  private struct Call {
    let id: CallID
    let topic: Topic
  }

  private enum Topic: Equatable {
    case trending
    /// Which coins have these symbols.
    case lookup([String])
    case markets([String])
  }

  /// How long CoinGecko's caches keep an answer: asking earlier brings the same.
  private static let trendingMilliseconds: Int64 = 600_000
  private static let marketsMilliseconds: Int64 = 60_000
  /// A free key allows 10,000 calls a month.
  private static let marketsWithKeyMilliseconds: Int64 = 600_000
  /// Without a key five calls a minute are always granted.
  private static let paceMilliseconds: Int64 = 12_000
  private static let unknownMilliseconds: Int64 = 3_600_000
  private static let basesMax = 100

  public init(_ gecko: CoinGecko = CoinGecko()) { self.gecko = gecko }

  /// Asks for this from now on; with neither it asks for nothing.
  /// - Parameter bases: what coins are called on exchanges: `BTC`.
  public mutating func want(trending: Bool, bases: [String], at now: Moment) {
    wantsTrending = trending
    self.bases = Set(bases.map { $0.uppercased() }).sorted().prefix(Self.basesMax).map { $0 }
    keepTime(at: now.monotonic)
  }

  /// Takes its intents, oldest first.
  public mutating func drainIntents() -> [Intent] {
    defer { intents = [] }
    return intents
  }

  /// Handles an event, and emits the updates that follow from it. Of several coins with one symbol, the
  /// one of the highest rank counts.
  public mutating func handle(_ event: TransportEvent, at now: Moment, _ emit: (Update) -> Void) {
    let time = now.monotonic
    switch event {
    case .answered(let id, let status, let headers, let body) where id == call?.id:
      let wait = headers.retryAfterSeconds
      answered(status, wait, body, at: time, emit)
    case .unanswered(let id, let failure) where id == call?.id:
      failed(Rejection(failure), at: time, emit)
    case .retry, .network(isUp: true): schedule.retry(at: time)
    default: break
    }
    keepTime(at: time)
  }

  /// When `.time` is due, by the monotonic clock.
  public var deadline: Deadline {
    guard call == nil, !schedule.deadline.isNever else { return .never }
    var soonest = wantsTrending ? trendingDue : .never
    for base in bases {
      soonest.advance(to: ids[base] != nil ? marketsAt : unknownUntil[base] ?? .immediately)
    }
    return max(soonest, schedule.deadline)
  }

  /// While CoinGecko is not heard, the trending list is due at once, to test whether it can be heard.
  private var trendingDue: Deadline { complaint == nil ? trendingAt : .immediately }

  private mutating func keepTime(at now: Int64) {
    guard call == nil, schedule.deadline.isDue(at: now), let topic = due(now) else { return }
    count += 1
    let id = CallID(count)
    call = Call(id: id, topic: topic)
    let path =
      switch topic {
      case .trending: gecko.trendingPath
      case .lookup(let symbols): gecko.marketsPath(symbols: symbols)
      case .markets(let ids): gecko.marketsPath(ids: ids)
      }
    intents.append(.get(id: id, path: path, endpoint: 0))
  }

  private func due(_ now: Int64) -> Topic? {
    let unknown = bases.filter {
      ids[$0] == nil && (unknownUntil[$0] ?? .immediately).isDue(at: now)
    }
    if !unknown.isEmpty { return .lookup(unknown) }
    let known = bases.compactMap { ids[$0] }
    if !known.isEmpty, marketsAt.isDue(at: now) {
      // One call asks for the coins that were looked at before, too: they may be looked at next.
      let others = Set(ids.values).subtracting(known).sorted()
      return .markets(Array((known + others).prefix(Self.basesMax)))
    }
    return wantsTrending && trendingDue.isDue(at: now) ? .trending : nil
  }

  private mutating func answered(
    _ status: Int, _ retryAfterSeconds: Int64?, _ body: UnsafeBufferPointer<UInt8>,
    at now: Int64, _ emit: (Update) -> Void
  ) {
    let topic = call!.topic
    if status == 304 { return succeeded(topic, at: now, emit) }
    if let rejection = gecko.rejection(body, status: status, retryAfterSeconds: retryAfterSeconds) {
      return failed(rejection, at: now, emit)
    }
    switch topic {
    case .trending:
      guard let trending = gecko.readTrending(body) else {
        return failed(.senseless, at: now, emit)
      }
      emit(.trending(trending, heard: now))
    case .lookup(let symbols):
      guard let coins = gecko.readMarkets(body) else { return failed(.senseless, at: now, emit) }
      for symbol in symbols {
        let coin = Self.best(coins.filter { $0.symbol == symbol })
        (facts[symbol], ids[symbol]) = (coin, coin?.id)
        facts[symbol]?.heard = now
        unknownUntil[symbol] = coin == nil ? Deadline(now + Self.unknownMilliseconds) : nil
      }
      emit(.facts(facts))
    case .markets(let asked):
      guard let coins = gecko.readMarkets(body) else { return failed(.senseless, at: now, emit) }
      for (base, id) in ids where asked.contains(id) {
        // A coin that was renamed is looked for by its symbol again; what is known of it stays.
        if let coin = coins.first(where: { $0.id == id }) {
          facts[base] = coin
          facts[base]?.heard = now
        } else {
          ids[base] = nil
        }
      }
      emit(.facts(facts))
    }
    succeeded(topic, at: now, emit)
  }

  private mutating func succeeded(_ topic: Topic, at now: Int64, _ emit: (Update) -> Void) {
    call = nil
    if complaint != nil { emit(.serviceFailure(service: CoinGecko.title, nil)) }
    complaint = nil
    schedule.succeeded(nextAt: now + Self.paceMilliseconds)
    switch topic {
    case .trending: trendingAt = Deadline(now + Self.trendingMilliseconds)
    case .lookup, .markets:
      marketsAt = Deadline(
        now + (gecko.hasKey ? Self.marketsWithKeyMilliseconds : Self.marketsMilliseconds))
    }
  }

  private mutating func failed(
    _ rejection: Rejection, at now: Int64, _ emit: (Update) -> Void
  ) {
    call = nil
    schedule.failed(rejection.remedy, at: now, floor: Self.paceMilliseconds)
    guard complaint != rejection.word else { return }
    complaint = rejection.word
    emit(.serviceFailure(service: CoinGecko.title, rejection.failureReason))
    intents.append(.log(.warning, "\(CoinGecko.name): no data: \(rejection.word)"))
  }

  /// Symbols are not unique: most people mean the coin of the highest rank.
  private static func best(_ coins: [CoinFacts]) -> CoinFacts? {
    coins.min { ($0.rank ?? .max) < ($1.rank ?? .max) }
  }
}
