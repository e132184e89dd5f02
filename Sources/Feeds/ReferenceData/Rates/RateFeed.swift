import MarketData

/// The exchange rates, kept fresh: the first configured source that can be had, each asked by its
/// own rhythm and no more than that.
///
/// It is told what happened and when, answers with intents, and touches nothing else. The number of
/// a call, and its endpoint, is its source's place in the list.
public struct RateFeed {
  public let sources: [any RateSource]
  private var intents: [Intent] = []
  private var standings: [Standing]
  private var wanted: [String] = []
  private var now = Moment(monotonic: 0, wall: 0)
  private var random: SplitMix

  /// How it stands with one source.
  private struct Standing {
    var rates: ExchangeRates?
    var schedule = RetrySchedule()
    /// Which of its ways it is asked in, and whether it is being asked.
    var path = 0
    var isAsked = false
    var askedAt = Int64.min / 2
    /// True while its last answer was a good one.
    var isWell = false
    var complaint: String?
    /// What keeps it from being heard.
    var trouble: Trouble?
  }

  private static let pauseMilliseconds: Int64 = 60_000
  /// Whoever announces news for later than this is not believed.
  private static let waitMilliseconds: ClosedRange<Int64> = 3_600_000...172_800_000

  /// - Parameters:
  ///   - sources: the one that is asked first in front.
  ///   - seed: where its jitter comes from.
  public init(sources: [any RateSource], seed: UInt64) {
    self.sources = sources
    standings = sources.map { _ in Standing() }
    random = SplitMix(state: seed)
  }

  /// Asks for what a dollar is worth in these currencies from now on; for nothing where there is
  /// none but the dollar itself.
  public mutating func want(_ currencies: [String], at now: Moment) {
    let sorted = Set(currencies).subtracting(["USD"]).sorted()
    guard sorted != wanted else { return }
    wanted = sorted
    for place in sources.indices where standings[place].isWell && !knowsAll(place) {
      let pause = standings[place].askedAt + Self.pauseMilliseconds
      standings[place].schedule.succeeded(nextAt: max(now.monotonic, pause))
    }
    keepTime(at: now)
  }

  /// Takes what it wants done, oldest first.
  public mutating func drainIntents() -> [Intent] {
    defer { intents = [] }
    return intents
  }

  /// Takes what happened, and says all rates that are known, in the order of the sources, where an
  /// answer brought new ones; and who of those that are asked cannot be heard.
  public mutating func handle(
    _ event: TransportEvent, at now: Moment, _ emit: (Update) -> Void
  ) {
    switch event {
    case .answered(let id, let status, let headers, let body):
      answered(id.number, status, headers, body, at: now, emit)
    case .unanswered(let id, let failure): failed(id.number, Rejection(failure), at: now, emit)
    case .retry, .network(isUp: true):
      for place in sources.indices { standings[place].schedule.retry(at: now.monotonic) }
    default: break
    }
    keepTime(at: now)
  }

  /// When `.time` is wanted, by the monotonic clock.
  public var deadline: Deadline {
    guard !wanted.isEmpty else { return .never }
    var soonest = Deadline.never
    for (place, standing) in standings.enumerated() {
      if standing.isAsked { break }
      soonest.advance(to: standing.schedule.deadline)
      if isGood(place, at: now) { break }
    }
    return soonest
  }

  /// Asks the first source that is due; those behind one that does its work are left alone.
  private mutating func keepTime(at now: Moment) {
    self.now = now
    guard !wanted.isEmpty else { return }
    for place in sources.indices {
      if standings[place].isAsked { return }
      if standings[place].schedule.deadline.isDue(at: now.monotonic) { return ask(place, at: now) }
      if isGood(place, at: now) { return }
    }
  }

  private mutating func ask(_ place: Int, at now: Moment) {
    let paths = sources[place].paths(currencies: wanted)
    standings[place].isAsked = true
    standings[place].askedAt = now.monotonic
    let path = paths[min(standings[place].path, paths.count - 1)]
    intents.append(.get(id: CallID(place), path: path, endpoint: place))
  }

