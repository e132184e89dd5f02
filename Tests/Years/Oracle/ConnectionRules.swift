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

  /// It has one again, which leads to these exchanges.
  public func networkIsBack(to exchanges: [String], at time: Int64) {
    guard let downAt = networkDownAt else { return }
    networkDownAt = nil
    guard time - downAt > 3_000 else { return }
    for exchange in exchanges { record(exchange).networkBackAt = time }
  }

  /// The board looks for the address of an exchange's server, for a stream: whether or not it is found,
  /// that is a try.
  public func looks(for exchange: String, _ target: String) {
    if !Self.isSpare(target) { record(exchange).streams.onSpareSince = nil }
  }

  /// The board has found an exchange's address.
  public func finds(_ exchange: String, at time: Int64) {
    let record = record(exchange)
    record.streams.foundAt = time
    // That was not in vain. A stream may have lasted since it was looked for.
    record.streams.triedInVain = max(0, record.streams.triedInVain - 1)
  }

  /// The board connects to where an exchange was found.
  public func follows(_ exchange: String) {
    let record = record(exchange)
    if record.streams.foundAt != nil { holds(.nameIsUsed) }
    record.streams.foundAt = nil
  }

  /// The board tries to connect to an exchange's stream.
  /// - Parameter isLookup: whether it only asks for the address, for that or for a call.
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

  /// Waits grow with each vain attempt: from the sixth on they are half a minute on average. Sixty attempts
  /// within ten minutes are far more than chance makes of that, also where every fifth one turns to
  /// another server at once. A stream that ends the row has lasted for a minute.
  private func judgePatience(with exchange: String, _ record: ExchangeRecord, at time: Int64) {
    // Who stands in for others is turned to whenever those are silent.
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

  /// The board gives up a stream, or begins one: what follows may be told by another of its servers.
  public func leaves(_ exchange: String, at time: Int64) {
    let record = record(exchange)
    record.calls.leftAt = time
    record.calls.told = []
  }

  /// A stream has said its first words. How late they are is found out anew.
  public func opens(_ exchange: String, at time: Int64) {
    let record = record(exchange)
    (record.openedAt, record.lateSince, record.streams.endedAt) = (time, nil, nil)
  }

  /// The board was told that its stream has ended.
  /// - Parameter lasted: for how long it had brought data.
  public func lost(_ exchange: String, lasted: Int64, at time: Int64) {
    let record = record(exchange)
    record.streams.endedAt = time
    if lasted > 70_000, time - startedAt > 70_000 { record.streams.lostAt = time }
  }

  /// An exchange has refused a stream.
  /// - Parameter waitSeconds: how long it wants not to be asked for one.
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

  /// The board asks an exchange anything, or for a stream.
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
      // A call that waits for its turn has been asked for before.
      let turn: Int64 = isStream ? 1_000 : 120_000
      let until = block + Self.blockMilliseconds
      check(.waitIsKept, time < block + turn || time >= until - 1_000, at: time) {
        "\(exchange) is asked \(target) \(time - block) ms after it has blocked the board"
      }
    }
    let server = Self.server(of: exchange, target, isStream: isStream)
    if let ban = record(exchange).calls.bans[server] {
      // What waited for the address has been asked for before.
      let lookedUpAt = record(exchange).streams.lookedUpAt
      let isFound = lookedUpAt <= ban.since && time < lookedUpAt + Self.lookupMilliseconds
      let mayLeave = isFound || mayLeave(since: ban.since, until: ban.until, at: time)
      check(.waitIsKept, mayLeave, at: time) {
        "\(exchange) is asked \(target) \(time - ban.since) ms after it has banned all calls"
      }
    }
  }

  /// A name server that is slow takes seven seconds.
  private static let lookupMilliseconds: Int64 = 8_000

  /// So long an exchange that has blocked the board is left alone.
  static let blockMilliseconds: Int64 = 900_000

  /// 403, 451: this address may not ask.
  static func isBlock(_ status: Int) -> Bool { status == 403 || status == 451 }

  /// An exchange has answered an upgrade, or a call for prices, so that what is asked so is left alone.
  func blocked(_ exchange: String, _ target: String, at time: Int64) {
    // Who has just woken gives up what was under way, and does not read why it was refused.
    guard time - wokeAt > 2_000 else { return }
    record(exchange).blocks[Self.path(target)] = time
  }

  /// The board slept since then: it may not have read what came just before, and waits go on where they
  /// were.
  func connectionsSlept(since time: Int64) {
    for record in records.values {
      record.blocks = record.blocks.filter { $1 < time - 1_500 }
      if record.leftAloneUntil > time { record.leftAloneUntil += wokeAt - time }
    }
  }

  /// What leaves before the answer was read knows nothing of a wait.
  private func mayLeave(since: Int64, until: Int64, at time: Int64) -> Bool {
    time < since + 1_000 || time >= until - 1_000
  }

  /// The board sends messages on a connection.
  /// - Parameter times: of those of the last minute.
  public func says(_ exchange: String, _ times: [Int64], at time: Int64) {
    // As their documentation has it: Upbit's websocket-message, Binance's incoming messages, Coinbase's
    // messages of a client.
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
  ///   - hasLasted: whether one of its usual server has brought data for a while.
  public func watch(_ exchange: String, streams: Bool, hasLasted: Bool, at time: Int64) {
    let record = record(exchange)
    record.streams.missingSince = streams ? nil : record.streams.missingSince ?? time
    // Who only stands in for another one need not be heard.
    guard !standIns.contains(exchange) else { return }
    if streams { record.networkBackAt = nil }
    // One that ends after its first words, or answers pings alone, was in vain as well.
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
    // What is wrong with others does not hold it up.
    if let well = record.wellSince, max(well, boardWellSince) < startedAt - 1_000 {
      check(.beginsAtOnce, streams || time - startedAt < 15_000, at: time) {
        "\(exchange) does not stream \(time - startedAt) ms after the start"
      }
    }
  }

  // MARK: Rules

  /// Binance's server of data alone, and Bithumb's older one.
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
    let wait = record.streams.waits.values.map(\.until).max() ?? 0
    // Unless the exchange asks for more a minute is the longest wait, and an attempt may take its time.
    let since = max(
      reachableSince, startedAt, record.streams.triedAt ?? 0, boardWellSince, missingSince, wait)
    check(.attemptsGoOn, time - since <= 100_000, at: time) {
      "\(exchange) was not tried for \(time - since) ms"
    }
    if let lostAt = record.streams.lostAt {
      // Who was heard for long is tried again at once.
      let since = max(lostAt, reachableSince, boardWellSince)
      check(.attemptsGoOn, time - since <= 5_000, at: time) {
        "\(exchange) was lost \(time - since) ms ago, and was not tried again"
      }
    }
    if let back = record.networkBackAt, max(boardWellSince, startedAt) <= back {
      // Whatever it had waited for, unless the exchange has asked for that.
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
      // Something may have come in between, and who wakes gives up what waits since before.
      guard let well = record.wellSince, max(well, boardWellSince) < found else { continue }
      check(.nameIsUsed, false, at: time) {
        "the address of \(exchange) was found \(time - found) ms ago, and nothing connects to it"
      }
    }
  }
}
