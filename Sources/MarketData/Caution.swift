/// What an exchange warns of in a market.
public enum Caution: String, CaseIterable, Sendable {
  /// Designated for care by the exchange; it may be delisted.
  case designated
  case priceFluctuation = "price-fluctuation"
  case volumeSoaring = "volume-soaring"
  case depositSoaring = "deposit-soaring"
  /// Its price differs much from that of exchanges abroad.
  case priceDifference = "price-difference"
  /// Few accounts hold or trade most of it.
  case concentration
  /// Most of it is traded on this exchange.
  case exchangeConcentration = "exchange-concentration"
}
