import Timing

/// What a source may see of its server: the time, the options and the faults that are aimed at it.
final class SourceContext {
  let name: String
  let options: SimulatedServer.Options
  let faults: FaultPlan
  private unowned let server: SimulatedServer
  /// Trades that a fault holds back, and the monotonic milliseconds when they are due.
  private var late: [(due: Int64, execution: TradingFloor.Execution)] = []
  /// Monotonic milliseconds up to which the firehose has run.
  private var firehoseTime: Int64?

  /// A client that has more unread bytes than this gets nothing from the firehose.
  static let firehoseLimit = 1 << 20

  init(name: String, server: SimulatedServer) {
    self.name = name
    self.server = server
    options = server.options
    faults = server.plan.aimed(at: name)
  }

  var now: Moment { server.now }

  /// A client has asked for more than a limit allows.
  func overran() { server.overran() }

  /// The exchange's clock in Unix milliseconds.
  var wall: Int64 { now.wall + faults.clockOffset }

  /// Where a path of this source is found, for redirects: `https://localhost:PORT/NAME…`.
  func url(_ path: String) -> String { server.address("http", "/" + name + path) }

  /// The markets of the source. On a scripted server nothing is traded but what a test injects.
  ///
  /// - Parameters:
  ///   - disorder: the share of trades that come before the one before them.
  ///   - ahead: by how many seconds the clocks that count its days are ahead of UTC.
  func floor(
    _ listings: [SimulatedListing], disorder: Double = 0, ahead: Int64 = 0
  ) -> TradingFloor {
    TradingFloor(
      listings: listings, seed: options.isScripted ? nil : options.seed, disorder: disorder,
      ahead: ahead)
  }

  /// Whether a market is listed and traded: no fault prevents it.
  func isOpen(_ code: String) -> Bool {
    !faults.isOn(.delisted, value: code) && !faults.isOn(.unlisted, value: code)
  }

  /// The trades since the last turn that are to be sent now. A fault may send them twice or late.
  func executions(of floor: TradingFloor) -> [TradingFloor.Execution] {
    let new = floor.advance(to: wall) { isOpen($0.code) }.flatMap(deliver)
    let due = late.filter { $0.due <= now.monotonic }.map(\.execution)
    late.removeAll { $0.due <= now.monotonic }
    return (new + due).filter { isOpen(floor.markets[$0.market].listing.code) }
  }

  /// When the next trade that a fault holds back is due, in monotonic milliseconds.
  var nextLate: Int64 { late.reduce(.max) { min($0, $1.due) } }

  /// The trades to send now for an execution: two if a fault doubles it, none if a fault holds it back.
  func deliver(_ execution: TradingFloor.Execution) -> [TradingFloor.Execution] {
    if let fault = faults.strike(.lateTrades) {
      late.append((now.monotonic + fault.number(3_000), execution))
      return []
    }
    return faults.strike(.duplicateTrades) == nil ? [execution] : [execution, execution]
  }

  /// How many messages the `firehose` fault adds for each listener in this turn.
  func firehoseCount() -> Int {
    guard let fault = faults.current(.firehose) else {
      firehoseTime = nil
      return 0
    }
    let from = firehoseTime ?? now.monotonic
    firehoseTime = now.monotonic
    return Int(min(1_000, now.monotonic - from) * fault.number(5_000) / 1_000)
  }
}
