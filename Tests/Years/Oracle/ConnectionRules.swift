/// Judges how the board connects to exchanges.
extension Oracle {
  // MARK: What the simulation knows

  /// Whether the board's ways lead to an exchange.
  public func isReachable(_ exchange: String, _ isReachable: Bool, at time: Int64) {
    let record = record(exchange)
    record.reachableSince = isReachable ? record.reachableSince ?? time : nil
  }

  /// The machine has lost its network, and knows it.
  public func networkIsDown(at time: Int64) {
    networkDownAt = networkDownAt ?? time
    for record in records.values { record.networkBackAt = nil }
  }

  /// The machine has a network again, which leads to these exchanges.
  public func networkIsBack(to exchanges: [String], at time: Int64) {
    guard let downAt = networkDownAt else { return }
    networkDownAt = nil
    guard time - downAt > 3_000 else { return }
    for exchange in exchanges { record(exchange).networkBackAt = time }
  }

  /// The board looks up the address of an exchange's server for a stream. That counts as a try of the
  /// usual server, whether or not the address is found.
  public func looks(for exchange: String, _ target: String) {
    if !Self.isSpare(target) { record(exchange).streams.onSpareSince = nil }
  }

  /// The board has found an exchange's address.
  public func finds(_ exchange: String, at time: Int64) {
    let record = record(exchange)
    record.streams.foundAt = time
    // The lookup was not in vain. The count may be 0 already, if a stream has lasted since the lookup.
    record.streams.triedInVain = max(0, record.streams.triedInVain - 1)
  }

  /// The board connects to an exchange's address that was found.
  public func follows(_ exchange: String) {
    let record = record(exchange)
    if record.streams.foundAt != nil { holds(.nameIsUsed) }
    record.streams.foundAt = nil
  }

  /// The board tries to connect to an exchange's stream.
  /// - Parameter isLookup: whether the board only looks up the address, for a stream or for a call.
  public func tries(_ exchange: String, isLookup: Bool, at time: Int64) {
    let record = record(exchange)
    record.streams.triedAt = time
    record.streams.lostAt = nil
    leaves(exchange, at: time)
    if networkDownAt == nil { record.streams.triedInVain += 1 }
    // A lookup may be for a call.
    guard !isLookup else {
      record.streams.lookedUpAt = time
      return
    }
    record.networkBackAt = nil
    judgeConnect(to: exchange, &record.streams.connects, at: time)
    judgePatience(with: exchange, record, at: time)
  }

  /// The machine's network is another one, or is there again: that is a reason to try at once.
  public func networkChanges() {
    for record in records.values { record.streams.patient = [] }
  }

  /// Waits grow with each attempt in vain: from the sixth on they take half a minute on average. Chance
  /// makes far fewer than sixty attempts of that within ten minutes, even if every fifth one turns to
  /// another server at once. Only a stream that has lasted for a minute ends the row.
  private func judgePatience(with exchange: String, _ record: ExchangeRecord, at time: Int64) {
    // The board turns to a stand-in whenever the exchange that it stands in for is silent.
    guard !standIns.contains(exchange), hearsay.spokeAt.isEmpty else {
      record.streams.patient = []
      return
    }
    record.streams.patient.removeAll { $0 < time - 600_000 }
    record.streams.patient.append(time)
    let count = record.streams.patient.count
    check(.connectLimit, count <= 60, at: time) {
      "\(count) connections to \(exchange) within ten minutes"
    }
  }

  /// - Parameter connects: when the board has connected there in the last minute.
  func judgeConnect(to other: String, _ connects: inout [Int64], at time: Int64) {
    connects.removeAll { $0 < time - 60_000 }
    connects.append(time)
    let count = connects.count
    check(.connectLimit, count <= 40, at: time) {
      "\(count) connections to \(other) within a minute"
    }
  }

  /// The board gives up a stream, or begins one: another server of the exchange may answer from now on.
  public func leaves(_ exchange: String, at time: Int64) {
    let record = record(exchange)
    record.calls.leftAt = time
    record.calls.told = []
  }

  /// A stream has sent its first message. How late its messages are is found out anew.
  public func opens(_ exchange: String, at time: Int64) {
    let record = record(exchange)
    (record.openedAt, record.lateSince, record.streams.endedAt) = (time, nil, nil)
  }

