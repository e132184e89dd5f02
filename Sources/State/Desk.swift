import MarketData
import Timing

/// The app's state: all that it knows, and all that the user has chosen. Only `apply` changes it.
///
/// Its parts own their state; this type routes events to them. A question that needs several parts at
/// once is answered by an extension beside the part it is about; these extensions change nothing.
public struct Desk: Sendable {
  /// What is known of each market that is configured, or could be shown in place of another.
  public private(set) var markets: IDArray<MarketID, MarketState>
  /// The places that a press steps through, in the configuration's order.
  public private(set) var places: IDArray<PlaceID, Place>
  public private(set) var settings: Settings
  public private(set) var preferences: Preferences
  /// The place that rotation has shown since the last command; nil: the chosen one is shown.
  private var rotatedPlace: PlaceID?
  public private(set) var activity = UserActivity()
  public private(set) var list = MarketList()
  public private(set) var holdings: HoldingPositions
  public private(set) var alerts = ActiveAlerts()
  public private(set) var notices = NoticeQueue()
  private(set) var premiums: Premiums
  private var exchanges = ExchangeStates()
  /// Data that belongs to no exchange.
  public private(set) var reference = ReferenceData()
  /// Nil until the board's networks were first looked at.
  public private(set) var network: BoardNetwork?
  /// Whether, on the link page, the press for the next market lets a browser in.
  public private(set) var offersPairing = false
  /// Nil where no browser is let in now.
  public private(set) var pairing: PairingOffer?
  /// The candles that the exchange keeps of the market in the chart; of one market at a time.
  public private(set) var chartHistory: (market: MarketID, history: CandleHistory)?
  /// The newest time that the desk was told.
  public private(set) var now = Moment(monotonic: 0, wall: 0)
  /// Local time less UTC, in seconds.
  public private(set) var utcOffsetSeconds = 0
  /// When the machine woke from a sleep last, by the monotonic clock.
  private(set) var wokeAt = Int64.min

  /// One display place, and which market is shown there.
  public struct Place: Equatable, Sendable {
    public internal(set) var market: MarketID
    /// The markets of one pair that could be shown there, the preferred first: at least one.
    public let candidates: [MarketID]

    /// - Parameter market: the candidate that is shown; nil for the preferred one.
    public init(_ candidates: [MarketID], showing market: MarketID? = nil) {
      self.market = market ?? candidates[0]
      self.candidates = candidates
    }

    /// Whether several exchanges could serve it, so that the screen must say which one does.
    public var isShared: Bool { candidates.count > 1 }
  }

  /// - Parameters:
  ///   - markets: at least one.
  ///   - places: the places that show the markets, in order; nil gives each market its own place.
  ///   - preferences: what was saved by an earlier run.
  public init(
    markets: [MarketState], places: [Place]? = nil, settings: Settings = Settings(),
    preferences: Preferences? = nil
  ) {
    precondition(!markets.isEmpty && places?.isEmpty != true, "there is always a market to show")
    self.markets = IDArray(markets)
    for state in markets { exchanges.add(state.market) }
    self.places = IDArray(places ?? self.markets.indices.map { Place([$0]) })
    premiums = Premiums(at: PremiumPlaces(self.places, of: self.markets))
    self.settings = settings
    holdings = HoldingPositions(settings.holdings, among: self.markets)
    self.preferences = preferences ?? Preferences(page: settings.home)
  }

  /// A longer pause between two times means that the machine slept: while it is awake, the messages
  /// that it hears cause turns more often.
  private static let sleepMilliseconds: Int64 = 10_000

