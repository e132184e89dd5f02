import MarketData

/// What a feed does about trouble: another way, the network's coming and going, trying at once.
extension Feed {
  /// Goes on to the next way, where there is one.
  mutating func takeOtherWay(at now: Int64, _ say: (Update) -> Void) {
    wayFailures = 0
    guard ways.count > 1 else { return }
    way = (way + 1) % ways.count
    gates = [:]
    // What is under way was asked in the words of the old one.
    let asked = Set(calls.values.map(\.group))
    calls = [:]
    if asked.contains(.past) { past.failed(at: now) }
    if asked.contains(.list) { listAt = now }
    for line in lines.indices where lines[line].state != .closed {
      intents.append(.close(line: line))
      close(line)
    }
    (connectAt, pollAt) = (now, now)
    relieveAt = nil
    intents.append(
      .log(
        .warning, "\(exchange.name): tried another way: \(exchange.title), \(exchange.websocket)"))
    say(.title(exchange: exchange.name, exchange.title))
  }

  /// The machine's network came or went: everything is tried, or given up, at once.
  mutating func networkChanged(_ isUp: Bool, at now: Int64, _ say: (Update) -> Void) {
    isNetworkDown = !isUp
    if isUp {
      backoff.reset()
      retry(at: now)
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
    guard !followed.isEmpty else { return }
    switch lines[current].state {
    case .open(nil):
      // It may have died with the network that is back.
      lines[current].heard = now - limits.pingAfter
    case .open: break
    case .connecting:
      intents.append(.close(line: current))
      close(current)
      fallthrough
    case .closed: connectAt = max(now, gates[.connect]?.opensAt ?? .min)
    }
    if !isStreamLive { pollAt = earliestPoll(now) }
    if list.isEmpty, !exchange.listPaths.isEmpty {
      listAt = max(now, gates[.list]?.opensAt ?? .min)
    }
  }

  /// Some exchanges refuse with status 200.
  mutating func refusedInWords(
    _ reading: Reading, _ asked: [Int], at now: Int64, _ say: (Update) -> Void
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