  /// The board was told that its stream of an exchange has ended.
  /// - Parameter lasted: for how long the stream had brought data.
  public func lost(_ exchange: String, lasted: Int64, at time: Int64) {
    let record = record(exchange)
    record.streams.endedAt = time
    if lasted > 70_000, time - startedAt > 70_000 { record.streams.lostAt = time }
  }

  /// An exchange has refused a stream.
  /// - Parameter waitSeconds: for how long the exchange wants no request for a stream.
  public func refusedStream(
    _ exchange: String, _ target: String, status: Int, waitSeconds: Int64?, at time: Int64
  ) {
    if status == 418 {
      banned(exchange, target, isStream: true, waitSeconds: waitSeconds, at: time)
    }
    if Self.isBlock(status) { blocked(exchange, target, at: time) }
    guard let waitSeconds else { return }
    record(exchange).streams.waits[Self.path(target)] = (time, time + waitSeconds * 1_000)
  }

  /// The board makes a call to an exchange, or asks it for a stream.
  public func turns(to exchange: String, _ target: String, isStream: Bool, at time: Int64) {
    if isStream {
      pairTurns(to: exchange, at: time)
      judgeServer(exchange, isSpare: Self.isSpare(target), at: time)
      if let wait = record(exchange).streams.waits[Self.path(target)] {
        check(.waitIsKept, mayLeave(since: wait.since, until: wait.until, at: time), at: time) {
          "a stream of \(exchange) is asked for \(wait.until - time) ms too soon"
        }
      }
    }
    if let block = record(exchange).blocks[Self.path(target)] {
      // A call that waits for its turn was asked for before the block.
      let turn: Int64 = isStream ? 1_000 : 120_000
      let until = block + Self.blockMilliseconds
      check(.waitIsKept, time < block + turn || time >= until - 1_000, at: time) {
        "\(exchange) is asked \(target) \(time - block) ms after it has blocked the board"
      }
    }
    let server = Self.server(of: exchange, target, isStream: isStream)
    if let ban = record(exchange).calls.bans[server] {
      // A request that has waited for the address was made before the ban.
      let lookedUpAt = record(exchange).streams.lookedUpAt
      let isFound = lookedUpAt <= ban.since && time < lookedUpAt + Self.lookupMilliseconds
      let mayLeave = isFound || mayLeave(since: ban.since, until: ban.until, at: time)
      check(.waitIsKept, mayLeave, at: time) {
        "\(exchange) is asked \(target) \(time - ban.since) ms after it has banned all calls"
      }
    }
  }

  /// A slow name server takes seven seconds.
  private static let lookupMilliseconds: Int64 = 8_000

  /// How long an exchange that has blocked the board is left alone.
  static let blockMilliseconds: Int64 = 900_000

  /// 403, 451: this address may not ask.
  static func isBlock(_ status: Int) -> Bool { status == 403 || status == 451 }

  /// An exchange has answered an upgrade, or a call for prices, with a block: its path is left alone.
  func blocked(_ exchange: String, _ target: String, at time: Int64) {
    // A board that has just woken gives up what was under way, and does not read why it was refused.
    guard time - wokeAt > 2_000 else { return }
    record(exchange).blocks[Self.path(target)] = time
  }

  /// The board slept since then: it may not have read an answer that came just before, and waits go on
  /// after the sleep where they were.
  func connectionsSlept(since time: Int64) {
    for record in records.values {
      record.blocks = record.blocks.filter { $1 < time - 1_500 }
      if record.leftAloneUntil > time { record.leftAloneUntil += wokeAt - time }
    }
  }

  /// Whether a request may leave. One that leaves before the answer was read knows nothing of a wait.
  private func mayLeave(since: Int64, until: Int64, at time: Int64) -> Bool {
    time < since + 1_000 || time >= until - 1_000
  }

  /// The board sends messages on a connection.
  /// - Parameter times: when the messages of the last minute were sent.
  public func says(_ exchange: String, _ times: [Int64], at time: Int64) {
    // From the exchanges' documentation: Upbit's websocket-message, Binance's incoming messages,
    // Coinbase's messages of a client.
    let limits: [(count: Int, milliseconds: Int64)] =
      switch exchange {
      case "upbit": [(5, 1_000), (100, 60_000)]
      case "binance": [(5, 1_000)]
      case "coinbase": [(100, 1_000)]
      default: []
      }
    for limit in limits {
      let said = times.count { $0 > time - limit.milliseconds }
      check(.messageLimit, said <= limit.count, at: time) {
        "\(said) messages to \(exchange) within \(limit.milliseconds) ms"
      }
    }
  }

