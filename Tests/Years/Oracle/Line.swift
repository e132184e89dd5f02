import SimulatedExchange

extension Oracle {
  public struct Candle: Equatable, Sendable {
    public var start: Int64
    public var open, high, low, close, volume: Double
    public var source: String
  }

  public struct Line: Equatable, Sendable {
    /// Unix seconds.
    public var time: Double
    public var page, market, mood, link: String
    public var price, change: Double?
    public var age: Int?
    public var live, closed: Candle?

    /// The price that the change counts from.
    var baseline: Double? {
      guard let price, let change else { return nil }
      return price / (1 + change)
    }
  }
}

extension Oracle.Line {
  /// Nil where the bytes are not a line.
  public init?(_ bytes: some Sequence<UInt8>) {
    guard let json = JSONValue(bytes), case .object(let members) = json,
      Set(members.keys) == [
        "time", "page", "market", "price", "change", "baseline", "mood", "link", "age", "live",
        "closed",
      ], let time = json["time"]?.double, let page = json["page"]?.text,
      let market = json["market"]?.text,
      let mood = json["mood"]?.text, let link = json["link"]?.text,
      ["plunge", "down", "flat", "up", "soar", "asleep", "lost"].contains(mood),
      ["streaming", "polling", "stale", "offline"].contains(link)
    else { return nil }
    (self.time, self.page, self.market) = (time, page, market)
    (self.mood, self.link) = (mood, link)
    price = json["price"]?.double
    change = json["change"]?.double
    age = json["age"]?.double.map { Int($0) }
    live = json["live"].flatMap { Oracle.Candle($0) }
    closed = json["closed"].flatMap { Oracle.Candle($0) }
  }
}

extension Oracle.Candle {
  init?(_ json: JSONValue) {
    guard let start = json["start"]?.double, let open = json["open"]?.double,
      let high = json["high"]?.double, let low = json["low"]?.double,
      let close = json["close"]?.double, let source = json["source"]?.text
    else { return nil }
    self.start = Int64(start)
    (self.open, self.high, self.low, self.close) = (open, high, low, close)
    // A candle of polls has no volume.
    let volume = json["volume"]?.double
    guard (volume == nil) == (source == "samples") else { return nil }
    (self.volume, self.source) = (volume ?? 0, source)
  }

  /// The candle of these trades, which are in the order of the exchange; nil where there are none.
  init?(_ trades: some Collection<SimulatedTrade>) {
    guard let first = trades.first else { return nil }
    (open, high, low, close, volume) = (first.price, first.price, first.price, first.price, 0)
    start = first.time / 5_000 * 5
    source = "trades"
    for trade in trades { add(trade) }
  }

  private mutating func add(_ trade: SimulatedTrade) {
    high = max(high, trade.price)
    low = min(low, trade.price)
    close = trade.price
    volume += trade.volume
  }

  var isFlat: Bool { volume == 0 && open == close && high == low && open == high }

  func isSame(as other: Self) -> Bool {
    open == other.open && close == other.close && high == other.high && low == other.low
      && holdsAll(of: other)
  }

  /// Whether as much was traded in it as in another one.
  func holdsAll(of other: Self) -> Bool {
    abs(volume - other.volume) <= 1e-9 * max(volume, other.volume) + 1e-12
  }

  /// Whether it is the candle of the first of these trades, however many. Trades of nearly the same time
  /// may have come in another order.
  func isPrefix(of trades: [SimulatedTrade]) -> Bool {
    for count in stride(from: trades.count, to: 0, by: -1) {
      if Oracle.Candle(trades[..<count])!.isSame(as: self) { return true }
      guard count < trades.count else { continue }
      var swapped = Array(trades[..<(count - 1)])
      swapped.append(trades[count])
      if Oracle.Candle(swapped)!.isSame(as: self) { return true }
    }
    return false
  }

  /// Whether it may be the candle of a part of these trades.
  func isWithin(_ trades: [SimulatedTrade]) -> Bool {
    guard let whole = Oracle.Candle(trades) else { return false }
    let prices = Set(trades.map(\.price))
    return prices.contains(open) && prices.contains(close) && prices.contains(high)
      && prices.contains(low) && volume <= whole.volume * (1 + 1e-9)
  }
}

extension JSONValue {
  var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }
}
