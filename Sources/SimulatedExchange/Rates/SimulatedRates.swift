/// A bank's table at one moment: units of each currency for one of a base.
struct SimulatedRates {
  let base: String
  /// In the order of the alphabet.
  let units: [(currency: String, rate: Double)]

  /// Nil where no bank knows the base.
  ///
  /// - Parameters:
  ///   - quotes: the currencies of the table; empty for all but the base. Unknown ones are left out.
  ///   - time: Unix milliseconds.
  init?(_ world: WorldPrices, base: String, quotes: [String] = [], at time: Int64) {
    guard let one = world.bankRate(base, at: time) else { return nil }
    self.base = base
    units = WorldPrices.codes.sorted().compactMap { currency in
      guard quotes.isEmpty ? currency != base : quotes.contains(currency) else { return nil }
      return world.bankRate(currency, at: time).map { (currency, one / $0) }
    }
  }

  /// `{"KRW":1412.9}`
  ///
  /// - Parameters:
  ///   - digits: how a rate is rounded.
  ///   - amount: how much of the base the rates are for.
  func json(digits: Rounding, amount: Double = 1, _ faults: FaultPlan) -> String {
    var object = JSONObject()
    for (currency, rate) in units { object.add(currency, json: digits.text(rate * amount)) }
    faults.spoilREST(&object)
    return object.json()
  }

  /// How banks shorten their rates.
  enum Rounding {
    case significant(Int)
    case decimals(Int)

    func text(_ rate: Double) -> String {
      switch self {
      case .significant(let digits): DecimalText.short(rate, significant: digits)
      case .decimals(let count): DecimalText.short(rate, decimals: count)
      }
    }
  }
}

extension SourceContext {
  /// How much older than usual the banks' rates are.
  var staleMilliseconds: Int64 { (faults.current(.staleRates)?.number(7) ?? 0) * 86_400_000 }
}
