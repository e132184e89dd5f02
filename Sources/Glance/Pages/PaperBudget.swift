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
  private var shown: GlanceScene?
  private var shownAt: Int64 = 0

  public init() {}

  /// Takes the scene for shown where it says yes.
  /// - Parameter now: the monotonic clock, in milliseconds.
  public mutating func isWorthRefreshing(_ scene: GlanceScene, at now: Int64) -> Bool {
    deadline = due(scene)
    guard let due = deadline, due <= now else { return false }
    shown = scene
    shownAt = now
    deadline = self.due(scene)
    return true
  }

  private func due(_ scene: GlanceScene) -> Int64? {
    guard let shown, shown.subject == scene.subject else { return .min }
    // The first picture says only that there is no price yet.
    if shown.price == nil && scene.price != nil { return .min }
    if hasNews(scene, since: shown) { return shownAt + Int64(leastSeconds) * 1_000 }
    return scene.isOld ? nil : shownAt + Int64(candles) * Candle.span
  }

  private func hasNews(_ scene: GlanceScene, since shown: GlanceScene) -> Bool {
    guard shown.link == scene.link, shown.mood == scene.mood else { return true }
    guard let before = shown.price, let price = scene.price else {
      return shown.price != scene.price
    }
    return abs(price - before) * 100 >= before * pricePercent
  }
}

extension GlanceScene {
  /// What the scene is about: it changes only when somebody asks.
  fileprivate var subject: GlanceScene {
    var subject = GlanceScene()
    subject.language = language
    subject.name = name
    subject.code = code
    subject.exchange = exchange
    subject.position = position
    subject.count = count
    subject.notice = notice
    return isStopped ? subject.stopped : subject
  }
}
