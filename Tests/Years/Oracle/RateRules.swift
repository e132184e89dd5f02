import SimulatedExchange

/// What the board asked a source of exchange rates in this life, and what came of it.
struct RateCalls {
  var askedAt: Int64?
  /// When it was asked the time before. Calls in several ways at the same moment count as one time.
  var askedBefore: Int64?
  /// When rates came last, and when the source has said that it will have newer ones.
  var goodAt: Int64?
  var nextAt: Int64?
  /// When an answer last held no rates; nil once one has held some.
  var refusedAt: Int64?
  /// Since when calls have brought nothing; nil once one has.
  var failingSince: Int64?
}

/// Judges how sources of exchange rates are asked, and what a hub tells of them.
extension Oracle {
  /// How often a source has something new.
  private static let newsMilliseconds: [String: Int64] = [
    "openexchangerates": 3_600_000, "frankfurter": 4 * 3_600_000, "er-api": 3_600_000,
  ]

  /// A source is asked.
  func judgeRateCall(_ source: String, at time: Int64) {
    guard let news = Self.newsMilliseconds[source] else { return }
    let calls = money.calls[source] ?? RateCalls()
    if let good = calls.goodAt, calls.failingSince == nil {
      let soonest = max(good + news, calls.nextAt ?? 0)
      check(.ratesArePaced, time >= soonest - 1_000, at: time) {
        "\(source) is asked \(soonest - time) ms before it has news"
      }
    } else if let asked = calls.askedAt, time - asked > 100, calls.refusedAt == nil {
      check(.ratesArePaced, time - asked >= 4_900, at: time) {
        "\(source) is asked again after \(time - asked) ms"
      }
    }
    // A refusal is followed by one call in another way, and by no third one.
    if let before = calls.askedBefore {
      check(.ratesArePaced, time - before >= 4_900, at: time) {
        "\(source) is asked a third time within \(time - before) ms"
      }
    }
    money.calls[source, default: RateCalls()].askedAt = time
    if let asked = calls.askedAt, time - asked > 100 { money.calls[source]!.askedBefore = asked }
    money.calls[source]!.failingSince = calls.failingSince ?? time
  }

  /// The whole answer of a source has come.
  public func told(bySource source: String, status: Int, _ body: [UInt8], at time: Int64) {
    guard money.sources.contains(source) else { return }
    let json = JSONValue(body)
    guard status == 304 || status == 200, let json, let table = RateTable(source, json) else {
      if status == 304 { return heard(source, next: nil, at: time) }
      money.calls[source, default: RateCalls()].refusedAt = time
      return
    }
    money.answered(source, table, at: time)
    heard(source, next: json["time_next_update_unix"]?.double.map { Int64($0) * 1_000 }, at: time)
  }

  private func heard(_ source: String, next: Int64?, at time: Int64) {
    var calls = money.calls[source] ?? RateCalls()
    (calls.goodAt, calls.failingSince, calls.refusedAt) = (time, nil, nil)
    // The named time need not be waited for if it is a day away, or if the board's clock is wrong.
    calls.nextAt = next.flatMap { $0 - time < 86_400_000 && money.wallError == 0 ? $0 : nil }
    money.calls[source] = calls
  }

  /// The first source is asked in time once nothing is wrong with the way to it. Waits grow no longer
  /// than the time for which it may have been asked in vain, and no longer than an hour.
  public func watchRates(at time: Int64) {
    guard let source = money.sources.first, let well = record(source).wellSince else { return }
    let since = max(well, boardWellSince, startedAt)
    let calls = money.calls[source]
    let news = Self.newsMilliseconds[source]!
    let wrong = since - (calls?.goodAt.map { $0 + news } ?? startedAt)
    let wait = calls?.refusedAt == nil ? min(max(0, wrong), 3_600_000) : 3_600_000
    let due = max(since, record(source).leftAloneUntil) + wait + 120_000
    guard time > due else { return }
    // No call is due until the source has news, and up to a twentieth later; er-api may name a day.
    let rests = source == "er-api" ? 90_000_000 : news
    let silence = calls?.goodAt.map { time - $0 }
    check(.ratesComeBack, silence.map { $0 <= rests + rests / 20 + 60_000 } ?? false, at: time) {
      "\(source) has told nothing \(silence.map { "for \($0) ms" } ?? "yet"), and is well for "
        + "\(time - since) ms"
    }
  }

  /// A hub tells what its sources have told it, with their ages by its clock.
  func judgeHubsRates(_ json: JSONValue, at time: Int64) {
    guard let told = json["rates"]?.elements else {
      return fail(.brokerTopics, "rates without rates", at: time)
    }
    let tables = told.compactMap { RateTable(hub: $0, at: time + money.wallError) }
    let isTrue =
      tables.count == told.count
      && money.tables(at: time).contains { known in
        known.count == tables.count
          && zip(known, tables).allSatisfy { known, told in
            known.units == told.units
              && abs(min(known.time, time + money.wallError) - told.time) < 2_000
          }
      }
    check(.hubsRates, isTrue, at: time) { "\(tables); told were \(money.newest)" }
  }
}
