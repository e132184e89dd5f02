import MarketData
import Testing
import Timing

@testable import Feeds

/// A feed of exchange rates on a bench: time is turned by hand, and all that it says is kept.
final class RateFeedRig {
  static let noon: Int64 = 1_795_262_400_000

  var feed: RateFeed
  var now = Moment(monotonic: 5_000_000, wall: noon)
  var said: [[ExchangeRates]] = []
  /// What was asked: when, of which source, with which path.
  var asked: [(at: Int64, source: String, path: String)] = []
  var lines: [String] = []
  /// Who cannot be heard, by their names on the screen, and what is wrong.
  var serviceFailures: [String: FailureReason] = [:]
  /// What each source answers: status and body, asked anew for each call; nil for no answer at all.
  var answers: [String: (RateFeedRig) -> (Int, String)?] = [:]
  var headers: [Header] = []

  init(_ sources: [any RateSource], seed: UInt64 = 7) {
    feed = RateFeed(sources: sources, seed: seed)
    answers["frankfurter"] = { (200, $0.frankfurter()) }
    answers["er-api"] = { (200, $0.erapi()) }
    answers["openexchangerates"] = { (200, $0.oxr()) }
  }

  func want(_ currencies: String...) {
    feed.want(currencies, at: now)
    serve()
  }

  /// Lets time go on, with a turn at every deadline on the way.
  func pass(hours: Double) {
    let end = now.monotonic + Int64(hours * 3_600_000)
    while feed.deadline.isDue(at: end) {
      step(to: max(feed.deadline.monotonic, now.monotonic))
      feed.handle(.time, at: now) { hear($0) }
      serve()
    }
    step(to: end)
  }

  private func step(to monotonic: Int64) {
    now.wall += monotonic - now.monotonic
    now.monotonic = monotonic
  }

  func happen(_ event: TransportEvent) {
    feed.handle(event, at: now) { hear($0) }
    serve()
  }

  private func hear(_ update: Update) {
    if case .rates(let rates) = update { said.append(rates) }
    if case .serviceFailure(let source, let failureReason) = update {
      serviceFailures[source] = failureReason
    }
  }

  /// Answers everything that was asked.
  func serve() {
    var intents = feed.drainIntents()
    while !intents.isEmpty {
      defer { intents = feed.drainIntents() }
      for intent in intents {
        switch intent {
        case .get(let id, let path, _): answer(id, path)
        case .log(_, let line): lines.append(line)
        default: break
        }
      }
    }
  }

  private func answer(_ id: CallID, _ path: String) {
    let name = feed.sources[id.number].name
    asked.append((now.monotonic, name, path))
    guard let (status, body) = answers[name]!(self) else {
      let event = TransportEvent.unanswered(id: id, TransportFailure(reason: "nobody answers"))
      return feed.handle(event, at: now) { hear($0) }
    }
    Array(body.utf8).withUnsafeBufferPointer {
      feed.handle(
        .answered(id: id, status: status, headers: headers, body: $0), at: now
      ) { hear($0) }
    }
  }

  func count(_ source: String) -> Int { asked.filter { $0.source == source }.count }

  /// The source whose rate of the won would be shown now.
  var shown: String? { said.last?.best(from: "USD", to: "KRW", at: now.wall)?.source }

  func frankfurter(daysAgo: Int64 = 1, units: String = #""KRW":1412.9"#) -> String {
    let date = CivilTime(unix: now.wall / 1_000 - daysAgo * 86_400).text.prefix(10)
    return #"{"amount":1.0,"base":"USD","date":"\#(date)","rates":{\#(units)}}"#
  }

  func oxr() -> String {
    #"{"timestamp":\#(now.wall / 3_600_000 * 3_600),"base":"USD","rates":{"KRW":1412.3}}"#
  }

  /// New at midnight and two minutes.
  func erapi() -> String {
    let last = (now.wall / 1_000 - 120) / 86_400 * 86_400 + 120
    return """
      {"result":"success","time_last_update_unix":\(last),"base_code":"USD",
      "time_next_update_unix":\(last + 86_400),"rates":{"USD":1,"KRW":1412.65}}
      """
  }
}
