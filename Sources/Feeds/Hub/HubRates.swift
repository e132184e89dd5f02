import MarketData

/// Exchange rates, as a hub's topic `rates` has them: with their ages, since a follower's clock may
/// show anything.
public enum HubRates {
  /// - Parameter wall: Unix milliseconds by this machine's clock.
  public static func json(_ rates: [ExchangeRates], wall: Int64) -> String {
    JSON.object([
      (
        "rates",
        JSON.list(
          rates.map { rates in
            JSON.object([
              ("base", rates.base.asJSON), ("source", rates.source.asJSON),
              ("age", "\(rates.age(at: wall))"),
              ("stale_after", "\(rates.staleAfterMilliseconds)"),
              (
                "units",
                JSON.map(
                  rates.units.sorted { $0.key < $1.key }.map { ($0.key, JSON.number($0.value)) })
              ),
            ])
          })
      )
    ])
  }

  /// - Parameter wall: Unix milliseconds by this machine's clock, when the rates came.
  /// - Returns: nil where the bytes are no JSON, say nothing of rates, or hold a value that is no rate.
  public static func read(_ bytes: [UInt8], wall: Int64) -> [ExchangeRates]? {
    var all: [ExchangeRates]?
    let isWhole = JSONScanner.readHub(bytes) { scanner, key in
      guard key == "rates" else { return scanner.skip() }
      all = []
      let isList = scanner.readArray { scanner in
        if let rates = Self.rates(&scanner, wall: wall), all?.count ?? 0 < 8 {
          all?.append(rates)
        } else {
          all = nil
        }
      }
      if !isList { all = nil }
    }
    return isWhole ? all : nil
  }

  private static func rates(_ scanner: inout JSONScanner, wall: Int64) -> ExchangeRates? {
    var (base, source) = (String?.none, "")
    var (age, staleAfter) = (Int64?.none, Int64?.none)
    var units: [String: Double] = [:]
    var isSensible = true
    let isObject = scanner.readObject { scanner, key in
      switch key.string {
      case "base": base = scanner.string()?.string
      case "source": source = scanner.readHubLabel()
      case "age": age = scanner.number()?.integer
      case "stale_after": staleAfter = scanner.number()?.integer
      case "units":
        scanner.readObject { scanner, key in
          let name = key.string
          if let unit = scanner.number()?.price, Currency.isName(name), units.count < 1_000 {
            units[name] = unit
          } else {
            isSensible = false
          }
        }
      default: scanner.skip()
      }
    }
    guard isObject, isSensible, let base, Currency.isName(base), !source.isEmpty, let age,
      let staleAfter, HubLimits.ages.contains(age), HubLimits.ages.contains(staleAfter)
    else { return nil }
    return ExchangeRates(
      base: base, units: units, source: source, time: wall - age, staleAfterMilliseconds: staleAfter
    )
  }
}