  /// Takes one event: nothing else changes the desk.
  public mutating func apply(_ event: Event) {
    switch event {
    case .update(let update): apply(update)
    case .command(let command):
      // A command is meant for the place on the screen, even where rotation has shown it.
      let before = currentPlace
      (preferences.place, rotatedPlace) = (before, nil)
      apply(command)
      if case .choose(.market) = command { preferences.absentMarket = nil }
      if preferences.place != before { preferences.absentMarket = nil }
    case .time(let moment, let utcOffsetSeconds):
      let hasSlept = moment.monotonic - now.monotonic > Self.sleepMilliseconds
      if hasSlept { wokeAt = moment.monotonic }
      now = moment
      self.utcOffsetSeconds = utcOffsetSeconds
      correctSavedSnoozes()
      for market in markets.indices { advance(market) }
      if alerts.advance(to: now.monotonic) {
        // After a sleep the feeds first say whether their exchanges are still heard.
        if hasSlept { alerts.lookSoon() } else { lookAtAlerts() }
      }
      advance()
    case .settings(let settings): apply(settings)
    case .places(let places, let newcomers, let mayComeBack):
      apply(places, newcomers, mayComeBack: mayComeBack)
    case .network(let network): self.network = network
    case .offersPairing(let offersPairing): self.offersPairing = offersPairing
    case .pairing(let offer): pairing = offer
    case .notice(let notice): notices.add(notice, at: now)
    }
    if !notices.entries.isEmpty {
      notices.advance(to: now.monotonic, mayShow: !isQuiet, isCovered: isNoticeCovered)
    }
    sortList()
  }
}

// Updates from the feeds.
extension Desk {
  private mutating func apply(_ update: Update) {
    switch update {
    case .trade(let market, let trade):
      advance(market)
      markets[market].apply(trade, clock: clock(of: market), at: now.monotonic)
    case .tape(let market, let trades):
      advance(market)
      markets[market].apply(trades)
    case .ticker(let market, let ticker):
      advance(market)
      let known = sortable(market)
      markets[market].apply(ticker, clock: clock(of: market), at: now.monotonic)
      if sortable(market) != known { list.invalidate() }
      lookAtAlerts(of: market)
    case .sample(let market, let price, let time): markets[market].sample(price, time: time)
    case .history(let market, let candles, let covering):
      advance(market)
      if markets[market].price == nil { list.invalidate() }
      markets[market].merge(
        candles, covering: covering, clock: clock(of: market), at: now.monotonic)
      lookAtAlerts(of: market)
    case .missed(let market, let range):
      advance(market)
      markets[market].miss(range)
    case .retracted(let market, let range):
      advance(market)
      markets[market].retract(range)
    case .candles(let market, let history): chartHistory = (market, history)
    case .filling(let market, let isFilling): markets[market].setFilling(isFilling)
    case .listing(let market, let listing):
      guard markets[market].apply(listing) else { break }
      // Amounts in another quote are worth something else, so the rows must be sorted again.
      list.invalidate()
      premiums.setPlaces(PremiumPlaces(places, of: markets))
    case .book(let market, let book): markets[market].apply(book)
    case .wallet(let market, let wallet, let heard): markets[market].apply(wallet, heard: heard)
    case .listed(let market, let isListed, let isHalted):
      markets[market].setListed(isListed, isHalted: isHalted)
    case .unheard(let market, let unheard):
      // As with the link of its exchange: its prices now raise alerts, or no longer do.
      if unheard?.isStale != markets[market].unheard?.isStale { alerts.lookSoon() }
      markets[market].setUnheard(unheard)
    case .streamed(let market, let isStreamed): markets[market].setStreamed(isStreamed)
    case .unfollowed(let market):
      markets[market].forgetPrice()
      list.invalidate()
    case .clock(let exchange, let offset):
      exchanges.update(exchange) { $0.setClock(offset: offset) }
    case .selected(let place, let market):
      places[place].market = market
      premiums.setPlaces(PremiumPlaces(places, of: markets))
      list.invalidate()
      handOverAlerts(isForGood: false)
    case .ranking(let wish, let newest):
      if settings.ranking == wish { list.rank(newest, at: now.monotonic) }
    case .rankingFailure(let wish, let exchange, let failureReason):
      if settings.ranking == wish {
        list.fail(MarketList.Outage(exchange: exchange, failureReason: failureReason))
      }
    case .title(let exchange, let title):
      for market in markets.indices where markets[market].market.source == exchange {
        markets[market].changeEndpoint(title: title)
      }
    case .failure(let exchange, let failureReason):
      exchanges.update(exchange) { $0.setFailure(failureReason) }
    case .rates, .trending, .facts, .serviceFailure, .serviceHeard:
      // Without rates, rows in another currency could not be sorted among the others.
      if case .rates = update, reference.rates.isEmpty { list.invalidate() }
      reference.apply(update, at: now.monotonic)
    case .link(let exchange, let link, let heard):
      // Its prices raise alerts from now on, or no longer do.
      if exchanges[exchange]?.link.isLive != link.isLive { alerts.lookSoon() }
      exchanges.update(exchange) { $0.setLink(link, heard: heard, at: now.monotonic) }
    }
  }

