import Glibc
import MarketData

/// Upbit, simulated: its WebSocket and its REST on one port, faults included.
///
/// It has no thread and no clock: whoever owns it calls `turn` again and again. It ignores
/// SIGPIPE for the whole process.
public final class SimulatedUpbit {
  public struct Options {
    /// A numeric IPv4 or IPv6 address to listen on.
    public var address = "127.0.0.1"
    /// 0 takes a free one.
    public var port: UInt16 = 0
    public var usesTLS = true
    /// The same seed and the same times make the same trades.
    public var seed: UInt64 = 1
    public var listings = Listing.first(10)
    /// Nothing is traded but what `trade` puts in.
    public var isScripted = false
    public var capture: Capture?
    /// How many times faster than life a capture is played.
    public var speed = 1
    public var faults: [Fault] = []

    public init() {}
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// What is wrong right now. Changes count from the next turn or call.
  public var faults: [Fault] {
    get { plan.faults }
    set { plan.faults = newValue }
  }

  public internal(set) var record = ExchangeRecord()
  /// The port that clients connect to.
  public let port: UInt16

  let options: Options
  let floor: TradingFloor
  let player: CapturePlayer?
  let tls: ServerTLS?
  var plan: FaultPlan
  var limits = RateLimits()
  var clients: [UpbitClient] = []
  var listener: Listener?
  var now = Moment(monotonic: 0, wall: 0)
  var started: Int64?
  /// Trades that a fault holds back, and the monotonic milliseconds when they are due.
  var late: [(due: Int64, execution: TradingFloor.Execution)] = []
  var scriptedTrades: Int64 = 0
  var dice: Dice
  /// The exchange's second that was last looked back upon.
  var lastSecond: Int64 = 0
  /// Monotonic milliseconds up to which the firehose has run.
  var firehoseTime: Int64?

  /// Listens when it returns.
  public init(_ options: Options = Options()) throws(Failure) {
    signal(SIGPIPE, SIG_IGN)
    self.options = options
    do {
      let listener = try Listener(address: options.address, port: options.port)
      port = listener.port
      self.listener = listener
    } catch {
      throw Failure(description: error.description)
    }
    let isPlaying = options.capture != nil
    let listings = options.capture.map { $0.codes.map { Listing(code: $0) } } ?? options.listings
    floor = TradingFloor(
      listings: listings, seed: options.isScripted || isPlaying ? nil : options.seed)
    player = options.capture.map { CapturePlayer($0, speed: options.speed) }
    tls = options.usesTLS ? ServerTLS() : nil
    plan = FaultPlan(faults: options.faults, seed: options.seed)
    dice = Dice(seed: options.seed &+ 7)
  }

  /// The private CA's certificate; nil without TLS.
  public var caPEM: String? { tls?.pem }

  /// The TOML that points a configuration here. With TLS the CA's certificate must lie in `caFile`.
  public func table(caFile: String) -> String {
    let secure = tls == nil ? "" : "s"
    let wildcards = ["127.0.0.1", "::1", "0.0.0.0", "::"]
    let numeric = options.address.contains(":") ? "[\(options.address)]" : options.address
    let host = wildcards.contains(options.address) ? "localhost" : numeric
    return """
      [exchange.upbit]
      websocket = "ws\(secure)://\(host):\(port)/websocket/v1"
      rest = "http\(secure)://\(host):\(port)/v1"

      """ + (tls == nil ? "" : "ca_file = \(JSONValue.quoted(caFile))\n")
  }

  /// What to poll for when somebody else's loop drives this one: then call `turn` without a
  /// timeout when one of them is ready, and ten times a second or more.
  public var pollDescriptors: [pollfd] {
    let waiting = listener.map { [pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)] }
    return (waiting ?? [])
      + clients.map { client in
        let output = client.wantsFlush(now: now.monotonic) ? POLLOUT : 0
        return pollfd(
          fd: client.transport.descriptor, events: Int16(POLLIN | output), revents: 0)
      }
  }

  /// Waits for the sockets, `timeoutMilliseconds` at most, and does all there is to do at `now`.
  public func turn(now: Moment, timeoutMilliseconds: Int32 = 0) {
    self.now = now
    let first = started ?? now.monotonic
    started = first
    plan.elapsed = now.monotonic - first
    openOrRefuse()
    var descriptors = pollDescriptors
    let hasMore = clients.contains { $0.mayHaveMoreInput }
    poll(&descriptors, UInt(descriptors.count), hasMore ? 0 : timeoutMilliseconds)
    accept()
    for client in clients { receive(from: client) }
    stream()
    for client in clients { flush(client) }
  }

  /// The exchange's clock in Unix milliseconds.
  public var wall: Int64 {
    now.wall + (plan.current(.clock)?.number(0) ?? 0)
  }
}