  /// Time has passed.
  /// - Parameters:
  ///   - streams: whether the board has a stream of that exchange that has said something.
  ///   - hasLasted: whether a stream of the usual server has brought data for a while.
  public func watch(_ exchange: String, streams: Bool, hasLasted: Bool, at time: Int64) {
    let record = record(exchange)
    record.streams.missingSince = streams ? nil : record.streams.missingSince ?? time
    // An exchange that only stands in for another one need not be heard.
    guard !standIns.contains(exchange) else { return }
    if streams { record.networkBackAt = nil }
    // A stream that ends after its first message, or only answers pings, was in vain as well.
    if hasLasted { record.streams.triedInVain = 0 }
    guard !record.isLeftAlone(at: time) else { return }
    if let missing = record.streams.missingSince, let reachable = record.reachableSince {
      judgeAttempts(exchange, record, missingSince: missing, reachableSince: reachable, at: time)
    }
    judgePolls(exchange, record, at: time)
    if let since = record.streams.onSpareSince, isWell(exchange, for: 120_000, at: time) {
      check(.spareIsForTrouble, time - since < 3_700_000, at: time) {
        "the usual server of \(exchange) was not tried again for \(time - since) ms"
      }
    }
    if isWell(exchange, for: 75_000, at: time) {
      check(.linkRecovers, streams, at: time) {
        "\(exchange) does not stream, although nothing was wrong for more than a minute"
      }
    }
    // Trouble with other exchanges must not delay this one.
    if let well = record.wellSince, max(well, boardWellSince) < startedAt - 1_000 {
      check(.beginsAtOnce, streams || time - startedAt < 15_000, at: time) {
        "\(exchange) does not stream \(time - startedAt) ms after the start"
      }
    }
  }

  // MARK: Rules

  /// Whether a target is on a spare server: Binance's for data alone, or Bithumb's older one.
  public static func isSpare(_ target: String) -> Bool {
    target.contains("/data/") || target.contains("/pub/")
  }

  /// A spare server is for trouble with the usual one.
  private func judgeServer(_ exchange: String, isSpare: Bool, at time: Int64) {
    let record = record(exchange)
    if isSpare, record.streams.onSpareSince == nil {
      check(.spareIsForTrouble, record.streams.triedInVain > 0, at: time) {
        "\(exchange) is asked at another server, and the usual one has not failed"
      }
    }
    record.streams.onSpareSince = isSpare ? record.streams.onSpareSince ?? time : nil
  }

  /// A stream that is missing is tried again in time.
  private func judgeAttempts(
    _ exchange: String, _ record: ExchangeRecord, missingSince: Int64, reachableSince: Int64,
    at time: Int64
  ) {
    let wait = record.streams.resumesAt
    // A minute is the longest wait unless the exchange asks for more; an attempt may take its time.
    let since = max(
      reachableSince, startedAt, record.streams.triedAt ?? 0, boardWellSince, missingSince, wait)
    check(.attemptsGoOn, time - since <= 100_000, at: time) {
      "\(exchange) was not tried for \(time - since) ms"
    }
    if let lostAt = record.streams.lostAt {
      // An exchange that was heard for long is tried again at once.
      let since = max(lostAt, reachableSince, boardWellSince)
      check(.attemptsGoOn, time - since <= 5_000, at: time) {
        "\(exchange) was lost \(time - since) ms ago, and was not tried again"
      }
    }
    if let back = record.networkBackAt, max(boardWellSince, startedAt) <= back {
      // This ends every wait except one that the exchange has asked for.
      check(.attemptsGoOn, time - max(back, wait) <= 3_000, at: time) {
        "the network is there again for \(time - back) ms, and \(exchange) was not tried"
      }
    }
  }

  /// An address that was found is used at once.
  func judgeFound(at time: Int64) {
    for (exchange, record) in records.sorted(by: { $0.key < $1.key }) {
      guard let found = record.streams.foundAt, time - found > 500 else { continue }
      record.streams.foundAt = nil
      // Something may have gone wrong in between, and a board that wakes gives up what has waited since
      // before its sleep.
      guard let well = record.wellSince, max(well, boardWellSince) < found else { continue }
      check(.nameIsUsed, false, at: time) {
        "the address of \(exchange) was found \(time - found) ms ago, and nothing connects to it"
      }
    }
  }
}
