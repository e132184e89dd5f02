/// The last trades of one market, newest first: by time, then by the exchange's id, each once.
///
/// Stream and history tell the same trades. Where history has no ids, or ids of another kind, they
/// are joined by what the trades say: a trade of the stream stands for one of history, and for no
/// second one, so that of equal fills in one millisecond as many are kept as were made.
public struct Tape: Equatable, Sendable {
  /// How many are kept, and asked of an exchange at once: more than the trades page shows.
  public static let capacity = 32

  private struct Row: Equatable, Sendable {
    var trade: Trade
    /// True where the stream has told it; its id is the stream's then.
    var isStreamed: Bool
  }

  /// After a miss of at least this length, the trades before it are no longer the last ones.
  private static let longMilliseconds: Int64 = 60_000

  /// False where the exchange tells no trades: then none is ever on it.
  public let isOffered: Bool
  private var rows: [Row] = []
  /// The range since the newest trade in which trades may have been missed.
  private var missed: Range<Int64>?

  public init(isOffered: Bool = true) { self.isOffered = isOffered }

  public var trades: [Trade] { rows.map(\.trade) }

  /// Puts a trade of the stream where it belongs.
  /// - Returns: false where it is there already, or older than a full tape.
  @discardableResult
  public mutating func add(_ trade: Trade) -> Bool {
    if isStreamed(trade) { return false }
    if let gap = missed, gap.lowerBound <= trade.time {
      let length = min(gap.upperBound, trade.time) - gap.lowerBound
      if length >= Self.longMilliseconds { rows.removeAll { $0.trade.time < gap.lowerBound } }
      missed = nil
    }
    // The stream tells in order, so of the trades that are alike the oldest is meant.
    if let index = rows.lastIndex(where: { !$0.isStreamed && $0.trade.isAlike(trade) }) {
      rows[index] = Row(trade: trade, isStreamed: true)
      return false
    }
    return insert(Row(trade: trade, isStreamed: true))
  }

  /// Takes the exchange's own account of its last trades, oldest first. The account replaces the
  /// trades of the time that it covers, since nothing is missing in it. The stream may know more only
  /// of the account's last millisecond and of later trades; and, where the account's first trade is
  /// known, of earlier trades: some accounts begin with the exchange's day.
  public mutating func renew(_ account: [Trade]) {
    let times = account.map(\.time)
    guard let newest = times.max(), let oldest = times.min() else { return }
    let isJoined = rows.contains { $0.trade.time == oldest }
    let earlier = isJoined ? rows.filter { $0.trade.time < oldest } : []
    missed = nil
    let known = Dictionary(grouping: rows.reversed()) { $0.trade.time }
    let later = Array(rows.prefix { $0.trade.time > newest })
    rows = []
    for trade in account where trade.id == nil || !rows.contains(where: { $0.trade.id == trade.id })
    {
      insert(Row(trade: trade, isStreamed: false))
    }
    var joined: [Row] = []
    var told = rows.reversed()[...]
    while let time = told.first?.trade.time {
      let group = told.prefix { $0.trade.time == time }
      joined += Self.join(Array(group), with: known[time] ?? [], isWhole: time < newest)
      told = told.dropFirst(group.count)
    }
    rows = Array((later + joined.reversed() + earlier).prefix(Self.capacity))
  }

  /// Joins what history and we know of one millisecond, oldest first: both are runs of the same
  /// trades, laid over each other where the longest part of them agrees.
  /// - Parameter isWhole: whether history has all that was made in it.
  private static func join(_ told: [Row], with known: [Row], isWhole: Bool) -> [Row] {
    var joined = told
    var (before, after): ([Row], [Row]) = ([], [])
    if let offset = offset(of: known, in: told) {
      for (index, row) in known.enumerated() {
        if index + offset < 0 {
          before.append(row)
        } else if index + offset >= told.count {
          after.append(row)
        } else if row.isStreamed {
          joined[index + offset] = row
        }
      }
    } else {
      after = known
      for index in joined.indices {
        guard let match = after.firstIndex(where: { $0.trade.isAlike(joined[index].trade) })
        else { continue }
        let row = after.remove(at: match)
        if row.isStreamed { joined[index] = row }
      }
    }
    return isWhole ? joined : before + joined + after
  }

  /// By how much `run` has to be moved to agree with `rows` in as many places as possible, and in
  /// each where both are; nil where it agrees nowhere.
  private static func offset(of run: [Row], in rows: [Row]) -> Int? {
    var best: (offset: Int, length: Int)?
    for offset in (1 - run.count)..<max(rows.count, 1 - run.count) {
      let overlap = max(0, offset)..<min(rows.count, offset + run.count)
      guard overlap.count > best?.length ?? 0,
        overlap.allSatisfy({ rows[$0].trade.isAlike(run[$0 - offset].trade) })
      else { continue }
      best = (offset, overlap.count)
    }
    return best?.offset
  }

  /// Another endpoint of the exchange tells the trades from now on, perhaps with other ids: a trade
  /// that it tells again is recognised by all that it says.
  public mutating func changeSource() {
    for index in rows.indices {
      rows[index].trade.id = nil
      rows[index].isStreamed = false
    }
  }

  /// No feed listened in this range: after a long one, the next trade need not follow the newest.
  public mutating func miss(_ range: Range<Int64>) {
    missed = min(range.lowerBound, missed?.lowerBound ?? .max)..<range.upperBound
  }

  /// Forgets trades from the future: there may be some after the exchange's clock was set back.
  public mutating func forget(after time: Int64) {
    while let newest = rows.first, newest.trade.time > time { rows.removeFirst() }
  }

  /// Without an id a trade cannot be told from another that is alike.
  private func isStreamed(_ trade: Trade) -> Bool {
    trade.id != nil && rows.contains { $0.isStreamed && $0.trade.id == trade.id }
  }

  @discardableResult
  private mutating func insert(_ row: Row) -> Bool {
    let index = rows.firstIndex { !$0.trade.isAfter(row.trade) } ?? rows.count
    guard index < Self.capacity else { return false }
    // Before it grows: one row more would double its memory.
    if rows.count == Self.capacity { rows.removeLast() }
    rows.insert(row, at: index)
    return true
  }
}
