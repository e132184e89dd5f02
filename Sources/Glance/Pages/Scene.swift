/// What the screen says: one page of it.
public enum Scene: Equatable, Sendable {
  case glance(GlanceScene)
  case chart(ChartScene)
  case detail(DetailScene)
  case book(BookScene)
  case trades(TradesScene)
  case list(ListScene)
  case trending(TrendingScene)
  case premium(PremiumScene)
  case wallet(WalletScene)
  case portfolio(PortfolioScene)
  case link(LinkScene)
  case clock(ClockScene)
  case alert(AlertScene)

  public var page: Page { type(of: content).page }

  /// What every page says besides its own.
  public var masthead: Masthead { content.masthead }

  private var content: any PageScene {
    switch self {
    case .glance(let scene): scene
    case .chart(let scene): scene
    case .detail(let scene): scene
    case .book(let scene): scene
    case .trades(let scene): scene
    case .list(let scene): scene
    case .trending(let scene): scene
    case .premium(let scene): scene
    case .wallet(let scene): scene
    case .portfolio(let scene): scene
    case .link(let scene): scene
    case .clock(let scene): scene
    case .alert(let scene): scene
    }
  }

  /// What it says where there are only a few lights.
  var lights: Lights { content.lights }
}

/// What one page says, as it is shown: equal scenes are equal pictures.
protocol PageScene: Equatable, Sendable {
  static var page: Page { get }
  var masthead: Masthead { get }
  /// What is left of it where there are only a few lights.
  var lights: Lights { get }
}
