import Feeds
import Timing
import Wire

/// The one polite client: whatever this program asks over HTTP leaves here, within the limits that
/// hosts document and those that they announce, and without asking twice for what has not changed.
final class Client {
  let transport: any Transport
  /// How often each host was asked.
  private(set) var callCounts: [String: Int] = [:]
  private var queue = CallQueue()
  private var cache = BodyCache()
  private var underWay: [TransferID: HTTPCall] = [:]

  init(_ transport: any Transport) { self.transport = transport }

  /// Asks for a URL as soon as its host allows; `answered` or `unanswered` follows.
  ///
  /// An answer of status 200 may be one that was kept, because the host said that it still holds.
  /// Status 429 with `retry-after` may come from this client itself: the host has said so before.
  func get(_ id: TransferID, _ call: HTTPCall, at now: Int64) { queue.add(id, call, at: now) }

  /// Lets no call to a host for an exchange leave before that time, not even a call that waits.
  func hold(_ party: CallQueue.Party, until time: Deadline, at now: Int64) {
    queue.hold(party, until: time, at: now)
  }

  /// When `turn` is wanted although nothing arrives.
  var deadline: Deadline { min(queue.deadline, transport.deadline) }

  /// Moves everything on as far as it goes without waiting.
  func turn(at now: Moment, _ deliver: (Wire.Event) -> Void) {
    transport.turn(at: now) { event in
      guard case .answered(let id, let status, let fields, let body) = event,
        let call = underWay.removeValue(forKey: id)
      else {
        if case .unanswered(let id, _, _) = event { underWay[id] = nil }
        return deliver(event)
      }
      let headers = fields.map { Header(name: $0.name, value: $0.value) }
      let wait = headers.retryAfterSeconds
      queue.answered(
        call, status: status, retryAfterSeconds: wait, headers, at: now.monotonic)
      if status == 200 { cache.keep(body, of: call.url, headers) }
      guard status == 304, let kept = cache.body(for: call.url) else { return deliver(event) }
      kept.withUnsafeBufferPointer {
        deliver(.answered(id, status: 200, fields: fields, body: $0))
      }
    }
    for (verdict, call) in queue.next(at: now.monotonic) {
      switch verdict {
      case .leaves(let id): send(id, call, at: now.monotonic)
      case .refused(let id, let seconds):
        let fields = [(name: "retry-after", value: "\(seconds)")]
        let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        deliver(.answered(id, status: 429, fields: fields, body: nothing))
      }
    }
  }

  private func send(_ id: TransferID, _ call: HTTPCall, at now: Int64) {
    underWay[id] = call
    callCounts[call.host, default: 0] += 1
    // Headers hold keys. A key that others on the way can read is no longer secret.
    let keys = call.isPrivate ? call.headers : []
    let headers = keys + cache.conditions(for: call.url)
    transport.get(
      id, url: call.url, headers: headers.map { ($0.name, $0.value) }, caFile: call.caFile)
  }
}
