import MarketData

/// Whether a scene is worth a refresh of paper, which flickers, takes seconds and wears out.
public struct PaperBudget: Sendable {
  /// How far the price moves from the one on paper until it is worth it.
  public var pricePercent = 0.1
  /// After so many candles a live picture is drawn anew whatever it says: it shows its time.
  public var candles = 60
  /// The least time between two refreshes, unless somebody asked for another market or page.
  public var leastSeconds = 30

  /// When, by the monotonic clock in milliseconds, a scene like the last one asked about becomes
  /// worth it; nil where it never does.
  public private(set) var deadline: Int64?
  private var shown: Scene?
  private var shownAt: Int64 = 0

  public init() {}

  /// Takes the scene for shown where it says yes.
  /// - Parameter now: the monotonic clock, in milliseconds.
  public mutating func isWorthRefreshing(_ scene: Scene, at now: Int64) -> Bool {
    deadline = due(scene)
    guard let due = deadline, due <= now else { return false }
    shown = scene
    shownAt = now
    deadline = self.due(scene)
    return true
  }

  private func due(_ scene: Scene) -> Int64? {
    guard let shown, shown.subject == scene.subject else { return .min }
    // The first picture says only what is waited for.
    if shown.missing > 0, scene.missing == 0 { return .min }
    if hasNews(scene, since: shown) { return shownAt + Int64(leastSeconds) * 1_000 }
    return scene.masthead.isOld ? nil : shownAt + Int64(candles) * Candle.span
  }

  private func hasNews(_ scene: Scene, since shown: Scene) -> Bool {
    guard shown.masthead.link == scene.masthead.link else { return true }
    if case .clock = scene { return shown.masthead.clock != scene.masthead.clock }
    if case (.alert(let before), .alert(let now)) = (shown, scene) {
      return before.condition != now.condition || before.since != now.since
    }
    // Other pages hold so many numbers that one of them always moves.
    guard case (.glance(let before), .glance(let now)) = (shown, scene) else {
      return scene.missing < shown.missing
    }
    return zip(before.pair, now.pair).contains { hasNews($1, since: $0) }
  }

  private func hasNews(_ now: GlanceScene, since before: GlanceScene) -> Bool {
    guard before.mood == now.mood else { return true }
    guard let price = before.price, let newest = now.price else { return before.price != now.price }
    return abs(newest - price) * 100 >= price * pricePercent
  }
}

extension Scene {
  /// What the scene is about: it changes only when somebody asks.
  fileprivate var subject: Subject {
    var masthead = masthead
    (masthead.link, masthead.age, masthead.clock) = (.offline, nil, "")
    masthead.hint = nil
    return Subject(page: page, masthead: masthead, choices: choices)
  }

  /// What hands may choose besides, and what is wrong with a market.
  private var choices: [String?] {
    switch self {
    case .glance(let scene):
      [scene.notice, scene.mark.currency, scene.second?.mark.currency, "\(scene.layout)"]
        + ["\(scene.isStopped)"] + scene.beside.map(\.masthead.code)
    case .chart(let scene):
      [scene.notice, scene.mark.currency, "\(scene.span)", "\(scene.indicator)"]
    case .detail(let scene): [scene.mark.currency]
    case .book(let scene): [scene.mark.currency]
    case .trades(let scene): [scene.mark.currency]
    case .clock(let scene): [scene.mark.currency]
    case .portfolio(let scene): [scene.total?.money.mark.currency]
    case .trending(let scene): scene.coins.prefix(1).map { $0.price?.mark.currency }
    case .list(let scene):
      ["\(scene.order)", scene.rows.first?.price?.mark.currency]
        + [scene.rows.dropFirst(scene.shown - scene.first).first?.code]
        + scene.rows.filter(\.isFavourite).map(\.code).sorted()
    // The premium is of won and dollars in any currency.
    case .premium, .wallet, .link, .alert: []
    }
  }

  /// How much of what it is about is not known yet.
  fileprivate var missing: Int {
    switch self {
    case .glance(let scene): scene.pair.count { $0.price == nil && $0.notice == nil }
    case .chart(let scene): scene.candles.contains { $0 != nil } ? 0 : 1
    case .detail(let scene): scene.price == nil ? 1 : 0
    case .book(let scene): scene.isEmpty ? 1 : 0
    case .trades(let scene): scene.trades.isEmpty ? 1 : 0
    case .list(let scene): scene.rows.isEmpty ? 1 : scene.rows.count { $0.price == nil }
    case .trending(let scene): scene.coins.isEmpty && scene.collections.isEmpty ? 1 : 0
    case .premium(let scene): scene.official == nil && scene.byCoin == nil ? 1 : 0
    case .wallet(let scene): scene.rows.isEmpty ? 1 : 0
    case .portfolio(let scene): scene.rows.count { $0.isListed && $0.value == nil }
    case .link(let scene): scene.lines.count(where: \.isSilent) + (scene.network == nil ? 1 : 0)
    case .clock, .alert: 0
    }
  }
}

private struct Subject: Equatable {
  var page: Page
  var masthead: Masthead
  var choices: [String?]
}
