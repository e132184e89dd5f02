import MarketData

/// One market of the directory: which exchange lists it, and what is known of its day.
public struct DirectoryEntry: Equatable, Sendable {
  /// The exchange's name in configuration: `upbit`.
  public var exchange: String
  public var listing: Listing
  /// Nil where it was not asked for, or the call was not answered.
  public var ticker: Ticker?

  public init(exchange: String, listing: Listing, ticker: Ticker? = nil) {
    self.exchange = exchange
    self.listing = listing
    self.ticker = ticker
  }

  /// As a configuration writes it: `upbit:KRW-BTC`.
  public var market: String { "\(exchange):\(listing.code)" }
  /// The day's change as a fraction of the price that it is counted from.
  public var change: Double? { ticker?.change }
}

/// What the entries of the directory are sorted by, and which way.
public struct DirectoryOrder: Equatable, Sendable {
  public enum Key: String, CaseIterable, Sendable {
    /// Price and traded value in each market's own quote; change as a fraction.
    case price, change, value
    /// The English name, and the exchange's own code.
    case name, code

    /// True for numbers: people want the largest first.
    public var isUsuallyDescending: Bool { needsTickers }
    /// True where a list of markets does not have the value.
    public var needsTickers: Bool { self != .name && self != .code }
  }

  public var key: Key
  public var isDescending: Bool

  /// - Parameter isDescending: nil for what is usual.
  public init(_ key: Key, isDescending: Bool? = nil) {
    self.key = key
    self.isDescending = isDescending ?? key.isUsuallyDescending
  }

  /// The entries in order. Those without a value come last either way; equal ones keep their order.
  public func sorted(_ entries: [DirectoryEntry]) -> [DirectoryEntry] {
    switch key {
    case .price: sorted(entries) { $0.ticker?.price }
    case .change: sorted(entries) { $0.change }
    case .value: sorted(entries) { $0.ticker?.tradedValue }
    case .name: sorted(entries) { Letters(FoldedText($0.listing.names.english).plain) }
    case .code: sorted(entries) { Letters($0.listing.code.unicodeScalars.map(\.value)) }
    }
  }

  private func sorted<Value: Comparable>(
    _ entries: [DirectoryEntry], by value: (DirectoryEntry) -> Value?
  ) -> [DirectoryEntry] {
    var known: [(value: Value, index: Int)] = []
    var unknown: [DirectoryEntry] = []
    for (index, entry) in entries.enumerated() {
      // A value that is not equal to itself is no number, and has no place among numbers.
      if let value = value(entry), value == value {
        known.append((value, index))
      } else {
        unknown.append(entry)
      }
    }
    known.sort { a, b in
      if a.value == b.value { return a.index < b.index }
      return isDescending ? a.value > b.value : a.value < b.value
    }
    return known.map { entries[$0.index] } + unknown
  }

  private struct Letters: Comparable {
    let letters: [UInt32]

    init(_ letters: [UInt32]) { self.letters = letters }

    static func < (a: Letters, b: Letters) -> Bool {
      a.letters.lexicographicallyPrecedes(b.letters)
    }
  }
}
