import MarketData
import State

/// What every page says besides its own content: its language, its market, and how that is heard.
public struct StatusHeader: Equatable, Sendable {
  public var language = Language.english
  /// What to call the market: `BTC/KRW`, `비트코인`.
  public var name = ""
  /// What to call it where there is no room, or no font, for the letters of its name: `BTC/KRW`.
  public var code = ""
  /// Whether the user marked the market.
  public var isFavourite = false
  /// The name of the exchange: `Upbit`.
  public var exchange = ""
  public var link = Link.offline
  /// Whether the exchange has not spoken yet, and nothing has failed: no reason for an alarm.
  public var isConnecting = false
  /// Why the exchange is not heard.
  public var outage: Outage?
  /// What is wrong with the market, in plain words: its exchange does not list it, or does not trade it.
  public var listingFault: String?
  /// Whether the exchange lists the market, but does not trade it.
  public var isHalted = false
  /// Whole seconds since the exchange last spoke; nil while the link is live or nothing was heard.
  public var age: Int?
  /// Local time, `14:05`.
  public var clock = ""
  /// The local time, or the day, at which the exchange last spoke; nil if `age` is nil.
  public var heardAt: String?
  /// Which of how many markets this is, from 0.
  public var position = 0
  public var count = 1
  /// Which of how many pages this is, from 0; 0 pages if it comes by itself, and on the glance.
  public var pagePosition = 0
  public var pageCount = 0
  /// What the user may do next; nil a while after the last press.
  public var hint: Hint?
  /// Whether the market came by rotation, and the user did nothing since.
  public var hasRotated = false
  /// Whether an alert is snoozed.
  public var isSnoozed = false

  public init() {}

  /// Why an exchange is not heard, and since when.
  public struct Outage: Equatable, Sendable {
    public var failureReason: FailureReason
    /// Local time, `14:05`; nil where that is not known.
    public var since: String?
  }

  /// What is wrong, in words: the full sentence first, then shorter ones; empty if no reason is known.
  func troubles(in words: Strings) -> [String] {
    if let listingFault { return [listingFault, words[isHalted ? .notTraded : .notListed]] }
    guard isSilent, let outage else { return [] }
    return words.sentences(for: outage.failureReason, of: exchange, since: outage.since)
  }

  /// What is traded: `BTC`.
  var base: String { String(code.prefix { $0 != "/" && $0 != " " }) }

  /// Names of the market for little room, the best first.
  var names: [String] {
    (language == .korean ? [name.withoutQuote] : []) + [code.withoutQuote, base]
  }

  /// Whether the exchange has the market, as far as is known.
  var isListed: Bool { listingFault == nil }

  /// Whether what is shown may be out of date.
  var isOld: Bool { !isListed || isSilent }

  /// Whether the exchange is not heard any more.
  var isSilent: Bool { link == .stale || link == .offline && !isConnecting }

  /// Whether data that only the stream brings are up to date: books and trades.
  var isStreamed: Bool { isListed && link == .streaming }

  /// Whether it has a day where the header on paper has a time, which looks like a time of today. A new
  /// minute alone does not count: clocks are rounded, so a minute may change while nothing else does.
  func hasAged(since shown: StatusHeader) -> Bool {
    func isDay(_ now: String?, after before: String?) -> Bool {
      guard let before, let now else { return false }
      return before.contains(":") && !now.contains(":")
    }
    return isDay(heardAt, after: shown.heardAt) || isDay(outage?.since, after: shown.outage?.since)
  }

  /// The local time of a wall clock in Unix milliseconds, as scenes say it.
  /// - Parameter hasSeconds: whether they are wanted, too.
  public static func clock(
    at wall: Int64, utcOffsetSeconds: Int, hasSeconds: Bool = false
  ) -> String {
    // A board without a battery starts in 1970, west of Greenwich on the evening before.
    let local = wall + Int64(utcOffsetSeconds) * 1_000
    let seconds = (local % 86_400_000 + 86_400_000) % 86_400_000 / 1_000
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let minute = two(seconds / 3_600) + ":" + two(seconds / 60 % 60)
    return hasSeconds ? minute + ":" + two(seconds % 60) : minute
  }
}

extension String {
  /// A market's name without its quote, which says less than the exchange: `BTC Upbit` for
  /// `BTC/KRW Upbit`.
  var withoutQuote: String {
    guard let slash = firstIndex(of: "/") else { return self }
    return String(self[..<slash] + self[slash...].drop { $0 != " " })
  }
}
