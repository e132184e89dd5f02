import Devices
import Feeds
import Glance
import MarketData
import Pixels
import State
import Wire

/// The program: one thread, one poll. Each turn gathers events, applies them, draws at most once,
/// sends what has changed, and does what the feeds want done.
final class Loop {
  /// A scene is made this often at most: ten times a second, by clocks cut to milliseconds.
  static let beatMilliseconds: Int64 = 101

  let clock: Clock
  let client: Client
  var switchboard: Switchboard
  var sources: [Source]
  var surroundings: SurroundingFeeds
  var following: SubscriptionRouter
  var desk: Desk
  var screens: [Screen]
  private let reports: ReportLines?
  var controls: Controls?
  private let inputs: [Input]
  var lighting: Lighting
  var litHours: LitHours
  var stateFile: StateFile
  var hooks: Hooks
  private var supervisor: Supervisor
  let log: (Severity, String) -> Void
  var boardWatch = BoardWatch()

  /// What it runs with, and what it takes to run with another; nil where nobody can say another.
  var reloading: Reloading?
  /// When the configuration is to be read again.
  var reloadDue: (at: Int64, isAsked: Bool)?

  private var scene: Scene?
  /// What displays wear; nil until it is known.
  private var theme: Theme?
  var isChanged = true
  private var lastBeat = Int64.min / 2
  private var nextAge = Int64.max
  private var isStopping = false
  /// When the start is over for good: connected, drawn, and nothing of it needed again.
  private var settlesAt: Int64?

  init(
    clock: Clock, client: Client, switchboard: Switchboard, sources: [Source],
    surroundings: SurroundingFeeds, selector: FailoverSelector, desk: Desk, screens: [Screen],
    reports: ReportLines?,
    controls: Controls?, inputs: [Input], lighting: Lighting, litHours: LitHours,
    stateFile: StateFile, hooks: Hooks, supervisor: Supervisor, reloading: Reloading? = nil,
    log: @escaping (Severity, String) -> Void
  ) {
    self.clock = clock
    self.client = client
    self.switchboard = switchboard
    self.sources = sources
    self.surroundings = surroundings
    following = SubscriptionRouter(selector)
    self.desk = desk
    self.screens = screens
    self.reports = reports
    self.controls = controls
    self.inputs = inputs
    self.lighting = lighting
    self.litHours = litHours
    self.stateFile = stateFile
    self.hooks = hooks
    self.supervisor = supervisor
    self.reloading = reloading
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
    stateFile.keep(desk.savedPreferences, at: now.monotonic)
    draw(at: now)
    for screen in screens { screen.flush(now: now.monotonic) }
    follow(at: now)
    surroundings.start(at: now)
    runIntents(at: now.monotonic)
    settlesAt = now.monotonic + 20_000
  }

