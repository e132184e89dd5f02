import SimulatedExchange

/// Judges the metrics of the site (board/manual/web.md).
extension Oracle {
  /// ```
  /// tealight_market_price{market="upbit:KRW-XRP",quote="KRW"} 3214
  /// tealight_exchange_link{exchange="upbit",tealight_exchange_link="streaming"} 1
  /// tealight_exchange_heard_timestamp_seconds{exchange="upbit"} 1787000000.5
  /// tealight_http_requests_total{exchange="upbit"} 12
  /// ```
  /// - Parameter wall: the board's own clock.
  public func metrics(_ text: String, wall: Int64, at time: Int64) {
    check(.metricsAreTrue, text.hasSuffix("# EOF\n"), at: time) { "they are cut off" }
    var (live, priced): (Set<String>, Set<String>) = ([], [])
    for line in text.split(separator: "\n") {
      guard let end = line.lastIndex(of: " "), let value = Double(line[end...].dropFirst()) else {
        continue
      }
      let series = line[..<end]
      if series.hasPrefix("tealight_market_price{"), let name = label("market", of: line) {
        priced.insert(name)
        metric(price: value, of: name, at: time)
      } else if series.hasPrefix("tealight_exchange_link{"), value == 1,
        let name = label("exchange", of: line),
        let link = label("tealight_exchange_link", of: line), Self.isLive(link)
      {
        live.insert(name)
        let silence = silence(of: name, at: time)
        check(.metricsAreTrue, silence <= staleMilliseconds + 500, at: time) {
          "\(name) is \(link), heard \(silence) ms ago"
        }
      } else if series.hasPrefix("tealight_exchange_heard_timestamp_seconds{"),
        let name = label("exchange", of: line), book.clockSetAt < time - 60_000
      {
        let heard = Int64(value * 1_000)
        let silence = min(silence(of: name, at: time), time - startedAt)
        check(.metricsAreTrue, heard <= wall - silence + 2_500, at: time) {
          "\(name) was heard \(wall - heard) ms ago, and has been silent for \(silence) ms"
        }
      } else if let name = series.split(separator: "{").first, name.hasSuffix("_total") {
        let before = counters.updateValue(value, forKey: String(series)) ?? 0
        check(.metricsAreTrue, value >= before, at: time) {
          "\(series) was \(before), and is \(value)"
        }
      }
    }
    for market in markets
    where live.contains(market.exchange) && !standIns.contains(market.exchange)
      && time > doubtUntil(market)
    {
      // A market that another exchange has stood in for is shown again once it was heard for long.
      let isPaired = market.name == pair?.first
      guard isWell(market, for: isPaired ? 170_000 : 20_000, at: time),
        !isPaired || !record(market).isLeftAlone(at: time)
      else { continue }
      check(.metricsAreTrue, priced.contains(market.name), at: time) {
        "\(market.exchange) is heard, and \(market.name) has no price"
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
    // A board that has only ever heard a hub late cannot know better.
    guard time > doubtUntil(market), silence <= staleMilliseconds,
      hearsay.spokeAt.isEmpty || isLatenessSeen(at: time)
    else { return }
    let prices = livePrices(market, at: time)
    check(.metricsAreTrue, prices.contains(price), at: time) {
      "\(name) is \(price), traded last \(prices.last ?? .nan)"
    }
  }

  private func label(_ name: String, of line: Substring) -> String? {
    guard let start = line.firstRange(of: "\(name)=\"") else { return nil }
    return String(line[start.upperBound...].prefix { $0 != "\"" })
  }
}
