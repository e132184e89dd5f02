import MarketData
import Timing

/// The exchange's list of markets: asked for at the start and every few hours, part by part.
struct MarketListSync {
  private static let everyMilliseconds: Int64 = 6 * 3_600_000
  /// A market that is missing or halted may be there again at any time: it is looked for after a
  /// minute, then more and more seldom, a halted one every ten minutes at least.
  private static let absentFirstMilliseconds: Int64 = 60_000
  private static let haltedEveryMilliseconds: Int64 = 10 * 60_000
  /// How soon the list is asked for again after a failure; then more and more seldom.
  private static let failedFirstMilliseconds: Int64 = 30_000
  /// An unknown code leads to another call for the list no sooner than this.
  private static let suspectedEveryMilliseconds: Int64 = 60_000
  /// How many calls of a list may be refused for one of their codes: each leads to two others.
  private static let refusalsMax = 32

  private(set) var deadline = Deadline.never
  private var failures: Int64 = 0
  /// The codes of our own markets in the last list that was told with all its parts; nil before the
  /// first.
  private var told: Set<String>?
  /// How many lists in a row were told only in part.
  private var partials: Int64 = 0
  /// The codes of our own markets that were missing or halted in the last list, and in how many lists
  /// in a row no others were: one that is missing for ever must not make another one wait.
  private var absent: Set<String> = []
  private var absences: Int64 = 0
  private var askedAt = Int64.longAgo
  /// How many lists in a row were suspected of being old. After each the next one is asked for
  /// later; the count ends when none was suspected for a longer time than that.
  private var suspicions: Int64 = 0
  /// Whether the last list is suspected: something else was heard of a market since.
  private var isSuspected = false
  /// Whether the next list is asked for sooner than its time, because everything is tried again: many
  /// such lists in a row do not show that something is wrong for long.
  private var isSooner = false
  /// What was said of the list that is under way, and the calls that are still to be made for it.
  private var found: [Listing] = []
  private var waiting: [ListCall] = []
  /// How many of its calls were refused for one of their codes, and whether those of one list were too many.
  private var refusals = 0
  private var hasManyUnknown = false

  /// Asks for the list now, unless parts of one have come or its time is set.
  mutating func wake(at now: Int64) {
    if found.isEmpty, deadline.isNever { deadline = Deadline(now) }
  }

  mutating func askAgain(_ waits: Feed.Waits, resumesAt: Deadline, at now: Int64) {
    guard found.isEmpty else { return }
    isSooner = true
    deadline = max(Deadline(max(now, askedAt + waits.pollEveryMilliseconds)), resumesAt)
  }

  /// A code is unknown: the list may tell.
  /// - Parameter isAwaited: as in `failed`.
  mutating func suspect(isAwaited: Bool, resumesAt: Deadline, at now: Int64) {
    guard failures == 0 || isAwaited else { return }
    isSuspected = true
    let soonest = askedAt + Self.suspectedEveryMilliseconds << suspicions
    if soonest < now { suspicions = 0 }
    deadline = min(deadline, max(Deadline(max(now, soonest)), resumesAt))
  }

  /// Calls go to another endpoint now.
  /// - Parameter wasAsking: whether one was under way.
  mutating func changedEndpoint(wasAsking: Bool, resumesAt: Deadline, at now: Int64) {
    if failures > 0 || wasAsking { deadline = max(Deadline(now), resumesAt) }
  }

  /// The list that is under way may have been asked for without new markets.
  mutating func restart(resumesAt: Deadline, at now: Int64) {
    waiting = []
    deadline = max(Deadline(now), resumesAt)
  }

  /// The calls for a list that is about these codes. Where too many of them were unknown, these are for the
  /// list of all that is traded, which leaves out what is halted, and for the codes that the last list had.
  func calls(for codes: [String], of endpoint: Endpoint) -> [ListCall] {
    guard hasManyUnknown else { return endpoint.listCalls(codes: codes) }
    let known = codes.filter { told?.contains($0) ?? false }
    return endpoint.wholeListCalls + endpoint.listCalls(codes: known)
  }

  mutating func begin(_ calls: [ListCall], at now: Int64) {
    deadline = .never
    askedAt = now
    found = []
    waiting = calls
    refusals = 0
  }

