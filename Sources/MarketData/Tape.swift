/// The last trades of one market, newest first: by time, then by the exchange's id, each once.
public struct Tape: Equatable, Sendable {
  /// More than any panel has rows for.
  public static let capacity = 32

  public private(set) var trades: [Trade] = []

  public init() {}

  /// Puts a trade into its place.
  /// - Returns: false where it is there already, or older than a full tape.
  @discardableResult
  public mutating func add(_ trade: Trade) -> Bool {
    if trade.id != nil, trades.contains(where: { $0.id == trade.id }) { return false }
    let key = (trade.time, trade.id ?? .max)
    let place = trades.firstIndex { ($0.time, $0.id ?? .max) <= key } ?? trades.count
    guard place < Self.capacity else { return false }
    trades.insert(trade, at: place)
    if trades.count > Self.capacity { trades.removeLast() }
    return true
  }

  /// Takes the exchange's own account of its last trades. What it covers gives way to it: nothing is
  /// missing in it, and another way to the exchange may have said the same under other ids.
  public mutating func renew(_ account: [Trade]) {
    guard let newest = account.map(\.time).max() else { return }
    trades.removeAll { $0.time < newest }
    for trade in account { add(trade) }
  }

  /// Forgets what is from the future, as it is once the exchange's clock was set back.
  public mutating func forget(after time: Int64) {
    while let newest = trades.first, newest.time > time { trades.removeFirst() }
  }
}
