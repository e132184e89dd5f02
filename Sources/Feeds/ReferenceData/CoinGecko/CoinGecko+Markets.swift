import MarketData

extension CoinGecko {
  /// A week has 168 hours; of a longer list this many of the newest prices are kept.
  private static let weekMax = 400
  private static let coinsMax = 500

  /// `[{"id":"bitcoin","symbol":"btc","market_cap_rank":1,"sparkline_in_7d":{"price":[…]},…}]`;
  /// nil where the answer is not well-formed. A coin without id or symbol is left out.
  func readMarkets(_ bytes: UnsafeBufferPointer<UInt8>) -> [CoinFacts]? {
    var scanner = JSONScanner(bytes)
    var coins: [CoinFacts] = []
    let isArray = scanner.readArray { scanner in
      guard let coin = Self.facts(&scanner), coins.count < Self.coinsMax else { return }
      coins.append(coin)
    }
    return isArray && scanner.isComplete ? coins : nil
  }

  private static func facts(_ scanner: inout JSONScanner) -> CoinFacts? {
    var facts = CoinFacts(id: "", symbol: "", name: "", currency: "USD")
    scanner.readObject { scanner, key in
      if key == "id" {
        facts.id = scanner.label() ?? ""
      } else if key == "symbol" {
        facts.symbol = scanner.label()?.uppercased() ?? ""
      } else if key == "name" {
        facts.name = scanner.label() ?? ""
      } else if key == "market_cap_rank" {
        facts.rank = scanner.rank()
      } else if key == "current_price" {
        facts.price = scanner.money()
      } else if key == "market_cap" {
        facts.marketCap = scanner.money()
      } else if key == "total_volume" {
        facts.volume = scanner.money()
      } else if key == "price_change_percentage_24h" {
        facts.change = scanner.percent()
      } else if key == "last_updated" {
        facts.time = scanner.string().flatMap { CivilTime($0.unescaped.prefix(19)) }
          .map { $0.unix * 1_000 }.flatMap { ExchangeClock.era.contains($0) ? $0 : nil }
      } else if key == "sparkline_in_7d" {
        facts.week = week(&scanner)
      } else {
        scanner.skip()
      }
    }
    guard !facts.id.isEmpty, !facts.symbol.isEmpty else { return nil }
    if facts.name.isEmpty { facts.name = facts.symbol }
    return facts
  }

  /// `{"price":[104127.3,…]}`, the newest last.
  private static func week(_ scanner: inout JSONScanner) -> [Double] {
    var prices: [Double] = []
    scanner.readObject { scanner, key in
      guard key == "price" else { return scanner.skip() }
      scanner.readArray { scanner in
        if let price = scanner.money() { prices.append(price) }
      }
    }
    return prices.suffix(weekMax)
  }
}

extension JSONScanner {
  /// The amount of money that comes next: a number, or a text like `"$104,127,324"` or
  /// `"0.002 BTC"`; nil where it is no amount, or not above 0.
  mutating func money() -> Double? {
    guard kind == .string else {
      let amount = number()?.double ?? 0
      return amount.isPrice ? amount : nil
    }
    guard let text = string(), text.raw.count <= 60 else { return nil }
    let digits = text.unescaped.prefix { $0 != UInt8(ascii: " ") }
      .filter { $0 != UInt8(ascii: "$") && $0 != UInt8(ascii: ",") }
    return digits.withUnsafeBufferPointer { digits in
      var scanner = JSONScanner(digits)
      guard scanner.kind == .number else { return nil }
      let amount = scanner.number()?.double ?? 0
      return scanner.isComplete && amount.isPrice ? amount : nil
    }
  }

  /// The percentage that comes next, as a fraction: a number, or a text like `"-3.2"`.
  mutating func percent() -> Double? {
    guard let percent = number()?.double, percent.isFinite else { return nil }
    return percent / 100
  }

  /// The percentage in USD of the object of percentages that comes next.
  mutating func percentInDollars() -> Double? {
    var percent: Double?
    readObject { scanner, key in
      if key == "usd" { percent = scanner.percent() } else { scanner.skip() }
    }
    return percent
  }

  /// The rank that comes next, from 1.
  mutating func rank() -> Int? {
    number()?.integer.flatMap { 1...1_000_000 ~= $0 ? Int($0) : nil }
  }
}