  private mutating func answered(
    _ place: Int, _ status: Int, _ headers: [Header], _ body: UnsafeBufferPointer<UInt8>,
    at now: Moment, _ emit: (Update) -> Void
  ) {
    let wait = headers.last { $0.name == "retry-after" }.flatMap { Int64($0.value) }
    // Nothing has changed since: what is known stays as old as it is.
    if status == 304, standings[place].rates != nil { return succeeded(place, at: now, emit) }
    switch sources[place].read(body, status: status, retryAfterSeconds: wait) {
    case .failure(let rejection):
      failed(place, rejection, at: now, floor: sources[place].pauseMilliseconds, emit)
    case .success(let answer):
      standings[place].rates = answer.rates
      succeeded(place, nextUpdate: answer.nextUpdate, at: now, emit)
      emit(.rates(standings.compactMap(\.rates)))
      // Nobody asks those behind it whether they can be heard.
      guard isGood(place, at: now) else { return }
      for other in sources.indices.dropFirst(place + 1) { note(nil, of: other, emit) }
    }
  }

  private mutating func succeeded(
    _ place: Int, nextUpdate: Int64? = nil, at now: Moment, _ emit: (Update) -> Void
  ) {
    let every = sources[place].everyMilliseconds
    let news = nextUpdate.map { ($0 - now.wall).clamped(to: Self.waitMilliseconds) } ?? every
    // A thousand boards that were told the same time must not knock at that time.
    let jitter = Int64.random(in: 0...news / 20, using: &random)
    standings[place].schedule.succeeded(nextAt: now.monotonic + news + jitter)
    standings[place].isAsked = false
    note(nil, of: place, emit)
    let isNew = !standings[place].isWell
    standings[place].isWell = true
    if isNew { intents.append(.log(.info, "\(sources[place].name): exchange rates are known")) }
    let missing = wanted.filter { standings[place].rates?.knows($0) != true }
    if missing.isEmpty {
      standings[place].complaint = nil
    } else {
      complain(place, .notice, "it does not know \(missing.joined(separator: ", "))")
    }
  }

  /// - Parameter floor: how long it is left alone at least.
  private mutating func failed(
    _ place: Int, _ rejection: Rejection, at now: Moment, floor: Int64 = 0, _ emit: (Update) -> Void
  ) {
    standings[place].isAsked = false
    standings[place].isWell = false
    let ways = sources[place].paths(currencies: wanted).count
    if rejection.remedy == .otherwise, standings[place].path + 1 < ways {
      standings[place].path += 1
      standings[place].schedule.succeeded(nextAt: now.monotonic)
    } else {
      if rejection.remedy == .otherwise { standings[place].path = 0 }
      standings[place].schedule.failed(rejection.remedy, at: now.monotonic, floor: floor)
      note(rejection.trouble, of: place, emit)
    }
    let end =
      rejection.remedy == .stop ? "; it is asked no more until the configuration changes" : ""
    complain(place, rejection.trouble == .keyRefused ? .error : .warning, rejection.word + end)
  }

  private mutating func note(_ trouble: Trouble?, of place: Int, _ emit: (Update) -> Void) {
    guard standings[place].trouble != trouble else { return }
    standings[place].trouble = trouble
    emit(.unheard(source: sources[place].title, trouble))
  }

  /// Says on the log what is wrong, unless it is what was wrong before.
  private mutating func complain(_ place: Int, _ severity: Severity, _ reason: String) {
    guard standings[place].complaint != reason else { return }
    standings[place].complaint = reason
    intents.append(
      .log(severity, "\(sources[place].name): exchange rates cannot be had: \(reason)"))
  }

  private func isGood(_ place: Int, at now: Moment) -> Bool {
    standings[place].isWell && knowsAll(place)
      && !(standings[place].rates?.isStale(at: now.wall) ?? true)
  }

  private func knowsAll(_ place: Int) -> Bool {
    wanted.allSatisfy { standings[place].rates?.knows($0) ?? false }
  }
}

extension Int64 {
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
