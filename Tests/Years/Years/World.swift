import CBoundary
import Glibc
import Oracle
import SimulatedExchange
import Tealight
import Timing

/// All that a board meets in its life, in one process and from one seed: time, networks, servers,
/// hands, and what goes wrong. The program runs in it as it is shipped; whenever it waits, the world
/// goes on to what comes next.
final class World {
  /// Something that happens at a time.
  private struct Event {
    let time: Int64
    let number: Int64
    /// Whether the program may have something to do then.
    let action: () -> Bool
  }

  let options: Options
  let seed: UInt64
  let load: Load
  private(set) var oracle: Oracle
  private(set) var network: Network!
  private(set) var board: Board!
  private(set) var panels: Panels!
  private(set) var broker: Broker!
  private(set) var house: House!
  private(set) var screen: ScreenSwitch!
  private(set) var faults: Faults!
  private(set) var alerts: Alerts!
  private(set) var site: Site!
  private(set) var visitors: Visitors!
  private(set) var money: Money!
  private(set) var manager: ServiceManager!
  /// When the program was told to end, by the clock that stands still while the board sleeps.
  private var stoppedAt: Int64 = 0
  /// When the board was suspended last.
  private(set) var sleptAt: Int64 = .min / 2
  /// The true time in Unix milliseconds; it goes on while the board is suspended.
  private(set) var time: Int64
  let begunAt: Int64
  /// How long the board was suspended in all, and its wall clock less the true time.
  private(set) var suspendedMilliseconds: Int64 = 0
  private(set) var wallError: Int64 = 0

  private var events = Heap<Event> { ($0.time, $0.number) < ($1.time, $1.number) }
  private var lastNumber: Int64 = 0
  private var nextTurns: [Int64]
  /// Every server, and those that are exchanges.
  private var hosts: [Network.Host]
  let allHosts: [Network.Host]
  private var random: Lots
  private var lineRest: [UInt8] = []
  private var logRest: [UInt8] = []
  private var turnsAtOnce = 0
  private var lastWait: Int64 = 0
  /// How often the program has woken in the newest second: by itself, and because something had happened.
  private var wakes: (second: Int64, byItself: Int, called: Int) = (0, 0, 0)
  /// How often it has woken by itself since `beginCalmMinute`.
  private var calmWakes = 0
  private(set) var hash = FNV()
  private(set) var lives = 0
  private(set) var lifeBeganAt: Int64 = 0
  /// From now on nothing that the program does has an effect: it was killed, and its end is only
  /// simulated.
  private(set) var isGhost = false
  private(set) var isEnding = false
  private(set) var rest = Rest()
  /// Since when the board has the right time and knows it; nil while it does not.
  private(set) var wallTrueSince: Int64?
  let folder: String
  /// The newest lines and log, for those who look at a failure.
  private(set) var recent: [String] = []

