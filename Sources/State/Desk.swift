import MarketData
import Timing

/// The app's state: all that it knows and all that the user has chosen, changed by `apply` alone.
///
/// Its parts own their state; this type routes events to them. What is asked of several parts at
/// once stands in extensions beside the part it is about, which read and never change anything.
/// Markets are indices into `markets`, places indices into `places`.
public struct Desk: Sendable {
  /// What is known of each market that is configured, or could be shown in place of another.
  public private(set) var markets: [MarketState]
  /// What a press goes through, in the configuration's order.
  public private(set) var places: [Place]
  public private(set) var settings: Settings
  public private(set) var preferences: Preferences
  /// The place that the user has chosen last.
  private var chosenPosition: Int
  public private(set) var activity = UserActivity()
  public private(set) var list = MarketList()
  public private(set) var holdings: HoldingPositions
  public private(set) var alerts = AlertBoard()
  private(set) var premiums = PremiumHistory()
  /// By their names in the configuration.
  private var exchanges: [String: ExchangeState] = [:]
  /// What is known beyond any exchange.
  public private(set) var reference = ReferenceData()
  /// Nil until it was looked at.
  public private(set) var network: BoardNetwork?
  /// The candles that the exchange of the market in the chart keeps: of one market at a time.
  public private(set) var chartHistory: (market: Int, history: CandleHistory)?
  /// The newest time that the desk was told, and the distance of local time from UTC.
  public private(set) var now = Moment(monotonic: 0, wall: 0)
  public private(set) var utcOffsetSeconds = 0

  /// One display place, and which market is shown there.
  public struct Place: Equatable, Sendable {
    public internal(set) var market: Int
    /// Whether several exchanges could serve it, so that the screen must say which one does.
    public let isShared: Bool

    public init(market: Int, isShared: Bool = false) {
      self.market = market
      self.isShared = isShared
    }
  }

  /// - Parameters:
  ///   - markets: at least one.
  ///   - places: what is shown of them, the first first; each market at its own place without.
  ///   - preferences: what was saved by an earlier run.
  public init(
    markets: [MarketState], places: [Place]? = nil, settings: Settings = Settings(),
    preferences: Preferences? = nil
  ) {
    precondition(!markets.isEmpty && places?.isEmpty != true, "there is always a market to show")
    self.markets = markets
    self.places = places ?? markets.indices.map { Place(market: $0) }
    self.settings = settings
    holdings = HoldingPositions(settings.holdings, among: markets)
    self.preferences = preferences ?? Preferences(page: settings.home)
    chosenPosition = self.preferences.position
  }

  /// Takes one event: nothing else changes the desk.
  public mutating func apply(_ event: Event) {
    switch event {
    case .update(let update): apply(update)
    case .command(let command):
      apply(command)
      chosenPosition = preferences.position
    case .time(let moment, let utcOffsetSeconds):
      now = moment
      self.utcOffsetSeconds = utcOffsetSeconds
      for index in markets.indices { advance(index) }
      if alerts.advance(to: now.monotonic) { lookAtAlerts() }
      advance()
    case .settings(let settings): apply(settings)
    case .places(let places, let newcomers): apply(places, newcomers)
    case .network(let network): self.network = network
    }
    sortList()
  }
}

// What the feeds say.
extension Desk {
  private mutating func apply(_ update: Update) {
    switch update {
    case .trade(let index, let trade):
      advance(index)
      markets[index].apply(trade, clock: clock(of: index), at: now.monotonic)
    case .tape(let index, let trades):
      advance(index)
      markets[index].apply(trades)
    case .ticker(let index, let ticker):
      advance(index)
      if markets[index].price == nil { list.invalidate() }
      markets[index].apply(ticker, clock: clock(of: index), at: now.monotonic)
      lookAtAlerts(of: index)
    case .sample(let index, let price, let time): markets[index].sample(price, time: time)
    case .history(let index, let candles, let covering):
      advance(index)
      if markets[index].price == nil { list.invalidate() }
      markets[index].merge(
        candles, covering: covering, clock: clock(of: index), at: now.monotonic)
      lookAtAlerts(of: index)
    case .missed(let index, let range):
      advance(index)
      markets[index].miss(range)
    case .candles(let index, let history): chartHistory = (index, history)
    case .filling(let index, let isFilling): markets[index].setFilling(isFilling)
    case .listing(let index, let listing):
      markets[index].apply(listing)
      list.invalidate()
    case .book(let index, let book): markets[index].apply(book)
    case .wallet(let index, let wallet, let heard): markets[index].apply(wallet, heard: heard)
    case .listed(let index, let isListed): markets[index].setListed(isListed)
    case .clock(let exchange, let offset):
      exchanges[exchange, default: ExchangeState()].setClock(offset: offset)
    case .speaks(let place, let market):
      places[place].market = market
      list.invalidate()
      handOverAlerts(isForGood: false)
    case .ranking(let exchange, let newest):
      if settings.ranking?.exchange == exchange { list.rank(newest, at: now.monotonic) }
    case .title(let exchange, let title):
      for index in markets.indices where markets[index].market.exchange == exchange {
        markets[index].setTitle(title)
      }
    case .failure(let exchange, let failureReason):
      exchanges[exchange, default: ExchangeState()].setFailure(failureReason)
    case .rates, .trending, .facts, .sourceFailure: reference.apply(update, at: now.monotonic)
    case .link(let exchange, let link, let heard):
      exchanges[exchange, default: ExchangeState()].setLink(link, heard: heard, at: now.monotonic)
    }
  }

