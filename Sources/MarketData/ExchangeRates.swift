/// What one unit of a currency is worth in others, as one source says.
///
/// A dollar coin is a currency of its own: rates of base `USDT` convert nothing that is in `USD`.
public struct ExchangeRates: Equatable, Sendable {
  /// `USD`, or `USDT` for what an exchange asks for a dollar coin.
  public let base: String
  /// Units of each other currency for one of the base, finite and above 0.
  public let units: [String: Double]
  /// Who says so, as on the screen: `ECB`, `Upbit`.
  public let source: String
  /// When it was so, Unix milliseconds.
  public let time: Int64
  /// How old it may be until it is stale.
  public let staleAfterMilliseconds: Int64

  public init(
    base: String, units: [String: Double], source: String, time: Int64,
    staleAfterMilliseconds: Int64
  ) {
    self.base = base
    self.units = units
    self.source = source
    self.time = time
    self.staleAfterMilliseconds = staleAfterMilliseconds
  }

  /// Units of `target` for one of `origin`; nil where the source does not know both.
  public func rate(from origin: String, to target: String) -> Double? {
    guard let from = unit(origin), let to = unit(target) else { return nil }
    let rate = to / from
    return rate.isFinite && rate > 0 ? rate : nil
  }

  public func knows(_ currency: String) -> Bool { unit(currency) != nil }

  /// Milliseconds since the rates were true; 0 where the board's clock is behind.
  /// - Parameter wall: Unix milliseconds by the board's clock.
  public func age(at wall: Int64) -> Int64 { max(0, wall - time) }

  public func isStale(at wall: Int64) -> Bool { age(at: wall) > staleAfterMilliseconds }

  private func unit(_ currency: String) -> Double? { currency == base ? 1 : units[currency] }
}

extension [ExchangeRates] {
  /// The first that knows both and is not stale; else the first that knows both.
  /// - Parameter wall: Unix milliseconds by the board's clock.
  public func best(from origin: String, to target: String, at wall: Int64) -> ExchangeRates? {
    let able = filter { $0.rate(from: origin, to: target) != nil }
    return able.first { !$0.isStale(at: wall) } ?? able.first
  }
}

/// The currencies for which there are official rates.
public enum Fiat {
  /// ISO 4217, list one, as in Unicode CLDR 48 (`common/validity/currency.xml`: what is paid with),
  /// and what rates are quoted for besides: metals, the IMF's unit, Chile's and China's second one.
  private static let codes = Set(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
    GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW
    KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD
    NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
    SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND
    VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG XAG XAU XPD XPT XDR CLF CNH
    """.split { " \n".contains($0) })

  public static func has(_ code: some StringProtocol) -> Bool { codes.contains(Substring(code)) }
}

/// What counts as dollars.
public enum Dollars {
  /// Coins that are made to be worth one.
  public static let coins = ["USDT", "USDC", "FDUSD"]
  public static let all = ["USD"] + coins
}