  init(_ options: Options, seed: UInt64, folder: String) {
    self.options = options
    self.seed = seed
    self.folder = folder
    random = Lots(seed: seed)
    load = options.load ?? (seed % 5 == 4 ? .paired : Load.usual[Int(seed % 3)])
    begunAt = Self.beginning(seed, &random)
    time = begunAt
    var hosts: [Network.Host] = []
    var markets: [Oracle.Market] = []
    let role = options.role ?? House.Role(of: seed)
    for source in load.sources {
      var settings = SimulatedServer.Options()
      settings.host = "\(source).test"
      settings.sources = [source]
      settings.seed = seed
      // Nobody reads remembered requests here, and they would count as memory that a life holds.
      settings.remembered = 0
      // Half of the exchanges have a wrong clock, unless the board follows hubs.
      if random.below(2) == 0, !role.follows {
        settings.faults = [Fault(.clock, value: "\(10_000 - random.below(20_000))")]
      }
      let codes = load.markets.map(\.code)
      settings.listings = SimulatedListing.first(7).filter { codes.contains($0.code) }
      let server = try! SimulatedServer(settings)
      hosts.append(Network.Host("\(source).test", server, source: source))
      for (exchange, code) in load.markets where exchange == source {
        let market = server.market(code, on: source)!
        markets.append(
          Oracle.Market(
            exchange: exchange, listing: market.listing,
            trades: { market.trades(inSecond: $0) }, lastTrade: { market.lastTrade(at: $0) },
            // Binance tells the range of the last 24 hours, which old records leave all the time.
            day: { [unowned server] in
              source == "binance" ? nil : server.day(of: code, on: source)
            },
            clockOffset: { [unowned server] in server.clockOffset(of: source) }))
      }
    }
    (self.hosts, allHosts) = (hosts, hosts)
    nextTurns = []
    oracle = Oracle(markets: markets)
    oracle.setPair(load.pair)
    oracle.minuteOfDay = { Alerts.minuteOfDay(at: $0) }
    oracle.dayInWords = { Alerts.dayInWords(at: $0) }
    oracle.homeAfter = seed % 4 == 3 ? nil : 60_000
    if let second = load.pair?.second.split(separator: ":").first {
      oracle.standIns = [String(second)]
    }
    alerts = Alerts(self, markets: markets, seed: seed)
    site = Site(self)
    visitors = Visitors(self, seed: seed)
    manager = ServiceManager(self)
    money = Money(self, seed: seed)
    self.hosts += money.hosts
    nextTurns = self.hosts.map { _ in Int64.max }
    network = Network(self, hosts: self.hosts, seed: seed)
    board = Board(self, seed: seed)
    panels = Panels(self, seed: seed)
    broker = Broker(self, seed: seed)
    house = House(self, seed: seed)
    screen = ScreenSwitch(self, seed: seed)
    faults = Faults(self, seed: seed)
  }

  /// Noon of any day of some years; shortly before the hours of night begin, or end; before midnight;
  /// or before the clocks are changed (in zones of central Europe, at 01:00 UTC).
  private static func beginning(_ seed: UInt64, _ random: inout Lots) -> Int64 {
    let day = 1_767_225_600_000 + Int64(random.below(1_200)) * 86_400_000
    // From the first of May on.
    let summer = 1_777_593_600_000 + Int64(random.below(120)) * 86_400_000
    func minutes(_ hour: Int64, _ minute: Int64) -> Int64 { (hour * 60 + minute) * 60_000 }
    return switch seed % 8 {
    case 1: summer + minutes(20, 15)
    case 2: summer + minutes(0, 55)
    case 3: 1_774_742_400_000 + minutes(0, 15)
    case 5: 1_792_886_400_000 + minutes(0, 15)
    case 7: summer + minutes(21, 45)
    default: day + minutes(12, 0)
    }
  }

  /// The part of the configuration that names the servers.
  var tables: String { hosts.map { $0.server.table(caFile: "") }.joined(separator: "\n") }

  /// When the world ends. Time that the board sleeps does not count.
  var endsAt: Int64 { begunAt + (options.until ?? options.milliseconds + suspendedMilliseconds) }

  // MARK: Time

  func at(_ time: Int64, _ action: @escaping () -> Bool) {
    lastNumber += 1
    events.insert(Event(time: max(time, self.time), number: lastNumber, action: action))
  }

  func after(_ milliseconds: Int64, _ action: @escaping () -> Bool) {
    at(time + milliseconds, action)
  }

  private func setTime(_ newest: Int64) {
    time = newest
    boundary_monotonic = 1_000_000 + time - begunAt - suspendedMilliseconds
    boundary_suspended = suspendedMilliseconds
    boundary_wall = time + wallError
  }

  /// Sets how far the board's wall clock is from the true time.
  /// - Parameter isCalledRight: whether the kernel calls it synchronised, as it does with a wrong time
  ///   server.
  func setWallError(_ error: Int64, isCalledRight: Bool = false) {
    let wasOutside = isClockOutsideCertificates
    wallError = error
    if isClockOutsideCertificates != wasOutside {
      faults.certificates(areValid: !isClockOutsideCertificates)
    }
    wallTrueSince = error == 0 ? time : nil
    boundary_is_synchronised = error == 0 || isCalledRight ? 1 : 0
    setTime(time)
    boundary_clock_was_set()
    oracle.clockSet(error: error, at: time)
  }

