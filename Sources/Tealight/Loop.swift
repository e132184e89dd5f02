import Devices
import Feeds
import Glance
import MarketData
import Wire

/// The program: one thread, one poll. Each turn gathers events, applies them, draws at most once,
/// sends what has changed, and does what the feeds want done.
final class Loop {
  /// A scene is made this often at most: ten times a second, by clocks cut to milliseconds.
  static let beatMilliseconds: Int64 = 101

  private let clock: Clock
  let client: Client
  private var sources: [Source]
  private var surroundings: SurroundingFeeds
  private var following: Following
  private(set) var desk: Desk
  private let screens: [Screen]
  private let reports: ReportLines?
  private var controls: Controls?
  private let inputs: [Input]
  private var lighting: Lighting
  private var litHours: LitHours
  private var supervisor: Supervisor
  private let log: (Severity, String) -> Void

  private var scene: Scene?
  private var isChanged = true
  private var lastBeat = Int64.min / 2
  private var nextAge = Int64.max
  private var isStopping = false
  /// When the start is over for good: connected, drawn, and nothing of it needed again.
  private var settlesAt: Int64?

  init(
    clock: Clock, client: Client, sources: [Source], surroundings: SurroundingFeeds,
    speakers: Speakers, desk: Desk, screens: [Screen], reports: ReportLines?,
    controls: Controls?, inputs: [Input], lighting: Lighting, litHours: LitHours,
    supervisor: Supervisor, log: @escaping (Severity, String) -> Void
  ) {
    self.clock = clock
    self.client = client
    self.sources = sources
    self.surroundings = surroundings
    following = Following(speakers)
    self.desk = desk
    self.screens = screens
    self.reports = reports
    self.controls = controls
    self.inputs = inputs
    self.lighting = lighting
    self.litHours = litHours
    self.supervisor = supervisor
    self.log = log
  }

  /// Runs until an input asks it to stop, then blanks every display.
  func run(with companion: ((Moment) -> Void)? = nil) {
    begin()
    while !isStopping, !client.carrier.isOver {
      companion?(clock.now())
      turn(waiting: companion == nil ? 60_000 : 20)
    }
    end()
  }

  /// Shows a first frame before anybody is asked anything, then starts the feeds.
  func begin() {
    let now = tick()
    client.carrier.begin(at: now)
    draw(at: now)
    for screen in screens { screen.flush(now: now.monotonic) }
    follow(at: now)
    surroundings.start(at: now)
    runIntents(at: now.monotonic)
    settlesAt = now.monotonic + 20_000
  }

  /// One turn; waits for `milliseconds` at most where nothing is due before.
  func turn(waiting milliseconds: Int64) {
    var watches = inputs.map { Wire.Watch($0.descriptor) }
    watches += controls?.descriptors.map { Wire.Watch($0) } ?? []
    let waking = screens.filter { $0.display.wakeDescriptor != nil }
    let firstWaking = watches.count
    watches += waking.map { Wire.Watch($0.display.wakeDescriptor!) }
    let before = clock.now().monotonic
    let wait = min(milliseconds, max(deadline, before) - before)
    client.carrier.wait(&watches, milliseconds: wait)

    let now = tick()
    client.turn(at: now) { event in
      if case .network(let isUp) = event { networkChanged(isUp, at: now) }
      event.passOn { hand($1, to: $0, at: now) }
    }
    for place in sources.indices
    where sources[place].feed.deadline.map({ $0 <= now.monotonic }) ?? false {
      hand(.time, to: place, at: now)
    }
    surroundings.handle(.time, at: now) { take($0, at: now) }
    for (input, watch) in zip(inputs, watches) where watch.isReady {
      for wish in input.read() { grant(wish, at: now) }
    }
    for (screen, watch) in zip(waking, watches[firstWaking...]) where watch.isReady {
      screen.refresh()
    }
    for command in controls?.commands(at: now.monotonic) ?? [] { grant(.command(command), at: now) }
    follow(at: now)
    if isChanged, now.monotonic - lastBeat >= Self.beatMilliseconds { draw(at: now) }
    for screen in screens { screen.flush(now: now.monotonic) }
    runIntents(at: now.monotonic)
    if let at = settlesAt, at <= now.monotonic {
      settlesAt = nil
      Footprint.trim()
    }
    supervisor.turned(at: now.monotonic, isReady: screens.allSatisfy(\.display.hasStarted))
  }

