/// What an outsider knows of one exchange, and of the board's ways to it. Times are true, in Unix
/// milliseconds.
final class ExchangeRecord {
  /// What has reached the board from the exchange in this life.
  struct Words {
    /// When anything arrived last, and since when without a silence.
    var heardAt: Int64?
    var heardSince: Int64?
    /// How late the newest messages came.
    var lateness: [Int64] = []
    /// When the exchange sent the newest of what has reached the board.
    var spokeAt: Int64?
    /// When the exchange sent the newest of what streams brought: each tells everything in order.
    var streamedAt: Int64?
    /// When a stream that has brought a message was heard last.
    var streamHeardAt: Int64?
  }

  /// The board's streams of the exchange in this life.
  struct Streams {
    /// When the board last tried to connect, or looked up the address.
    var triedAt: Int64?
    /// When the board tried to connect in the last minute.
    var connects: [Int64] = []
    /// When it tried to connect in the last ten minutes, since the machine's network last changed.
    var patient: [Int64] = []
    /// How often the board has failed since a stream last lasted: attempts to connect while the machine
    /// had a network, and calls that were answered with a block or a ban.
    var triedInVain = 0
    /// When the board was told that its only stream has ended; nil where one has said something since.
    var endedAt: Int64?
    /// When a stream that had lasted ended; nil once the board has tried again.
    var lostAt: Int64?
    /// Since when there is no stream; nil while there is one.
    var missingSince: Int64?
    /// When the board has turned from the usual server to the spare one.
    var onSpareSince: Int64?
    /// When its address was last asked for.
    var lookedUpAt = Int64.min / 2
    /// When its address was found, as long as nothing has connected to it.
    var foundAt: Int64?
    /// By the path of a stream: since when and until when it is not to be asked for.
    var waits: [Substring: (since: Int64, until: Int64)] = [:]
    /// When all of them may be asked for again.
    var resumesAt: Int64 { waits.values.map(\.until).max() ?? 0 }
  }

  /// The board's calls in this life.
  struct Calls {
    /// When a call was made last, where the time between calls is limited.
    var lastAt: Int64?
    /// When it was last asked for prices, or answered a call that counts against the same limit; nil
    /// where it has refused since.
    var pricesToldAt: Int64?
    /// Until when it wants not to be asked for prices.
    var pricesWaitUntil = Int64.min / 2
    /// By target: when it was last asked for, and whether that was answered.
    var askedAt: [String: Int64] = [:]
    var told: Set<String> = []
    /// By target: when it was asked for in the last ten minutes, and whether a stream told all then.
    var asked: [String: [(at: Int64, isTold: Bool)]] = [:]
    /// When it was asked for anything but prices in the last minute.
    var others: [Int64] = []
    /// When the board may have turned to another server of it: it hears no answer of the former one.
    var leftAt: Int64?
    /// By path: when it may be asked again.
    var waitsUntil: [Substring: Int64] = [:]
    /// By server: since when it has banned all calls, and until when.
    var bans: [CallServer: (since: Int64, until: Int64)] = [:]
    /// How often it has banned all calls, and when last. Calls that were under way then are not counted.
    var banCount: Int64 = 0
    var bannedAt: Int64 = .min / 2
    /// When it may have refused a call with status 200, as Bithumb does.
    var hiddenRefusalAt = Int64.min / 2
  }

  /// When what is told may not be what was traded.
  struct Doubt {
    /// Until when it may be false, late or missing.
    private(set) var until: Int64 = 0
    /// Until when it may be false.
    private(set) var falseUntil: Int64 = 0
    /// The times in which it was false, late or missing, each with some time before and after.
    private var spans: [Range<Int64>] = []

    /// - Parameter isLate: whether it is late or missing, and nothing of it is false.
    mutating func extend(until time: Int64, isLate: Bool) {
      until = max(until, time)
      if !isLate { falseUntil = max(falseUntil, time) }
    }

    /// The doubt ends.
    mutating func end(at time: Int64) { (until, falseUntil) = (time, time) }

    /// There was doubt from `begin` until `end`.
    mutating func note(_ begin: Int64, until end: Int64) {
      spans.removeAll { $0.upperBound < begin - 3_600_000 }
      spans.append((begin - 10_000)..<(end + 15_000))
    }

    func contains(_ time: Int64) -> Bool { spans.contains { $0.contains(time) } }
  }

  /// Which of an exchange's servers answers. `shared` answers calls alone, for both of the others.
  enum CallServer { case usual, spare, shared }

  var words = Words()
  var streams = Streams()
  var calls = Calls()
  /// By path: when it has blocked the board there, in this life.
  var blocks: [Substring: Int64] = [:]
  /// Since when its messages have come late.
  var lateSince: Int64?
  /// When its newest stream was opened.
  var openedAt: Int64?
  /// Since when nothing has been wrong with it or the board; nil while something is.
  var wellSince: Int64?
  /// The same, but `settle` does not begin it anew.
  var untroubledSince: Int64?
  /// The doubt about all that it tells, and about what it tells of each market.
  var doubt = Doubt()
  var marketDoubts: [String: Doubt] = [:]
  /// Since when nothing keeps the board from connecting, whatever is answered.
  var reachableSince: Int64?
  /// Since when the network that leads to it is there again, after a while without one.
  var networkBackAt: Int64?
  /// When it last answered 404, and when it last refused a call.
  var missedAt = Int64.min / 2
  var refusedAt = Int64.min / 2
  /// Until when it may be left alone, and until when some calls to it are made less often.
  var leftAloneUntil: Int64 = 0
  var askedLessUntil: Int64 = 0
  /// Markets of which its stream says nothing: since when, and when the price of each was asked for last
  /// and told last.
  var muted: [String: (since: Int64, askedAt: Int64, toldAt: Int64)] = [:]

  /// The program was started: it knows nothing of its last life.
  func begin() {
    (words, streams, calls) = (Words(), Streams(), Calls())
    blocks = [:]
    (missedAt, refusedAt) = (.min / 2, .min / 2)
  }

  /// Whether it has asked to be left alone, or had until a moment ago.
  func isLeftAlone(at time: Int64) -> Bool { time < leftAloneUntil + 60_000 }

  /// Whether prices may be asked for more slowly: after refusals, up to sixteen times.
  func isAskedSlowly(at time: Int64) -> Bool { time < refusedAt + 900_000 }
}
