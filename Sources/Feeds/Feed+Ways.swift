import MarketData

/// What a feed does about trouble: another way, the network's coming and going, trying at once.
extension Feed {
  /// So long after it was left, the usual way is tried again.
  private static let usualAfterMilliseconds: Int64 = 3_600_000

  /// Goes on to the next way, where there is one.
  mutating func takeOtherWay(at now: Int64, _ say: (Update) -> Void) {
    wayFailures = 0
    guard endpoints.count > 1 else { return }
    for line in lines.indices where lines[line].state != .closed {
      intents.append(.close(line: line))
      close(line)
    }
    relieveAt = nil
    change(to: (way + 1) % endpoints.count, at: now, say)
    (connectAt, pollAt) = (opening(.connect, now), opening(.tickers, now))
  }

  /// Uses a way from now on; what was asked on the last one is asked again.
  mutating func change(to next: Int, at now: Int64, _ say: (Update) -> Void) {
    way = next
    usualAt = way == 0 ? nil : now + Self.usualAfterMilliseconds
    let dropped = calls.values.map(\.group)
    calls = [:]
    past.failed(at: now)
    charted.failed(at: now)
    if dropped.contains(.past) { askForTradesSoon(at: now) }
    if listFailures > 0 || dropped.contains(.list) { listAt = opening(.list, now) }
    renewSubscription()
    intents.append(
      .log(
        .warning, "\(exchange.name): goes another way: \(exchange.title)"))
    say(.title(exchange: exchange.name, exchange.title))
  }

  /// When a group may be asked on this way, from a time on.
  func opening(_ group: Call.Group, _ time: Int64) -> Int64 {
    max(time, gates[group]?.opensAt ?? .min)
  }

  /// Opens a connection the usual way beside the one in use, which is kept until the other speaks.
  mutating func tryUsualWay(at now: Int64) {
    usualAt = now + Self.usualAfterMilliseconds
    guard now >= connects[0].opensAt, lines[successor].state == .closed, relieveAt == nil,
      gatesOfWays[0][.connect]?.isOpen(now) ?? true
    else { return }
    connect(successor, 0, at: now)
  }

  /// The machine's network came or went: everything is tried, or given up, at once.
  mutating func networkChanged(_ isUp: Bool, at now: Int64, _ say: (Update) -> Void) {
    isNetworkDown = !isUp
    if isUp {
      backoff.reset()
      if !followed.isEmpty { retries.ask(at: now) }
    } else {
      for line in lines.indices where lines[line].state != .closed {
        intents.append(.close(line: line))
        lost(line, Closure(reason: "the network is gone", cause: .network), at: now, say)
      }
      pollHeard = nil
      note(.noNetwork, say)
    }
  }

  /// Tries at once what waits for its time; what the exchange has stopped stays stopped.
  mutating func retry(at now: Int64) {
    retries.begin(at: now)
    switch lines[current].state {
    case .open(nil):
      // It may have died with the network that is back.
      lines[current].heard = now - limits.pingAfter
    case .open: break
    // One that has just begun is on the network that is there now.
    case .connecting where connects[way].opensAt > now: break
    case .connecting:
      intents.append(.close(line: current))
      close(current)
      fallthrough
    case .closed: connectAt = opening(.connect, now)
    }
    if !isStreamLive { pollAt = earliestPoll(now) }
    if list.isEmpty, endpoint.marketList != nil {
      listAt = opening(.list, max(now, listAsked + limits.pollEveryMilliseconds))
    }
  }

  /// A connection takes long to be had: what it waits for is said before it is given up.
  mutating func delayed(_ line: Int, _ closure: Closure, _ say: (Update) -> Void) {
    guard line == current, lines[line].state == .connecting else { return }
    note(closure.trouble, say)
    complain(.connect, .notice, closure.reason)
  }

  /// Some exchanges refuse with status 200.
  mutating func refusedInWords(
    _ reading: ParsedMessage, _ asked: [Int], at now: Int64, _ say: (Update) -> Void
  ) {
    let trouble = reading.trouble ?? .refused
    if trouble == .limitReached || reading.retryAfterSeconds != nil {
      _ = gates[.tickers, default: Gate()].refused(
        status: 429, retryAfterSeconds: reading.retryAfterSeconds, at: now)
    } else if trouble == .refused {
      return notFound(asked, at: now)
    }
    if !isStreamLive { note(trouble, say) }
  }

  func earliestPoll(_ now: Int64) -> Int64 {
    max(now, lastPoll + limits.pollEveryMilliseconds)
  }

  mutating func note(_ trouble: Trouble?, _ say: (Update) -> Void) {
    guard trouble != self.trouble else { return }
    self.trouble = trouble
    say(.trouble(exchange: exchange.name, trouble))
  }
}

extension Closure {
  /// What keeps the exchange from being heard.
  var trouble: Trouble {
    if let status, let trouble = Trouble(status: status) { return trouble }
    return switch cause {
    case .network: .noNetwork
    case .nameLookup: .nameLookup
    case .certificate: .certificate
    case .clock: .clockWrong
    case .other: .unreachable
    }
  }
}

extension Trouble {
  /// What an HTTP status says; nil for those that are no trouble of ours.
  init?(status: Int) {
    switch status {
    case 401: self = .keyRefused
    case 418, 403, 451: self = .blocked
    case 429: self = .limitReached
    case 500...599: self = .maintenance
    case 400...499: self = .refused
    default: return nil
    }
  }
}
