import Feeds
import Timing

/// When the next call to one host and group may leave. It has no clock: the time is a parameter.
///
/// A token that is spent comes back when the bucket's time is over, so no window of that length
/// ever holds more than the bucket, wherever the host's own windows begin.
struct RateLimiter {
  /// Calls that leave a window apart may arrive closer together.
  static let jitterMilliseconds: Int64 = 100
  /// Tokens come back in so many portions a window, which bounds what is remembered.
  private static let portions: Int64 = 50

  private let bucket: TokenBucket
  /// What was spent, and when it comes back, oldest first.
  private var spent: [(weight: Int, backAt: Int64)] = []
  private var breaker = CircuitBreaker()
  /// After a call that had to wait, the next one leaves at the bucket's own rate.
  private var pacedUntil = Deadline.immediately

  init(_ bucket: TokenBucket) { self.bucket = bucket }

  /// The capacity of the bucket, halved after each rejection, and back again when there were none
  /// for a while.
  private var capacity: Int { max(1, bucket.capacity / Int(breaker.slowdown)) }

  private func spent(at now: Int64) -> Int {
    spent.reduce(0) { $1.backAt > now ? $0 + $1.weight : $0 }
  }

  /// The earliest time for a call.
  /// - Parameter isNext: whether the call has waited: then it keeps a distance from the call before it.
  func opens(for weight: Int, isNext: Bool, at now: Int64) -> Deadline {
    var opens = max(Deadline(now), breaker.resumesAt)
    if isNext { opens = max(opens, pacedUntil) }
    var excess = spent(at: opens.monotonic) + min(weight, capacity) - capacity
    for token in spent where Deadline(token.backAt) > opens && excess > 0 {
      excess -= token.weight
      opens = Deadline(token.backAt)
    }
    return opens
  }

  mutating func acquire(_ weight: Int, isNext: Bool, at now: Int64) {
    spend(weight, at: now)
    guard isNext else { return }
    let pause = bucket.milliseconds * Int64(min(weight, capacity)) / Int64(capacity)
    pacedUntil = Deadline(now + pause)
  }

  private mutating func spend(_ weight: Int, at now: Int64) {
    spent.removeAll { $0.backAt <= now }
    let portion = bucket.milliseconds / Self.portions + 1
    let backAt =
      (now / portion + 1) * portion + bucket.milliseconds + Self.jitterMilliseconds
    if spent.last?.backAt == backAt {
      spent[spent.count - 1].weight += weight
    } else {
      spent.append((weight, backAt))
    }
  }

  /// Learns from an answer how much the host has counted: others may call from the same address.
  mutating func update(_ usage: RateLimitUsage?, at now: Int64) {
    let used =
      switch usage {
      case .left(let count): bucket.capacity - min(max(count, 0), bucket.capacity)
      case .used(let count): min(max(count, 0), bucket.capacity)
      case nil: 0
      }
    let unknown = used - spent(at: now)
    if unknown > 0 { spend(unknown, at: now) }
  }

  /// Learns from an answer's status, and from the wait that the host asks for with it.
  mutating func update(status: Int, retryAfterSeconds: Int64?, at now: Int64) {
    let asksToWait = retryAfterSeconds != nil && status >= 400
    if status == 429 || status == 418 || asksToWait {
      // Whatever else is wrong, all that counts here is to wait as long as the host asks.
      let status = status == 418 ? 418 : 429
      _ = breaker.failed(status: status, retryAfterSeconds: retryAfterSeconds, at: now)
    } else if status < 400 {
      breaker.succeeded(callsLeft: nil, at: now)
    }
  }
}
