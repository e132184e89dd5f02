import SimulatedExchange

/// Prices in other currencies (board/manual/guide.md): at which rates they are converted, and when they
/// must be.
extension Oracle {
  /// The board is to show a second price, at the rates of these sources.
  public func showsMoney(in second: String, from sources: [String]) {
    (money.second, money.sources) = (second, sources)
  }

  /// What one unit of a currency may be worth in another.
  struct Worth: Equatable {
    let rate: Double
    /// Whether that must be said to be but about right.
    let isRough: Bool
  }

  /// How long a picture may stay unchanged while a rate becomes old.
  private static let unseenMilliseconds: Int64 = 70_000

  /// What one unit of a currency may be taken to be worth at that time.
  func worths(of origin: String, in target: String, at time: Int64) -> [Worth] {
    guard origin != target else { return [Worth(rate: 1, isRough: false)] }
    // A dollar coin counts as a dollar where no market tells more.
    let (from, to) = (origin.officially, target.officially)
    let isCoin = from != origin || to != target
    if from == to { return [Worth(rate: 1, isRough: true)] }
    return money.tables(at: time).flatMap { tables in
      clocks(at: time).flatMap { wall in
        Self.rates(tables, from, to, at: wall).map {
          Worth(rate: $0.rate, isRough: $0.isRough || isCoin)
        }
      }
    }
  }

  /// What the board's clock may show, or may have shown when a picture was drawn.
  private func clocks(at time: Int64) -> [Int64] {
    let walls = money.walls(at: time, within: 10_000)
    return [walls[0] - Self.unseenMilliseconds] + walls
  }

  /// The rate of the first table that knows both currencies and is not old; else that of the first one
  /// that knows both, or what two tables give together.
  private static func rates(
    _ tables: [RateTable], _ origin: String, _ target: String, at wall: Int64
  ) -> [Worth] {
    let able = tables.filter { $0.rate(from: origin, to: target) != nil }
    if let best = able.first(where: { !$0.isOld(at: wall) }) {
      return [Worth(rate: best.rate(from: origin, to: target)!, isRough: false)]
    }
    let pairs = tables.flatMap { one in
      tables.compactMap { other -> Worth? in
        guard let from = one.rate(from: origin, to: "USD"),
          let to = other.rate(from: "USD", to: target), one != other
        else { return nil }
        return Worth(rate: from * to, isRough: one.isOld(at: wall) || other.isOld(at: wall))
      }
    }
    let direct = able.first.map { Worth(rate: $0.rate(from: origin, to: target)!, isRough: true) }
    return [direct].compactMap { $0 } + pairs
  }

  // MARK: Rules

  /// Judges what is said in other currencies.
  /// - Parameter lines: those that may show what is said.
  func judgeMoney(_ saying: Saying, shown lines: [Line], at time: Int64) {
    // Another market may have the same coin, and for a moment the same price.
    guard let line = lines.first,
      lines.allSatisfy({ ($0.page, $0.market) == (line.page, line.market) }),
      let market = market(line.market), !seemsUnlisted(market, at: time)
    else { return }
    switch line.page {
    case "glance", "clock", "detail":
      // Of two markets the shown one comes first.
      let parts =
        saying.words.split(separator: "; ", maxSplits: 1).first?
        .split(separator: ", ").map(String.init) ?? []
      guard let price = line.price, let own = parts.firstIndex(where: market.isNamed) else {
        return
      }
      let second = own + 1 < parts.count ? SaidMoney(whole: parts[own + 1]) : nil
      let said = [SaidMoney.all(in: parts[own]).first, second].compactMap { $0 }
      let prices = lines.compactMap(\.price) + livePrices(market, at: saying.time)
      if time > doubtUntil(market) {
        for money in said { judge(money, of: [(market, prices)], saying) }
      }
      if line.page == "glance" { judgeSecond(said, of: market, price, saying) }
    case "list":
      for row in Self.rows(of: saying.words, between: "; ") where !Self.isStale(row) {
        let named = markets.filter { $0.isNamed(in: row) }
        let isSure = named.allSatisfy {
          time > doubtUntil($0) && !seemsUnlisted($0, at: time)
        }
        guard isSure else { continue }
        let all = named.map { ($0, livePrices($0, at: saying.time)) }
        if let money = SaidMoney.all(in: row).first { judge(money, of: all, saying) }
      }
    case "premium": judgePremium(saying, at: time)
    default: break
    }
  }

