import Feeds
import Timing
import Wire

/// Calls on their way out: those within their rate limit leave at once, the others wait in line. It
/// has no clock and no socket.
struct CallQueue {
  static let lengthMax = 256
  /// A call that would have to wait longer is refused.
  static let patienceMilliseconds: Int64 = 90_000

  enum Verdict: Equatable {
    case leaves(id: TransferID)
    /// It cannot leave in time; the host may be called again after so many seconds.
    case refused(id: TransferID, retryAfterSeconds: Int64)
  }

  /// The host and the exchange whose limits a call counts against.
  struct Party: Hashable {
    let host: String
    let exchange: String?
  }

  private struct Key: Hashable {
    let party: Party
    let group: String

    init(_ call: HTTPCall) {
      party = Party(host: call.host, exchange: call.exchange)
      group = call.weight.bucket
    }
  }

  private struct Waiting {
    let id: TransferID
    let call: HTTPCall
    let key: Key
    let giveUpAt: Deadline
    /// Whether the call has waited: then it keeps a distance from the call before it.
    var isNext = false
  }

  private var limiters: [Key: RateLimiter] = [:]
  /// The time before which no call to a party leaves.
  private var holds: [Party: Deadline] = [:]
  private var line: [Waiting] = []

  /// When `next` is wanted.
  private(set) var deadline = Deadline.never

  /// Takes a call; `next` tells when it leaves.
  mutating func add(_ id: TransferID, _ call: HTTPCall, at now: Int64) {
    let key = Key(call)
    if limiters[key] == nil { limiters[key] = RateLimiter(call.bucket) }
    line.append(
      Waiting(
        id: id, call: call, key: key,
        giveUpAt: Deadline(now + Self.patienceMilliseconds)))
    deadline = Deadline(now)
  }

  /// The calls that leave now, and those that never will, in the order in which they were added.
  mutating func next(at now: Int64) -> [(Verdict, HTTPCall)] {
    guard deadline.isDue(at: now) else { return [] }
    var verdicts: [(Verdict, HTTPCall)] = []
    var stays: [Waiting] = []
    // The first call that waits for a limiter keeps back those behind it.
    var held: Set<Key> = []
    var paced: Set<Key> = []
    var soonest = Deadline.never
    for var waiting in line {
      if waiting.isNext || paced.contains(waiting.key) {
        waiting.isNext = true
        paced.insert(waiting.key)
      }
      let weight = waiting.call.weight.weight
      let opensAt = max(
        limiters[waiting.key]!.opens(for: weight, isNext: waiting.isNext, at: now),
        holds[waiting.key.party] ?? .immediately)
      let isFirst = !held.contains(waiting.key)
      if isFirst, opensAt.isDue(at: now) {
        limiters[waiting.key]!.acquire(weight, isNext: waiting.isNext, at: now)
        verdicts.append((.leaves(id: waiting.id), waiting.call))
      } else if opensAt > waiting.giveUpAt || waiting.giveUpAt.isDue(at: now)
        || stays.count == Self.lengthMax
      {
        let seconds = max(1, (opensAt.monotonic - now + 999) / 1_000)
        verdicts.append((.refused(id: waiting.id, retryAfterSeconds: seconds), waiting.call))
      } else {
        soonest.advance(to: isFirst ? min(opensAt, waiting.giveUpAt) : waiting.giveUpAt)
        held.insert(waiting.key)
        paced.insert(waiting.key)
        waiting.isNext = true
        stays.append(waiting)
      }
    }
    line = stays
    deadline = soonest
    return verdicts
  }

  /// Lets no call to the party leave before that time, whichever limit it counts against.
  mutating func hold(_ party: Party, until time: Deadline, at now: Int64) {
    holds[party] = max(holds[party] ?? time, time)
    reconsider(at: now)
  }

  /// Learns from an answer what is left of the limit that its call counts against.
  mutating func answered(
    _ call: HTTPCall, status: Int, retryAfterSeconds: Int64?, _ headers: [Header], at now: Int64
  ) {
    let key = Key(call)
    limiters[key]?.update(call.usage(headers), at: now)
    limiters[key]?.update(status: status, retryAfterSeconds: retryAfterSeconds, at: now)
    reconsider(at: now)
  }

  /// Calls in line may now have to wait for longer than they can.
  private mutating func reconsider(at now: Int64) {
    if !line.isEmpty { deadline = Deadline(now) }
  }
}