  /// By the board's clock no certificate is valid: they were made a week ago, and end in three months.
  var isClockOutsideCertificates: Bool {
    wallError < -7 * 86_400_000 || wallError > 83 * 86_400_000
  }

  /// A board without a clock of its own begins with the time at which it was last on, and is told
  /// the right one after a while.
  private func forgetTime() {
    setWallError(-Int64(1_000 + random.below(1 << (10 + random.below(22)))))
    let life = lives
    after(Int64(5_000 + random.below(200_000))) { [unowned self] in
      if life == lives { setWallError(0) }
      return true
    }
  }

  /// The board sleeps: its monotonic clock stands still, the world goes on.
  func suspend(_ milliseconds: Int64) {
    suspendedMilliseconds += milliseconds
    setTime(time + milliseconds)
    boundary_clock_was_set()
    sleptAt = time
    oracle.slept(milliseconds, at: time)
    board.slept(milliseconds)
    oracle.boardIsWell(since: time)
    for index in hosts.indices { nextTurns[index] = time }
    if milliseconds > 900_000 { network.sleptForLong() }
  }

  func turnServer(_ host: Network.Host, in milliseconds: Int64) {
    guard let index = hosts.firstIndex(where: { $0 === host }) else { return }
    nextTurns[index] = min(nextTurns[index], time + milliseconds)
  }

  /// Gives a server its turn.
  func advance(_ host: Network.Host) {
    let overruns = host.server.overruns
    host.server.turn(now: Moment(monotonic: time, wall: time))
    let isBunched = host.bunchedAt - 1_000...host.bunchedAt + 1_000 ~= time
    if host.server.overruns > overruns, !isBunched { oracle.overran(host.source, at: time) }
    network.collect(from: host)
    if let index = hosts.firstIndex(where: { $0 === host }) {
      nextTurns[index] = max(host.server.nextTurn, time + 1)
    }
  }

  /// The program waits: the world goes on until something concerns it.
  func wait(_ milliseconds: Int64) {
    if time == lastWait {
      turnsAtOnce += 1
      oracle.check(.loopRests, turnsAtOnce < 2_000, at: time) { "2000 turns in one millisecond" }
    } else {
      (lastWait, turnsAtOnce) = (time, 0)
    }
    if !isEnding { oracle.watch(at: time) }
    if !oracle.violations.isEmpty { stop() }
    let limit = time + max(0, min(milliseconds, 600_000))
    if network.hasFresh { return }
    while true {
      let concerns = step(to: limit)
      let isCalled = concerns || boundary_is_touched != 0 || network.hasFresh
      if isCalled || time >= limit { return woke(isCalled: isCalled) }
    }
  }

  /// The program wakes. By itself it wakes in a second no more often than all that it may wait for is
  /// due: five files that are replaced are looked after twenty times each, ten pictures are sent in up
  /// to five parts each, hooks are looked after ten times, and everything else comes less often than all
  /// that. Each thing that has happened may bring something that is due at once.
  private func woke(isCalled: Bool) {
    if wakes.second != time / 1_000 { wakes = (time / 1_000, 0, 0) }
    if isCalled { wakes.called += 1 } else { wakes.byItself += 1 }
    // A program that ends waits for its files in small steps.
    guard !isCalled, !isEnding else { return }
    calmWakes += 1
    oracle.check(.wakesAreFew, wakes.byItself <= 250 + wakes.called, at: time) {
      "it woke \(wakes.byItself) times within a second, in which \(wakes.called) things happened"
    }
  }

  /// Nothing has been wrong for a minute, and nothing will be for another one.
  func beginCalmMinute() { calmWakes = 0 }

  /// In a second of a calm minute ten pictures are drawn, and may be sent in two parts each, a hub speaks
  /// twice, a hook that runs is looked after ten times, and most else comes once or less often. What
  /// happens allows no further ones. Twenty-one were the most on average (measured, with bad minutes).
  private func judgeCalmMinute() {
    oracle.check(.wakesAreFew, calmWakes <= 40 * 60, at: time) {
      "it woke by itself \(calmWakes) times within a minute in which nothing was wrong"
    }
  }

