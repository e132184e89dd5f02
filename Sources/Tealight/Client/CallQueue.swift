import Feeds
import Timing
import Wire

/// Calls on their way out: those within their budget leave at once, the others wait in line. Pure.
struct CallQueue {
  static let lengthMax = 256
  /// Nobody waits longer to hear that the host does not want to be called.
  static let patienceMilliseconds: Int64 = 90_000

  enum Verdict: Equatable {
    case leaves(id: TransferID)
    /// It cannot leave in time; the host may be called again after so many seconds.
    case refused(id: TransferID, retryAfterSeconds: Int64)
  }

  private struct Key: Hashable {
    let host: String
    let group: String

    init(_ request: Request) {
      host = request.host
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

  private var budgets: [Key: Budget] = [:]
  private var line: [Waiting] = []

  /// When `next` is wanted.
  private(set) var deadline = Deadline.never

  /// Takes a call; `next` tells when it leaves.
  mutating func add(_ id: TransferID, _ request: Request, at now: Int64) {
    let key = Key(request)
    if budgets[key] == nil { budgets[key] = Budget(request.bucket) }
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
    // Of each budget the first who waits keeps back those behind it.
    var held: Set<Key> = []
    var paced: Set<Key> = []
    var soonest = Deadline.never
    for var call in line {
      if call.isNext || paced.contains(call.key) {
        call.isNext = true
        paced.insert(call.key)
      }
      let weight = call.request.weight.weight
      let opensAt = budgets[call.key]!.opens(for: weight, isNext: call.isNext, at: now)
      let isFirst = !held.contains(call.key)
      if isFirst, opensAt.isDue(at: now) {
        budgets[call.key]!.take(weight, isNext: call.isNext, at: now)
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

  /// Takes what an answer says of the budget that its call was taken from.
  mutating func answered(
    _ request: Request, status: Int, retryAfterSeconds: Int64?, _ headers: [Header], at now: Int64
  ) {
    let key = Key(request)
    budgets[key]?.heard(request.usage(headers), at: now)
    budgets[key]?.heard(status: status, retryAfterSeconds: retryAfterSeconds, at: now)
    // Those who wait may have to wait for longer than they can.
    if !line.isEmpty { deadline = Deadline(now) }
  }
}