  private mutating func advance(_ index: Int) {
    guard let exchange = exchanges[markets[index].market.exchange],
      let clock = exchange.clock(at: now.monotonic)
    else { return }
    markets[index].advance(to: clock, gaps: exchange.gapPolicy)
  }

  /// How an exchange is heard; nil before it was asked.
  public func exchange(_ name: String) -> ExchangeState? { exchanges[name] }

  /// What the clock of a market's exchange shows.
  public func clock(of index: Int) -> Int64? {
    exchanges[markets[index].market.exchange]?.clock(at: now.monotonic)
  }

  public func link(of index: Int) -> Link {
    exchanges[markets[index].market.exchange]?.link ?? .offline
  }

  /// Our monotonic time when the market's exchange last spoke.
  public func heard(of index: Int) -> Int64? { exchanges[markets[index].market.exchange]?.heard }
}

// What the user asks for, and what happens by itself while the user is away.
extension Desk {
  private mutating func apply(_ command: Command) {
    activity.touch(at: now.monotonic)
    if snoozeAlert() { return }
    switch command {
    case .show(let page): preferences.page = page
    case .nextMarket: showNext(1)
    case .previousMarket: showNext(-1)
    case .nextPage: preferences.page = turned(1)
    case .previousPage: preferences.page = turned(-1)
    case .home: preferences.page = settings.home
    case .nextLayout: preferences.layout = layout.next
    case .nextLanguage: preferences.language = language.next
    case .nextTheme: preferences.theme = theme.next
    case .nextColours: preferences.colours = colours.next
    case .mark: apply(marked)
    case .favourite:
      preferences.favourites.formSymmetricDifference([pointedMarket])
      if settings.putsFavouritesFirst { list.invalidate() }
    case .sort:
      preferences.order = preferences.order.next
      list.invalidate()
    case .nextCurrency: preferences.currency = nextCurrency
    case .nextSpan: preferences.span = span.next
    case .nextIndicator: preferences.indicator = indicator.next
    case .snooze, .retryNow: break
    }
  }

  /// Does what is due by itself: goes home, shows the next market, looks at the premiums.
  private mutating func advance() {
    activity.advance(to: now.monotonic)
    if premiums.deadline.isDue(at: now.monotonic) {
      premiums.add(currentPremiums, at: now, utcOffsetSeconds: utcOffsetSeconds)
    }
    if alerts.front != nil { activity.hold(at: now.monotonic) }
    if homeAt.isDue(at: now.monotonic) { preferences.page = settings.home }
    if rotateAt.isDue(at: now.monotonic) {
      activity.rotated(at: now.monotonic)
      showNext(1)
    }
  }

  private mutating func showNext(_ steps: Int) {
    guard preferences.page == .list else {
      preferences.position = (preferences.position + steps + places.count) % places.count
      return
    }
    guard let row = rowPointed(after: steps) else { return }
    guard settings.ranking != nil else {
      preferences.position = row
      return
    }
    let market = list.ranked[row].market
    list.point(at: market)
    let place = places.firstIndex { markets[$0.market].market == market }
    preferences.position = place ?? preferences.position
  }

  /// Sorts what is to be sorted, once the list page is shown.
  private mutating func sortList() {
    if preferences.page != .list {
      list.close()
    } else if list.sorted == nil {
      list.setSorted(sortedRows())
    }
  }

  /// The same state with another place on the screen in full: what two markets beside each other
  /// show as the second.
  public func showing(position: Int) -> Desk {
    var other = self
    other.preferences.position = position
    other.preferences.layout = .full
    return other
  }
}

