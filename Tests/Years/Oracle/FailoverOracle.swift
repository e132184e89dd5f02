/// Judges which of several exchanges serves a market (board/manual/configuration.md, `exchanges`): the
/// first one, the next one once that has been silent, and the first one again once it is heard.
extension Oracle {
  /// One market that either of two exchanges may serve.
  public struct Pair: Sendable {
    /// The pair's name in the configuration: `XRP/KRW`.
    public let name: String
    public let first, second: String
    public let failoverMilliseconds: Int64

    public init(name: String, first: String, second: String, failoverMilliseconds: Int64) {
      (self.name, self.first, self.second) = (name, first, second)
      self.failoverMilliseconds = failoverMilliseconds
    }
  }

  /// What was seen of a pair.
  struct PairState {
    /// Since when the first exchange has been heard without a break, and when it was heard last.
    var heardSince: Int64?
    var heardLast: Int64?
    /// The market of the pair that was shown last in this life, and when.
    var shown: String?
    var shownLast: Int64 = 0
    /// When a line of this life last called the first market live.
    var liveLast: Int64?
  }

  /// The configuration's name for a market; a market of a pair has the pair's name.
  public func placeName(of market: String) -> String {
    guard let pair, market == pair.first || market == pair.second else { return market }
    return pair.name
  }

  /// The markets that may be shown at a place.
  public func markets(of place: String) -> [Market] {
    markets.filter { placeName(of: $0.name) == place }
  }

  /// The market that is shown at a place; nil where that cannot be seen.
  func serving(_ place: String, at time: Int64) -> Market? {
    guard place == pair?.name else { return market(place) }
    return time - pairState.shownLast < 3_000 ? pairState.shown.flatMap { market($0) } : nil
  }

  func pairHeard(_ exchange: String, at time: Int64) {
    guard let pair, pair.first.hasPrefix("\(exchange):") else { return }
    let last = pairState.heardLast ?? .min / 2
    if time - last > staleMilliseconds + 1_000 { pairState.heardSince = time }
    pairState.heardLast = time
  }

  /// The board asks an exchange for a stream.
  func pairTurns(to exchange: String, at time: Int64) {
    guard let pair, pair.second.hasPrefix("\(exchange):"), let first = market(pair.first) else {
      return
    }
    let isNeeded =
      !isWell(first, for: 170_000, at: time) || record(first).isLeftAlone(at: time)
      || seemsUnlisted(first, at: time)
    check(.standInRests, isNeeded, at: time) {
      "\(exchange) is asked for a stream although \(first.exchange) has been well for long"
    }
  }

  /// A line was written.
  func pairLine(_ line: Line, at time: Int64) {
    guard let pair, line.market == pair.first || line.market == pair.second,
      let first = market(pair.first),
      let second = market(pair.second)
    else { return }
    let before = pairState.shown
    pairState.shown = line.market
    // While another place was shown the first one may have been heard and fallen silent again.
    let isSeen = time - pairState.shownLast < 3_000
    pairState.shownLast = time
    if isSeen, before == pair.second, line.market == pair.first {
      let isSilent = !Self.isLive(line.link)
      let since = pairState.heardSince ?? .max
      let otherWell = isWell(second, for: pair.failoverMilliseconds + 30_000, at: time)
      // An exchange that does not list the market any more gives way at once, even to a silent one.
      check(
        .returnsInTime,
        (!isSilent || seemsUnlisted(second, at: time))
          && (!otherWell || time - since >= pair.failoverMilliseconds - 500),
        at: time
      ) {
        "\(pair.first) is shown again as \(line.link), heard since \(time - since) ms"
      }
    }
    if before == pair.first, line.market == pair.second {
      // The list that tells of a market that is back is asked for seldom.
      let isBack = isWell(first, for: 150_000, at: time) && !record(first).isLeftAlone(at: time)
      check(.staysWithFirst, !isBack, at: time) {
        "\(pair.second) is shown although nothing is wrong with \(pair.first)"
      }
      let silence = time - (pairState.liveLast ?? startedAt)
      check(
        .staysWithFirst,
        silence >= pair.failoverMilliseconds - 1_500 || seemsUnlisted(first, at: time), at: time
      ) { "\(pair.second) is shown, and \(pair.first) was live \(silence) ms ago" }
      // A market that is gone gives way at once.
      if isSeen, !seemsUnlisted(first, at: time) {
        let silence = record(second).words.heardAt.map { time - $0 } ?? .max
        check(.standInIsHeard, silence <= staleMilliseconds + 1_000, at: time) {
          "\(pair.second) is shown in place of \(pair.first), heard \(silence) ms ago"
        }
      }
    }
    if line.market == pair.first, Self.isLive(line.link) { pairState.liveLast = time }
    // A reload or a new connection takes its time.
    let limit = pair.failoverMilliseconds + staleMilliseconds + 15_000
    if line.market == pair.first, isWell(second, for: limit, at: time),
      time - startedAt > limit
    {
      let silence = record(first).words.heardAt.map { time - $0 } ?? .max
      check(.failsOver, silence < limit, at: time) {
        "\(pair.first) is shown, silent for \(silence) ms"
      }
    }
    if line.market == pair.second, isWell(first, for: 170_000, at: time),
      !record(first).isLeftAlone(at: time)
    {
      check(.returnsInTime, false, at: time) {
        "\(pair.second) is shown although \(pair.first) has been well for long"
      }
    }
  }
}
