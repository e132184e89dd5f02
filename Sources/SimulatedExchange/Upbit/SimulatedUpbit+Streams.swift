/// The WebSocket: what clients ask for, and what the floor has to tell them.
extension SimulatedUpbit {
  private static let statusMilliseconds: Int64 = 10_000
  private static let closeMilliseconds: Int64 = 2_000

  func hear(_ client: UpbitClient, _ session: WebSocketSession) {
    defer { client.input = [] }
    guard !client.input.isEmpty else { return }
    for event in session.receive(client.input) {
      switch event {
      case .ping: record.pings += 1
      case .pong: record.pongs += 1
      case .close(let code):
        record.closed(code)
        client.endsWhenFlushed = true
      case .text("PING"):
        record.heard("PING")
        client.statusDue = client.statusDue ?? now.monotonic
      case .text(let text): ask(client, Array(text.utf8))
      case .binary(let bytes): ask(client, bytes)
      }
    }
    // A client that breaks the protocol is answered with a Close and let go.
    if session.isClosing, client.closingUntil == nil { client.endsWhenFlushed = true }
  }

  private func ask(_ client: UpbitClient, _ bytes: [UInt8]) {
    record.heard(String(decoding: bytes, as: UTF8.self))
    client.requestTimes.removeAll { now.monotonic - $0 >= 60_000 }
    client.requestTimes.append(now.monotonic)
    let inSecond = client.requestTimes.count { now.monotonic - $0 < 1_000 }
    do throws(UpbitError) {
      guard inSecond <= 5, client.requestTimes.count <= 100 else {
        throw .tooManyRequests
      }
      switch try UpbitRequest(bytes) {
      case .subscribe(let subscription, let format):
        client.subscription = subscription
        client.format = format
        for stream in subscription.streams where stream.wantsSnapshot {
          sendSnapshots(of: stream, to: client)
        }
      case .list(let ticket, let format):
        client.format = format
        let subscription = client.subscription ?? Subscription(ticket: ticket)
        send(subscription.list(ticket: ticket, isSimple: format.isSimple), to: client)
      }
    } catch {
      send(error.json, to: client)
    }
  }

  /// Everything that is due on the sockets at this turn.
  func stream() {
    var executions = floor.advance(to: wall) { isOpen($0.code) }
    for place in executions.indices.dropLast() where dice.fraction() < 0.02 {
      executions.swapAt(place, place + 1)
    }
    for execution in executions { publish(execution) }
    let due = late.filter { $0.due <= now.monotonic }
    late.removeAll { $0.due <= now.monotonic }
    for (_, execution) in due { tell(execution) }
    play()
    sendEachSecond()
    spray()
    for client in clients { keepAlive(client) }
  }

  func publish(_ execution: TradingFloor.Execution) {
    if let fault = plan.strike(.lateTrades) {
      late.append((now.monotonic + fault.number(3_000), execution))
      return
    }
    tell(execution)
    if plan.strike(.duplicateTrades) != nil { tell(execution) }
  }

  private func tell(_ execution: TradingFloor.Execution) {
    let listing = floor.markets[execution.market].listing
    guard isOpen(listing.code), let day = floor.day(of: execution.market) else { return }
    let trade = UpbitObject.trade(
      listing, execution.trade, previousClose: day.previousClose, now: wall, .realtime)
    let ticker = UpbitObject.ticker(listing.code, day, now: wall, isDelisted: false, .realtime)
    for client in clients {
      guard let subscription = client.subscription else { continue }
      if subscription.hears(.trade, of: listing.code) { send(trade, to: client) }
      if subscription.hears(.ticker, of: listing.code) { send(ticker, to: client) }
    }
  }

  private func isOpen(_ code: String) -> Bool {
    !plan.isOn(.delisted, value: code) && !plan.isOn(.unlisted, value: code)
  }

  /// A capture's frames go out as they came in, whatever was subscribed to.
  private func play() {
    guard let player else { return }
    let listeners = clients.filter { $0.subscription != nil }
    for frame in player.due(now: now.monotonic, hasListeners: !listeners.isEmpty) {
      for client in listeners { send(frame.payload, isText: frame.isText, to: client) }
    }
  }

  private func keepAlive(_ client: UpbitClient) {
    guard let session = client.session else { return }
    if let fault = plan.strike(.pingFlood), client.pendingOutput < 1 << 20 {
      for _ in 0..<min(10_000, fault.number(100)) { session.ping() }
    }
    if let due = client.statusDue, now.monotonic >= due {
      client.statusDue = due + Self.statusMilliseconds
      send("{\"status\":\"UP\"}", to: client)
    }
  }

  private func send(_ text: String, to client: UpbitClient) {
    send(Array(text.utf8), isText: false, to: client)
  }

  func send(_ object: UpbitObject, to client: UpbitClient) {
    var object = object
    plan.spoil(&object)
    let isSimple = client.format.isSimple || plan.strike(.simple) != nil
    let isList = client.format.isList || plan.strike(.list) != nil
    var text = object.json(simple: isSimple)
    if isList { text = "[" + text + "]" }
    if plan.strike(.trailingGarbage) != nil { text += "}garbage" }
    send(text, to: client)
  }

  /// One data message, in the frames that the faults ask for.
  func send(_ payload: [UInt8], isText: Bool, to client: UpbitClient) {
    guard let session = client.session, !session.isClosing, client.closingUntil == nil,
      !client.endsWhenFlushed, plan.current(.noData) == nil, plan.current(.halfOpen) == nil
    else { return }
    let isText = isText || plan.strike(.text) != nil
    if let bytes = plan.frames(of: payload, isText: isText) {
      write(bytes, to: client, session)
    } else {
      session.send(payload, isText: isText)
    }
    client.messages += 1
    client.lastActivity = now.monotonic
    record.messages += 1
    endIfAsked(client, session)
  }

  /// Bytes past the framing, after what was framed before them.
  func write(_ bytes: [UInt8], to client: UpbitClient, _ session: WebSocketSession) {
    if !client.queue(session.takeOutput() + bytes) { drop(client) }
  }

  private func endIfAsked(_ client: UpbitClient, _ session: WebSocketSession) {
    if let fault = plan.current(.resetAfter), client.messages >= fault.number(1) {
      _ = plan.strike(.resetAfter)
      client.transport.resetOnClose()
      client.endsWhenFlushed = true
    } else if let fault = plan.current(.cutAfter), client.messages >= fault.number(1) {
      _ = plan.strike(.cutAfter)
      client.endsWhenFlushed = true
    } else if let fault = plan.strike(.close) {
      session.close(UInt16(truncatingIfNeeded: fault.number(1_000)))
      client.closingUntil = now.monotonic + Self.closeMilliseconds
    }
  }
}
