/// Judges how a market is said to be heard: its link, its age and its face.
extension Oracle {
  func judgeLink(_ line: Line, _ market: Market, at time: Int64) {
    let record = record(market)
    let isLive = Self.isLive(line.link)
    if isLive {
      // A line may be written up to one draw after what it tells.
      let silence = liveAt(market.exchange).map { time - $0 }
      check(
        .liveIsHeard, silence.map { $0 <= staleMilliseconds + 250 } ?? false, at: time
      ) { "\(market.name) is \(line.link), heard \(silence.map { "\($0) ms ago" } ?? "never")" }
    }
    if let age = line.age {
      judgeAge(Int64(age) * 1_000, of: market.name, line.link, at: time)
      if let heardAt = record.words.heardAt {
        judgeAge(Int64(age), silence: time - heardAt, line, market, at: time)
      }
    } else if isLive {
      fail(.ageIsRight, "\(market.name) is \(line.link) and has no age", at: time)
    }
    if line.link == "streaming", hearsay.spokeAt.isEmpty {
      // The simulation looks now and then for a stream: one that has said something since was there.
      // A board that has just woken reads first what came before it slept.
      let missingSince =
        record.streams.missingSince.map {
          max($0, record.openedAt ?? 0, wokeAt, record.words.streamedAt ?? 0)
        } ?? time
      let missing = time - missingSince
      check(.streamIsThere, missing < 15_500, at: time) {
        "\(market.name) is streaming, and has had no stream for \(missing) ms"
      }
      // An exchange that answers calls alone is polled.
      let silence = time - max(record.words.streamHeardAt ?? .min / 2, wokeAt)
      check(.streamIsThere, silence <= staleMilliseconds + 250, at: time) {
        "\(market.name) is streaming, and its stream has brought nothing for \(silence) ms"
      }
    }
    judgeStream(line, market, at: time)
    // A market that is said not to be there any more has a lost face as well. A hub's broken beat may say
    // so of all but one.
    let mayBeUnlisted =
      time <= doubtUntil(market) || seemsUnlisted(market, at: time)
      || time - beats.brokenAt < 30_000
    check(
      .faceIsLost, (line.mood == "lost") == !isLive || isLive && mayBeUnlisted, at: time
    ) {
      "\(market.name) is \(line.link), its face \(line.mood)"
    }
  }

  /// Once nothing has been wrong for long, a market that has a stream is not polled.
  private func judgeStream(_ line: Line, _ market: Market, at time: Int64) {
    let record = record(market)
    // An exchange that only stands in for another one need not have a stream.
    guard !standIns.contains(market.exchange), hearsay.spokeAt.isEmpty,
      isWell(market, for: 90_000, at: time), book.clockSetAt < time - 90_000,
      time > doubtUntil(market), !seemsUnlisted(market, at: time),
      record.streams.missingSince == nil, record.streams.endedAt == nil,
      let opened = record.openedAt, time - opened > 30_000,
      let heard = record.words.streamHeardAt, time - heard < 10_000
    else { return }
    check(.linkRecovers, line.link != "polling", at: time) {
      "\(market.name) is polled, and has had a stream for \(time - opened) ms"
    }
  }

  /// Judges that what is called live is not too old for that, by its own age.
  /// - Parameter age: milliseconds.
  func judgeAge(_ age: Int64, of name: String, _ link: String, at time: Int64) {
    guard Self.isLive(link) else { return }
    check(.liveIsYoung, age <= staleMilliseconds + 1_000, at: time) {
      "\(name) is \(link), and says that it is \(age) ms old"
    }
  }

  /// - Parameters:
  ///   - age: seconds.
  ///   - silence: for how many milliseconds its exchange was not heard.
  private func judgeAge(
    _ age: Int64, silence: Int64, _ line: Line, _ market: Market, at time: Int64
  ) {
    let record = record(market)
    check(.ageIsRight, age * 1_000 >= silence - 1_250, at: time) {
      "\(market.name) says \(age) s, heard \(silence) ms ago"
    }
    let lateness = record.words.lateness
    if lateness.count == 6, line.link == "streaming", time > doubtUntil(market),
      let lateSince = record.lateSince, time - lateSince > 10_000,
      (record.openedAt ?? .min / 2) < lateSince - 30_000
    {
      // The board cannot know that a stream is late from its beginning on. What comes late only
      // now and then is not called late, and clocks may drift by a second in a minute.
      let drift = (time - lateSince) / 60
      check(.ageIsOfTheWord, age * 1_000 >= lateness.min()! - 2_500 - drift, at: time) {
        "\(market.name) says \(age) s, its newest words came \(lateness) ms late"
      }
    }
    // The first message of a new stream is only an answer. An exchange that only stands in for another
    // one need not be heard.
    if !standIns.contains(market.exchange), let well = record.wellSince,
      time - max(well, boardWellSince) > 35_000,
      time - (record.openedAt ?? .min / 2) > 3_000
    {
      // An exchange that is left alone is at most asked for what it has kept.
      let isAskedSlowly = line.link != "streaming" && record.isAskedSlowly(at: time)
      let isYoung =
        record.isLeftAlone(at: time) || isAskedSlowly || time < hearsay.seemsLateUntil
        || age * 1_000 <= silence + 11_000
      check(.ageIsNotOlder, isYoung, at: time) {
        "\(market.name) says \(age) s, heard \(silence) ms ago"
      }
    }
  }

  /// Whether the board may take a market for one that is not listed: what the exchange said was false,
  /// or an answer was 404.
  func seemsUnlisted(_ market: Market, at time: Int64) -> Bool {
    let record = record(market)
    return time <= record.doubt.falseUntil || record.missedAt > time - 3_600_000
  }

  /// Whether the newest of what an exchange has said is so old that no alert may come of it. The board
  /// cannot know that a stream is late from its beginning on, and clocks may drift by a second in a
  /// minute.
  func isOld(_ exchange: String, at time: Int64) -> Bool {
    let record = record(exchange)
    var drift: Int64 = 0
    if let lateSince = record.lateSince {
      guard (record.openedAt ?? .min / 2) < lateSince - 10_000 else { return false }
      drift = (time - lateSince) / 60
    }
    return record.words.spokeAt.map { time - $0 > staleMilliseconds + 2_500 + drift } ?? true
  }
}
