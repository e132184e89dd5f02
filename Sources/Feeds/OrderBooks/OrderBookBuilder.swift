import MarketData
import Timing

/// What an exchange says of a book that it tells in changes.
public struct BookChange: Equatable, Sendable {
  /// True for the whole book, false for new sizes at some of its prices.
  public var isWhole: Bool
  /// How many levels of each side the exchange tells: a level that falls behind them is forgotten, and
  /// told again when it counts again. Nil where it tells all levels: then the best ones are kept.
  public var depth: Int?
  /// A size of 0 takes the price out of the book.
  public var bids: [BookLevel]
  public var asks: [BookLevel]
  /// The CRC32 of the best levels after the change; nil where the exchange sends none.
  public var checksum: UInt32?
  /// Part of the change could not be read: the book after it is not known.
  public var isBroken = false

  public init(
    isWhole: Bool, depth: Int?, bids: [BookLevel], asks: [BookLevel], checksum: UInt32? = nil
  ) {
    self.isWhole = isWhole
    self.depth = depth
    self.bids = bids
    self.asks = asks
    self.checksum = checksum
  }
}

/// A level of a book that is told in changes, with the digits that a checksum counts.
public struct BookLevel: Equatable, Sendable {
  /// A number as it was spelled: `mantissa` × 10^`exponent`.
  struct Digits: Equatable, Sendable {
    var mantissa: UInt64
    var exponent: Int
  }

  public var level: OrderBook.Level
  /// Nil where the digits were too many, or are not needed.
  var priceDigits: Digits?
  var sizeDigits: Digits?

  public init(_ level: OrderBook.Level) { self.level = level }

  init(price: JSONDecimal, size: JSONDecimal) {
    level = OrderBook.Level(price: price.double, size: size.double)
    priceDigits = Digits(price)
    sizeDigits = Digits(size)
  }
}

extension BookLevel.Digits {
  init?(_ decimal: JSONDecimal) {
    guard decimal.isExact, !decimal.isNegative, -20...20 ~= decimal.exponent else { return nil }
    self.init(mantissa: decimal.mantissa, exponent: decimal.exponent)
  }

  /// The digits without the point and leading zeros, with as many zeros behind as it takes to end
  /// at that power of ten; nil where that does not fit.
  func spelled(to exponent: Int) -> String? {
    var value = mantissa
    for _ in 0..<max(0, self.exponent - exponent) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
    }
    return value == 0 ? "" : String(value)
  }
}

/// A book kept from its changes.
struct OrderBookBuilder {
  /// Levels kept on each side of a book that is told whole, so that enough are left of it when the
  /// best ones are taken.
  static let depthMax = 5_000
  /// No exchange makes more changes at once, and more would take long.
  static let changesMax = 2 * depthMax

  private var bids = BookSide(isAscending: true)
  private var asks = BookSide(isAscending: false)

  /// Nil while bids and asks overlap, as in an auction.
  var book: OrderBook? {
    let depth = OrderBook.depthMax
    let (bids, asks) = (bids.best(depth).map(\.level), asks.best(depth).map(\.level))
    if let bid = bids.first, let ask = asks.first, bid.price >= ask.price { return nil }
    return OrderBook(bids: bids, asks: asks)
  }

  /// Whether few levels are left of a book of which only the best were kept: the levels behind them are
  /// not told again, and may be missed soon.
  var isUsedUp: Bool { bids.isUsedUp || asks.isUsedUp }

  mutating func apply(_ change: BookChange) {
    bids.apply(change.bids, isWhole: change.isWhole, depth: change.depth)
    asks.apply(change.asks, isWhole: change.isWhole, depth: change.depth)
  }

