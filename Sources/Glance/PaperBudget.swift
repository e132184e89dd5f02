import MarketData
import State
import Timing

/// Whether a scene is worth a refresh of paper, which flickers, takes seconds and wears out.
public struct PaperBudget: Sendable {
  /// How far the price must move from the one on paper to be worth a refresh.
  private var pricePercent = 0.1
  /// After so many candles a live picture is refreshed even without news, because it shows its time.
  private var candles = 60
  /// The least time between two refreshes, unless somebody asked for another market or page.
  private static let leastMilliseconds: Int64 = 30_000

  /// When a scene like the last one given to `spend` becomes worth a refresh.
  public private(set) var deadline = Deadline.never
  private var shown: Scene?
  private var shownAt: Int64 = 0

  public init() {}

  /// Refreshes when the price has moved so far, or after so many candles, from now on.
  public mutating func reconfigure(pricePercent: Double, candles: Int) {
    (self.pricePercent, self.candles) = (pricePercent, candles)
  }

  /// Spends a refresh on a scene that is worth one; the scene then counts as shown. Otherwise `deadline`
  /// says when the scene will be worth one.
  /// - Parameter now: the monotonic clock, in milliseconds.
  /// - Returns: whether it was spent, and the paper is to be refreshed.
  public mutating func spend(on scene: Scene, at now: Int64) -> Bool {
    deadline = due(scene)
    guard deadline.isDue(at: now) else { return false }
    shown = scene
    shownAt = now
    deadline = due(scene)
    return true
  }

  private func due(_ scene: Scene) -> Deadline {
    let soonest = Deadline(shownAt + Self.leastMilliseconds)
    guard let shown, shown.subject == scene.subject else {
      // A market that came by rotation counts as news: the user did not ask for it.
      let isAsked = shown?.page != scene.page || !scene.statusHeader.hasRotated
      return isAsked ? .immediately : soonest
    }
    // The first picture says only what the page waits for.
    if shown.missing > 0, scene.missing == 0 { return .immediately }
    if hasNews(scene, since: shown) { return soonest }
    // If something on the shown picture was still heard, one more refresh says that this is over.
    let isStill = scene.content.isStill && shown.content.isStill
    return isStill ? .never : Deadline(shownAt + Int64(candles) * Candle.span)
  }

  private func hasNews(_ scene: Scene, since shown: Scene) -> Bool {
    shown.statusHeader.link != scene.statusHeader.link
      || shown.statusHeader.isConnecting != scene.statusHeader.isConnecting
      || scene.statusHeader.hasAged(since: shown.statusHeader)
      || scene.content.hasNews(since: shown.content, pricePercent)
  }
}

extension PageScene {
  /// - Parameter shown: a scene of the same page.
  fileprivate func hasNews(since shown: any PageScene, _ pricePercent: Double) -> Bool {
    (shown as? Self).map { hasNews(since: $0, pricePercent: pricePercent) } ?? true
  }
}

extension Scene {
  /// What the scene is about: it changes only when the user asks for another.
  fileprivate var subject: Subject {
    var statusHeader = statusHeader
    (statusHeader.link, statusHeader.age, statusHeader.clock) = (.offline, nil, "")
    statusHeader.heardAt = nil
    (statusHeader.isConnecting, statusHeader.isSnoozed) = (false, false)
    statusHeader.outage = nil
    (statusHeader.hint, statusHeader.hasRotated) = (nil, false)
    return Subject(page: page, statusHeader: statusHeader, choices: content.subject)
  }

  /// How many things that the scene is about are not known yet.
  fileprivate var missing: Int { content.missingCount }
}

private struct Subject: Equatable {
  var page: PageName
  var statusHeader: StatusHeader
  var choices: [String?]
}