  private func hand(_ happening: Happening, to place: Int, at now: Moment) {
    if let other = SurroundingFeeds.Place(rawValue: place - sources.count) {
      surroundings.handle(happening, of: other, at: now) { take($0, at: now) }
    } else {
      sources[place].feed.handle(happening, at: now) { take($0, at: now) }
    }
    isChanged = true
  }

  private func take(_ update: Update, at now: Moment) {
    following.speakers.take(update, at: now.monotonic)
    desk.apply(.update(update))
    if let sentence = desk.sentence(of: update) { log(.warning, sentence) }
  }

  /// Lets every feed follow what is shown of its exchange, and the desk show who speaks.
  private func follow(at now: Moment) {
    guard following.hasChanged(to: desk.needs, at: now.monotonic) else { return }
    let needs = following.needs
    for place in sources.indices {
      let wanted = following.markets(of: sources[place].feed.exchange.name)
      sources[place].feed.follow(
        wanted, books: needs.books.intersection(wanted),
        wallets: needs.wallets.intersection(wanted),
        at: now
      ) { take($0, at: now) }
    }
    surroundings.gecko.want(trending: needs.trending, bases: needs.facts.sorted(), at: now)
    for (place, market) in following.speakers.markets.enumerated()
    where desk.places[place].market != market {
      desk.apply(.update(.speaks(place: place, market: market)))
      isChanged = true
    }
  }

  /// Blanks every display, for as long as that may take.
  func end() {
    supervisor.stopping()
    let now = clock.now().monotonic
    countLight(until: now)
    litHours.save(at: now)
    for place in sources.indices { sources[place].close(on: client.carrier, as: place) }
    screens.end(clock, desk.language, givingBack: true)
  }

  private func tick() -> Moment {
    let now = clock.now()
    if desk.deadline <= now.monotonic { isChanged = true }
    let utcOffsetSeconds = clock.utcOffsetSeconds(at: now.wall)
    desk.apply(.time(now, utcOffsetSeconds: utcOffsetSeconds))
    if litHours.deadline <= now.monotonic { countLight(until: now.monotonic) }
    if lighting.update(at: now, utcOffsetSeconds: utcOffsetSeconds) {
      countLight(until: now.monotonic)
      for screen in screens where screen.follow(lighting) { redraw() }
    }
    if nextAge <= now.monotonic { isChanged = true }
    return now
  }

  private func countLight(until now: Int64) {
    litHours.count(until: now, lit: screens.filter { !$0.isOff }.map(\.display.name))
  }

  private func grant(_ wish: Wish, at now: Moment) {
    switch wish {
    case .command(let command):
      lighting.touch(at: now)
      if command == .retryNow {
        for place in sources.indices { hand(.retry, to: place, at: now) }
        surroundings.handle(.retry, at: now) { take($0, at: now) }
      }
      // In the dark a press asks for light and nothing else.
      if !screens.contains(where: \.isOff) { desk.apply(.command(command)) }
    case .redraw: redraw()
    case .stop: isStopping = true
    }
    isChanged = true
  }

  private func redraw() {
    scene = nil
    isChanged = true
  }

  private func draw(at now: Moment) {
    isChanged = false
    lastBeat = now.monotonic
    nextAge = reports?.offer(desk.report, at: now, nextAge: desk.nextAge) ?? .max
    guard !screens.isEmpty else { return }
    let newest = desk.scene
    guard newest != scene else { return }
    scene = newest
    for screen in screens { screen.draw(newest, at: now.monotonic) }
  }

  private func networkChanged(_ isUp: Bool, at now: Moment) {
    log(.notice, isUp ? "there is a network" : "the network is gone")
    for place in sources.indices where !sources[place].isLocal {
      hand(.network(isUp: isUp), to: place, at: now)
    }
    surroundings.handle(.network(isUp: isUp), at: now) { take($0, at: now) }
  }

  private func runIntents(at now: Int64) {
    for place in sources.indices {
      sources[place].run(on: client, as: place, at: now, log: log)
    }
    surroundings.run(on: client, from: sources.count, at: now, log: log)
  }

  /// When something is due although nothing arrives, by the monotonic clock.
  private var deadline: Int64 {
    var times = [desk.deadline, supervisor.deadline, lighting.deadline, litHours.deadline]
    // The next beat looks at the age as well: until then its time may have come, and waits.
    times.append(isChanged ? lastBeat + Self.beatMilliseconds : nextAge)
    times += screens.compactMap(\.deadline) + sources.compactMap(\.feed.deadline)
    times += [
      client.deadline, controls?.deadline, settlesAt, following.speakers.deadline,
      surroundings.deadline,
    ].compactMap { $0 }
    return times.min()!
  }
}
