import MarketData

/// How an exchange is heard, and what its clock shows.
public struct ExchangeState: Equatable, Sendable {
  public private(set) var link = Link.offline
  /// When it last spoke, by our monotonic clock.
  public private(set) var heard: Int64?
  /// The exchange's Unix milliseconds less our monotonic ones.
  private var clockOffset: Int64?
  /// What keeps it from being heard.
  public private(set) var failureReason: FailureReason?
  /// Whether something has kept it from being heard, ever.
  private var hasFailed = false
  /// When its link was lost last, or was first said not to be live; nil before that.
  private(set) var lostAt: Int64?
  /// Since when, by our monotonic clock, it has not been heard; nil while it is.
  public private(set) var silentSince: Int64?

  public init() {}

  mutating func setLink(_ link: Link, heard: Int64?, at monotonic: Int64) {
    if !link.isLive, self.link.isLive || lostAt == nil { lostAt = monotonic }
    silentSince = link.isLive ? nil : silentSince ?? heard ?? monotonic
    (self.link, self.heard) = (link, heard)
  }

  mutating func setFailure(_ failureReason: FailureReason?) {
    self.failureReason = failureReason
    if failureReason != nil { hasFailed = true }
  }

  mutating func setClock(offset: Int64) { clockOffset = offset }

  /// Whether it has not spoken yet and nothing has failed, as at every start.
  public var isConnecting: Bool { link == .offline && heard == nil && !hasFailed }

  /// What its clock shows, Unix milliseconds; nil before it said so.
  public func clock(at monotonic: Int64) -> Int64? { clockOffset.map { $0 + monotonic } }
}

extension Link {
  /// What a candle without a trade holds while the link is in this state.
  var gapPolicy: CandleRing.GapPolicy {
    switch self {
    case .streaming: .forwardFill
    case .polling: .sampled
    case .stale, .offline: .unknown
    }
  }
}
