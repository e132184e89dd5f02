import Feeds
import MarketData
import State
import Timing
import Wire

/// All feeds: brings them what happened on the wire and that time has passed, lets them follow what
/// is shown, and does what they want done.
final class FeedSet {
  private let client: Client
  private let log: (Severity, String) -> Void
  private var switchboard = Switchboard()
  private(set) var exchangeFeeds: [ExchangeFeed]
  /// The hubs that are followed in place of exchanges; nil where none are.
  private(set) var hubs: HubFeed?
  private var reference: ReferenceFeeds
  /// Whether this board asks for rates itself, and does not take them from a hub.
  private var hasStartedReference = false
  private var router: SubscriptionRouter

  /// - Parameters:
  ///   - root: makes a feed of each exchange that may be asked, and those of reference data.
  ///   - seed: where jitter and tickets come from.
  ///   - log: takes sentences.
  init(
    _ root: CompositionRoot, _ exchanges: [any Exchange], seed: UInt64, on client: Client,
    log: @escaping (Severity, String) -> Void
  ) {
    (self.client, self.log) = (client, log)
    exchangeFeeds = root.exchangeFeeds(exchanges, seed: seed, &switchboard)
    reference = root.referenceFeeds(seed: seed, &switchboard)
    router = SubscriptionRouter(root.selector)
    hubs = root.hubs(seed: seed)
  }

  var transport: any Transport { client.transport }

  /// How often each host was asked.
  var callCounts: [String: Int] { client.callCounts }

  /// The present titles of the exchanges that are asked.
  var titles: [(exchange: String, title: String)] {
    exchangeFeeds.map(\.feed.exchange).filter { isAsked($0.name) }.map { ($0.name, $0.title) }
  }

  /// What the feeds follow besides the markets that are shown.
  var requirements: DataRequirements { router.requirements }

  /// The market that is shown at each place.
  var selectedMarkets: [MarketID] { router.selector.markets }

  /// When `advance` or `turn` is wanted although nothing arrives, by the monotonic clock.
  var deadline: Deadline {
    var soonest = min(router.selector.deadline, reference.deadline)
    soonest.advance(to: hubs?.deadline ?? .never)
    for index in exchangeFeeds.indices { soonest.advance(to: exchangeFeeds[index].deadline) }
    return min(soonest, client.deadline)
  }

  /// Asks for reference data, unless a hub tells it.
  func start(at now: Moment) { if hubs == nil { startReference(at: now) } }

  private func startReference(at now: Moment) {
    guard !hasStartedReference else { return }
    hasStartedReference = true
    reference.start(at: now)
  }

  /// Gives what came over the wire to the feeds; answers that are not waited for any more are
  /// dropped.
  /// - Parameters:
  ///   - emit: takes what the feeds say.
  ///   - networkChanged: called when the machine's network is there again, or gone.
  /// - Returns: whether anything came.
  func turn(
    at now: Moment, _ emit: (Update) -> Void, networkChanged: (_ isUp: Bool) -> Void
  ) -> Bool {
    var hasNews = false
    client.turn(at: now) { event in
      if case .network(let isUp) = event {
        networkChanged(isUp)
        router.networkChanged(isUp: isUp, at: now.monotonic)
        hasNews = true
        for index in exchangeFeeds.indices where !exchangeFeeds[index].isLocal {
          handle(.network(isUp: isUp), by: index, at: now, emit)
        }
        reference.handle(.network(isUp: isUp), at: now) { apply($0, at: now, emit) }
      }
      switchboard.dispatch(event) { feed, event in
        hasNews = true
        // By index: no feed is copied.
        if let index = exchangeFeeds.indices.first(where: { exchangeFeeds[$0].id == feed }) {
          handle(event, by: index, at: now, emit)
        } else {
          reference.handle(event, of: feed, at: now) { apply($0, at: now, emit) }
        }
      }
    }
    for event in transport.popHubEvents() {
      handle(event, at: now, emit)
      hasNews = true
    }
    return hasNews
  }

