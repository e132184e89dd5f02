/// How the list is sorted, in the order in which the user steps through; what is not known is last.
public enum ListOrder: String, CaseIterable, Sendable {
  case priceDown = "price-down"
  case priceUp = "price-up"
  case changeDown = "change-down"
  case changeUp = "change-up"
  case turnoverDown = "turnover-down"
  case turnoverUp = "turnover-up"
  /// As the configuration names them, or the exchange ranks them.
  case configured

  /// What it sorts by; nil for none.
  public var key: Key? {
    switch self {
    case .priceDown, .priceUp: .price
    case .changeDown, .changeUp: .change
    case .turnoverDown, .turnoverUp: .turnover
    case .configured: nil
    }
  }

  /// What rows can be sorted by.
  public enum Key: Sendable {
    case price, change, turnover
  }

  /// The smallest stands first.
  public var isUp: Bool { self == .priceUp || self == .changeUp || self == .turnoverUp }
}
