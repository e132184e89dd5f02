/// What the site tells, beside the lines.
extension Oracle {
  /// The site has called the board healthy, or has not.
  public func health(isWell: Bool, at time: Int64) {
    let exchanges = Set(markets.map(\.exchange))
    let silences = exchanges.map { silence(of: $0, at: time) }
    let least = silences.min() ?? .max
    if isWell {
      check(.webIsHealthy, least <= staleMilliseconds + 500, at: time) {
        "it is said to be healthy, and no exchange was heard for \(least) ms"
      }
    } else {
      let areWell = markets.allSatisfy {
        self.isWell($0, for: 120_000, at: time) && !isLeftAlone($0.exchange, at: time)
      }
      check(.webIsHealthy, !areWell, at: time) { "it is said to be ill, and nothing is wrong" }
    }
  }
}

/// What the site tells to those who collect figures (board/manual/web.md).
extension Oracle {
  /// ```
  /// tealight_market_price{market="upbit:KRW-XRP",quote="KRW"} 3214
  /// tealight_exchange_link{exchange="upbit",tealight_exchange_link="streaming"} 1
  /// ```
  public func metrics(_ text: String, at time: Int64) {
    check(.metricsAreTrue, text.hasSuffix("# EOF\n"), at: time) { "they are cut off" }
    for line in text.split(separator: "\n") {
      let value = line.split(separator: " ").last.flatMap { Double($0) }
      if line.hasPrefix("tealight_market_price{"), let name = label("market", of: line), let value {
        metric(price: value, of: name, at: time)
      } else if line.hasPrefix("tealight_exchange_link{"), value == 1,
        let name = label("exchange", of: line),
        let link = label("tealight_exchange_link", of: line)
      {
        let silence = silence(of: name, at: time)
        check(.metricsAreTrue, !Self.isLive(link) || silence <= staleMilliseconds + 500, at: time) {
          "\(name) is \(link), heard \(silence) ms ago"
        }
      }
    }
  }

  private func metric(price: Double, of name: String, at time: Int64) {
    guard let market = market(name) else {
      return fail(.metricsAreTrue, "nobody knows \(name)", at: time)
    }
    let silence = silence(of: market.exchange, at: time)
    check(.metricsAreTrue, silence <= staleMilliseconds + 500, at: time) {
      "\(name) has a price, heard \(silence) ms ago"
    }
    guard time > doubt(of: market), silence <= staleMilliseconds else { return }
    let prices = prices(market, from: time - 20_000, to: time)
    check(.metricsAreTrue, prices.contains(price), at: time) {
      "\(name) is \(price), traded last \(prices.last ?? .nan)"
    }
  }

  private func label(_ name: String, of line: Substring) -> String? {
    guard let start = line.firstRange(of: "\(name)=\"") else { return nil }
    return String(line[start.upperBound...].prefix { $0 != "\"" })
  }
}

extension Oracle {
  /// Whether a price is a line's, or one that came and went between two lines.
  public func isPrice(_ line: Line, among lines: [Line], at time: Int64) -> Bool {
    guard let market = market(line.market),
      time > doubt(of: market), let price = line.price
    else { return true }
    return lines.contains { $0.price == price && $0.market == line.market }
      || prices(market, from: time - 20_000, to: time).contains(price)
  }
}

extension Oracle.Line {
  /// Whether lines tell of the same: what changes between two of them apart, and of two changes between
  /// two of them the state may know one. What comes and goes between two of them no line tells.
  public func isTold(by lines: [Self]) -> Bool {
    (lines.contains { $0.page == page } || Set(lines.map(\.page)).count > 1)
      && lines.contains { $0.market == market }
      && (lines.contains { $0.market == market && $0.link == link }
        || Set(lines.map(\.link)).count > 1)
  }
}
