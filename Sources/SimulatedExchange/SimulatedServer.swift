import Glibc
import MarketData

/// Exchanges and other sources, simulated: their WebSockets and their REST on one port, faults
/// included.
///
/// It has no thread and no clock: whoever owns it calls `turn` again and again. It ignores
/// SIGPIPE for the whole process.
public final class SimulatedServer {
  public struct Options {
    /// A numeric IPv4 or IPv6 address to listen on.
    public var address = "127.0.0.1"
    /// 0 takes a free one.
    public var port: UInt16 = 0
    public var usesTLS = true
    /// The names of those that are simulated. The first one's paths work without its name, too.
    public var sources = ["upbit"]
    /// The same seed and the same times make the same trades.
    public var seed: UInt64 = 1
    /// Upbit's markets.
    public var listings = SimulatedListing.first(10)
    /// Nothing is traded but what `trade` puts in.
    public var isScripted = false
    /// Played by Upbit.
    public var capture: Capture?
    /// How many times faster than life a capture is played.
    public var speed = 1
    public var faults: [Fault] = []

    public init() {}
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// All there are.
  private static var known: [any SimulatedSource.Type] {
    [
      SimulatedUpbit.self, SimulatedBithumb.self, SimulatedBinance.self, SimulatedCoinbase.self,
      SimulatedKraken.self, SimulatedDogechain.self, SimulatedCoinGecko.self, SimulatedERAPI.self,
      SimulatedFrankfurter.self,
      SimulatedOpenExchangeRates.self,
    ]
  }

  /// What may stand in `Options.sources`.
  public static let sourceNames = known.map { $0.name }

  /// What is wrong right now. Changes count from the next turn or call.
  public var faults: [Fault] {
    get { plan.faults }
    set { plan.faults = newValue }
  }

  public internal(set) var record = ServerRecord()
  /// The port that clients connect to.
  public let port: UInt16

  let options: Options
  let tls: ServerTLS?
  let plan: FaultPlan
  private(set) var sources: [any SimulatedSource] = []
  var sockets: [SimulatedSocket] = []
  var listener: Listener?
  var now = Moment(monotonic: 0, wall: 0)
  private var started: Int64?
  var scriptedTrades: Int64 = 0

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
    tls = options.usesTLS ? ServerTLS() : nil
    plan = FaultPlan(faults: options.faults, seed: options.seed)
    for name in options.sources {
      guard let type = Self.known.first(where: { $0.name == name }) else {
        throw Failure(description: FaultError.source(name).description)
      }
      sources.append(type.init(SourceContext(name: name, server: self)))
    }
  }

  /// The private CA's certificate; nil without TLS.
  public var caPEM: String? { tls?.pem }

  /// The TOML that points a configuration here, one table for each source. With TLS the CA's
  /// certificate must lie in `caFile`.
  public func table(caFile: String) -> String {
    let authority = tls == nil ? "" : "ca_file = \(JSONValue.quoted(caFile))\n"
    return sources.map { $0.table(address, authority: authority) }.joined(separator: "\n")
  }

  /// A URL of this server; `scheme` is `ws` or `http`, and gets its `s` from TLS.
  func address(_ scheme: String, _ path: String) -> String {
    let wildcards = ["127.0.0.1", "::1", "0.0.0.0", "::"]
    let numeric = options.address.contains(":") ? "[\(options.address)]" : options.address
    let host = wildcards.contains(options.address) ? "localhost" : numeric
    return scheme + (tls == nil ? "" : "s") + "://\(host):\(port)" + path
  }

  /// What to poll for when somebody else's loop drives this one: then call `turn` without a
  /// timeout when one of them is ready, and ten times a second or more.
  public var pollDescriptors: [pollfd] {
    let waiting = listener.map { [pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)] }
    return (waiting ?? [])
      + sockets.map { socket in
        let output = socket.wantsFlush(now: now.monotonic) ? POLLOUT : 0
        return pollfd(
          fd: socket.transport.descriptor, events: Int16(POLLIN | output), revents: 0)
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
    let hasMore = sockets.contains { $0.mayHaveMoreInput }
    poll(&descriptors, UInt(descriptors.count), hasMore ? 0 : timeoutMilliseconds)
    accept()
    for socket in sockets { receive(from: socket) }
    for case let source as any StreamingSource in sources { source.stream() }
    for socket in sockets { flood(socket) }
    for socket in sockets { flush(socket) }
  }

  /// Unix milliseconds by the clock of the exchanges.
  public var wall: Int64 {
    now.wall + (plan.current(.clock)?.number(0) ?? 0)
  }
}