  /// The next call; nil where the list is as whole as it gets.
  mutating func next() -> ListCall? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// One unknown code spoils the whole call: each half is asked for alone, down to the single code.
  /// A user who names pairs and no exchange may have hundreds of unknown codes. Before their calls
  /// use up what the exchange allows in a minute, the list of all that is traded is asked for in
  /// place of the rest.
  mutating func narrow(_ call: ListCall, of endpoint: Endpoint) {
    refusals += 1
    guard refusals <= Self.refusalsMax else {
      (waiting, hasManyUnknown) = (endpoint.wholeListCalls, true)
      return
    }
    let half = call.codes.count / 2
    guard half > 0 else { return }
    for codes in [call.codes[half...], call.codes[..<half]] {
      waiting.insert(contentsOf: endpoint.listCalls(codes: Array(codes)), at: 0)
    }
  }

  /// - Returns: false where the answer makes no sense.
  mutating func read(
    _ body: UnsafeBufferPointer<UInt8>, _ call: ListCall, of endpoint: Endpoint
  ) -> Bool { endpoint.marketList?.readListings(body, part: call.part, into: &found) ?? false }

  /// The list is over: the names and cautions of a whole list stand until the next one.
  /// - Parameters:
  ///   - isWhole: whether all its parts were told.
  ///   - markets: our own.
  /// - Returns: what it says of each of our own, and whether that is to be told; and the whole of it, where
  ///   it is one to search in.
  mutating func finish(
    isWhole: Bool, _ markets: [(id: MarketID, code: String)], of endpoint: Endpoint, at now: Int64
  ) -> (own: [(id: MarketID, listing: Listing?, isTold: Bool)], toKeep: [Listing]?) {
    // Exchanges list thousands of markets.
    let codes = Set(markets.map(\.code))
    let listings = Dictionary(
      found.lazy.filter { codes.contains($0.code) }.map { ($0.code, $0) },
      uniquingKeysWith: { first, _ in first })
    let own = markets.map { market, code in
      (id: market, listing: listings[code], isTold: isWhole || told?.contains(code) != true)
    }
    // A list of our own markets alone is of no use for a search.
    let isKept = (isWhole || told == nil) && !found.isEmpty && endpoint.givesWholeList
    let toKeep = isKept ? found : nil
    settle(
      listings.keys, isWhole: isWhole, isHalted: own.contains { $0.listing?.isTrading == false },
      absent: codes.filter { listings[$0]?.isTrading != true }, at: now)
    return (own, toKeep)
  }

  /// Forgets what was found, and works out when it is asked for again.
  /// - Parameters:
  ///   - own: the codes of our own markets that it has.
  ///   - isHalted: whether one of our own markets is listed and not traded.
  ///   - absent: the codes of those that are halted or missing.
  mutating func settle(
    _ own: some Sequence<String>, isWhole: Bool, isHalted: Bool, absent: Set<String>, at now: Int64
  ) {
    if isWhole { told = Set(own) }
    let counted: Int64 = isSooner ? 0 : 1
    suspicions = isSuspected ? min(suspicions + counted, 4) : 0
    (isSuspected, isSooner) = (false, false)
    (failures, found) = (0, [])
    partials = isWhole ? 0 : min(max(partials + counted, 1), 6)
    let isNew = !absent.isSubset(of: self.absent)
    absences = absent.isEmpty ? 0 : isNew ? 1 : min(absences + counted, 10)
    self.absent = absent
    let longest = isHalted ? Self.haltedEveryMilliseconds : Self.everyMilliseconds
    let wait = absences == 0 ? longest : Self.absentFirstMilliseconds << (absences - 1)
    let again = partials == 0 ? longest : Self.failedFirstMilliseconds << (partials - 1)
    deadline = Deadline(now + min(wait, longest, again))
  }

  /// - Parameter isAwaited: whether a followed market is not shown until the list says that it is
  ///   listed.
  mutating func failed(isAwaited: Bool, resumesAt: Deadline, at now: Int64) {
    // The parts that were found make no list.
    (found, waiting) = ([], [])
    failures = min(max(failures + (isSooner ? 0 : 1), 1), 6)
    isSooner = false
    let wait = Self.failedFirstMilliseconds << (failures - 1)
    let longest = isAwaited ? Self.absentFirstMilliseconds : .max
    deadline = max(Deadline(now + min(wait, longest)), resumesAt)
  }
}
