import MarketData

/// A ticker of API 1.x's stream, or one of a list of trades: those of its fields that we use.
struct BithumbClassicEntry {
  private(set) var symbol: JSONText?
  private var tickType: JSONText?
  private var date: JSONText?
  private var timeOfDay: JSONText?
  private var stamp: JSONText?
  private var price: JSONDecimal?
  private var low: JSONDecimal?
  private var high: JSONDecimal?
  private var baseline: JSONDecimal?
  private var volume: JSONDecimal?
  private var turnover: JSONDecimal?
  private var side: JSONText?

  mutating func take(_ key: JSONText, _ scanner: inout JSONScanner) {
    if key == "symbol" {
      symbol = scanner.string()
    } else if key == "tickType" {
      tickType = scanner.string()
    } else if key == "date" {
      date = scanner.string()
    } else if key == "time" {
      timeOfDay = scanner.string()
    } else if key == "closePrice" || key == "contPrice" {
      price = scanner.number()
    } else if key == "lowPrice" {
      low = scanner.number()
    } else if key == "highPrice" {
      high = scanner.number()
    } else if key == "prevClosePrice" {
      baseline = scanner.number()
    } else if key == "volume" || key == "contQty" {
      volume = scanner.number()
    } else if key == "value" {
      turnover = scanner.number()
    } else if key == "contDtm" {
      stamp = scanner.string()
    } else if key == "buySellGb" {
      side = scanner.string()
    } else {
      scanner.skip()
    }
  }

  /// `24H` tells what was traded in a day, `MID` how the day went since midnight.
  func tickerStatement(of market: Int) -> Statement? {
    guard let decimal = price, let price = decimal.price, let date, let timeOfDay,
      let time = CivilTime(date: date.raw.buffer, time: timeOfDay.raw.buffer)
    else { return nil }
    var ticker = Ticker(price: price, decimals: decimal.decimals)
    if tickType.map({ $0 == "MID" }) ?? false {
      ticker.baselinePrice = baseline?.price
      ticker.dayLow = low?.price
      ticker.dayHigh = high?.price
    } else if tickType.map({ $0 == "24H" }) ?? false {
      ticker.volume = volume?.sum
      ticker.turnover = turnover?.sum
    }
    return Statement(
      market: market, ticker: ticker, time: time.unix * 1_000 - KoreanTime.aheadMilliseconds)
  }

  /// When a trade was, in Unix microseconds: `2026-11-20 13:12:33.123456`.
  var microseconds: Int64? {
    guard let text = stamp?.raw.buffer, let civil = CivilTime(text.prefix(19)) else { return nil }
    var micro: Int64 = 0
    let fraction = text.dropFirst(19)
    guard fraction.isEmpty || (fraction.first == UInt8(ascii: ".") && 2...7 ~= fraction.count)
    else { return nil }
    for place in 1...6 {
      let digit = place < fraction.count ? fraction[fraction.startIndex + place] : UInt8(ascii: "0")
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      micro = micro * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return (civil.unix * 1_000 - KoreanTime.aheadMilliseconds) * 1_000 + micro
  }

  /// There are no ids. The time, and the place among trades of the same microsecond, make one that
  /// is the same when a message comes twice, and that keeps their order.
  func tradeStatement(of market: Int, at stamp: Int64, place: Int64) -> Statement? {
    guard let decimal = price, let price = decimal.price, let volume = volume?.double,
      volume.isFinite, volume >= 0, ExchangeClock.era.contains(stamp / 1_000)
    else { return nil }
    let likeness = Int64(truncatingIfNeeded: price.bitPattern ^ volume.bitPattern.byteSwapped)
    let id = stamp << 11 | min(place, 31) << 6 | (likeness ^ likeness >> 32) & 63
    let time = stamp / 1_000
    let isBuy = side.flatMap { $0 == "2" ? true : $0 == "1" ? false : nil }
    return Statement(
      market: market, ticker: Ticker(price: price, tradeTime: time, decimals: decimal.decimals),
      trade: Trade(id: id, price: price, volume: volume, time: time, isBuy: isBuy),
      time: time)
  }
}
