import Configuration
import Devices
import Feeds
import Glance
import MarketData
import State
import Timing
import Wire

/// The program: one thread, one poll. Each turn gathers events, applies them, draws at most once,
/// sends what has changed, and does what the feeds want done.
final class Loop {
  /// A descriptor that wakes the loop, and what to do then. The loop does not know what it stands
  /// for: signals, keys, paper.
  struct Watch {
    let descriptor: Int32
    /// Called when the descriptor is readable; returns what is asked of the loop.
    let handle: () -> [Request]
  }

  /// What may be asked of the loop.
  enum Request: Equatable {
    case command(Command)
    case notice(Notice)
    case redraw
    /// The pairing secret was used or has expired: no panel may show it any longer.
    case endPairing
    /// Why a service that is not an exchange is not heard; nil once nothing is wrong.
    case serviceFailure(String, FailureReason?)
    case serviceHeard(String, Bool)
    /// The configuration has changed, or may have changed.
    /// - Parameter isAsked: whether a signal asks for it; false when the file was touched.
    case reload(isAsked: Bool)
    /// The display that this descriptor belongs to is gone. A program that needs a display ends
    /// with its last one.
    case gone(Int32)
    case stop
  }

  /// What the loop listens to.
  struct Inputs {
    /// Buttons, encoders, keys and the motion sensor; nil where there are none.
    var controls: Controls?
    var watches: [Watch] = []
    /// Whether the program ends with its last display.
    var needsDisplay = false
  }

  /// Where the output goes: displays, lines, hooks, metrics, browsers and the broker.
  struct Outputs {
    var screens: Screens
    /// The `json` display; nil where it is not wanted.
    var reports: ReportLines?
    var hooks: Hooks
    /// Nil where no metrics are written, not even after a reload.
    var metricsFile: MetricsFile?
    var remotes = Remotes()
  }

  let clock: Clock
  let feeds: FeedSet
  private(set) var desk: Desk
  private(set) var screens: Screens
  private let reports: ReportLines?
  private(set) var hooks: Hooks
  private(set) var remotes: Remotes
  private var inputs: Inputs
  private var stateFile: StateFile
  private var watchdog: SystemdWatchdog
  private let log: (Severity, String) -> Void
  private var boardWatch = BoardWatch()
  private(set) var times = LoopTimes()
  private var metricsFile: MetricsFile?
  /// The configuration in use, and what is needed to change to another; nil where it cannot change.
  private var reloading: Reloading?

  /// Whether there may be something new to show.
  private var isChanged = true
  private var beat = DrawingBeat()
  private var nextAge = Deadline.never
  private(set) var isStopping = false
  private var memoryTrim = MemoryTrim()

  init(
    clock: Clock, feeds: FeedSet, desk: Desk, inputs: Inputs = Inputs(), outputs: Outputs,
    stateFile: StateFile, watchdog: SystemdWatchdog, reloading: Reloading? = nil,
    log: @escaping (Severity, String) -> Void
  ) {
    self.clock = clock
    self.feeds = feeds
    self.desk = desk
    self.inputs = inputs
    (screens, reports, hooks) = (outputs.screens, outputs.reports, outputs.hooks)
    metricsFile = outputs.metricsFile
    remotes = outputs.remotes
    self.stateFile = stateFile
    self.watchdog = watchdog
    self.reloading = reloading
    self.log = log
  }

  /// Runs until an input asks it to stop, then blanks every display.
  func run(with companion: ((Moment) -> Void)? = nil) {
    begin()
    while !isStopping, !feeds.transport.isOver {
      companion?(clock.now())
      turn(waiting: companion == nil ? 60_000 : 20)
    }
    end()
  }

  /// Shows a first frame before anything is requested, then starts the feeds.
  func begin() {
    let now = tick()
    times.begin(at: now)
    openWeb(at: now)
    feeds.transport.begin(at: now)
    stateFile.keep(desk.preferences, at: now.monotonic)
    draw(at: now)
    flush(at: now)
    follow(at: now)
    feeds.start(at: now)
    feeds.runIntents(at: now)
    memoryTrim.started(at: now.monotonic)
  }