  /// Which of the values that a list is sorted by are known of a market.
  private func sortable(_ market: MarketID) -> (price: Bool, change: Bool, turnover: Bool) {
    let ticker = markets[market].ticker
    return (ticker != nil, ticker?.baselinePrice != nil, ticker?.tradedValue != nil)
  }

  private mutating func advance(_ market: MarketID) {
    guard let clock = clock(of: market) else { return }
    markets[market].advance(to: clock, exchange: exchangeLink(of: market))
  }

  /// The state of an exchange by its name; nil before anything was told of it.
  public func exchange(_ name: String) -> ExchangeState? { exchanges[name] }

  /// The state of a market's exchange; nil before anything was told of it.
  public func exchange(of market: MarketID) -> ExchangeState? { exchanges[market] }

  /// What the clock of a market's exchange shows.
  public func clock(of market: MarketID) -> Int64? {
    exchanges[market]?.clock(at: now.monotonic)
  }

  /// The link of a market: that of its exchange, unless the exchange leaves the market out.
  public func link(of market: MarketID) -> Link {
    // The link is looked up first, so that no market state is copied.
    let link = exchangeLink(of: market)
    return markets[market].link(link)
  }

  private func exchangeLink(of market: MarketID) -> Link {
    exchanges[market]?.link ?? .offline
  }

  /// Whether the market's exchange has not spoken yet, and nothing has failed.
  public func isConnecting(_ market: MarketID) -> Bool {
    exchanges[market]?.isConnecting ?? true
  }

  /// Our monotonic time when the market's exchange last spoke; of a market that it leaves out, when
  /// the values on the screen were last true.
  public func heard(of market: MarketID) -> Int64? {
    if let unheard = markets[market].unheard { return unheard.since }
    return exchanges[market]?.heard
  }

  /// Whether what was told of a market is current: its exchange is heard, and was not lost since then.
  /// - Parameter heard: when it was told, by our monotonic clock; nil where it never was.
  func isOfNow(_ heard: Int64?, of market: MarketID) -> Bool {
    guard let heard, let exchange = exchanges[market] else { return false }
    return link(of: market).isLive && heard > exchange.lostAt ?? .min
  }
}

// Commands of the user, and what happens by itself while the user is away.
extension Desk {
  private mutating func apply(_ command: Command) {
    activity.touch(at: now.monotonic)
    // A command with a value is not meant for the notice or the alert in front.
    if command.assignment == nil, putAway() { return }
    switch command {
    case .show(let page): preferences.page = page
    case .nextMarket: showNext(1)
    case .previousMarket: showNext(-1)
    case .nextPage: preferences.page = turnablePage(after: 1)
    case .previousPage: preferences.page = turnablePage(after: -1)
    case .home: preferences.page = settings.home
    case .nextLayout: preferences.layout = layout.next
    case .nextLanguage: preferences.language = language.next
    case .nextTheme: preferences.theme = theme.next
    case .nextColours: preferences.colours = colours.next
    case .mark: apply(markCommand)
    case .favourite:
      let group = favouriteGroup(of: pointedMarket)
      if preferences.favourites.isDisjoint(with: group) {
        preferences.favourites.insert(pointedMarket)
      } else {
        preferences.favourites.subtract(group)
      }
      if settings.putsFavouritesFirst { list.invalidate() }
    case .sort:
      preferences.order = preferences.order.next
      list.invalidate()
    case .nextCurrency: preferences.currency = nextCurrency
    case .nextSpan: preferences.span = span.next
    case .nextIndicator: preferences.indicator = indicator.next
    case .choose(let choice): choose(choice)
    case .snooze, .retryNow, .light: break
    }
  }

