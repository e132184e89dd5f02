import State

/// The pages that there are.
public enum PageCatalog {
  /// In the order in which next-page turns them; an alert and a notice come by themselves.
  static let all: [any PageScene.Type] = [
    GlanceScene.self, ChartScene.self, DetailScene.self, BookScene.self, TradesScene.self,
    ListScene.self, TrendingScene.self, PremiumScene.self, WalletScene.self, PortfolioScene.self,
    LinkScene.self, ClockScene.self, AlertScene.self,
    NoticeScene.self,
  ]

  /// The names of all pages, and of those that a user can turn to.
  public static let names = all.map { $0.name }
  public static let turnable = names.filter { $0 != .alert && $0 != .notice }

  /// What a page is called.
  public static func title(_ name: PageName, _ language: Language) -> String {
    self[name].title[language]
  }

  /// The page with a name; the glance if no page has that name.
  static subscript(name: PageName) -> any PageScene.Type {
    all.first { $0.name == name } ?? GlanceScene.self
  }
}