  /// Lets every feed do what is due.
  /// - Returns: whether an exchange's feed or the hubs' had something to do.
  func advance(to now: Moment, _ emit: (Update) -> Void) -> Bool {
    var hasNews = false
    for index in exchangeFeeds.indices where exchangeFeeds[index].deadline.isDue(at: now.monotonic)
    {
      handle(.time, by: index, at: now, emit)
      hasNews = true
    }
    reference.handle(.time, at: now) { apply($0, at: now, emit) }
    if hubs?.deadline.isDue(at: now.monotonic) == true {
      handle(.time, at: now, emit)
      hasNews = true
    }
    return hasNews
  }

  /// Gives what hubs say to the feed that follows them.
  func handle(_ event: HubEvent, at now: Moment, _ emit: (Update) -> Void) {
    if event != .time { transport.keep(event) }
    hubs?.handle(event, at: now) { apply($0, at: now, emit) }
  }

  /// Takes what hubs are to be told, oldest first.
  func drainHubMessages() -> [HubFeed.Message] {
    for (severity, line) in hubs?.drainLog() ?? [] { log(severity, line) }
    return hubs?.drainMessages() ?? []
  }

  /// Makes every feed try everything now: the user wants it, or the clock was set.
  func retry(at now: Moment, _ emit: (Update) -> Void) {
    for index in exchangeFeeds.indices { handle(.retry, by: index, at: now, emit) }
    reference.handle(.retry, at: now) { apply($0, at: now, emit) }
  }

  /// Lets every feed follow what is shown of its exchange.
  /// - Returns: whether the feeds follow something else from now on.
  func follow(
    _ requirements: DataRequirements, at now: Moment, _ emit: (Update) -> Void
  ) -> Bool {
    let dropped = router.change(to: requirements, at: now.monotonic)
    if let dropped {
      // This holds for all dropped markets, whether an exchange or a hub told of them.
      for market in dropped.sorted() { apply(.unfollowed(market: market), at: now, emit) }
      hubs?.follow(
        router.allMarkets, books: requirements.books, wallets: requirements.wallets,
        chart: requirements.chart, tape: requirements.tape, at: now
      ) { apply($0, at: now, emit) }
    }
    let asksOthers = hubs?.popNews() ?? false
    guard asksOthers || dropped != nil else { return false }
    for index in exchangeFeeds.indices {
      let name = exchangeFeeds[index].name
      let isAsked = isAsked(name)
      let followed = isAsked ? router.markets(of: name) : []
      if hubs != nil, !followed.isEmpty { startReference(at: now) }
      if isAsked { takeOver(index) }
      exchangeFeeds[index].follow(followed, requirements, at: now) { update in
        if isAsked { hubs?.learn(from: update) }
        // For an exchange that is no longer asked, its link, gaps and listings come from the hub, if it
        // has one.
        switch update {
        case .link, .missed, .listed:
          if isAsked || hubs?.hasHub(for: name) == false { apply(update, at: now, emit) }
        case .failure, .unheard: if isAsked { apply(update, at: now, emit) }
        default: apply(update, at: now, emit)
        }
      }
    }
    reference.want(
      trending: requirements.trending, bases: requirements.facts.sorted(), at: now)
    return true
  }

  /// Does what the feeds want done.
  func runIntents(at now: Moment) {
    for index in exchangeFeeds.indices where exchangeFeeds[index].feed.hasIntents {
      exchangeFeeds[index].run(on: client, through: &switchboard, at: now, log: log)
    }
    reference.run(on: client, through: &switchboard, at: now.monotonic, log: log)
  }