  /// Takes one turn. It waits until something arrives or is due, but for `milliseconds` at most.
  func turn(waiting milliseconds: Int64) {
    // Only between turns: the watched descriptors must not change during one.
    if let isAsked = reloading?.popDue(at: clock.now().monotonic) {
      reload(isAsked: isAsked, at: clock.now())
    }
    let watched =
      inputs.watches + (inputs.controls?.descriptors.map { Watch(descriptor: $0) { [] } } ?? [])
      + screens.watches + remotes.watches
    var watches = watched.map { Wire.Watch($0.descriptor) }
    let before = clock.now().monotonic
    let screenDeadline = desk.screenDeadline
    let wait = min(screenDeadline, deadline).milliseconds(from: before, atMost: milliseconds)
    times.sleep(at: clock.microseconds())
    feeds.transport.wait(&watches, milliseconds: wait)
    times.wake(at: clock.microseconds())

    let now = tick()
    if screenDeadline.isDue(at: now.monotonic) { isChanged = true }
    // After the clock was set everything is tried again: a failure may come from the wrong time (a
    // certificate is not valid yet by a clock that is behind).
    if times.advance(to: now) {
      retry(at: now)
      isChanged = true
    }
    let emit = { self.apply($0) }
    if feeds.turn(at: now, emit, networkChanged: networkChanged) { isChanged = true }
    for event in remotes.broker?.popHubEvents() ?? [] {
      feeds.handle(event, at: now, emit)
      isChanged = true
    }
    if feeds.advance(to: now, emit) { isChanged = true }
    for (watch, state) in zip(watched, watches) where state.isReady {
      for request in watch.handle() { perform(request, at: now) }
    }
    for command in inputs.controls?.commands(at: now.monotonic) ?? [] { press(command, at: now) }
    for (key, gesture) in inputs.controls?.gestures ?? [] {
      remotes.broker?.press(gesture.name, key: key)
    }
    let isSeen = inputs.controls?.isSomebodySeen ?? false
    screens.see(isSeen || remotes.isSomebodySeen, at: now)
    let fired = desk.alerts.fired
    tell(of: fired, at: now)
    stateFile.keep(desk.preferences, at: now.monotonic)
    follow(at: now)
    if let network = boardWatch.see(isWanted: feeds.requirements.network, at: now.monotonic) {
      desk.apply(.network(network))
      isChanged = true
    }
    if isChanged, beat.next.isDue(at: now.monotonic) { draw(at: now) }
    flush(at: now)
    feeds.runIntents(at: now)
    metricsFile?.turn(at: now.monotonic) { Exposition.text(metrics(at: now), as: .prometheus) }
    turnRemotes(at: now)
    // Snoozing an alert from a browser or the broker may bring the next waiting alert to the front.
    let late = desk.alerts.fired.dropFirst(fired.count)
    if !late.isEmpty { tell(of: Array(late), at: now) }
    // Motion that the broker has told of lights the displays in the next turn.
    screens.see(isSeen || remotes.isSomebodySeen, at: now)
    memoryTrim.turn(at: now.monotonic)
    watchdog.turned(at: now.monotonic, isReady: screens.haveStarted) { desk.linkSummary }
  }

  /// Blanks every display, within a time limit.
  func end() {
    watchdog.stopping()
    let now = clock.now().monotonic
    screens.save(at: now)
    stateFile.save(at: now)
    hooks.end()
    remotes.end()
    feeds.close()
    screens.end(clock, desk.language)
    stateFile.finish(withinMilliseconds: 200)
    remotes.finish(withinMilliseconds: 200)
    metricsFile?.end()
  }

  private func tick() -> Moment {
    let now = clock.now()
    let utcOffsetSeconds = clock.utcOffsetSeconds(at: now.wall)
    desk.apply(.time(now, utcOffsetSeconds: utcOffsetSeconds))
    if screens.advance(to: now, utcOffsetSeconds: utcOffsetSeconds) { isChanged = true }
    if nextAge.isDue(at: now.monotonic) { isChanged = true }
    return now
  }

  private func apply(_ update: Update) {
    desk.apply(.update(update))
    // The shown market is compared last, because that costs the most.
    if !times.hasHeard, let market = update.newsMarket, market == desk.shown { times.hear() }
    if case .failure = update, let sentence = desk.logSentence(of: update) {
      log(.warning, sentence)
    }
  }

  /// Retries at once everything that waits for its next attempt.
  private func retry(at now: Moment) {
    feeds.retry(at: now) { apply($0) }
    remotes.broker?.retry(at: now.monotonic)
  }

  private func networkChanged(_ isUp: Bool) {
    log(.notice, isUp ? "the network is connected" : "the network is lost")
    boardWatch.refresh()
    if isUp { remotes.broker?.networkReturned(at: clock.now().monotonic) }
  }

