/// The best levels of an order book at one time, best first on both sides.
public struct OrderBook: Equatable, Sendable {
  /// Levels kept on each side, whatever an exchange sends.
  public static let depthMax = 32

  public struct Level: Equatable, Sendable {
    /// In the market's quote, finite and above 0.
    public var price: Double
    /// In the market's base, finite and above 0.
    public var size: Double

    public init(price: Double, size: Double) {
      self.price = price
      self.size = size
    }

    fileprivate var isReal: Bool { price.isFinite && price > 0 && size.isFinite && size > 0 }
  }

  /// What buyers offer, the highest first.
  public var bids: [Level]
  /// What sellers ask, the lowest first.
  public var asks: [Level]
  /// False where the exchange tells no order books: it is empty then, and no other one comes.
  public private(set) var isOffered = true

  /// The book of an exchange that tells no order books.
  public static let notOffered: OrderBook = {
    var book = OrderBook(bids: [], asks: [])
    book.isOffered = false
    return book
  }()

  /// - Parameters: in any order; levels without a price or a size are fillers and are left out.
  public init(bids: [Level], asks: [Level]) {
    self.bids = Self.best(bids) { $0.price > $1.price }
    self.asks = Self.best(asks) { $0.price < $1.price }
  }

  /// The best of the real levels. Most exchanges send only these, in order: then nothing is copied.
  private static func best(_ levels: [Level], _ isBetter: (Level, Level) -> Bool) -> [Level] {
    let isReady =
      levels.count <= depthMax && levels.allSatisfy(\.isReal)
      && !zip(levels.dropFirst(), levels).contains(where: isBetter)
    return isReady ? levels : Array(levels.filter(\.isReal).sorted(by: isBetter).prefix(depthMax))
  }
}