  private mutating func choose(_ choice: Choice) {
    switch choice {
    case .market(let name): showMarket(named: name)
    case .page(let page): preferences.page = page
    case .theme(let theme): preferences.theme = theme
    case .colours(let colours): preferences.colours = colours
    case .language(let language): preferences.language = language
    case .layout(let layout): preferences.layout = layout
    case .currency(let currency): preferences.currency = currency
    case .rotation(let seconds):
      preferences.rotationSeconds = seconds
      activity.hold(at: now.monotonic)
    }
  }

  /// Does what is due by itself: goes home, shows the next market, looks at the premiums.
  private mutating func advance() {
    activity.advance(to: now.monotonic)
    if premiums.deadline.isDue(at: now.monotonic) {
      premiums.add(newestPremiums, at: now, utcOffsetSeconds: utcOffsetSeconds)
    }
    // A pairing code stays until its time is over, or its page is left.
    if let until = pairing?.until, until <= now.monotonic || preferences.page != .link {
      pairing = nil
    }
    if alerts.front != nil || frontNotice != nil || pairing != nil {
      activity.hold(at: now.monotonic)
    }
    if homeAt.isDue(at: now.monotonic) { preferences.page = settings.home }
    if rotateAt.isDue(at: now.monotonic) {
      activity.rotated(at: now.monotonic)
      rotatedPlace = step(1)
    }
  }

  private mutating func showNext(_ steps: Int) { preferences.place = step(steps) }

  /// Steps by so many markets; on the list page by so many rows.
  /// - Returns: the place of the market there; the current place where that market has none.
  private mutating func step(_ steps: Int) -> PlaceID {
    guard preferences.page == .list else { return places.stepping(steps, from: currentPlace) }
    guard let row = rowPointed(after: steps) else { return currentPlace }
    guard settings.ranking != nil else { return PlaceID(row) }
    let market = list.ranked[row].market
    list.point(at: market)
    let place = places.firstIndex { markets[$0.market].market == market }
    return place ?? currentPlace
  }

  /// Shows a market at its place; without a place, points at it in the ranked list that has it.
  private mutating func showMarket(named name: String) {
    if let place = place(named: name) {
      preferences.place = place
      list.point(at: markets[places[place].market].market)
    } else if let market = rankedMarket(named: name) {
      preferences.page = .list
      list.point(at: market)
    }
  }

  /// Sorts the rows again while the list page is shown, if they need it.
  private mutating func sortList() {
    if preferences.page != .list {
      list.close()
    } else if list.sorted == nil {
      list.setSorted(sortedRows())
    }
  }

  /// The same state with another place on the screen, in the full layout: it draws the second of two
  /// markets beside each other.
  public func showing(_ place: PlaceID) -> Desk {
    var other = self
    (other.preferences.place, other.rotatedPlace) = (place, nil)
    other.preferences.layout = .full
    return other
  }
}

// Alerts: which ones come, how the user puts away the alert or the notice in front, and at which market
// alerts go on.
extension Desk {
  /// Checks every rule against one market; without a market, against all of them.
  private mutating func lookAtAlerts(of market: MarketID? = nil) {
    guard !settings.alerts.rules.isEmpty else { return }
    for place in places.indices {
      let subject = places[place].market
      guard subject == market ?? subject, self.place(of: subject) == place else { continue }
      for (number, rule) in settings.alerts.rules.enumerated() where concerns(rule, subject) {
        let key = Alarm.Key(rule: number, market: subject)
        alerts.look(
          key, for: rule, reading(of: subject, for: rule), at: now, isSnoozed: isSnoozed(key))
      }
    }
    bringAlertsToFront()
  }

  private mutating func bringAlertsToFront() {
    guard !alerts.alarms.isEmpty else { return }
    let showable = showableAlarms
    let news = alerts.pass(at: now.monotonic, mayShow: showable.contains)
    alerts.report(news.map(fired))
  }

  /// The user puts away what is in front: a notice for good, an alert for a while.
  /// - Returns: whether there was anything.
  private mutating func putAway() -> Bool {
    guard frontNotice != nil else { return snoozeAlert() }
    notices.putAway(at: now.monotonic)
    return true
  }

