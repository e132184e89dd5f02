/// One execution on an exchange. In this order its parts fit into 40 bytes.
public struct Trade: Equatable, Sendable {
  /// In the market's quote, finite and above 0.
  public var price: Double
  /// In the market's base, finite and not negative.
  public var volume: Double
  /// Unix milliseconds by the exchange's clock.
  public var time: Int64
  /// The exchange's id, where it names this execution and no other: unique within one market only,
  /// not ordered, and the same in stream and history. Nil where there is no such id.
  public var id: Int64?
  /// True where the taker bought, false where it sold; nil where that is not said.
  public var isBuy: Bool?

  public init(id: Int64?, price: Double, volume: Double, time: Int64, isBuy: Bool? = nil) {
    self.id = id
    self.price = price
    self.volume = volume
    self.time = time
    self.isBuy = isBuy
  }

  /// Whether both tell of one execution: by their ids, or, where one has none, by all that they
  /// say. Two executions may be alike, so each trade of one source stands for one of the other at
  /// most.
  func isAlike(_ other: Trade) -> Bool {
    if let id, let otherID = other.id { return id == otherID }
    return time == other.time && price == other.price && volume == other.volume
      && isBuy == other.isBuy
  }

  /// Whether it was made later, as far as both can tell: by time, then by id.
  func isAfter(_ other: Trade) -> Bool {
    guard time == other.time, let id, let otherID = other.id else { return time > other.time }
    return id > otherID
  }
}