  /// The CRC32 of the ten best levels of each side: the asks, then the bids, the best first, of
  /// each the price and the size in digits without the point and leading zeros (docs.kraken.com,
  /// "Book checksum (v2)"). Nil where the digits are not known.
  var checksum: UInt32? {
    var checksum = CRC32()
    for side in [asks, bids] {
      for level in side.best(10) {
        guard let price = level.priceDigits?.spelled(to: side.priceExponent),
          let size = level.sizeDigits?.spelled(to: side.sizeExponent)
        else { return nil }
        checksum.add(price.utf8)
        checksum.add(size.utf8)
      }
    }
    return checksum.value
  }
}

/// One side of a book. The best level is the last: most changes are made there, and cost least there.
private struct BookSide {
  /// Whether better prices are higher.
  let isAscending: Bool
  private var levels: [BookLevel] = []
  /// The worst price that is kept of a side that is told whole: of worse prices only some are known.
  private var edge: Double?
  /// The powers of ten in which prices and sizes end: the smallest that were seen, since zeros at
  /// the end may be left out.
  private(set) var priceExponent = 0
  private(set) var sizeExponent = 0

  init(isAscending: Bool) { self.isAscending = isAscending }

  /// The best levels, the best first.
  func best(_ count: Int) -> [BookLevel] { levels.suffix(count).reversed() }

  var isUsedUp: Bool { edge != nil && levels.count < 2 * OrderBook.depthMax }

  mutating func apply(_ changes: [BookLevel], isWhole: Bool, depth: Int?) {
    for change in changes where change.level.size > 0 {
      priceExponent = min(priceExponent, change.priceDigits?.exponent ?? 0)
      sizeExponent = min(sizeExponent, change.sizeDigits?.exponent ?? 0)
    }
    if isWhole {
      levels = changes.filter { $0.level.size > 0 }.sorted {
        isWorse($0.level.price, $1.level.price)
      }
      edge = nil
    } else {
      for change in changes where !isBeyondEdge(change.level.price) { put(change) }
    }
    let kept = min(depth ?? .max, OrderBookBuilder.depthMax)
    guard levels.count > kept else { return }
    levels.removeFirst(levels.count - kept)
    if depth == nil { edge = levels[0].level.price }
  }

  private func isBeyondEdge(_ price: Double) -> Bool { edge.map { isWorse(price, $0) } ?? false }

  private func isWorse(_ a: Double, _ b: Double) -> Bool { isAscending ? a < b : a > b }

  private mutating func put(_ change: BookLevel) {
    let price = change.level.price
    var (low, high) = (0, levels.count)
    while low < high {
      let middle = (low + high) / 2
      if isWorse(levels[middle].level.price, price) { low = middle + 1 } else { high = middle }
    }
    let isThere = low < levels.count && levels[low].level.price == price
    if change.level.size <= 0 {
      if isThere { levels.remove(at: low) }
    } else if isThere {
      levels[low] = change
    } else {
      levels.insert(change, at: low)
    }
  }
}

/// When a book that does not add up may be asked for again: at once, then after longer and longer
/// waits, so that checksums of another kind than ours cause no flood of requests.
struct BookRepairSchedule {
  private static let delayMilliseconds: Int64 = 2_000
  private static let quietMilliseconds: Int64 = 600_000

  private var failures: Int64 = 0
  private var lastAt = Int64.longAgo

  /// - Parameter asked: when the book was asked for last; nil where it never was.
  init(asked: Int64? = nil) {
    if let asked { (failures, lastAt) = (1, asked) }
  }

  /// Begins an attempt where one is due: the next waits longer.
  /// - Returns: whether it has begun one, and the book is to be asked for now.
  mutating func beginIfDue(at now: Int64) -> Bool {
    if now - lastAt >= Self.quietMilliseconds { failures = 0 }
    guard failures == 0 || now - lastAt >= Self.delayMilliseconds << (failures - 1) else {
      return false
    }
    failures = min(failures + 1, 7)
    lastAt = now
    return true
  }
}

/// The checksum of ISO 3309, as zlib, PNG and Kraken's order books use it.
struct CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320
    }
  }

  private var state: UInt32 = .max

  var value: UInt32 { ~state }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
    }
  }
}