  /// The user puts the alert in front away for a while.
  /// - Returns: whether there was one.
  private mutating func snoozeAlert() -> Bool {
    guard alertPlace != nil, let front = alerts.front else { return false }
    // Drops the snoozes that are over, and those too far ahead because the clock was set back.
    preferences.snoozes = preferences.snoozes.filter { 1...86_400_000 ~= $0.value - now.wall }
    let milliseconds = Int64(settings.alerts.rules[front.key.rule].snoozeMinutes) * 60_000
    preferences.snoozes[name(of: front.key)] = now.wall + milliseconds
    let until = Deadline(now.monotonic + milliseconds)
    alerts.snooze(
      name(of: front.key), ActiveAlerts.Snooze(since: now.monotonic, until: until))
    bringAlertsToFront()
    return true
  }

  /// Shortens the snoozes of this run to what the configuration allows now.
  private mutating func limitSnoozes() {
    guard !alerts.snoozes.isEmpty else { return }
    var longest: [String: Int] = [:]
    for (number, rule) in settings.alerts.rules.enumerated() {
      for market in markets.indices where concerns(rule, market) {
        // Rules with the same condition share one snooze at a market.
        let name = name(of: Alarm.Key(rule: number, market: market))
        longest[name] = max(longest[name] ?? 0, rule.snoozeMinutes)
      }
    }
    for (name, minutes) in longest { alerts.limitSnooze(name, to: Int64(minutes) * 60_000) }
  }

  /// Corrects the saved ends of snoozes: they go by the wall clock, which may have been set since, and
  /// a snooze may be shorter now.
  private mutating func correctSavedSnoozes() {
    for (name, snooze) in alerts.snoozes {
      let until = now.wall + snooze.until.monotonic - now.monotonic
      // A clock that is off by at most a second counts as right: each correction is saved anew.
      guard let saved = preferences.snoozes[name], !(until - 1_000...until + 1_000 ~= saved)
      else { continue }
      // A snooze that is over is removed: if it stayed saved, it would begin again in a later run.
      preferences.snoozes[name] = snooze.until.isDue(at: now.monotonic) ? nil : until
    }
  }

  /// Moves what is known of each alert to the market at which its rule looks now.
  private mutating func handOverAlerts(isForGood: Bool) {
    let keys = alerts.keys
    let successors = successors(ofAlerts: keys, isForGood: isForGood)
    for key in keys {
      guard let successor = successors[key], successor != key else { continue }
      let (old, new) = (name(of: key), name(of: successor))
      // Saved under both names: after a restart the usual exchange is the first to be heard.
      if let until = preferences.snoozes[old] { preferences.snoozes[new] = until }
      if let snooze = alerts.snoozes[old] { alerts.snooze(new, snooze) }
    }
    alerts.rekey { successors[$0] }
    alerts.lookSoon()
  }
}

// What a new configuration changes.
extension Desk {
  private mutating func apply(_ settings: Settings) {
    if settings.rotateEverySeconds != self.settings.rotateEverySeconds {
      activity.hold(at: now.monotonic)
    }
    preferences.yield(to: settings, after: self.settings)
    alerts.renumber(from: self.settings.alerts.rules, to: settings.alerts.rules)
    if settings.alerts != self.settings.alerts { alerts.lookSoon() }
    if settings.ranking != self.settings.ranking { list.forgetRanking() }
    self.settings = settings
    limitSnoozes()
    holdings = HoldingPositions(settings.holdings, among: self.markets)
    list.invalidate()
  }

  /// Keeps what is shown on the screen where it still has a place.
  private mutating func apply(
    _ places: [Place], _ newcomers: [MarketState], mayComeBack: Bool
  ) {
    let before = self.places
    markets.append(contentsOf: newcomers)
    for state in newcomers { exchanges.add(state.market) }
    holdings = HoldingPositions(settings.holdings, among: self.markets)
    self.places = IDArray(places)
    premiums.setPlaces(PremiumPlaces(self.places, of: self.markets))
    list.invalidate()
    if self.places != before { handOverAlerts(isForGood: true) }
    func sharing(_ old: Place) -> PlaceID? {
      self.places.firstIndex { !Set($0.candidates).isDisjoint(with: old.candidates) }
    }
    func moved(_ place: PlaceID) -> PlaceID {
      let old = before[place]
      return self.places.firstIndex { $0.candidates == old.candidates }
        ?? self.places.firstIndex { $0.market == old.market }
        ?? sharing(old) ?? min(place, PlaceID(places.count - 1))
    }
    let chosen = before[preferences.place]
    // A market without a price was never heard, so the user cannot have meant it.
    if mayComeBack, preferences.absentMarket == nil, markets[chosen.market].price != nil,
      sharing(chosen) == nil
    {
      preferences.absentMarket = names(of: chosen)[0]
    }
    preferences.place = moved(preferences.place)
    if let place = rotatedPlace { rotatedPlace = moved(place) }
    if let place = preferences.absentMarket.flatMap(place(named:)) {
      (preferences.place, rotatedPlace, preferences.absentMarket) = (place, nil, nil)
    }
  }
}

