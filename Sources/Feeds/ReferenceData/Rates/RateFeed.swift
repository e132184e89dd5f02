import MarketData
import Timing

/// Keeps the exchange rates fresh, from the first configured source that can be heard. Each source is
/// asked at its own interval and no more often.
///
/// It takes events with their times, answers with intents, and touches nothing else. The number of a
/// call, and its endpoint, is its source's index in the list.
public struct RateFeed {
  public let sources: [any RateSource]
  private var intents: [Intent] = []
  private var standings: [Standing]
  private var wanted: [String] = []
  private var now = Moment(monotonic: 0, wall: 0)
  private var random: SplitMix

  /// The state of one source.
  private struct Standing {
    var rates: ExchangeRates?
    var schedule = RetrySchedule()
    /// The index of the path that it is asked by, and whether it is being asked.
    var path = 0
    var isAsked = false
    var askedAt = Int64.longAgo
    /// True while its last answer was a good one.
    var isWell = false
    var complaint: String?
    /// Why the source is not heard.
    var failureReason: FailureReason?
  }

  private static let pauseMilliseconds: Int64 = 60_000
  /// The limits of the wait for news that a source announces: rates are of a day, and the board's clock
  /// may be wrong by days when it hears of them.
  private static let waitMilliseconds: ClosedRange<Int64> = 3_600_000...90_000_000

  /// - Parameters:
  ///   - sources: in the order in which they are asked.
  ///   - seed: the seed of its jitter.
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
    for index in sources.indices where standings[index].isWell && !knowsAll(index) {
      let pause = standings[index].askedAt + Self.pauseMilliseconds
      standings[index].schedule.succeeded(nextAt: max(now.monotonic, pause))
    }
    keepTime(at: now)
  }

  /// Takes its intents, oldest first.
  public mutating func drainIntents() -> [Intent] {
    defer { intents = [] }
    return intents
  }

  /// Handles an event. Where an answer brought new rates, emits all known rates, in the order of the
  /// sources. Also emits which of the sources that are asked cannot be heard.
  public mutating func handle(
    _ event: TransportEvent, at now: Moment, _ emit: (Update) -> Void
  ) {
    switch event {
    case .answered(let id, let status, let headers, let body):
      answered(id.number, status, headers, body, at: now, emit)
    case .unanswered(let id, let failure): failed(id.number, Rejection(failure), at: now, emit)
    case .retry, .network(isUp: true):
      for index in sources.indices { standings[index].schedule.retry(at: now.monotonic) }
    default: break
    }
    keepTime(at: now)
  }

  /// When `.time` is due, by the monotonic clock.
  public var deadline: Deadline {
    guard !wanted.isEmpty else { return .never }
    var soonest = Deadline.never
    for (index, standing) in standings.enumerated() {
      if standing.isAsked { break }
      soonest.advance(to: standing.schedule.deadline)
      if isGood(index, at: now) { break }
    }
    return soonest
  }

  /// Asks the first source that is due; the sources after one that works are left alone.
  private mutating func keepTime(at now: Moment) {
    self.now = now
    guard !wanted.isEmpty else { return }
    for index in sources.indices {
      if standings[index].isAsked { return }
      if standings[index].schedule.deadline.isDue(at: now.monotonic) { return ask(index, at: now) }
      if isGood(index, at: now) { return }
    }
  }

  private mutating func ask(_ index: Int, at now: Moment) {
    let paths = sources[index].paths(currencies: wanted)
    standings[index].isAsked = true
    standings[index].askedAt = now.monotonic
    let path = paths[min(standings[index].path, paths.count - 1)]
    intents.append(.get(id: CallID(index), path: path, endpoint: index))
  }

  private mutating func answered(
    _ index: Int, _ status: Int, _ headers: [Header], _ body: UnsafeBufferPointer<UInt8>,
    at now: Moment, _ emit: (Update) -> Void
  ) {
    let wait = headers.retryAfterSeconds
    // Nothing has changed since: the known rates stay as old as they are.
    if status == 304, standings[index].rates != nil { return succeeded(index, at: now, emit) }
    switch sources[index].read(body, status: status, retryAfterSeconds: wait) {
    case .failure(let rejection):
      failed(index, rejection, at: now, floor: sources[index].pauseMilliseconds, emit)
    case .success(let answer):
      standings[index].rates = answer.rates
      succeeded(index, nextUpdate: answer.nextUpdate, at: now, emit)
      emit(.rates(standings.compactMap(\.rates)))
      // The sources after a good one are not asked, so whether they can be heard is not known.
      guard isGood(index, at: now) else { return }
      for other in sources.indices.dropFirst(index + 1) { note(nil, of: other, emit) }
    }
  }

  private mutating func succeeded(
    _ index: Int, nextUpdate: Int64? = nil, at now: Moment, _ emit: (Update) -> Void
  ) {
    let every = sources[index].everyMilliseconds
    let news = nextUpdate.map { ($0 - now.wall).clamped(to: Self.waitMilliseconds) } ?? every
    // A thousand boards that were told the same time must not all ask at that time.
    let jitter = Int64.random(in: 0...news / 20, using: &random)
    standings[index].schedule.succeeded(nextAt: now.monotonic + news + jitter)
    standings[index].isAsked = false
    note(nil, of: index, emit)
    let isNew = !standings[index].isWell
    standings[index].isWell = true
    if isNew { intents.append(.log(.info, "\(sources[index].name): exchange rates received")) }
    let missing = wanted.filter { standings[index].rates?.knows($0) != true }
    if missing.isEmpty {
      standings[index].complaint = nil
    } else {
      complain(index, .notice, "it does not know \(missing.joined(separator: ", "))")
    }
  }

  /// - Parameter floor: how long the source is left alone at least.
  private mutating func failed(
    _ index: Int, _ rejection: Rejection, at now: Moment, floor: Int64 = 0, _ emit: (Update) -> Void
  ) {
    standings[index].isAsked = false
    standings[index].isWell = false
    let ways = sources[index].paths(currencies: wanted).count
    if rejection.remedy == .otherwise, standings[index].path + 1 < ways {
      standings[index].path += 1
      standings[index].schedule.succeeded(nextAt: now.monotonic)
    } else {
      if rejection.remedy == .otherwise { standings[index].path = 0 }
      standings[index].schedule.failed(rejection.remedy, at: now.monotonic, floor: floor)
      note(rejection.failureReason, of: index, emit)
    }
    let end =
      rejection.remedy == .stop ? "; not asked again until the configuration changes" : ""
    complain(
      index, rejection.failureReason == .keyRefused ? .error : .warning, rejection.word + end)
  }

  private mutating func note(
    _ failureReason: FailureReason?, of index: Int, _ emit: (Update) -> Void
  ) {
    guard standings[index].failureReason != failureReason else { return }
    standings[index].failureReason = failureReason
    emit(.serviceFailure(service: sources[index].title, failureReason))
  }

  /// Logs what is wrong, unless the same was wrong before.
  private mutating func complain(_ index: Int, _ severity: Severity, _ reason: String) {
    guard standings[index].complaint != reason else { return }
    standings[index].complaint = reason
    intents.append(
      .log(severity, "\(sources[index].name): no exchange rates: \(reason)"))
  }

  private func isGood(_ index: Int, at now: Moment) -> Bool {
    standings[index].isWell && knowsAll(index)
      && !(standings[index].rates?.isStale(at: now.wall) ?? true)
  }

  private func knowsAll(_ index: Int) -> Bool {
    wanted.allSatisfy { standings[index].rates?.knows($0) ?? false }
  }
}

extension Int64 {
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