  /// A converted price is what a market's price is worth at a rate that was told.
  private func judge(
    _ said: SaidMoney, of markets: [(market: Market, prices: [Double])], _ saying: Saying
  ) {
    guard let currency = said.currency else { return }
    let worths = markets.flatMap { market, prices in
      self.worths(of: market.quote, in: currency, at: saying.time).filter { worth in
        prices.contains { said.number.isRounded($0 * worth.rate) }
      }
    }
    check(.convertedIsTrue, !worths.isEmpty, at: saying.time) {
      "“\(saying.words)”: \(said.number.value) \(currency); \(markets.map(\.market.name)) is "
        + "\(markets.map { $0.prices.last ?? .nan }); told were \(money.newest)"
    }
    guard !worths.isEmpty else { return }
    check(.oldRateIsMarked, worths.contains { $0.isRough == said.isRough }, at: saying.time) {
      "“\(saying.words)”: told were \(money.newest)"
    }
  }

  /// A second price is shown once its rate is known.
  private func judgeSecond(
    _ said: [SaidMoney], of market: Market, _ price: Double, _ saying: Saying
  ) {
    guard let second = money.second, second != market.quote, !said.isEmpty,
      // Of several hubs the first one that is heard tells the rates, every ten seconds.
      money.tellers(before: saying.time - 25_000) >= max(1, hearsay.spokeAt.count)
    else { return }
    let (from, to) = (market.quote.officially, second.officially)
    let isKnown = money.tables(at: saying.time).allSatisfy { tables in
      let rates = Self.rates(tables, from, to, at: saying.time + money.wallError)
      return !rates.isEmpty && rates.allSatisfy { 1e-3...1e12 ~= price * $0.rate }
    }
    guard isKnown else { return }
    check(.rateIsUsed, said.contains { $0.currency == second }, at: saying.time) {
      "“\(saying.words)” says nothing in \(second); told were \(money.newest)"
    }
  }

  /// A premium is what the prices beside it and the rate give.
  ///
  /// ```
  /// BTC Premium: Official rate 1.23%, Upbit BTC 144,613,000 KRW, Binance BTC 101,234.50 USDT
  /// ```
  private func judgePremium(_ saying: Saying, at time: Int64) {
    let rows = Self.rows(of: saying.words, between: ", ")
    let amounts = rows.flatMap { row in SaidMoney.all(in: row).map { (row: row, money: $0) } }
    guard let won = amounts.first(where: { $0.money.currency == "KRW" }),
      let dollar = amounts.first(where: { $0.money.currency?.officially == "USD" }),
      let row = rows.first(where: { $0.contains("%") }), let said = Self.percent(in: row)
    else { return }
    let (high, low) = (won.money.number, dollar.money.number)
    let worths = worths(of: "USD", in: "KRW", at: saying.time)
    let isTrue = worths.contains { worth in
      let ratio = high.value / low.value / worth.rate
      let slack = ratio * (high.error / high.value + low.error / low.value)
      return abs(ratio - 1 - said) <= slack + 0.000_051
    }
    check(.premiumIsTrue, isTrue, at: saying.time) {
      "“\(saying.words)”; told were \(money.newest)"
    }
    let sides = [won, dollar].map { side in
      markets.filter { market in
        market.quote == side.money.currency && side.row.contains(market.base)
      }
    }
    guard
      (sides[0] + sides[1]).allSatisfy({
        isWell($0, for: 20_000, at: time) && time > doubtUntil($0)
          && !record($0).isLeftAlone(at: time) && !standIns.contains($0.exchange)
      })
    else { return }
    for (side, markets) in zip([won, dollar], sides) {
      let prices = markets.flatMap { livePrices($0, at: saying.time) }
      check(.premiumIsTrue, prices.contains(where: side.money.number.isRounded), at: saying.time) {
        "“\(side.row)” was not traded"
      }
    }
    check(
      .oldRateIsMarked, worths.contains { $0.isRough == Self.isCalledStale(row) }, at: saying.time
    ) { "“\(row)”; told were \(money.newest)" }
  }

  /// `1.23%` or `minus 0.52%`
  private static func percent(in row: String) -> Double? {
    let words = row.split(separator: " ")
    guard let index = words.firstIndex(where: { $0.contains("%") }) else { return nil }
    let isNegative = index > 0 && ["minus", "마이너스"].contains(words[index - 1])
    return SaidNumber(words[index].prefix { $0 != "%" }).map {
      (isNegative ? -1 : 1) * $0.value / 100
    }
  }

  private static func isCalledStale(_ row: String) -> Bool {
    ["(stale)", "(지연)"].contains { row.contains($0) }
  }
}

extension String {
  /// A currency that banks have: a dollar coin is a dollar.
  var officially: String { ["USDT", "USDC", "FDUSD"].contains(self) ? "USD" : self }
}
