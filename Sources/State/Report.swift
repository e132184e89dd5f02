import MarketData
import Timing

/// What the screen says, as scripts read it: one line of JSON for each change.
public struct Report: Equatable, Sendable {
  public var page: PageName
  public var market: Market
  public var price: Double?
  public var change: Double?
  public var baseline: String
  public var mood: Mood
  public var link: Link
  /// Whole seconds since the exchange last spoke.
  public var age: Int?
  public var live: Candle?
  public var closed: Candle?

  /// True where nothing but the age differs.
  public func equalsButForAge(_ other: Report) -> Bool {
    var twin = other
    twin.age = age
    return self == twin
  }

  /// The line, without its end.
  /// - Parameter wall: Unix milliseconds by the board's clock.
  public func json(wall: Int64) -> String {
    "{\"time\":\(Double(wall) / 1_000),\"page\":\"\(page.rawValue)\","
      + "\"market\":\("\(market)".asJSON),\"price\":\(text(price)),\"change\":\(text(change)),"
      + "\"baseline\":\(baseline.asJSON),\"mood\":\"\(mood.rawValue)\",\"link\":\"\(link.rawValue)\","
      + "\"age\":\(age.map(String.init) ?? "null"),\"live\":\(text(live)),"
      + "\"closed\":\(text(closed))}"
  }

  /// JSON has no word for a number that is not finite, such as a sum of absurd volumes.
  private func text(_ value: Double?) -> String {
    value.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null"
  }

  private func text(_ candle: Candle?) -> String {
    guard let candle else { return "null" }
    return "{\"start\":\(candle.start / 1_000),\"open\":\(candle.open),\"high\":\(candle.high),"
      + "\"low\":\(candle.low),\"close\":\(candle.close),\"volume\":\(text(candle.volume)),"
      + "\"source\":\"\(candle.source.rawValue)\"}"
  }
}

extension Desk {
  /// What the screen says, in full and unrounded.
  public var report: Report {
    let state = markets[shown]
    let link = link(of: shown)
    return Report(
      page: page, market: state.market, price: state.price ?? state.ring.live?.close,
      change: state.change, baseline: state.baseline,
      mood: state.mood(link: link, clock: clock(of: shown), at: now.monotonic), link: link,
      age: age(isShownWhenLive: true), live: state.ring.live, closed: state.ring.closed)
  }

  /// When the age in the report grows by a second.
  public var nextAge: Deadline {
    guard let heard = heard(of: shown) else { return .never }
    let age = max(0, now.monotonic - heard)
    return Deadline(now.monotonic + 1_000 - age % 1_000)
  }

  /// Whole seconds since the shown market was heard: its exchange, unless that leaves it out.
  public func age(isShownWhenLive: Bool) -> Int? {
    guard let heard = heard(of: shown) else { return nil }
    if !isShownWhenLive, link(of: shown).isLive { return nil }
    return Int(max(0, now.monotonic - heard) / 1_000)
  }
}
