import CBoundary
import Glibc
import Oracle
import SimulatedExchange

/// What goes wrong, and when: bad hours with quiet ones between them, drawn from the seed.
final class Faults {
  /// Something that goes wrong for a while.
  struct Kind {
    let name: String
    /// Begins it, at an exchange that is drawn; returns what ends it.
    let begin: (World, Network.Host, inout Lots) -> (() -> Void)
    /// Whether what an exchange tells meanwhile may not be so.
    var isLie = false
    /// Whether what an exchange tells meanwhile comes late, or not at all.
    var isLate = false
    /// Whether what an exchange tells of the time before may not be so, either.
    var isOfPast = false
    /// Whether it concerns one exchange alone.
    var isAimed = true
    /// Whether it concerns no exchange at all.
    var isApart = false
    /// Whether the exchange does not have what is wanted meanwhile. It is asked again after a while, and
    /// each time later.
    var unlists = false
    /// Whether it ends the program.
    var ends = false
    /// How long it lasts at least: what it leads to takes its time.
    var leastMilliseconds: Int64 = 0
    /// Two in three of these faults last up to so many minutes.
    var mostMinutes = 0
    /// The exchanges that it may strike; nil for all.
    var sources: [String]?
  }

  private unowned let world: World
  private var random: Lots
  private var lengths: Lots
  private var rests: Lots
  private var rarities: Lots
  private var absences: Lots
  private var choices: Lots
  private var outages: Lots
  private var hangs: Lots
  /// The kinds that are aimed at one exchange, and the others. Each half is drawn equally often, though
  /// most kinds are aimed.
  private lazy var kinds = {
    let all = (Self.makeKinds() + House.kinds() + (world.house.isFollower ? Hub.kinds() : []))
      .filter { !isLasting || !$0.ends }
    return [all.filter(\.isAimed), all.filter { !$0.isAimed }]
  }()
  private var armed: [Armed] = []
  /// The names of what is wrong now.
  private var underWay: [String] = []
  private(set) var active = 0
  /// How many things are wrong with each exchange.
  private var troubles: [String: Int] = [:]
  private(set) var begun = 0
  private var calmSince: Int64 = 0
  private(set) var calms = 0
  /// In one of three seeds nothing ends the program: what adds up shows only in a long life. What goes
  /// wrong lasts longer there.
  private let isLasting: Bool
  /// In one of four seeds every other calm lasts longer, on average.
  private let restsLong: Bool
  /// In one of two seeds somebody makes choices shortly before the program ends, where anything ends it.
  private let choosesLate: Bool
  /// In one of three seeds the broker hangs in every other bad hour, on average.
  private let brokerHangs: Bool
  /// Whether the program may be ended now: not in a calm, which that would disturb.
  var mayEndProgram: Bool { active > 0 && !isLasting }

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = Lots(seed: seed &+ 5)
    lengths = Lots(seed: seed &+ 1_013)
    rests = Lots(seed: seed &+ 1_025)
    rarities = Lots(seed: seed &+ 1_031)
    absences = Lots(seed: seed &+ 1_103)
    choices = Lots(seed: seed &+ 1_149)
    outages = Lots(seed: seed &+ 1_134)
    hangs = Lots(seed: seed &+ 1_137)
    restsLong = rests.below(4) == 0
    choosesLate = choices.below(2) == 0
    brokerHangs = hangs.below(3) == 0
    var lots = Lots(seed: seed &+ 1_009)
    isLasting = lots.below(3) == 0
    coverage?.know(kinds.joined().map(\.name))
  }

  func begin() {
    for host in world.allHosts { world.oracle.isWell(host.source, true, at: world.time) }
    world.after(240_000) { [unowned self] in storm() }
    world.after(30_000) { [unowned self] in hand() }
    world.after(10_000) { [unowned self] in watch() }
  }

  /// Looks every ten seconds at what must hold all the time.
  private func watch() -> Bool {
    world.after(10_000) { [unowned self] in watch() }
    guard !world.isEnding else { return false }
    world.oracle.delayMilliseconds = world.network.weather.delayMilliseconds
    for host in world.allHosts {
      let isFollowed = world.board.follows(host.source)
      let isReachable = isFollowed && world.network.isReachable(host)
      world.oracle.isReachable(host.source, isReachable, at: world.time)
      if isFollowed, world.house.role == .fallback {
        world.oracle.watchFallback(
          host.source, streams: world.network.streams(host), at: world.time)
      }
      // A board that follows hubs asks exchanges only while it must.
      guard isFollowed, !world.house.isFollower else { continue }
      world.oracle.watch(
        host.source, streams: world.network.streams(host),
        hasLasted: world.network.hasLasted(host), at: world.time)
    }
    world.panels.lookForAttempts()
    let isQuiet = world.allHosts.allSatisfy {
      world.oracle.isWell($0.source, for: 60_000, at: world.time)
    }
    if isQuiet, world.time / 30_000 != (world.time - 10_000) / 30_000 {
      world.panels.look()
      world.board.lookAtNight()
    }
    return false
  }

  /// Something is wrong with an exchange from now on, or no more.
  private func trouble(_ host: Network.Host, _ change: Int) {
    let count = troubles[host.source, default: 0] + change
    troubles[host.source] = count
    world.oracle.isWell(host.source, count == 0, at: world.time)
  }

  /// Certificates are valid by the board's clock from now on, or invalid: then the board can connect to
  /// nobody.
  func certificates(areValid: Bool) {
    for host in world.allHosts { trouble(host, areValid ? -1 : 1) }
  }

  /// Somebody presses the button now and then.
  private func hand() -> Bool {
    world.after(Int64(2_000 + random.below(900_000))) { [unowned self] in hand() }
    if !world.isEnding { world.board.press(isLong: random.below(4) == 0) }
    return true
  }

  /// What an exchange's link is doing, as the network sees it.
  enum State: String, CaseIterable {
    case starting, handshake, streaming, polling, handover, backfill, reload, ending, silent
  }

  /// A fault that waits for a state.
  private struct Armed {
    let kind: Kind
    let host: Network.Host
    let state: State
    let until: Int64
    let lasts: Int64
  }

  private func state(of host: Network.Host) -> State {
    if world.isEnding { return .ending }
    if world.time - world.lifeBeganAt < 3_000 { return .starting }
    if world.time - world.board.wroteAt < 1_000 { return .reload }
    let streams = host.connections.filter { $0.answer == nil && !$0.hasEnded }
    if streams.count > 1 { return .handover }
    let isAsked = host.connections.contains { $0.answer != nil }
    guard let stream = streams.first else { return isAsked ? .polling : .silent }
    if !stream.hasSpoken { return .handshake }
    return isAsked ? .backfill : .streaming
  }

  /// A life begins, and believes the first stamp of all: a single wrong one that was meant for the last
  /// life is taken away.
  func lifeBegins() {
    for host in world.allHosts {
      host.server.faults.removeAll { $0.kind == .time && $0.times != nil }
    }
  }

  /// Lets those faults strike whose state is there.
  func look() {
    // A fault that strikes may bring the state that another one waits for.
    while let index = armed.lastIndex(where: {
      state(of: $0.host) == $0.state || $0.until <= world.time
    }) {
      let fault = armed.remove(at: index)
      _ = strike(fault.kind, fault.host, for: fault.lasts)
    }
  }

  /// A bad hour: some faults, one after the other or at once.
  private func storm() -> Bool {
    guard !world.isEnding, begun < world.options.faultsMax else { return false }
    let count = 1 + random.below(4 << random.below(5))
    var last: Int64 = 0
    if world.load.pair != nil, random.below(2) == 0 {
      last = Int64(60_000 + random.below(300_000))
      let lasts = last
      let kind = random.below(2) == 0 ? Self.gone : Self.delisted()
      world.after(1_000) { [unowned self] in strike(kind, world.allHosts[0], for: lasts) }
    }
    if rarities.below(4) == 0 { last = max(last, addRarity()) }
    if world.house.role == .fallback, absences.below(4) == 0 { last = max(last, addAbsence()) }
    if choosesLate, !isLasting, choices.below(4) == 0 { last = max(last, chooseBeforeEnd()) }
    // A follower asks no exchange while it hears a hub.
    if isLasting, !world.house.isFollower, world.time - world.lifeBeganAt > 7_200_000,
      outages.below(8) == 0
    {
      last = max(last, addOutage())
    }
    // A follower has little to say.
    if brokerHangs, !world.house.isFollower, hangs.below(2) == 0 { last = max(last, hangBroker()) }
    for _ in 0..<count {
      let begins = Int64(random.below(300_000))
      let lasts = Int64(200) + Int64(random.below(1 << (8 + random.below(isLasting ? 13 : 11))))
      last = max(last, begins + lasts)
      world.after(begins) { [unowned self] in
        arm(for: lasts)
        return true
      }
    }
    world.after(last + 1) { [unowned self] in calm() }
    return false
  }

  /// What chance brings seldom: a handshake is answered with a ban, or hubs of a follower say what cannot be
  /// read.
  /// - Returns: in how many milliseconds it is over.
  private func addRarity() -> Int64 {
    let begins = Int64(rarities.below(200_000))
    // A second attempt, after a minute, is not refused.
    let lasts = Int64(20_000 + rarities.below(30_000))
    let hosts = world.allHosts.filter { !Self.hasSpare($0) }
    let host = hosts[rarities.below(hosts.count)]
    world.after(begins) { [unowned self] in
      if world.house.isFollower { return strike(Hub.broken, host, for: lasts) }
      trouble(Fault(.upgradeStatus, value: "418"), host, for: lasts)
      return true
    }
    return begins + lasts
  }

  /// All hubs of a board that may ask exchanges itself say nothing for some minutes.
  /// - Returns: in how many milliseconds they speak again.
  private func addAbsence() -> Int64 {
    let begins = Int64(absences.below(60_000))
    let lasts = Int64(240_000 + absences.below(180_000))
    let host = world.allHosts[0]
    world.after(begins) { [unowned self] in strike(Hub.allSilent, host, for: lasts) }
    return begins + lasts
  }

  /// Somebody makes two choices, and the program ends within half a minute: the second one is still to be
  /// written then, since the card is written twice a minute at most.
  /// - Returns: in how many milliseconds the next life has begun.
  private func chooseBeforeEnd() -> Int64 {
    let first = Int64(choices.below(200_000))
    let second = first + Int64(3_000 + choices.below(5_000))
    let ends = second + Int64(6_000 + choices.below(14_000))
    for milliseconds in [first, second] { world.board.choose(after: milliseconds) }
    world.after(ends) { [unowned self] in
      world.stop()
      return true
    }
    return ends + 10_000
  }

  /// An exchange is gone for about an hour: what adds up with each failed attempt shows only then.
  /// - Returns: in how many milliseconds it is over.
  private func addOutage() -> Int64 {
    let begins = Int64(outages.below(200_000))
    let lasts = Int64(3_000_000 + outages.below(1_200_000))
    let host = world.allHosts[outages.below(world.allHosts.count)]
    world.after(begins) { [unowned self] in strike(Self.gone, host, for: lasts) }
    return begins + lasts
  }

  /// The broker hangs until the board has given it up: what the kernel does not take any more is under way
  /// when the connection is lost.
  /// - Returns: in how many milliseconds it is over.
  private func hangBroker() -> Int64 {
    let begins = Int64(hangs.below(200_000))
    // The board waits for up to half a minute.
    let lasts = Int64(45_000 + hangs.below(30_000))
    world.after(begins) { [unowned self] in strike(House.hang, world.allHosts[0], for: lasts) }
    return begins + lasts
  }

  private func arm(for milliseconds: Int64) {
    let half = kinds[random.below(2)]
    let kind = half[random.below(half.count)]
    let hosts = world.allHosts.filter { kind.sources?.contains($0.source) ?? true }
    guard !hosts.isEmpty else { return }
    let host = hosts[random.below(hosts.count)]
    // Starts and ends are seldom waited for: only a life of some length shows what comes late.
    let isShort = random.below(8) == 0 && !isLasting
    let states = State.allCases.filter { ($0 == .starting || $0 == .ending) == isShort }
    let state = states[random.below(states.count)]
    // The board leaves another endpoint for the usual one after a quarter of an hour.
    let patience: Int64 = state == .handover && Self.hasSpare(host) ? 1_200_000 : 60_000
    let isLong = kind.mostMinutes > 0 && lengths.below(3) > 0
    let minutes = isLong ? Int64(1 + lengths.below(kind.mostMinutes)) : 0
    armed.append(
      Armed(
        kind: kind, host: host, state: state, until: world.time + patience,
        lasts: max(milliseconds, kind.leastMilliseconds, minutes * 60_000)))
    provoke(state, host)
  }

  /// Whether an exchange has another endpoint, for where the usual one is barred.
  private static func hasSpare(_ host: Network.Host) -> Bool {
    Oracle.spared.contains(host.source)
  }

  /// Brings an exchange's link into a state, by something else that goes wrong.
  private func provoke(_ state: State, _ host: Network.Host) {
    switch state {
    case .handshake, .backfill, .silent: world.network.cut(host)
    case .polling: trouble(Fault(.upgradeStatus, value: "503"), host, for: 40_000)
    case .handover: if Self.hasSpare(host) { trouble(Fault(.geoBlock), host, for: 20_000) }
    case .starting, .ending: world.stop()
    case .reload where random.below(2) == 0:
      _ = strike(Self.marketLeftOut, host, for: Int64(5_000 + random.below(60_000)))
    case .reload: world.board.write(world.board.configuration())
    case .streaming: break
    }
  }

  private func trouble(_ fault: Fault, _ host: Network.Host, for milliseconds: Int64) {
    trouble(host, 1)
    active += 1
    let end = host.begin(fault)
    world.network.cut(host)
    // The status of an upgrade is not seen among the answers. A server that hangs asks for no wait.
    let wait: Int64 = fault.kind == .geoBlock ? 900_000 : 0
    if fault.kind != .upgradeHang {
      world.oracle.leave(host.source, aloneUntil: world.time + milliseconds + wait)
    }
    world.after(milliseconds) { [unowned self] in
      end()
      host.refusesUntil = world.time + 20_000
      if Self.isBan(fault) { world.oracle.mayBeBanned(host.source, at: world.time) }
      active -= 1
      trouble(host, -1)
      return false
    }
  }

  /// Whether a fault answers an upgrade with a ban.
  private static func isBan(_ fault: Fault) -> Bool {
    fault.kind == .upgradeStatus && fault.value == "418"
  }

  private func strike(_ kind: Kind, _ host: Network.Host, for milliseconds: Int64) -> Bool {
    guard begun < world.options.faultsMax else { return false }
    coverage?.count(kind.name, in: state(of: host).rawValue, beside: underWay)
    underWay.append(kind.name)
    let concerned =
      kind.isApart && !world.house.isFollower ? [] : kind.isAimed ? [host] : world.allHosts
    for host in concerned { trouble(host, 1) }
    if kind.isLie || kind.isLate {
      for host in concerned {
        world.oracle.doubt(host.source, until: .max / 4, isLate: kind.isLate)
      }
    }
    if kind.unlists {
      world.oracle.leave(host.source, aloneUntil: world.time + 2 * milliseconds + 130_000)
    }
    active += 1
    begun += 1
    world.note("\(kind.name) at \(kind.isAimed ? host.source : "all") for \(milliseconds) ms")
    // Some begin with another's end, or with a strike of another.
    var lots = Lots(seed: random.next())
    let end = kind.begin(world, host, &lots)
    let struck = world.time
    world.advance(host)
    world.after(milliseconds) { [unowned self] in
      end()
      if kind.isLie || kind.isLate {
        for host in concerned {
          let since = kind.isOfPast ? struck - 1_200_000 : struck
          world.oracle.doubted(host.source, since: since, until: world.time)
        }
      }
      active -= 1
      for host in concerned { trouble(host, -1) }
      underWay.remove(at: underWay.firstIndex(of: kind.name)!)
      world.note("\(kind.name) is over")
      world.advance(host)
      return true
    }
    return true
  }

  /// Nothing is wrong any more: within two minutes all must be well.
  private func calm() -> Bool {
    guard active == 0, armed.isEmpty, !world.isClockOutsideCertificates else {
      world.after(1_000) { [unowned self] in calm() }
      return false
    }
    calmSince = world.time
    world.house.calm()
    world.screen.turnOn()
    var settled = max(world.time + 120_000, world.oracle.allLeftAloneUntil + 60_000)
    // Without its broker a follower hears nothing.
    if world.house.isFollower {
      settled = max(settled, world.time + (world.broker.shortSessions < 3 ? 220_000 : 860_000))
    }
    world.at(settled - 60_000) { [unowned self] in
      world.beginCalmMinute()
      return false
    }
    world.at(settled) { [unowned self] in
      calms += 1
      world.measure()
      for host in world.allHosts {
        world.oracle.settle(host.source, at: settled)
      }
      world.house.settled()
      look(at: 0)
      return false
    }
    // Until then others look at what they expect after a calm.
    let looked = max(settled + Int64(world.load.places.count) * 1_500, calmSince + 200_000)
    world.at(looked + 10_000 + rest()) { [unowned self] in
      storm()
    }
    return false
  }

  /// How much longer nothing goes wrong. Needless calls for what an exchange has told are judged only
  /// long after it was well again, and a while after a press and a reload.
  private func rest() -> Int64 {
    guard restsLong, rests.below(2) == 0 else { return 0 }
    return Int64(300_000 + rests.below(600_000))
  }

  /// Looks at one market after the other.
  private func look(at number: Int) {
    guard !world.isEnding else { return }
    if let line = world.oracle.newest {
      world.oracle.check(.linkRecovers, line.link == "streaming", at: world.time) {
        "\(line.market) is \(line.link) \((world.time - calmSince) / 1_000) s after the last fault"
      }
    } else {
      world.oracle.fail(.linkRecovers, "there is no line", at: world.time)
    }
    guard number + 1 < world.load.places.count else { return }
    world.board.press()
    world.after(1_500) { [unowned self] in
      look(at: number + 1)
      return true
    }
  }

  // MARK: The kinds

  /// A kind in which a part of what an exchange tells is changed.
  /// - Parameter names: what each exchange calls a part of it, and what stands there instead.
  private static func spoilt(
    _ name: String, _ kind: FaultKind, _ names: [String: [String]], others: [String]
  ) -> Kind {
    Kind(
      name: name,
      begin: { world, host, random in
        let values = names[host.source] ?? others
        return host.begin(Fault(kind, value: values[random.below(values.count)]))
      }, isLie: true, isOfPast: kind == .restField)
  }

  private static func server(
    _ name: String, isLie: Bool = false, isLate: Bool = false, isOfPast: Bool = false,
    only sources: [String]? = nil, isWaitAsked: Bool = false, with other: Fault? = nil,
    _ make: @escaping (inout Lots) -> Fault
  ) -> Kind {
    Kind(
      name: name,
      begin: { world, host, random in
        let fault = make(&random)
        let isWait = isWaitAsked && random.below(2) == 0
        let wait = Fault(.retryAfter, value: "\(5 + random.below(60))")
        let end = host.begin([other].compactMap { $0 } + [fault] + (isWait ? [wait] : []))
        // The status that refuses an upgrade is not seen among the answers.
        let minutes: Int64 =
          switch (fault.kind, fault.value) {
          case (.upgradeStatus, "429"): 2
          case (.upgradeStatus, "403"), (.upgradeStatus, "451"), (.geoBlock, _): 15
          default: 0
          }
        return {
          end()
          if fault.kind.refuses { host.refusesUntil = world.time + 20_000 }
          world.oracle.leave(host.source, aloneUntil: world.time + minutes * 60_000)
          if isBan(fault) { world.oracle.mayBeBanned(host.source, at: world.time) }
        }
      }, isLie: isLie, isLate: isLate, isOfPast: isOfPast, sources: sources)
  }

  /// An exchange refuses calls; its stream is cut, so that the board makes some.
  private static func refusal(
    _ name: String, _ make: @escaping (_ source: String, inout Lots) -> [Fault]
  ) -> Kind {
    Kind(
      name: name,
      begin: { world, host, random in
        let faults = make(host.source, &random)
        let end = host.begin(faults)
        world.network.cut(host)
        // Another exchange that has no stream meanwhile is asked for prices as ever.
        let others = world.allHosts.filter { $0 !== host }
        if !others.isEmpty, random.below(2) == 0 {
          world.faults.trouble(
            Fault(.upgradeHang), others[random.below(others.count)], for: 100_000)
        }
        // Calls that are still refused do not concern its stream once that has lasted: it is cut again.
        world.after(78_000) { [unowned world] in
          guard faults.allSatisfy(host.server.faults.contains) else { return false }
          world.network.cut(host)
          return true
        }
        return {
          end()
          host.refusesUntil = world.time + 20_000
        }
      }, leastMilliseconds: 150_000)
  }

  /// A kind that is begun by one call, and ended by another one.
  private static func flip(
    _ name: String, isAimed: Bool = false, isApart: Bool = false,
    _ begin: @escaping (World, Network.Host, inout Lots) -> (() -> Void)
  ) -> Kind {
    Kind(name: name, begin: begin, isAimed: isAimed, isApart: isApart)
  }

  /// One part of the weather; when it is over, that part alone is as usual again.
  private static func weather<Part>(
    _ name: String, _ part: WritableKeyPath<Network.Weather, Part>, atLeast: Int64 = 0,
    isFeltFor lingering: Int64 = 0, _ draw: @escaping (inout Lots) -> Part
  ) -> Kind {
    Kind(
      name: name,
      begin: { world, _, random in
        world.network.weather[keyPath: part] = draw(&random)
        return {
          world.network.weather[keyPath: part] = Network.Weather()[keyPath: part]
          world.network.release()
          if lingering > 0 { world.oracle.boardIsWell(since: world.time + lingering) }
        }
      }, isAimed: false, leastMilliseconds: atLeast)
  }

  private static func hooks(_ name: String, _ habit: Alerts.Habit) -> Kind {
    Kind(
      name: name,
      begin: { world, _, _ in
        world.alerts.habit = habit
        return { world.alerts.habit = .ends }
      }, isAimed: false, isApart: true)
  }

  /// An exchange cannot be reached at all.
  private static var gone: Kind {
    Kind(
      name: "exchange gone",
      begin: { world, host, _ in
        let end = host.begin(Fault(.refusePort))
        world.network.cut(host)
        return end
      })
  }

  private static func delisted(
    _ name: String = "delisted", only sources: [String]? = nil, with others: [Fault] = []
  ) -> Kind {
    Kind(
      name: name,
      begin: { world, host, random in
        let codes = world.load.markets.filter { $0.exchange == host.source }.map(\.code)
        let code = codes[random.below(codes.count)]
        let kinds: [FaultKind] = [.delisted, .unlisted]
        return host.begin(others + [Fault(kinds[random.below(2)], value: code)])
      }, isLie: true, unlists: true, sources: sources)
  }

  /// A reload leaves a market out, and another one brings it back.
  private static var marketLeftOut: Kind {
    Kind(
      name: "market left out",
      begin: { world, host, random in
        // An alert of an exchange names its first market, and visitors command the first of all.
        let all = world.load.places
        let own = all.filter { $0.hasPrefix("\(host.source):") }
        let some = (own.count > 1 ? Array(own.dropFirst()) : own).filter { $0 != all[0] }
        guard all.count > 2, !some.isEmpty, !world.house.isFollower, world.board.leftOut == nil
        else { return {} }
        return world.board.leaveOut(some[random.below(some.count)])
      }, leastMilliseconds: 5_000)
  }

  /// The kinds that have these names.
  static func kinds(_ names: Set<String>) -> [Kind] {
    makeKinds().filter { names.contains($0.name) }
  }

  private static func makeKinds() -> [Kind] {
    [
      // An exchange's clock may seem to fall by a second in a minute.
      weather("delay", \.delayMilliseconds, atLeast: 100_000) {
        Int64(100 + $0.below(7_000)) << $0.below(3)
      },
      // What was lost is sent again after 0.2 s, 0.4 s, … 6.4 s, even when nothing is lost any more.
      weather("loss", \.lossPercent, isFeltFor: 13_000) { 5 + $0.below(40) },
      weather("partition", \.isPartitioned) { _ in true },
      // A lookup that is under way fails after 20 s, even when name servers answer again.
      weather("silent name server", \.nameServer, isFeltFor: 20_000) { _ in .silent },
      weather("failing name server", \.nameServer) { _ in .fails },
      weather("slow name server", \.nameServer) { _ in .slow },
      weather("captive portal", \.isCaptive) { _ in true },
      Kind(
        name: "network down",
        begin: { world, _, _ in
          world.network.setDown(true)
          return { world.network.setDown(false) }
        }, isAimed: false, mostMinutes: 12),
      Kind(
        name: "address changes",
        begin: { world, _, _ in
          world.network.changeAddress()
          return { world.network.changeAddress() }
        }, isAimed: false),
      Kind(
        name: "host cut",
        begin: { world, host, _ in
          world.network.cutHosts.insert(host.name)
          return {
            world.network.cutHosts.remove(host.name)
            world.network.release()
          }
        }),
      server("geo-block", only: Oracle.spared) { _ in Fault(.geoBlock) },
      server("refuse-port") { _ in Fault(.refusePort) },
      server("reset-on-accept") { _ in Fault(.resetOnAccept) },
      server("hang-on-accept") { _ in Fault(.hangOnAccept) },
      server("expired-certificate") { _ in Fault(.expiredCertificate) },
      server("future-certificate") { _ in Fault(.futureCertificate) },
      server("other-ca") { _ in Fault(.otherAuthority) },
      server("wrong-host") { _ in Fault(.wrongHost) },
      server("upgrade-hang") { _ in Fault(.upgradeHang) },
      server("upgrade-status", isWaitAsked: true) { random in
        Fault(.upgradeStatus, value: ["429", "503", "500", "502"][random.below(4)])
      },
      server("upgrade-redirect") { _ in Fault(.upgradeRedirect) },
      server("wrong-accept") { _ in Fault(.wrongAccept) },
      server("unasked-deflate") { _ in Fault(.unaskedDeflate) },
      server("half-open", isLate: true) { _ in Fault(.halfOpen) },
      server("no-data", isLate: true) { _ in Fault(.noData) },
      server("cut-after") { Fault(.cutAfter, value: "\(1 + $0.below(40))") },
      server("reset-after") { Fault(.resetAfter, value: "\(1 + $0.below(40))") },
      server("close") { random in
        Fault(.close, value: ["1000", "1001", "1008", "1011", "1012"][random.below(5)], times: 2)
      },
      server("byte-by-byte") { _ in Fault(.byteByByte, value: "40") },
      server("fragments") { _ in Fault(.fragments) },
      server("interleaved-pings") { _ in Fault(.interleavedPings) },
      server("masked") { _ in Fault(.masked, chance: 20) },
      server("reserved-bits") { _ in Fault(.reservedBits, chance: 20) },
      server("invalid-utf8") { _ in Fault(.invalidUTF8, chance: 20) },
      server("huge-message") { _ in Fault(.hugeMessage, chance: 5, times: 2) },
      server("duplicate-trades") { _ in Fault(.duplicateTrades) },
      Kind(
        name: "late-trades",
        begin: { world, host, random in
          let fault = Fault(
            .lateTrades, value: "\(500 + random.below(8_000))", chance: 40 + random.below(61))
          let end = host.begin(fault)
          // A new stream brings what history has told.
          if random.below(2) == 0 {
            for seconds in [0, 10, 25, 40] as [Int64] {
              world.after(seconds * 1_000) { [unowned world] in
                if host.server.faults.contains(fault) { world.network.cut(host) }
                return true
              }
            }
          }
          return end
        }, isLate: true, leastMilliseconds: 60_000),
      server("back-step", isLie: true) { _ in Fault(.backStep) },
      server("price", isLie: true) { random in
        Fault(.price, value: ["0", "-1", "null", "1e999", "\"x\""][random.below(5)])
      },
      server("time", isLie: true) { random in
        Fault(.time, value: ["0", "null", "1", "99999999999999"][random.below(4)])
      },
      server("code", isLie: true) { _ in Fault(.code, value: "KRW-NOBODY", chance: 50) },
      server("unknown-fields") { _ in Fault(.unknownFields) },
      server("rest-hang") { _ in Fault(.restHang) },
      server("rest-status") { random in
        Fault(.restStatus, value: ["429", "500", "503", "404", "418"][random.below(5)])
      },
      server("rest-html") { _ in Fault(.restHTML) },
      server("rest-drip") { _ in Fault(.restDrip, value: "20") },
      server("rest-truncate") { _ in Fault(.restTruncate) },
      server("rest-gzip") { _ in Fault(.restGzip) },
      server("empty-history", isLie: true, isOfPast: true) { _ in Fault(.emptyHistory) },
      server("shuffled-history") { _ in Fault(.shuffledHistory) },
      server("no-market-list") { _ in Fault(.noMarketList) },
      server("retry-after") { Fault(.retryAfter, value: "\(5 + $0.below(120))") },
      refusal("calls refused with a wait") { _, random in
        [
          Fault(.restStatus, value: "429"),
          Fault(.retryAfter, value: "\(5 + random.below(120))"),
        ]
      },
      refusal("history refused with a wait") { source, random in
        let paths = [
          "binance": "/klines", "bithumb": "/ticks", "coinbase": "/trades", "kraken": "/Trades",
        ]
        let faults = [
          Fault(.restStatus, value: "429" + (paths[source] ?? "/candles")),
          Fault(.retryAfter, value: "\(100 + random.below(25))"),
        ]
        // Without a stream prices are asked for.
        return random.below(2) == 0 ? faults + [Fault(.upgradeHang)] : faults
      },
      server("upgrade refused for long") { random in
        Fault(.upgradeStatus, value: ["418", "403", "451"][random.below(3)])
      },
      server("long-expired-certificate") { _ in Fault(.longExpired) },
      server("firehose", isLie: true) { _ in Fault(.firehose, value: "200") },
      server("life") { Fault(.life, value: "\(3 + $0.below(40))") },
      server("server-shutdown", only: ["binance"]) { _ in Fault(.serverShutdown, times: 2) },
      server("text", only: ["upbit", "bithumb"]) { _ in Fault(.text) },
      server("simple", isLie: true, only: ["upbit", "bithumb"]) { _ in Fault(.simple) },
      server("list", isLie: true, only: ["upbit", "bithumb"]) { _ in Fault(.list) },
      server("reserved-opcode") { _ in Fault(.reservedOpcode, chance: 20) },
      server("short-close") { _ in Fault(.shortClose, chance: 20) },
      server("long-ping") { _ in Fault(.longPing, chance: 20) },
      server("fragmented-ping") { _ in Fault(.fragmentedPing, chance: 20) },
      server("stray-continuation") { _ in Fault(.strayContinuation, chance: 20) },
      server("deep-nesting", isLie: true) { _ in Fault(.deepNesting, chance: 20) },
      server("trailing-garbage", isLie: true) { _ in Fault(.trailingGarbage, chance: 50) },
      // Small errors are not drawn: the board forgets only a second in a minute of some seconds that an
      // exchange was ahead, lest it take what is late for new.
      server("clock", isLie: true, isOfPast: true) { random in
        let value = Int64(random.below(600_000)) - 300_000
        let isSmall = abs(value) < 30_000
        return Fault(.clock, value: "\(isSmall ? value + (value < 0 ? -30_000 : 30_000) : value)")
      },
      // It is ahead by minutes to years. Such a stamp is not believed alone: its message is lost.
      Kind(
        name: "one stamp ahead",
        begin: { world, host, random in
          // Where the board's clock is not believed, the first stamp of all is: nothing else tells the
          // time. An acknowledgement or a snapshot has no stamp of now.
          let isKnown = host.connections.contains {
            $0.isStream && !$0.hasEnded && !$0.isOrphaned && $0.messages > 5
          }
          guard isKnown else { return {} }
          let ahead = 120_000 + Int64(random.below(1 << (10 + random.below(30))))
          return host.begin(Fault(.time, value: "\(world.time + ahead)", times: 1))
        }, isLate: true, sources: ["upbit", "bithumb", "binance"]),
      spoilt(
        "field", .field,
        [
          "binance": ["e:null", "q:-1", "s:7"],
          "coinbase": ["type:null", "size:-1", "product_id:7"],
          "kraken": ["last:null", "qty:-1", "symbol:7"],
        ], others: ["type:null", "trade_volume:-1", "code:7"]),
      spoilt(
        "missing", .missing,
        [
          "binance": ["p", "q", "T"], "coinbase": ["price", "size", "time"],
          "kraken": ["price", "qty", "timestamp"],
        ], others: ["trade_price", "trade_volume", "timestamp"]),
      server("maintenance", isLie: true, only: ["kraken"]) { random in
        Fault(.system, value: ["maintenance", "cancel_only", "post_only"][random.below(3)])
      },
      server("heartbeat-only", isLate: true, only: ["coinbase", "kraken"]) { _ in
        Fault(.heartbeatOnly)
      },
      server("old-names", only: ["kraken"]) { _ in Fault(.oldNames) },
      server("usdc-alias", isLie: true, only: ["coinbase"]) { _ in Fault(.productAlias) },
      server("wrong-checksum", only: ["kraken"]) { _ in Fault(.wrongChecksum) },
      server("rest-redirect") { _ in Fault(.restRedirect, value: "302") },
      server("rest-blocked") { _ in Fault(.restBlocked) },
      server("rest-error") { _ in Fault(.restError, value: "500") },
      server("rest-huge") { _ in Fault(.restHuge, value: "200000") },
      server("rest-endless-header") { _ in Fault(.restHeader, value: "200000") },
      spoilt(
        "rest-field", .restField,
        [
          "binance": ["lastPrice:null", "volume:-1", "lastPrice:1e999"],
          "coinbase": ["price:null", "size:-1", "price:1e999"],
          "kraken": ["c:null", "o:-1", "c:1e999"],
        ], others: ["trade_price:null", "candle_acc_trade_volume:-1", "trade_price:1e999"]),
      server("plain-refusals", only: ["upbit"], with: Fault(.plainRefusals)) { random in
        Fault(.restStatus, value: ["429", "418"][random.below(2)])
      },
      server("limit-closes", only: ["upbit"]) { _ in Fault(.limitCloses) },
      delisted("delisting-object", only: ["upbit"], with: [Fault(.delistingObject)]),
      server("nine-hours", isLie: true, isOfPast: true, only: ["bithumb"]) { _ in
        Fault(.nineHours)
      },
      server("error-status-200", only: ["bithumb"]) { _ in Fault(.errorStatus200) },
      server("number-strings", only: ["bithumb"]) { _ in Fault(.numberStrings) },
      server("adds-filters", only: ["bithumb"]) { _ in Fault(.addsFilters) },
      delisted(),
      Kind(
        name: "one market silent",
        begin: { world, host, random in
          let codes = world.load.markets.filter { $0.exchange == host.source }.map(\.code)
          // An exchange that says nothing at all is another fault.
          guard codes.count > 1 else { return {} }
          let code = codes[random.below(codes.count)]
          let names = Set([code, Oracle.classicName(of: code)])
          let end = host.begin(names.sorted().map { Fault(.mute, value: $0) })
          world.network.cut(host)
          let (market, begin) = ("\(host.source):\(code)", world.time)
          world.oracle.mutes(market, at: begin)
          // After a while its calls are not answered, either.
          var endCalls: (() -> Void)? = {}
          if random.below(2) == 0 {
            world.after(Int64(random.below(50_000))) {
              if endCalls != nil { endCalls = host.begin(Fault(.restHang)) }
              return false
            }
          }
          return {
            endCalls?()
            endCalls = nil
            end()
            world.oracle.mutesNone(market, since: begin, at: world.time)
          }
        }, leastMilliseconds: 150_000, sources: ["upbit", "bithumb", "binance"]),
      marketLeftOut,
      Kind(
        name: "bus fails",
        begin: { world, _, random in
          world.panels.breakBus(after: random.below(12))
          return { world.panels.mendBus() }
        }, isAimed: false, isApart: true),
      Kind(
        name: "disk full",
        begin: { world, _, random in
          world.board.breakFiles(step: Int32(random.below(4)), code: ENOSPC)
          return { world.board.mendFiles() }
        }, isAimed: false, isApart: true, leastMilliseconds: 45_000),
      Kind(
        name: "disk read-only",
        begin: { world, _, _ in
          world.board.breakFiles(step: 0, code: EROFS)
          return { world.board.mendFiles() }
        }, isAimed: false, isApart: true, leastMilliseconds: 45_000),
      Kind(
        name: "child killed",
        begin: { world, _, random in
          world.board.breakFiles(step: Int32(random.below(4)), code: 0)
          return { world.board.mendFiles() }
        }, isAimed: false, isApart: true, leastMilliseconds: 45_000),
      flip("slow card", isApart: true) { world, _, _ in
        world.board.slowFiles()
        return { world.board.mendFiles() }
      },
      flip("wall clock wrong", isApart: true) { world, _, random in
        let errors: [Int64] = [3_600_000, -3_600_000, 63_072_000_000, -157_680_000_000, 7_000]
        world.setWallError(
          errors[random.below(errors.count)], isCalledRight: random.below(2) == 0)
        return { world.setWallError(0) }
      },
      flip("panel without power", isApart: true) { world, _, _ in world.panels.pullPlug() },
      flip("name unknown", isAimed: true) { world, host, random in
        world.network.namelessHosts.insert(host.name)
        // All names are looked up at once.
        if random.below(2) == 0 {
          world.network.forgetNames()
          for host in world.allHosts { world.network.cut(host) }
        }
        return { world.network.namelessHosts.remove(host.name) }
      },
      flip("connection cut", isAimed: true) { world, host, _ in
        world.network.cut(host)
        return {}
      },
      flip("all connections cut") { world, _, _ in
        for host in world.allHosts { world.network.cut(host) }
        return {}
      },
      Kind(
        name: "suspend",
        begin: { world, _, random in
          world.suspend(Int64(1_000) << Int64(random.below(18)))
          return {}
        }, isAimed: false),
      Kind(
        name: "reload",
        begin: { world, _, random in
          if random.below(2) == 0 {
            world.board.write(world.board.configuration("language = \"ko\""))
          } else {
            world.board.spoil(Int(random.below(4)))
          }
          return { world.board.replace(world.board.configuration()) }
        }, isAimed: false, isApart: true),
      Kind(
        name: "alerts reordered",
        begin: { world, _, _ in
          world.alerts.isReordered = true
          world.board.write(world.board.configuration())
          return {
            world.alerts.isReordered = false
            world.board.write(world.board.configuration())
          }
        }, isAimed: false, isApart: true),
      Kind(
        name: "crowd of visitors",
        begin: { world, _, _ in
          world.visitors.crowd()
          return {}
        }, isAimed: false, isApart: true),
      Kind(
        name: "hurried visitor",
        begin: { world, _, _ in
          world.visitors.hurry()
          return {}
        }, isAimed: false, isApart: true),
      Kind(
        name: "busy service manager",
        begin: { world, _, _ in
          world.manager.isBusy = true
          return { world.manager.isBusy = false }
        }, isAimed: false, isApart: true),
      Kind(
        name: "site's port taken",
        begin: { world, _, _ in
          world.site.isTaken = true
          return { world.site.isTaken = false }
        }, isAimed: false, isApart: true),
      hooks("hooks fail", .fails), hooks("hooks hang", .hangs),
      hooks("hooks cannot begin", .cannotBegin),
      Kind(
        name: "restart",
        begin: { world, _, _ in
          world.stop()
          return {}
        }, isAimed: false, ends: true),
      Kind(
        name: "power cut",
        begin: { world, _, _ in
          world.kill()
          return {}
        }, isAimed: false, ends: true),
    ]
  }
}

extension FaultKind {
  /// Whether it chooses an answer's status.
  var refuses: Bool { [.restStatus, .geoBlock, .restBlocked, .restError].contains(self) }
}