  /// One turn; waits for `milliseconds` at most where nothing is due before.
  func turn(waiting milliseconds: Int64) {
    reloadWhereDue(at: clock.now())
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
      switchboard.dispatch(event) { dispatch($1, to: $0, at: now) }
    }
    passTime(at: now)
    for (input, watch) in zip(inputs, watches) where watch.isReady {
      for wish in input.read() { grant(wish, at: now) }
    }
    for (screen, watch) in zip(waking, watches[firstWaking...]) where watch.isReady {
      screen.refresh()
    }
    for command in controls?.commands(at: now.monotonic) ?? [] { grant(.command(command), at: now) }
    hooks.turn(desk.alerts.fired, in: desk.language, at: now.monotonic)
    stateFile.keep(desk.savedPreferences, at: now.monotonic)
    follow(at: now)
    if let network = boardWatch.see(isWanted: following.needs.network, at: now.monotonic) {
      desk.apply(.network(network))
      isChanged = true
    }
    if isChanged, now.monotonic - lastBeat >= Self.beatMilliseconds { draw(at: now) }
    for screen in screens { screen.flush(now: now.monotonic) }
    runIntents(at: now.monotonic)
    if let at = settlesAt, at <= now.monotonic {
      settlesAt = nil
      MemoryTrim.trim()
    }
    supervisor.turned(at: now.monotonic, isReady: screens.allSatisfy(\.display.hasStarted)) {
      desk.linkSummary
    }
  }

  /// Blanks every display, for as long as that may take.
  func end() {
    supervisor.stopping()
    let now = clock.now().monotonic
    countLight(until: now)
    litHours.save(at: now)
    stateFile.save(at: now)
    hooks.end()
    for source in sources { source.close(on: client.carrier, switchboard) }
    screens.end(clock, desk.language, givingBack: true)
    litHours.finish(withinMilliseconds: 200)
    stateFile.finish(withinMilliseconds: 200)
  }

  private func tick() -> Moment {
    let now = clock.now()
    if desk.screenDeadline <= now.monotonic { isChanged = true }
    let utcOffsetSeconds = clock.utcOffsetSeconds(at: now.wall)
    desk.apply(.time(now, utcOffsetSeconds: utcOffsetSeconds))
    if litHours.deadline <= now.monotonic { countLight(until: now.monotonic) }
    if lighting.update(at: now, utcOffsetSeconds: utcOffsetSeconds) {
      countLight(until: now.monotonic)
      light()
    }
    if nextAge <= now.monotonic { isChanged = true }
    return now
  }

  /// Makes every display as bright as it is to be.
  func light() {
    for screen in screens where screen.follow(lighting) { redraw() }
  }

  func countLight(until now: Int64) {
    litHours.count(until: now, lit: screens.filter { !$0.isOff }.map(\.display.name))
  }

  private func grant(_ wish: Wish, at now: Moment) {
    switch wish {
    case .command(let command):
      lighting.touch(at: now)
      if command == .retryNow {
        retry(at: now)
      }
      // In the dark a press asks for light and nothing else.
      if !screens.contains(where: \.isOff) { desk.apply(.command(command)) }
    case .redraw: redraw()
    case .reload(let isAsked):
      reloadDue = (
        reloadDue?.at ?? now.monotonic + Self.reloadDelayMilliseconds,
        isAsked || reloadDue?.isAsked == true
      )
    case .stop: isStopping = true
    }
    isChanged = true
  }

  /// Lets displays wear what the desk says.
  private func dress() {
    let newest = Theme(of: desk)
    guard newest != theme else { return }
    theme = newest
    scene = nil
    for screen in screens { screen.wear(newest) }
  }

  /// There are displays, or faces, that wear something else.
  func redress() {
    theme = nil
    redraw()
  }

  func redraw() {
    scene = nil
    isChanged = true
  }

  private func draw(at now: Moment) {
    isChanged = false
    lastBeat = now.monotonic
    nextAge = reports?.offer(desk.report, at: now, nextAge: desk.nextAge) ?? .max
    guard !screens.isEmpty else { return }
    dress()
    let newest = desk.scene
    guard newest != scene else { return }
    scene = newest
    for screen in screens { screen.draw(newest, at: now.monotonic) }
  }

  /// When something is due although nothing arrives, by the monotonic clock.
  private var deadline: Int64 {
    var times = [
      desk.screenDeadline, supervisor.deadline, lighting.deadline, litHours.deadline,
      stateFile.deadline,
      hooks.deadline,
      // The next beat looks at the age as well: until then its time may have come, and waits.
      isChanged ? lastBeat + Self.beatMilliseconds : nextAge,
    ]
    times += screens.compactMap(\.deadline) + sources.map(\.feed.deadline.monotonic)
    times += [
      client.deadline, controls?.deadline, settlesAt, following.selector.deadline.monotonic,
      surroundings.deadline.monotonic, boardWatch.deadline, reloadDue?.at,
    ].compactMap { $0 }
    return times.min()!
  }
}