  /// Follows another configuration: adds the feeds of new exchanges, and replaces a feed only where
  /// its addresses have changed. Other connections are left alone.
  func reconfigure(
    as root: CompositionRoot, _ exchanges: [any Exchange], seed: UInt64, at now: Moment,
    _ emit: (Update) -> Void
  ) {
    for exchangeFeed in root.exchangeFeeds(exchanges, seed: seed, &switchboard) {
      let name = exchangeFeed.name
      guard let index = exchangeFeeds.firstIndex(where: { $0.name == name }) else {
        exchangeFeeds.append(exchangeFeed)
        continue
      }
      if exchangeFeeds[index].addresses == exchangeFeed.addresses {
        exchangeFeeds[index].reconfigure(as: exchangeFeed, at: now)
      } else {
        let before = exchangeFeeds[index].feed
        exchangeFeeds[index].close(on: transport, switchboard)
        switchboard.remove(exchangeFeeds[index].id)
        exchangeFeeds.remove(at: index)
        exchangeFeeds.append(exchangeFeed)
        // A new feed starts without what the old one said: its prices, its failure, its title, and
        // which markets are not listed. Which markets are new is not known yet.
        for market in before.followed { apply(.unfollowed(market: market), at: now, emit) }
        apply(.failure(exchange: name, nil), at: now, emit)
        apply(.title(exchange: name, exchangeFeed.feed.exchange.title), at: now, emit)
        for (market, _) in before.allMarkets {
          apply(.listed(market: market, true), at: now, emit)
        }
      }
    }
    router.reconfigure(as: root.selector)
    let hubs = root.hubs(seed: seed)
    if let hubs, self.hubs != nil {
      self.hubs!.reconfigure(as: hubs, at: now) { apply($0, at: now, emit) }
    } else if hubs != nil || self.hubs != nil {
      self.hubs?.leave(at: now) { apply($0, at: now, emit) }
      for index in exchangeFeeds.indices { takeOver(index) }
      self.hubs = hubs
      // Rates that the hubs told go with them.
      if hubs == nil { apply(.rates([]), at: now, emit) }
      replaceReference(root, seed: seed, at: now, emit)
    }
  }

  /// Asks other sources of reference data from now on.
  func replaceReference(
    _ root: CompositionRoot, seed: UInt64, at now: Moment, _ emit: (Update) -> Void
  ) {
    // The failures of the earlier sources are over.
    for name in reference.names { apply(.serviceFailure(service: name, nil), at: now, emit) }
    reference = root.referenceFeeds(seed: seed, &switchboard)
    // Known rates stay until new ones arrive or they are too old. Where hubs are followed, a hub
    // tells them.
    if hubs == nil, reference.rateEndpoints.isEmpty { apply(.rates([]), at: now, emit) }
    hasStartedReference = false
    start(at: now)
  }

  /// Closes the sockets of the exchanges.
  func close() {
    for exchangeFeed in exchangeFeeds { exchangeFeed.close(on: transport, switchboard) }
  }

  private func handle(
    _ event: TransportEvent, by index: Int, at now: Moment, _ emit: (Update) -> Void
  ) {
    let name = exchangeFeeds[index].name
    let isAsked = isAsked(name)
    exchangeFeeds[index].handle(event, at: now) { update in
      switch update {
      // No hub tells which markets are traded most.
      case .ranking, .rankingFailure: return apply(update, at: now, emit)
      // The link of an exchange that no hub has ends a while after it was left.
      case .link where hubs?.hasHub(for: name) == false: return apply(update, at: now, emit)
      default: break
      }
      guard isAsked else { return }
      hubs?.learn(from: update)
      apply(update, at: now, emit)
    }
    // The other feeds compare the wall clock with this exchange's.
    guard let offset = exchangeFeeds[index].newClockOffset() else { return }
    for other in exchangeFeeds.indices where other != index {
      exchangeFeeds[other].compareClock(with: offset)
    }
  }

  /// Lets an exchange's feed continue from what a hub has told of the exchange.
  private func takeOver(_ index: Int) {
    guard let (heard, hasPrice) = hubs?.lastHeard(exchangeFeeds[index].name) else {
      return
    }
    exchangeFeeds[index].takeOver(heard: heard, hasPrice: hasPrice)
  }

  /// Whether the exchange itself is asked. Once a hub tells of an exchange, what the exchange
  /// itself still says does not count.
  private func isAsked(_ exchange: String) -> Bool { hubs?.asksItself(exchange) ?? true }

  private func apply(_ update: Update, at now: Moment, _ emit: (Update) -> Void) {
    router.apply(update, at: now.monotonic)
    emit(update)
  }
}
