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
    // The first picture says only that there is no price yet.
    if !shown.isAnswered, scene.isAnswered { return .min }
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
    guard case (.glance(let before), .glance(let now)) = (shown, scene) else { return false }
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
    guard case .glance(let scene) = self else { return Subject(page: page, masthead: masthead) }
    return Subject(
      page: page, masthead: masthead, notice: scene.notice, currency: scene.mark.currency,
      isStopped: scene.isStopped)
  }

  /// It says a price, where it is about one.
  fileprivate var isAnswered: Bool {
    guard case .glance(let scene) = self else { return true }
    return scene.price != nil
  }
}

private struct Subject: Equatable {
  var page: Page
  var masthead: Masthead
  var notice: String?
  var currency: String?
  var isStopped = false
}