  /// Tells every feed what to follow, and the desk which market serves each place.
  private func follow(at now: Moment) {
    // Each use of a class's property copies the desk: one copy serves here.
    let desk = desk
    var requirements = desk.requirements
    remotes.broker?.addWants(to: &requirements, desk, at: now.monotonic)
    guard feeds.follow(requirements, at: now, { apply($0) }) else { return }
    for (place, market) in zip(desk.places.indices, feeds.selectedMarkets)
    where desk.places[place].market != market {
      self.desk.apply(.update(.selected(place, market)))
      isChanged = true
    }
  }

  /// Performs a command of a button, an encoder or a key. A command that sets a value may act as
  /// `snooze`, which only turns the light on or puts away what is in front: while a display is off,
  /// unless the command lights it, and while something is in front.
  private func press(_ command: Command, at now: Moment) {
    screens.touch(at: now)
    // The link page shows no market: there the press for the next market starts to pair a browser.
    if command == .nextMarket, beginPairing(at: now) {
      return perform(.command(.snooze), at: now)
    }
    let isMeant =
      command.assignment == nil || (screens.isAnyOff ? command.lights : !desk.isInterrupted)
    perform(.command(isMeant ? command : .snooze), at: now)
  }

  /// Starts to pair a browser, where the link page offers that.
  /// - Returns: whether it did.
  private func beginPairing(at now: Moment) -> Bool {
    guard desk.page == .link, !screens.isAnyOff,
      let offer = remotes.web?.beginPairing(for: desk, at: now.monotonic)
    else { return false }
    desk.apply(.pairing(offer))
    return true
  }

  private func openWeb(at now: Moment) {
    if remotes.openWeb(at: now.monotonic) { announcePairing() }
  }

  private func announcePairing() { desk.apply(.offersPairing(remotes.web?.offersPairing ?? false)) }

  /// - Parameter isRemote: whether a browser or the broker asks for it.
  private func perform(_ request: Request, isRemote: Bool = false, at now: Moment) {
    switch request {
    case .command(let command):
      switch command {
      case .light(let order): screens.obey(order, at: now)
      // A choice takes effect even while no display shows it.
      case .choose: desk.apply(.command(command))
      default:
        screens.touch(at: now)
        if command == .retryNow { retry(at: now) }
        // While a display is off, a press only turns the light on. A remote user who snoozes an alert is
        // an exception: that user was told of the alert. Of a notice, no remote user is told.
        let isHeard = isRemote && command == .snooze && desk.page == .alert
        if !screens.isAnyOff || isHeard { desk.apply(.command(command)) }
      }
    case .notice(let notice):
      guard !desk.notices.isFull else {
        return log(.warning, "ignored a notice: \(NoticeQueue.refusal)")
      }
      desk.apply(.notice(notice))
    case .redraw: screens.invalidate()
    case .endPairing: desk.apply(.pairing(nil))
    case .serviceFailure(let service, let reason):
      desk.apply(.update(.serviceFailure(service: service, reason)))
    case .serviceHeard(let service, let isHeard):
      desk.apply(.update(.serviceHeard(service: service, isHeard)))
    case .reload(let isAsked):
      reloading?.ask(isAsked: isAsked, at: now.monotonic)
    case .gone(let descriptor):
      // A descriptor that has hung up stays readable.
      inputs.watches.removeAll { $0.descriptor == descriptor }
      let isAnyLeft = screens.removeGone() || !(reports?.isGone ?? true)
      if inputs.needsDisplay, !isAnyLeft { isStopping = true }
    case .stop: isStopping = true
    }
    isChanged = true
    beat.hasten()
  }

  private func draw(at now: Moment) {
    isChanged = false
    remotes.deskMayHaveChanged()
    beat.drawn(at: now.monotonic)
    let desk = desk
    nextAge = reports?.offer(desk.report, at: now, nextAge: desk.nextAge) ?? .never
    screens.draw(desk, at: now.monotonic, heardAt: times.popHeard())
  }

  /// Tells hooks and the broker of alerts that have come to the front.
  private func tell(of fired: [FiredAlert], at now: Moment) {
    // Feeds can trigger the alert check early; then no deadline has set `isChanged`.
    if !fired.isEmpty {
      isChanged = true
      remotes.broker?.fire(fired, desk)
    }
    hooks.turn(fired, in: desk.language, at: now.monotonic)
  }