  /// The program is held up in a call: the world goes on meanwhile.
  func block(_ milliseconds: Int64) {
    let limit = time + milliseconds
    while time < limit { _ = step(to: limit) }
  }

  /// Goes on to what happens next.
  /// - Returns: whether the program may have something to do.
  private func step(to limit: Int64) -> Bool {
    var next = min(limit, events.first?.time ?? .max)
    for turn in nextTurns { next = min(next, turn) }
    let alarm = boundary_alarm()
    if alarm < .max { next = min(next, time + max(0, alarm - boundary_monotonic)) }
    if next > time { setTime(next) }
    var concerns = false
    if alarm <= boundary_monotonic {
      boundary_ring()
      concerns = true
    }
    for index in hosts.indices where nextTurns[index] <= time { advance(hosts[index]) }
    while let event = events.first, event.time <= time {
      events.removeFirst()
      if event.action() { concerns = true }
    }
    faults.look()
    if time >= endsAt || !oracle.violations.isEmpty { stop() }
    return concerns
  }

  // MARK: Lives

  /// Runs the program again and again until the time is over.
  func run() {
    setWallError(0)
    board.prepare()
    visitors.prepare()
    manager.prepare()
    money.prepare()
    alerts.edit()
    faults.begin()
    money.begin()
    house.begin()
    screen.begin()
    while time < endsAt, oracle.violations.isEmpty {
      lives += 1
      if isGhost, random.below(2) == 0 { forgetTime() } else if wallError != 0 { setWallError(0) }
      (isGhost, isEnding) = (false, false)
      lifeBeganAt = time
      rest.lifeBegins()
      faults.lifeBegins()
      broker.lifeBegins()
      oracle.started(at: time, keptBefore: board.keptBefore)
      house.judge.started(keptBefore: board.keptBefore)
      alerts.begin()
      manager.begin()
      board.begin()
      screen.lifeBegins()
      let status = Daemon.run(
        arguments: ["--config", board.configPath, "--display", "panels", "--display", "json"])
      oracle.check(.programRuns, isEnding && (isGhost || status == 0), at: time) {
        "it ended\(isEnding ? "" : " by itself") with status \(status); \(recent.suffix(3))"
      }
      alerts.end(isKilled: isGhost)
      manager.end(isKilled: isGhost, stopping: boundary_monotonic - stoppedAt)
      network.forgetAll()
      broker.forgetAll()
      boundary_forget_alarms()
      board.end()
      visitors.end(isKilled: isGhost, isKept: board.keptBefore != nil)
      if time < endsAt { setTime(time + 2_000) }
    }
  }

  /// Asks the program to end.
  func stop() {
    guard !isEnding else { return }
    isEnding = true
    stoppedAt = boundary_monotonic
    faults.look()
    Glibc.kill(getpid(), SIGTERM)
    boundary_is_touched = 1
  }

  /// Takes the board's power: what is on the disk now is what the next life finds.
  func kill() {
    guard !isEnding else { return }
    board.freeze()
    isGhost = true
    stop()
  }

  // MARK: What the program says

  func wrote(_ descriptor: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
    if isGhost { return }
    if descriptor == 1 { lineRest += bytes } else { logRest += bytes }
    func lines(_ rest: inout [UInt8]) -> [ArraySlice<UInt8>] {
      guard let end = rest.lastIndex(of: 0x0A) else { return [] }
      let lines = rest[..<end].split(separator: 0x0A)
      rest = Array(rest[(end + 1)...])
      return lines
    }
    for line in descriptor == 1 ? lines(&lineRest) : [] {
      hash.add(line)
      keep("line", line)
      let before = oracle.newest
      oracle.line(line, wall: boundary_wall, at: time)
      board.said(oracle.newest)
      alerts.said(oracle.newest, before: before)
      visitors.said(oracle.newest)
      if let line = oracle.newest { house.judge.line(line, at: time) }
      if !oracle.violations.isEmpty { stop() }
    }
    for line in descriptor == 2 ? lines(&logRest) : [] {
      let text = String(decoding: line, as: UTF8.self).replacing(folder, with: "FOLDER")
      hash.add(text.utf8)
      keep("log", line)
      oracle.logged(text, at: time)
    }
  }

