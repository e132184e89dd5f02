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
        let record = record($0)
        let mayBeOld = record.streams.missingSince != nil && record.isAskedSlowly(at: time)
        return self.isWell($0, for: 40_000, at: time) && !record.isLeftAlone(at: time) && !mayBeOld
      }
      check(.webIsHealthy, !areWell, at: time) { "it is said to be ill, and nothing is wrong" }
    }
  }
}

extension Oracle {
  /// Whether a price is a line's, or one that came and went between two lines.
  public func isPrice(_ line: Line, among lines: [Line], at time: Int64) -> Bool {
    guard let market = market(line.market),
      time > doubtUntil(market), let price = line.price
    else { return true }
    return lines.contains { $0.price == price && $0.market == line.market }
      || livePrices(market, at: time).contains(price)
  }
}

extension Oracle.Line {
  /// Whether these lines may tell of the same state as this one. Where the lines differ in page or link,
  /// that is not compared: no line tells what came and went between two of them.
  public func isTold(by lines: [Self]) -> Bool {
    (lines.contains { $0.page == page } || Set(lines.map(\.page)).count > 1)
      && lines.contains { $0.market == market }
      && (lines.contains { $0.market == market && $0.link == link }
        || Set(lines.map(\.link)).count > 1)
  }
}