// Alerts: which come, which the user puts away, and where they go on.
extension Desk {
  /// Looks at one market for every rule; at all of them without.
  private mutating func lookAtAlerts(of market: Int? = nil) {
    guard !settings.alerts.rules.isEmpty else { return }
    for (index, place) in places.enumerated()
    where place.market == market ?? place.market && self.place(of: place.market) == index {
      for (number, rule) in settings.alerts.rules.enumerated() where concerns(rule, place.market) {
        let key = Alarm.Key(rule: number, market: place.market)
        alerts.look(
          key, for: rule, reading(of: place.market, for: rule), at: now, isSnoozed: isSnoozed(key))
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

  /// The user puts the alert in front away for a while.
  /// - Returns: whether there was one.
  private mutating func snoozeAlert() -> Bool {
    guard alertPlace != nil, let front = alerts.front else { return false }
    // Those whose time has come are over, and those of a clock that was set back.
    preferences.snoozes = preferences.snoozes.filter { 1...86_400_000 ~= $0.value - now.wall }
    let minutes = settings.alerts.rules[front.key.rule].snoozeMinutes
    preferences.snoozes[name(of: front.key)] = now.wall + Int64(minutes) * 60_000
    bringAlertsToFront()
    return true
  }

  /// What is known of each alert goes to the market that it is looked at in now.
  private mutating func handOverAlerts(isForGood: Bool) {
    let keys = alerts.keys
    let successors = successors(ofAlerts: keys, isForGood: isForGood)
    for key in keys {
      // Saved under both: after a restart the first exchange to be heard is the usual one.
      guard let successor = successors[key], successor != key,
        let until = preferences.snoozes[name(of: key)]
      else { continue }
      preferences.snoozes[name(of: successor)] = until
    }
    alerts.rekey { successors[$0] }
    alerts.lookSoon()
  }
}

// What another configuration changes.
extension Desk {
  private mutating func apply(_ settings: Settings) {
    preferences.yield(to: settings, after: self.settings)
    alerts.renumber(from: self.settings.alerts.rules, to: settings.alerts.rules)
    if settings.ranking != self.settings.ranking { list.forgetRanking() }
    self.settings = settings
    holdings = HoldingPositions(settings.holdings, among: markets)
    list.invalidate()
  }

  /// What is shown stays on the screen where it still has a place.
  private mutating func apply(_ places: [Place], _ newcomers: [MarketState]) {
    let before = self.places
    markets += newcomers
    holdings = HoldingPositions(settings.holdings, among: markets)
    self.places = places
    list.invalidate()
    if places != before { handOverAlerts(isForGood: true) }
    func moved(_ position: Int) -> Int {
      places.firstIndex { $0.market == before[position].market } ?? min(position, places.count - 1)
    }
    preferences.position = moved(preferences.position)
    chosenPosition = moved(chosenPosition)
  }
}

// What is chosen now: by the user, else by the configuration.
extension Desk {
  /// The place and the page on the screen.
  public var position: Int { alertPlace ?? preferences.position }
  public var page: PageName { alertPlace == nil ? preferences.page : .alert }
  /// The index of the market on the screen.
  public var shown: Int { places[position].market }

  public var layout: Layout { preferences.layout ?? settings.layout }
  public var language: Language { preferences.language ?? settings.language }
  public var theme: ThemeName { preferences.theme ?? settings.theme }
  public var colours: ColourConvention {
    preferences.colours ?? settings.colours ?? language.convention
  }
  public var span: ChartSpan { preferences.span ?? settings.span }
  public var indicator: Indicator { preferences.indicator ?? settings.indicator }

  /// What is worth saving of the preferences: not the market that was shown by itself.
  public var savedPreferences: Preferences {
    var saved = preferences
    saved.position = chosenPosition
    return saved
  }

  /// The page so many further.
  func turned(_ steps: Int) -> PageName {
    let pages = settings.pages
    // From a page that is not turned to by the user, to the first.
    let index = pages.firstIndex(of: page).map { $0 + steps } ?? 0
    return pages[(index + pages.count) % pages.count]
  }
}

// When something changes although nothing was said.
extension Desk {
  /// When, by the monotonic clock, `.time` changes the desk, or the minute of the wall clock ends.
  public var deadline: Deadline {
    let minute = 60_000 - (now.wall % 60_000 + 60_000) % 60_000
    var soonest = Deadline(now.monotonic + minute)
    soonest.advance(to: homeAt)
    soonest.advance(to: rotateAt)
    soonest.advance(to: activity.hintEndsAt)
    soonest.advance(to: alertDeadline)
    for index in markets.indices {
      guard let clock = clock(of: index) else { continue }
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
    guard places.count > 1, let seconds = settings.rotateEverySeconds else { return .never }
    return activity.rotateAt(every: seconds, now: now.monotonic)
  }
}
