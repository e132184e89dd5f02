import MarketData

/// What a source finds around it on its server: the time, chance, and the faults that are aimed at it.
final class SourceContext {
  let name: String
  let options: SimulatedServer.Options
  let faults: FaultPlan
  private unowned let server: SimulatedServer
  /// Trades that a fault holds back, and the monotonic milliseconds when they are due.
  private var late: [(due: Int64, execution: TradingFloor.Execution)] = []
  /// Monotonic milliseconds up to which the firehose has run.
  private var sprayTime: Int64?

  /// The firehose leaves a client alone that has this much to read.
  static let sprayLimit = 1 << 20

  init(name: String, server: SimulatedServer) {
    self.name = name
    self.server = server
    options = server.options
    faults = server.plan.aimed(at: name)
  }

  var now: Moment { server.now }

  /// The exchange's clock in Unix milliseconds.
  var wall: Int64 { now.wall + (faults.current(.clock)?.number(0) ?? 0) }

  /// Where a path of this source is found, for redirects: `https://localhost:PORT/NAME…`.
  func url(_ path: String) -> String { server.address("http", "/" + name + path) }

  /// The floor of the source's own trades: nobody trades on a scripted one.
  ///
  /// - Parameter disorder: the share of trades that come before the one before them.
  func floor(_ listings: [SimulatedListing], disorder: Double = 0) -> TradingFloor {
    TradingFloor(
      listings: listings, seed: options.isScripted ? nil : options.seed, disorder: disorder)
  }

  /// Whether a market is listed and traded, as far as faults go.
  func isOpen(_ code: String) -> Bool {
    !faults.isOn(.delisted, value: code) && !faults.isOn(.unlisted, value: code)
  }

  /// What there is to tell of the trades since the last turn, twice or late where faults say so.
  func news(of floor: TradingFloor) -> [TradingFloor.Execution] {
    let news = floor.advance(to: wall) { isOpen($0.code) }.flatMap(passed)
    let due = late.filter { $0.due <= now.monotonic }.map(\.execution)
    late.removeAll { $0.due <= now.monotonic }
    return (news + due).filter { isOpen(floor.markets[$0.market].listing.code) }
  }

  /// What there is to tell now of one trade.
  func passed(_ execution: TradingFloor.Execution) -> [TradingFloor.Execution] {
    if let fault = faults.strike(.lateTrades) {
      late.append((now.monotonic + fault.number(3_000), execution))
      return []
    }
    return faults.strike(.duplicateTrades) == nil ? [execution] : [execution, execution]
  }

  /// How many messages the firehose has for each listener in this turn.
  func sprayed() -> Int {
    guard let fault = faults.current(.firehose) else {
      sprayTime = nil
      return 0
    }
    let from = sprayTime ?? now.monotonic
    sprayTime = now.monotonic
    return Int(min(1_000, now.monotonic - from) * fault.number(5_000) / 1_000)
  }
}
