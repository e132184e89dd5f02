/// What an outsider knows of one exchange, and of the board's ways to it. Times are true, in Unix
/// milliseconds.
final class ExchangeRecord {
  /// What has reached the board from it in this life.
  struct Words {
    /// When anything did last, and since when it has done so without a silence.
    var heardAt: Int64?
    var heardSince: Int64?
    /// How late the newest ones came.
    var lateness: [Int64] = []
    /// When it said the newest of what has reached the board.
    var spokeAt: Int64?
    /// When its streams said the newest of that: each tells everything in order.
    var streamedAt: Int64?
    /// When a stream that has brought a message was heard last.
    var streamHeardAt: Int64?
  }

  /// The board's streams of it in this life.
  struct Streams {
    /// When it last tried to connect.
    var triedAt: Int64?
    /// When it did so in the last minute.
    var connects: [Int64] = []
    /// When it did so in the last ten minutes, since the machine's network has changed last.
    var patient: [Int64] = []
    /// How often it tried in vain since a stream last lasted, while the machine had a network, or the
    /// exchange has refused all that comes from here.
    var triedInVain = 0
    /// The board was told then that its only one has ended; nil where one has said something since.
    var endedAt: Int64?
    /// A stream that had lasted has ended then, and was not tried again yet.
    var lostAt: Int64?
    /// Since when there is none.
    var missingSince: Int64?
    /// When the board has turned from the usual server to the spare one.
    var onSpareSince: Int64?
    /// When its address was last asked for.
    var lookedUpAt = Int64.min / 2
    /// Its address was found then, and nothing was made of it yet.
    var foundAt: Int64?
    /// By path: since when and until when it is not to be asked for.
    var waits: [Substring: (since: Int64, until: Int64)] = [:]
  }

  /// The board's calls in this life.
  struct Calls {
    /// When it was asked anything, where that is limited.
    var lastAt: Int64?
    /// When it was asked for prices, or has told anything that counts against the limit of those; nil
    /// where it has refused since.
    var pricesToldAt: Int64?
    /// Until when it wants not to be asked for them.
    var pricesWaitUntil = Int64.min / 2
    /// By target: when that was asked, and whether it was told.
    var askedAt: [String: Int64] = [:]
    var told: Set<String> = []
    /// By target: when that was asked in the last ten minutes, and whether a stream told its prices then.
    var asked: [String: [(at: Int64, isTold: Bool)]] = [:]
    /// When it was asked anything else in the last minute.
    var others: [Int64] = []
    /// When the board may have turned to another server of it: it hears no answer of the last one.
    var leftAt: Int64?
    /// By path: when it may be asked again.
    var waitsUntil: [Substring: Int64] = [:]
    /// By server: since when it has banned all calls, and until when.
    var bans: [CallServer: (since: Int64, until: Int64)] = [:]
    /// How often it has banned all calls, and when it did so last: what was under way then is not counted.
    var banCount: Int64 = 0
    var bannedAt: Int64 = .min / 2
  }

  /// When what is told may not be what was traded.
  struct Doubt {
    /// Until when it may be false, late or missing.
    private(set) var until: Int64 = 0
    /// Until when it may be false.
    private(set) var falseUntil: Int64 = 0
    /// When it was false, late or missing, and some time before and after.
    private var spans: [Range<Int64>] = []

    /// - Parameter isLate: whether nothing of it is false.
    mutating func extend(until time: Int64, isLate: Bool) {
      until = max(until, time)
      if !isLate { falseUntil = max(falseUntil, time) }
    }

    /// There is no more of it from now on.
    mutating func end(at time: Int64) { (until, falseUntil) = (time, time) }

    /// There was some from then until then.
    mutating func note(_ begin: Int64, until end: Int64) {
      spans.removeAll { $0.upperBound < begin - 3_600_000 }
      spans.append((begin - 10_000)..<(end + 15_000))
    }

    func contains(_ time: Int64) -> Bool { spans.contains { $0.contains(time) } }
  }

  /// Which of an exchange's servers answers: `shared` one that answers calls alone.
  enum CallServer { case usual, spare, shared }

  var words = Words()
  var streams = Streams()
  var calls = Calls()
  /// By path: when it has blocked the board there, in this life.
  var blocks: [Substring: Int64] = [:]
  /// Since when what comes of it is late.
  var lateSince: Int64?
  /// When its newest stream was opened.
  var openedAt: Int64?
  /// Since when nothing has been wrong with it or the board; nil while something is.
  var wellSince: Int64?
  /// The same, but not begun anew once everything is as it should be.
  var untroubledSince: Int64?
  /// What may not be so of all that it tells, and of what it tells of one market.
  var doubt = Doubt()
  var marketDoubts: [String: Doubt] = [:]
  /// Since when nothing keeps the board from connecting, whatever is answered.
  var reachableSince: Int64?
  /// Since when the network that leads to it is there again, after a while without one.
  var networkBackAt: Int64?
  /// When it has last said that it has no such thing, and when it has refused anything.
  var missedAt = Int64.min / 2
  var refusedAt = Int64.min / 2
  /// Until when it wants to be left alone, and until when some of its calls are made less often.
  var leftAloneUntil: Int64 = 0
  var askedLessUntil: Int64 = 0
  /// Markets of which its stream says nothing: since when, and when the price of each was asked for last.
  var muted: [String: (since: Int64, askedAt: Int64)] = [:]

  /// The program was started: it knows nothing of its last life.
  func begin() {
    (words, streams, calls) = (Words(), Streams(), Calls())
    blocks = [:]
    (missedAt, refusedAt) = (.min / 2, .min / 2)
  }

  /// Whether it has asked to be left alone, or had until a moment ago.
  func isLeftAlone(at time: Int64) -> Bool { time < leftAloneUntil + 60_000 }

  /// After refusals prices are asked for up to sixteen times slower.
  func isAskedSlowly(at time: Int64) -> Bool { time < refusedAt + 900_000 }
}
