import CCurl

// The steps on the way to an answer, each with a limit of its own: the name, the connection, the
// request. (The upgrade's limit is the socket's own affair.)
extension Wire {
  /// Sets a connection aside until its name is known.
  func lookUp(for easy: Easy, at now: Int64) {
    curl_multi_remove_handle(multi, easy.handle)
    guard !easy.hasWaited else {
      easy.lookUpAlone()
      curl_multi_add_handle(multi, easy.handle)
      return
    }
    easy.wait(since: now)
    guard lookup(for: easy) == nil else { return }
    let lookup = Lookup(easy.url, origin: easy.origin, at: now)
    lookups.append(lookup)
    curl_multi_add_handle(multi, lookup.easy.handle)
  }

  private func lookup(for easy: Easy) -> Lookup? { lookups.first { $0.origin == easy.origin } }

  /// A lookup has ended: those who wait for it go on, or have failed.
  func finish(_ lookup: Lookup, _ code: CURLcode, at now: Int64, _ deliver: (Event) -> Void) {
    lookups.removeAll { $0 === lookup }
    curl_multi_remove_handle(multi, lookup.easy.handle)
    func isWaiting(_ easy: Easy) -> Bool { easy.waits != nil && easy.origin == lookup.origin }
    if let failure = lookup.failure(code, at: now) {
      for socket in sockets where isWaiting(socket.easy) {
        socket.fail(failure.reason, failure.cause) { relay(socket, $0, deliver) }
      }
      for transfer in transfers where isWaiting(transfer.easy) {
        fail(transfer, failure.reason, failure.cause, deliver)
      }
    } else {
      for easy in sockets.map(\.easy) + transfers.map(\.easy) where isWaiting(easy) {
        easy.goOn(at: now)
        easy.allow(limit.milliseconds())
        curl_multi_add_handle(multi, easy.handle)
      }
    }
  }

  private func fail(
    _ transfer: Transfer, _ reason: String, _ cause: Cause, _ deliver: (Event) -> Void
  ) {
    forget(transfer)
    deliver(.unanswered(transfer.id, reason: reason, cause: cause))
  }

  /// Gives up what has taken too long, and says so of what takes long.
  func watchSteps(at now: Int64, _ deliver: (Event) -> Void) {
    for socket in sockets where socket.isConnecting {
      note(socket.easy, at: now)
      guard let due = deadline(of: socket.easy), due <= now else { continue }
      if let waits = socket.easy.waits, now - waits.since < Lookup.limitMilliseconds {
        socket.easy.callSlow()
        let failure = failure(of: socket.easy, at: now)
        deliver(.delayed(socket.id, reason: failure.reason, cause: failure.cause))
      } else {
        let failure = failure(of: socket.easy, at: now)
        socket.fail(failure.reason, failure.cause) { relay(socket, $0, deliver) }
      }
    }
    for transfer in transfers {
      note(transfer.easy, at: now)
      if transfer.askedAt == nil, transfer.easy.isConnected {
        transfer.askedAt = now
        if let delay = transfer.easy.roundTripMilliseconds { limit.measured(roundTrip: delay) }
      }
      guard let due = deadline(of: transfer), due <= now else { continue }
      if let askedAt = transfer.askedAt {
        fail(transfer, "no answer in \((now - askedAt) / 1_000) s", .other, deliver)
      } else if let waits = transfer.easy.waits, now - waits.since < Lookup.limitMilliseconds {
        transfer.easy.callSlow()
      } else {
        let failure = failure(of: transfer.easy, at: now)
        fail(transfer, failure.reason, failure.cause, deliver)
      }
    }
  }

  /// Notes when something began that has begun since the last turn, and how long it may take by now.
  private func note(_ easy: Easy, at now: Int64) {
    guard easy.waits == nil else { return }
    easy.note(at: now)
    easy.allow(limit.milliseconds(easy.roundTripMilliseconds))
  }

  /// Why there is no connection yet.
  private func failure(of easy: Easy, at now: Int64) -> (reason: String, cause: Cause) {
    if let lookup = lookup(for: easy), easy.waits != nil {
      return (lookup.silence, Route.leadsOut ? .nameLookup : .network)
    }
    return ("no connection in \((now - (easy.begunAt ?? now)) / 1_000) s", .other)
  }

  /// When the step that a connection is at has taken long, or too long.
  func deadline(of easy: Easy) -> Int64? {
    if let waits = easy.waits {
      return waits.since + (waits.isSlow ? Lookup.limitMilliseconds : Lookup.slowMilliseconds)
    }
    return easy.begunAt.map { $0 + limit.milliseconds(easy.roundTripMilliseconds) }
  }

  func deadline(of transfer: Transfer) -> Int64? {
    transfer.askedAt.map { $0 + limit.milliseconds() } ?? deadline(of: transfer.easy)
  }
}