  /// Tells browsers and the broker what is new, and performs what they ask for.
  private func turnRemotes(at now: Moment) {
    openWeb(at: now)
    let awaitsMarkets = reloading?.awaitsMarkets ?? false
    let isPlaceholderAsked =
      awaitsMarkets
      && feeds.hubs?.asksItself(desk.markets[desk.shown].market.source) ?? false
    remotes.broker?.setAwaitsMarkets(awaitsMarkets, isPlaceholderAsked: isPlaceholderAsked)
    remotes.broker?.setStartSeconds(times.startTime / 1_000)
    remotes.look(at: now.monotonic)
    // The desk is copied only where there is a site or a broker that reads it.
    if !remotes.isEmpty {
      let requests = remotes.turn(desk, screens, at: now) {
        Exposition.text(self.metrics(at: now), as: .openMetrics)
      }
      for request in requests { perform(request, isRemote: true, at: now) }
    }
    if let names = feeds.hubs?.offered, reloading?.offered != names { show(names, at: now) }
    guard let broker = remotes.broker else { return }
    broker.listen(to: feeds.hubs?.subscriptions ?? [], saying: feeds.drainHubMessages())
  }

  /// Shows a hub's markets in place of the configuration's.
  private func show(_ names: [String], at now: Moment) {
    guard let before = reloading?.offer(names, at: now.monotonic) else { return }
    reconfigure(after: before, reloading!, isAsked: false, at: now)
  }

  private func flush(at now: Moment) {
    let heard = screens.flush(at: now.monotonic)
    if !heard.isEmpty { times.show(heard, at: clock.microseconds()) }
  }

  /// When something besides the screen is due although nothing arrives, by the monotonic clock.
  private var deadline: Deadline {
    // A draw that is due reports the age as well: `nextAge` may pass until then.
    var soonest = isChanged ? beat.next : nextAge
    soonest.advance(to: watchdog.deadline)
    soonest.advance(to: screens.deadline)
    soonest.advance(to: stateFile.deadline)
    soonest.advance(to: hooks.deadline)
    soonest.advance(to: feeds.deadline)
    soonest.advance(to: inputs.controls?.deadline ?? .never)
    soonest.advance(to: memoryTrim.deadline)
    soonest.advance(to: boardWatch.deadline)
    soonest.advance(to: reloading?.deadline ?? .never)
    soonest.advance(to: metricsFile?.deadline ?? .never)
    soonest.advance(to: remotes.deadline)
    return soonest
  }
}

// Changing to another configuration. Parts that it does not change are left alone, above all open
// connections.
extension Loop {
  /// Reads the configuration again; where it is bad, the one before stays in use.
  /// - Parameter isAsked: whether the user asks for it: then the configuration is applied even if
  ///   it is the same.
  private func reload(isAsked: Bool, at now: Moment) {
    guard let file = reloading?.file else { return }
    let path = file.path()
    // Editors remove the file as well, but have put it back before this check.
    guard FileBytes.exists(path) else {
      return log(
        .warning, "\(path) was removed; the old configuration stays in use until it is back")
    }
    do throws(StartError) {
      guard let before = try reloading!.renew(from: file, isAsked: isAsked) else {
        return log(.info, "the configuration has not changed")
      }
      reconfigure(after: before, reloading!, isAsked: isAsked, at: now)
      log(.notice, "the new configuration is in use")
    } catch {
      for line in error.lines { log(.error, line) }
      log(.error, "the new configuration is rejected; the old one stays in use")
    }
  }

  private func reconfigure(
    after before: Config, _ renewed: Reloading, isAsked: Bool, at now: Moment
  ) {
    let (config, root) = (renewed.config, renewed.root)
    let hadBroker = remotes.broker != nil
    // Presence messages report changes only, so the last value is kept while the broker's settings stay
    // the same.
    let isSomebodySeen = config.mqtt == before.mqtt && remotes.isSomebodySeen
    desk.apply(.settings(root.settings(renewed.exchanges)))
    hooks.reconfigure(
      as: config.hooks, hasSameRules: config.settings.alerts.rules == before.settings.alerts.rules)
    stateFile.reconfigure(as: StateNames(config))
    metricsFile?.reconfigure(as: config.metrics.file)
    reconfigureFeeds(after: before, renewed, at: now)
    let hasOtherControls =
      isAsked || config.buttons != before.buttons || config.encoders != before.encoders
      || config.keys != before.keys || config.presence != before.presence
    // A GPIO line can be requested again once it is released.
    if hasOtherControls { inputs.controls = nil }
    // A certificate may have been renewed.
    if isAsked || config.web != before.web { replaceWeb(renewed, at: now) }
    // A password may have been changed.
    if isAsked || config.mqtt != before.mqtt { remotes.replaceBroker(nil) }
    reconfigureScreens(after: before, renewed, at: now)
    isChanged = true
    if hasOtherControls { inputs.controls = root.controls() }
    reconfigureBroker(renewed, hadOne: hadBroker, isSomebodySeen: isSomebodySeen, at: now)
  }