// What is chosen now: by the user, else by the configuration.
extension Desk {
  /// The place and the page on the screen.
  public var place: PlaceID { alertPlace ?? currentPlace }
  public var page: PageName {
    frontNotice != nil ? .notice : alertPlace != nil ? .alert : preferences.page
  }
  /// The place on the screen while no alert is in front.
  var currentPlace: PlaceID { rotatedPlace ?? preferences.place }
  /// Whether something is in front of the page that was chosen, until it is put away.
  public var isInterrupted: Bool { page != preferences.page }
  /// The market on the screen.
  public var shown: MarketID { places[place].market }

  public var layout: Layout { preferences.layout ?? settings.layout }
  public var language: Language { preferences.language ?? settings.language }
  public var theme: ThemeName { preferences.theme ?? settings.theme }
  public var colours: ColourConvention {
    preferences.colours ?? settings.colours ?? language.convention
  }
  public var span: ChartSpan { preferences.span ?? settings.span }
  public var indicator: Indicator { preferences.indicator ?? settings.indicator }

  /// Nil: never.
  public var rotateEverySeconds: Int? {
    guard let seconds = preferences.rotationSeconds else { return settings.rotateEverySeconds }
    return seconds == 0 ? nil : seconds
  }

  /// The pages that next-page steps through: those that the configuration names, or else all pages
  /// that have something to show, and the chosen one.
  public var turnablePages: [PageName] {
    settings.hasOwnPages
      ? settings.pages : settings.pages.filter { $0 == preferences.page || hasContent($0) }
  }

  /// Whether a page can have something to show, with the markets and holdings that there are.
  func hasContent(_ page: PageName) -> Bool {
    switch page {
    case .premium: !premiumBases.isEmpty
    case .wallet:
      places.contains {
        !settings.exchangesWithoutWallets.contains(markets[$0.market].market.exchange)
      }
    case .portfolio: !settings.holdings.isEmpty
    default: true
    }
  }

  /// The page so many steps further.
  func turnablePage(after steps: Int) -> PageName {
    let pages = turnablePages
    // A page that is not among them leads to the first.
    let index = pages.firstIndex(of: page).map { $0 + steps } ?? 0
    return pages[(index + pages.count) % pages.count]
  }
}

// When the desk changes with time alone.
extension Desk {
  /// When, by the monotonic clock, `.time` changes the desk, or the minute of the wall clock ends.
  public var deadline: Deadline {
    let minute = 60_000 - (now.wall % 60_000 + 60_000) % 60_000
    var soonest = Deadline(now.monotonic + minute)
    soonest.advance(to: homeAt)
    soonest.advance(to: rotateAt)
    soonest.advance(to: activity.hintEndsAt)
    soonest.advance(to: alertDeadline)
    soonest.advance(to: noticeDeadline)
    if let pairing { soonest.advance(to: Deadline(pairing.until)) }
    for exchange in exchanges.all {
      guard let clock = exchange.clock(at: now.monotonic) else { continue }
      soonest.advance(
        to: Deadline(now.monotonic + Candle.bucket(of: clock) + Candle.span - clock))
    }
    return soonest
  }

  private var homeAt: Deadline {
    guard preferences.page != settings.home, let seconds = settings.homeAfterSeconds else {
      return .never
    }
    return activity.homeAt(after: seconds, now: now.monotonic)
  }

  private var rotateAt: Deadline {
    guard places.count > 1, let seconds = rotateEverySeconds else { return .never }
    return activity.rotateAt(every: seconds, now: now.monotonic)
  }
}
