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

  /// Whose limits count.
  struct Party: Hashable {
    let host: String
    let exchange: String?
  }

  private struct Key: Hashable {
    let party: Party
    let group: String

    init(_ request: Request) {
      party = Party(host: request.host, exchange: request.exchange)
      group = request.weight.bucket
    }
  }

  private struct Waiting {
    let id: TransferID
    let request: Request
    let key: Key
    let giveUpAt: Deadline
    /// It has waited, and so comes after the one before it.
    var isNext = false
  }

  private var limiters: [Key: RateLimiter] = [:]
  /// Before which time nothing leaves to one of them.
  private var holds: [Party: Deadline] = [:]
  private var line: [Waiting] = []

  /// When `next` is wanted.
  private(set) var deadline = Deadline.never

  /// Takes a call; `next` tells when it leaves.
  mutating func add(_ id: TransferID, _ request: Request, at now: Int64) {
    let key = Key(request)
    if limiters[key] == nil { limiters[key] = RateLimiter(request.bucket) }
    line.append(
      Waiting(
        id: id, request: request, key: key,
        giveUpAt: Deadline(now + Self.patienceMilliseconds)))
    deadline = Deadline(now)
  }

  /// What leaves now, or never will, in the order in which it was asked for.
  mutating func next(at now: Int64) -> [(Verdict, Request)] {
    guard deadline.isDue(at: now) else { return [] }
    var verdicts: [(Verdict, Request)] = []
    var stays: [Waiting] = []
    // The first call that waits for a limiter keeps back those behind it.
    var held: Set<Key> = []
    var paced: Set<Key> = []
    var soonest = Deadline.never
    for var call in line {
      if call.isNext || paced.contains(call.key) {
        call.isNext = true
        paced.insert(call.key)
      }
      let weight = call.request.weight.weight
      let opensAt = max(
        limiters[call.key]!.opens(for: weight, isNext: call.isNext, at: now),
        holds[call.key.party] ?? .immediately)
      let isFirst = !held.contains(call.key)
      if isFirst, opensAt.isDue(at: now) {
        limiters[call.key]!.acquire(weight, isNext: call.isNext, at: now)
        verdicts.append((.leaves(id: call.id), call.request))
      } else if opensAt > call.giveUpAt || call.giveUpAt.isDue(at: now)
        || stays.count == Self.lengthMax
      {
        let seconds = max(1, (opensAt.monotonic - now + 999) / 1_000)
        verdicts.append((.refused(id: call.id, retryAfterSeconds: seconds), call.request))
      } else {
        soonest.advance(to: isFirst ? min(opensAt, call.giveUpAt) : call.giveUpAt)
        held.insert(call.key)
        paced.insert(call.key)
        call.isNext = true
        stays.append(call)
      }
    }
    line = stays
    deadline = soonest
    return verdicts
  }

  /// Lets nothing leave before that, whatever it counts against.
  mutating func hold(_ party: Party, until time: Deadline, at now: Int64) {
    holds[party] = max(holds[party] ?? time, time)
    reconsider(at: now)
  }

  /// Learns from an answer what is left of the limit that its call counts against.
  mutating func answered(
    _ request: Request, status: Int, retryAfterSeconds: Int64?, _ headers: [Header], at now: Int64
  ) {
    let key = Key(request)
    limiters[key]?.update(request.usage(headers), at: now)
    limiters[key]?.update(status: status, retryAfterSeconds: retryAfterSeconds, at: now)
    reconsider(at: now)
  }

  /// Calls in line may now have to wait for longer than they can.
  private mutating func reconsider(at now: Int64) {
    if !line.isEmpty { deadline = Deadline(now) }
  }
}
