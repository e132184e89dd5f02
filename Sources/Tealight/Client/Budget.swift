import Feeds
import Timing

/// What may be asked of one host and group, and when. Pure: the time is handed in.
///
/// A token that is taken comes back when the bucket's time is over, so no window of that length ever
/// holds more than the bucket, wherever the host's own windows begin.
struct Budget {
  /// Calls that leave a window apart may arrive closer together.
  static let jitterMilliseconds: Int64 = 100
  /// Tokens come back in so many portions a window, which bounds what is remembered.
  private static let portions: Int64 = 50

  private let bucket: TokenBucket
  /// What was taken, and when it comes back, oldest first.
  private var taken: [(weight: Int, backAt: Int64)] = []
  private var breaker = CircuitBreaker()
  /// After a call that had to wait, the next one leaves at the bucket's own rate.
  private var pacedUntil = Deadline.immediately

  init(_ bucket: TokenBucket) { self.bucket = bucket }

  /// Half of it after each refusal, and back again when there were none for a while.
  private var capacity: Int { max(1, bucket.capacity / Int(breaker.slowdown)) }

  private func taken(at now: Int64) -> Int {
    taken.reduce(0) { $1.backAt > now ? $0 + $1.weight : $0 }
  }

  /// The earliest time for a call.
  /// - Parameter isNext: it has waited, and so comes after the one before it.
  func opens(for weight: Int, isNext: Bool, at now: Int64) -> Deadline {
    var opens = max(Deadline(now), breaker.resumesAt)
    if isNext { opens = max(opens, pacedUntil) }
    var excess = taken(at: opens.monotonic) + min(weight, capacity) - capacity
    for token in taken where Deadline(token.backAt) > opens && excess > 0 {
      excess -= token.weight
      opens = Deadline(token.backAt)
    }
    return opens
  }

  mutating func take(_ weight: Int, isNext: Bool, at now: Int64) {
    spend(weight, at: now)
    guard isNext else { return }
    let pause = bucket.milliseconds * Int64(min(weight, capacity)) / Int64(capacity)
    pacedUntil = Deadline(now + pause)
  }

  private mutating func spend(_ weight: Int, at now: Int64) {
    taken.removeAll { $0.backAt <= now }
    let portion = bucket.milliseconds / Self.portions + 1
    let backAt =
      (now / portion + 1) * portion + bucket.milliseconds + Self.jitterMilliseconds
    if taken.last?.backAt == backAt {
      taken[taken.count - 1].weight += weight
    } else {
      taken.append((weight, backAt))
    }
  }

  /// Takes what the host said with an answer. Others may call from the same address.
  mutating func heard(_ usage: RateLimitUsage?, at now: Int64) {
    let used =
      switch usage {
      case .left(let count): bucket.capacity - min(max(count, 0), bucket.capacity)
      case .used(let count): min(max(count, 0), bucket.capacity)
      case nil: 0
      }
    let unknown = used - taken(at: now)
    if unknown > 0 { spend(unknown, at: now) }
  }

  /// Takes the status of an answer, and the wait that the host asks for with it.
  mutating func heard(status: Int, retryAfterSeconds: Int64?, at now: Int64) {
    let asksForPatience = retryAfterSeconds != nil && status >= 400
    if status == 429 || status == 418 || asksForPatience {
      // What else may be wrong, to wait as long as asked is all that it means here.
      let status = status == 418 ? 418 : 429
      _ = breaker.failed(status: status, retryAfterSeconds: retryAfterSeconds, at: now)
    } else if status < 400 {
      breaker.succeeded(callsLeft: nil, at: now)
    }
  }
}
