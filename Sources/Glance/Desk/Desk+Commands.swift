// What hands, and the lack of them, do to the desk.
extension Desk {
  /// How long rotating waits after a hand was there.
  private static let rotationPauseMilliseconds: Int64 = 60_000

  mutating func apply(_ command: Command) {
    idleSince = now.monotonic
    rotationPausedUntil = now.monotonic + Self.rotationPauseMilliseconds
    hintUntil = now.monotonic + Self.hintMilliseconds
    if snoozeAlert() { return }
    if let page = command.page {
      choices.page = page
      return
    }
    switch command {
    case .nextMarket: showNext(1)
    case .previousMarket: showNext(-1)
    case .nextPage: choices.page = turned(1)
    case .previousPage: choices.page = turned(-1)
    case .home: choices.page = settings.home
    case .nextLayout: choices.layout = layout.next
    case .nextLanguage: choices.language = language.next
    case .nextTheme: choices.theme = theme.ground.next
    case .nextColours: choices.colours = theme.convention.next
    case .mark: apply(marked)
    case .favourite: toggleFavourite()
    case .sort: sortNext()
    case .nextCurrency: showNextCurrency()
    case .nextSpan: choices.span = span.next
    case .nextIndicator: choices.indicator = indicator.next
    default: break
    }
  }

  /// Does what is due by itself: goes home, and shows the next market.
  mutating func keepTime() {
    idleSince = idleSince ?? now.monotonic
    rotatedAt = rotatedAt ?? now.monotonic
    watchPremiums()
    if let at = hintUntil, at <= now.monotonic { hintUntil = nil }
    // What was chosen before an alert is there again after it.
    if board.front != nil { (idleSince, rotatedAt) = (now.monotonic, now.monotonic) }
    if let at = homeAt, at <= now.monotonic { choices.page = settings.home }
    if let at = rotateAt, at <= now.monotonic {
      rotatedAt = now.monotonic
      showNext(1)
    }
  }

  /// When, by the monotonic clock, the home page comes back.
  var homeAt: Int64? {
    guard choices.page != settings.home, let seconds = settings.homeAfterSeconds else { return nil }
    return (idleSince ?? now.monotonic) + Int64(seconds) * 1_000
  }

  /// When the next market is shown by itself.
  var rotateAt: Int64? {
    guard places.count > 1, let seconds = settings.rotateEverySeconds else { return nil }
    return max((rotatedAt ?? now.monotonic) + Int64(seconds) * 1_000, rotationPausedUntil)
  }

  private mutating func showNext(_ steps: Int) {
    if choices.page == .list { return pointNext(steps) }
    choices.position = (choices.position + steps + places.count) % places.count
  }

  private mutating func toggleFavourite() {
    choices.favourites.formSymmetricDifference([pointed])
    if settings.putsFavouritesFirst { roster = nil }
  }

  /// The page so many further.
  func turned(_ steps: Int) -> Page {
    let pages = settings.pages
    // From a page that is not turned to by hand, to the first.
    let place = pages.firstIndex(of: page).map { $0 + steps } ?? 0
    return pages[(place + pages.count) % pages.count]
  }
}