  private func keep(_ kind: String, _ bytes: some Sequence<UInt8>) {
    if options.pictures != nil, kind == "line", time > endsAt - 10_000 { panels.picture() }
    let text = "\(time - begunAt) \(kind) \(String(decoding: Array(bytes), as: UTF8.self))"
    if options.isVerbose { print(text) }
    if recent.count == 400 { recent.removeFirst(200) }
    recent.append(text)
  }

  /// Adds to the hash what the program asks of others.
  func trace(_ what: String, _ bytes: some Sequence<UInt8>) {
    if isGhost { return }
    hash.add(what.utf8)
    hash.add(bytes)
    guard options.isTraced else { return }
    print(time - begunAt, what, bytes.map { String($0, radix: 16) }.joined(separator: " "))
  }

  func note(_ text: String) { keep("fault", text.utf8) }

  /// A calm minute is over: all is well, and what the program holds now it holds for good.
  func measure() {
    judgeCalmMinute()
    recent.removeFirst(max(0, recent.count - 25))
    guard let growth = rest.look(at: time - begunAt) else { return }
    oracle.check(.memoryRests, growth <= Rest.growthMax, at: time) {
      "at rest it holds \(growth) bytes more than early in this life"
    }
  }

  func asked(_ host: Network.Host, _ target: String) {
    trace("get \(host.source)", target.utf8)
    if options.isVerbose { keep("get", "\(host.source) \(target)".utf8) }
  }

  func answered(_ host: Network.Host, _ target: String, status: Int, waitSeconds: Int64?) {
    let isOnPurpose = host.server.faults.contains { $0.kind.refuses } || time < host.refusesUntil
    oracle.answered(
      host.source, target, status: status, waitSeconds: waitSeconds, isOnPurpose: isOnPurpose,
      at: time)
  }
}

/// How much there is to do.
enum Load: String, CaseIterable {
  case quiet, ordinary, busy
  /// One of its markets may be served by two exchanges.
  case paired

  static let usual: [Load] = [.quiet, .ordinary, .busy]

  var markets: [(exchange: String, code: String)] {
    switch self {
    case .quiet: [("upbit", "KRW-WAVES")]
    case .ordinary: [("upbit", "KRW-XRP"), ("binance", "DOGEUSDT"), ("kraken", "SOL/USD")]
    case .paired: [("upbit", "KRW-XRP"), ("bithumb", "KRW-XRP"), ("binance", "DOGEUSDT")]
    case .busy:
      [
        ("upbit", "KRW-BTC"), ("upbit", "KRW-ETH"), ("upbit", "KRW-XRP"), ("upbit", "KRW-DOGE"),
        ("bithumb", "KRW-BTC"), ("bithumb", "KRW-XRP"), ("binance", "BTCUSDT"),
        ("binance", "ETHUSDT"), ("coinbase", "BTC-USD"), ("coinbase", "ETH-USD"),
        ("kraken", "BTC/USD"),
      ]
    }
  }

  var pair: Oracle.Pair? {
    guard self == .paired else { return nil }
    return Oracle.Pair(
      name: "XRP/KRW", first: "upbit:KRW-XRP", second: "bithumb:KRW-XRP",
      failoverMilliseconds: 10_000)
  }

  var names: [String] { markets.map { "\($0.exchange):\($0.code)" } }

  /// The names of markets in the configuration.
  var places: [String] {
    guard let pair else { return names }
    return names.filter { $0 != pair.second }.map { $0 == pair.first ? pair.name : $0 }
  }

  var sources: [String] {
    markets.map(\.exchange).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// FNV-1a with 64 bits.
struct FNV {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }
}

/// A binary heap.
struct Heap<Element> {
  private var elements: [Element] = []
  private let isBefore: (Element, Element) -> Bool

  init(_ isBefore: @escaping (Element, Element) -> Bool) { self.isBefore = isBefore }

  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, isBefore(elements[child], elements[(child - 1) / 2]) {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    elements.swapAt(0, elements.count - 1)
    elements.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < elements.count {
        if isBefore(elements[child], elements[least]) { least = child }
      }
      if least == parent { return }
      elements.swapAt(parent, least)
      parent = least
    }
  }
}