  /// Changes what the feeds follow, which markets are shown, and the sources of reference data.
  private func reconfigureFeeds(after before: Config, _ renewed: Reloading, at now: Moment) {
    let (config, root) = (renewed.config, renewed.root)
    let seed = renewed.environment.seed
    feeds.reconfigure(as: root, renewed.exchanges, seed: seed, at: now) { apply($0) }
    showMarkets(of: root.desk(renewed.exchanges))
    if config.rates != before.rates || config.gecko != before.gecko {
      feeds.replaceReference(root, seed: seed, at: now) { apply($0) }
    }
  }

  private func replaceWeb(_ renewed: Reloading, at now: Moment) {
    remotes.replaceWeb(renewed.root.webOpener(renewed.webSettings, remotes.browsers))
    _ = remotes.openWeb(at: now.monotonic)
    announcePairing()
  }

  private func reconfigureScreens(after before: Config, _ renewed: Reloading, at now: Moment) {
    let (config, root) = (renewed.config, renewed.root)
    if renewed.showsPanels {
      screens.replacePanels(
        root, renewed.typesetter, isWatched: renewed.webSettings != nil,
        language: desk.language, clock: clock, at: now)
    }
    screens.reconfigure(
      as: root, config.lighting == before.lighting ? nil : config.lighting, at: now,
      utcOffsetSeconds: clock.utcOffsetSeconds(at: now.wall))
  }

  /// Makes a new connection to the broker where the old one was ended, or where the board must be
  /// announced as another device.
  /// - Parameters:
  ///   - hadOne: whether there was a broker before.
  ///   - isSomebodySeen: what a remote motion sensor reported last.
  private func reconfigureBroker(
    _ renewed: Reloading, hadOne: Bool, isSomebodySeen: Bool, at now: Moment
  ) {
    let (root, environment) = (renewed.root, renewed.environment)
    let device = root.device(screens.all.first?.display, startSeconds: times.startTime / 1_000)
    // A board with other keys or another panel is announced as another device.
    if let broker = remotes.broker, !broker.device.isSame(as: device) {
      remotes.replaceBroker(nil)
    }
    guard remotes.broker == nil else { return }
    // The connection that has ended no longer hears the hubs.
    if hadOne { feeds.handle(.closed, at: now) { apply($0) } }
    remotes.replaceBroker(
      environment.reachesBroker
        ? root.broker(device, remotes.announced, seed: environment.seed) : nil)
    remotes.broker?.see(isSomebodySeen)
    for request in remotes.broker == nil ? BrokerDesk.gone : [] { perform(request, at: now) }
  }

  /// Shows the markets of a new desk: at each place, the market that serves it now.
  private func showMarkets(of newest: Desk) {
    let places = zip(newest.places, feeds.selectedMarkets).map { place, market in
      Desk.Place(place.candidates, showing: market)
    }
    let newcomers = newest.markets.dropFirst(desk.markets.count)
    let mayComeBack = reloading?.config.takesHubMarkets ?? false
    desk.apply(.places(places, newcomers: Array(newcomers), mayComeBack: mayComeBack))
    // New markets start with their exchange's usual title; it may be reached under another one now.
    for (exchange, title) in feeds.titles {
      desk.apply(.update(.title(exchange: exchange, title)))
    }
  }
}

extension Update {
  /// The market whose current price or order book the update brings; nil for every other update.
  fileprivate var newsMarket: MarketID? {
    switch self {
    case .trade(let market, _), .ticker(let market, _), .book(let market, _): market
    default: nil
    }
  }
}

extension Loop.Request {
  init(_ key: TerminalKey) {
    switch key {
    case .next: self = .command(.nextMarket)
    case .previous: self = .command(.previousMarket)
    case .page: self = .command(.nextPage)
    case .previousPage: self = .command(.previousPage)
    case .home: self = .command(.home)
    case .mark: self = .command(.mark)
    case .layout: self = .command(.nextLayout)
    case .theme: self = .command(.nextTheme)
    case .colours: self = .command(.nextColours)
    case .currency: self = .command(.nextCurrency)
    case .language: self = .command(.nextLanguage)
    case .quit: self = .stop
    }
  }
}
