import Glibc
import Oracle

/// The others at the broker: they command the board and read what it says.
final class House {
  unowned let world: World
  private var random: Lots
  private var whims: Lots
  private var wants: Lots
  private var tapes: Lots
  private(set) var judge: BrokerOracle!
  let role: Role
  private(set) var hubs: [Hub] = []
  /// The number of the newest order of each kind, by its name.
  private var orders: [String: Int] = [:]
  private var ordered = 0
  /// Until when the board is busy with what was poured over it.
  private var busyUntil: Int64 = 0
  private var lateUntil: Int64 = 0

  private static let legit: [(name: String, values: [String])] = [
    ("theme", ["dark", "light", "paper"]), ("colours", ["red-blue", "green-red", "blue-orange"]),
    ("language", ["en", "ko"]), ("layout", ["full", "digits", "two-up"]),
  ]
  /// What is chosen seldom, so that most is seen with the usual choice. Markets do not take turns within
  /// a life: a turn could not be told from a press.
  private static let seldom: [(name: String, values: [String])] = [
    ("currency", ["own", "KRW", "USD"]), ("rotate", ["0", "86399", "86400"]),
    ("command", ["favourite", "sort", "next-span", "next-indicator"]),
  ]
  /// By what name the card holds what such a command changes.
  private static let cardNames = [
    "favourite": "favourite", "sort": "order", "next-span": "span", "next-indicator": "indicator",
  ]
  /// Commands that nobody sends while the board listens.
  private static let keptOnes: [(name: String, value: String)] = [
    ("theme", "night"), ("colours", "red-green"), ("layout", "chart"),
  ]

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = Lots(seed: seed &+ 303)
    whims = Lots(seed: seed &+ 304)
    wants = Lots(seed: seed &+ 607)
    tapes = Lots(seed: seed &+ 625)
    role = world.options.role ?? Role(of: seed)
    let options = BrokerOracle.Options(root: Broker.root, isHub: role == .hub)
    judge = BrokerOracle(world.oracle, options)
    // The configuration may be read again with another language.
    for language in ["en", "ko"] { judge.asks("language", language, at: world.begunAt) }
    // Colours that nobody has chosen are those of the language.
    for colours in ["red-blue", "green-red"] { judge.asks("colours", colours, at: world.begunAt) }
  }

  /// The part of the configuration that names the broker.
  var table: String {
    """
    [mqtt]
    broker = "mqtts://\(Broker.host)"
    name = "\(Broker.name)"
    \(role == .hub ? "hub = true" : "")
    \(isFollower ? "follow = [\"hub\", \"hub2\"]" : "")
    \(role == .fallback ? "fallback = true" : "")
    """
  }

  /// What the board is to others, and others to it.
  enum Role: String {
    case alone, hub, follower, fallback

    init(of seed: UInt64) {
      switch seed % 8 {
      case 6: self = .follower
      case 0: self = .fallback
      default: self = Lots(seed: seed &+ 302).peek % 2 == 0 ? .hub : .alone
      }
    }

    var follows: Bool { self == .follower || self == .fallback }
  }

  var isFollower: Bool { role.follows }

  func begin() {
    if isFollower {
      hubs = ["hub", "hub2"].map { Hub(world, $0, seed: world.seed &+ UInt64($0.utf8.count)) }
      for hub in hubs { hub.begin() }
    }
    world.after(120_000) { [unowned self] in command() }
    world.after(150_000) { [unowned self] in chooseSeldom() }
    if role == .hub, wants.below(3) == 0 { world.after(60_000) { [unowned self] in want() } }
    world.after(1_000) { [unowned self] in look() }
    if role == .hub, tapes.below(4) == 0 { world.after(90_000) { [unowned self] in wantTrades() } }
  }

  private func look() -> Bool {
    if !world.isEnding {
      // Up to a minute passes between two attempts to connect.
      if world.broker.connection == nil { hearsNothing() }
      // What confirms the board's messages comes behind what was poured over it.
      let isClear = world.broker.isClear && busyUntil < world.time
      judge.watch(isClear: isClear, kept: world.broker.kept, at: world.time)
    }
    world.after(1_000) { [unowned self] in look() }
    return false
  }

  // MARK: What the board says

  func said(_ topic: String, _ bytes: [UInt8], isRetained: Bool) {
    if !world.broker.isFluent { isHeldUp() }
    judge.said(
      topic, bytes, isRetained: isRetained, isLate: world.time < lateUntil, at: world.time)
  }

  /// The board could not say at once what it had to say: some of it waits.
  func isHeldUp() { lateUntil = world.time + 10_000 }

  func connects() { judge.connects(at: world.time) }

  func connected() { judge.connected(at: world.time) }

  /// The board has no session: without its broker a follower hears nothing.
  func hearsNothing() {
    for host in world.allHosts where isFollower {
      world.oracle.disturbed(host.source, at: world.time)
    }
  }

  /// No session of the board is left.
  func left() {
    let status = world.broker.kept["\(Broker.root)/status"]
    world.oracle.check(.brokerStatus, status != Array("online".utf8), at: world.time) {
      "the board has left, and its status is online"
    }
  }

  /// The key was pressed.
  func pressed() {
    guard judge.isClear(for: 12_000, at: world.time) else { return }
    let (presses, life, pressed) = (judge.presses, world.lives, world.board.presses)
    world.after(1_500) { [unowned self] in
      guard life == world.lives, pressed == world.board.presses, !world.isEnding,
        judge.isClear(for: 14_000, at: world.time)
      else {
        return false
      }
      world.oracle.check(.keyIsTold, judge.presses == presses + 1, at: world.time) {
        "the key was pressed once, and told \(judge.presses - presses) times"
      }
      return false
    }
  }

  /// A hook was started.
  func hookStarted(_ input: [UInt8]) {
    let began = world.time
    judge.hookStarted(input, at: began)
    guard judge.isClear(for: 77_000, at: began), lateUntil < began else { return }
    let life = world.lives
    world.after(3_000) { [unowned self] in
      guard life == world.lives, !world.isEnding, judge.isClear(for: 80_000, at: world.time),
        lateUntil < began
      else { return false }
      let isTold = judge.isTold(ofHook: input, since: began - 65_000)
      world.oracle.check(.alertIsTold, isTold, at: world.time) {
        "the broker was not told of \(String(decoding: input, as: UTF8.self))"
      }
      return false
    }
  }

  /// Nothing is wrong any more.
  func calm() {
    let life = world.lives
    world.after(200_000) { [unowned self] in
      // A board that is thrown out three times in a row waits for ten minutes. The fault "kept rates" cuts
      // all connections while nothing else is wrong.
      guard life == world.lives, !world.isEnding, world.broker.shortSessions < 3,
        world.time - world.broker.cutAt > 20_000
      else { return false }
      world.oracle.check(
        .brokerRecovers, judge.isClear(for: 10_000, at: world.time), at: world.time
      ) { "the broker is not connected 200 s after the last fault" }
      return false
    }
  }

  /// All exchanges must be heard by now.
  func settled() {
    judge.settled(kept: world.broker.kept, at: world.time)
  }

  // MARK: What it is told

  /// A message is handed to the board.
  func delivered(_ message: Broker.Message) {
    for hub in hubs where message.topic.hasPrefix("tealight/\(hub.name)/") {
      let path = String(message.topic.dropFirst(hub.name.utf8.count + 10))
      // Of the messages that a broker has kept the board shows rings alone.
      guard !message.isRetained || path.hasPrefix("ring/") else { return }
      return world.oracle.told(
        by: hub.name, path, message.bytes, saidAt: message.saidAt, at: world.time)
    }
    if message.topic.hasPrefix("\(Broker.root)/want/") { return judge.isAsked(at: world.time) }
    guard !message.isRetained else { return }
    let text = String(decoding: message.bytes.prefix(64), as: UTF8.self)
    for prefix in ["\(Broker.root)/set/", "tealight/all/set/"]
    where message.topic.hasPrefix(prefix) {
      let name = String(message.topic.dropFirst(prefix.count))
      if world.screen.delivered(name, text) { continue }
      let isLegit =
        (Self.legit + Self.seldom).contains { $0.name == name && $0.values.contains(text) }
        || name == "market" && world.board.places.contains(text)
        || name == "page" && world.money.shows(text)
        || name == "brightness" && Int(text).map { (1...100).contains($0) } ?? false
      guard isLegit else {
        busyUntil = max(busyUntil, world.time) + 25 * Int64(1 + message.bytes.count / 8_192)
        return
      }
      judge.asks(name, text, at: world.time)
      if name == "brightness" { world.screen.brighten() }
      let key = Self.cardNames[text] ?? name
      world.oracle.choices.asks(key, at: world.time)
      ordered += 1
      orders[key] = ordered
      guard key != name else { return expect(name, text, ordered) }
      world.screen.touch()
      guard world.screen.isLit(for: 2_000) else { continue }
      expect(onCard: key, ordered)
      _ = world.oracle.pressed(at: world.time)
      world.oracle.commanded(at: world.time)
    }
  }

  /// The board does what it was told within three seconds.
  private func expect(_ name: String, _ value: String, _ number: Int) {
    let (life, presses) = (world.lives, world.board.presses)
    // What the button does may come after what was commanded meanwhile.
    let isPressing = world.time - world.board.pressedAt < 2_000
    let commands = world.visitors.commands
    let askedAt = world.time
    world.oracle.commanded(at: askedAt)
    guard judge.isClear(for: 12_000, at: world.time), busyUntil < world.time else { return }
    world.after(3_000) { [unowned self] in
      guard life == world.lives, !world.isEnding, orders[name] == number,
        judge.isClear(for: 15_000, at: world.time), commands == world.visitors.commands,
        !["market", "page"].contains(name)
          || !isPressing && presses == world.board.presses && world.oracle.newest?.page != "alert",
        name != "brightness"
          || !world.board.mayBeOtherHours(since: askedAt) && world.screen.isLit(for: 0),
        // Where the configuration has just changed, its language counts.
        name != "language" || world.board.wroteAt < askedAt - 1_000
      else { return false }
      let shown =
        switch name {
        case "market": world.oracle.newest.map { world.oracle.placeName(of: $0.market) }
        // The broker is told of it later, where an alert was in front.
        case "page": world.oracle.newest?.page
        case "brightness": judge.brightness.map { "\($0)" }
        default: judge.state[name]
        }
      world.oracle.check(.commandActs, shown == value, at: world.time) {
        "set/\(name) \(value) was sent, and it is \(shown ?? "nothing")"
      }
      return false
    }
  }

  /// Judges that what such a command changes is on the card in time.
  private func expect(onCard key: String, _ number: Int) {
    let (life, askedAt) = (world.lives, world.time)
    let before = world.oracle.choices.held?[key]
    // A command puts away what is in front, and does no more.
    guard judge.isClear(for: 12_000, at: world.time), busyUntil < world.time,
      !world.oracle.isCovered(since: askedAt - 2_000)
    else { return }
    world.after(1_000) { [unowned self] in
      guard !world.oracle.isAlerted(since: askedAt - 1_000) else { return false }
      world.after(46_000) { [unowned self] in
        guard life == world.lives, !world.isEnding, orders[key] == number,
          judge.isClear(for: 59_000, at: world.time)
        else { return false }
        world.oracle.judgeCard(key, before, askedAt: askedAt, at: world.time)
        return false
      }
      return false
    }
  }

  private func chooseSeldom() -> Bool {
    world.after(Int64(60_000 + whims.below(1_800_000))) { [unowned self] in chooseSeldom() }
    let (name, values) = Self.seldom[whims.below(Self.seldom.count)]
    world.broker.publish(
      "\(Broker.root)/set/\(name)", values[whims.below(values.count)].utf8)
    return false
  }

  /// Somebody wants something of the board now and then.
  private func command() -> Bool {
    world.after(Int64(10_000 + random.below(900_000))) { [unowned self] in command() }
    let to = random.below(4) == 0 ? "tealight/all/set" : "\(Broker.root)/set"
    switch random.below(6) {
    case 0:
      let places = world.load.places
      world.broker.publish("\(to)/market", places[random.below(places.count)].utf8)
    case 1: world.broker.publish("\(to)/brightness", "\(1 + random.below(100))".utf8)
    case 2: world.broker.publish("homeassistant/status", "online".utf8)
    default:
      let (name, values) = Self.legit[random.below(Self.legit.count)]
      world.broker.publish("\(to)/\(name)", values[random.below(values.count)].utf8)
    }
    return false
  }

  /// A follower elsewhere wants every order book for some minutes, and says so as seldom as it may.
  private func want() -> Bool {
    let names = world.load.names.map { "\"\($0)\"" }
    let (times, pause) = (5 + wants.below(9), Int64(60_000 + wants.below(900_000)))
    judge.wantsBooks(true, at: world.time)
    let lasts = say("{\"book\":[\(names.joined(separator: ","))]}", as: "steady", times: times)
    world.after(lasts) { [unowned self] in
      judge.wantsBooks(false, at: world.time)
      world.after(pause) { [unowned self] in want() }
      return false
    }
    return false
  }

  /// A follower elsewhere looks at the last trades of a market for some minutes.
  private func wantTrades() -> Bool {
    let name = world.load.names[tapes.below(world.load.names.count)]
    let (times, pause) = (2 + tapes.below(9), Int64(60_000 + tapes.below(600_000)))
    let lasts = say("{\"trades\":[\"\(name)\"]}", as: "curious", times: times)
    world.after(lasts + pause) { [unowned self] in wantTrades() }
    return false
  }

  /// A follower says what it wants, each time before what it said last is forgotten.
  /// - Returns: for how many milliseconds it wants that.
  private func say(_ wants: String, as board: String, times: Int) -> Int64 {
    let every: Int64 = 45_000
    for number in 0..<times {
      world.after(Int64(number) * every) { [unowned self] in
        world.broker.publish("\(Broker.root)/want/\(board)", wants.utf8)
        return false
      }
    }
    return Int64(times) * every
  }

  // MARK: What goes wrong

  /// A kind of trouble at the broker. When it is over, that part alone is as usual again.
  private static func kind<Part>(
    _ name: String, _ part: WritableKeyPath<Broker.Trouble, Part>, cuts: Bool = false,
    _ draw: @escaping (inout Lots) -> Part
  ) -> Faults.Kind {
    Faults.Kind(
      name: name,
      begin: { world, _, random in
        world.broker.trouble[keyPath: part] = draw(&random)
        world.house.judge.disturb()
        let keepsAll = random.below(2) == 0
        if cuts { world.broker.cutAll(keepsAll: keepsAll) }
        return {
          world.broker.trouble[keyPath: part] = Broker.Trouble()[keyPath: part]
          world.house.judge.disturb()
        }
      }, isAimed: false, isApart: true)
  }

  /// Brought by `Faults` now and then, beside those of `kinds`.
  static var hang: Faults.Kind { kind("broker silent", \.isSilentAndMemoryShort) { _ in true } }

  static func kinds() -> [Faults.Kind] {
    [
      kind("broker down", \.isDown, cuts: true) { _ in true },
      kind("broker restarts", \.isDown, cuts: true) { _ in false },
      kind("broker cut", \.isCut) { _ in true },
      kind("broker silent", \.isSilent) { _ in true },
      kind("broker slow", \.delayMilliseconds) { Int64(200 + $0.below(8_000)) },
      kind("broker refuses", \.refusal, cuts: true) { 3 + $0.below(3) },
      kind("broker of 3.1.1", \.isOld, cuts: true) { _ in true },
      Faults.Kind(
        name: "same name",
        begin: { world, _, random in
          world.broker.takeOver()
          for _ in 0..<random.below(4) {
            world.after(Int64(random.below(60_000))) {
              // Not in a calm.
              guard world.faults.active > 0 else { return false }
              world.broker.takeOver()
              world.house.hearsNothing()
              return false
            }
          }
          return {}
        }, isAimed: false, isApart: true),
      Faults.Kind(
        name: "kept commands",
        begin: { world, _, _ in
          for (name, value) in keptOnes {
            world.broker.keepUnheard("\(Broker.root)/set/\(name)", Array(value.utf8))
            world.broker.keepUnheard("tealight/all/set/\(name)", Array(value.utf8))
          }
          world.broker.cutAll(keepsAll: true)
          return {
            for (name, _) in keptOnes {
              world.broker.keepUnheard("\(Broker.root)/set/\(name)", [])
              world.broker.keepUnheard("tealight/all/set/\(name)", [])
            }
          }
        }, isAimed: false, isApart: true),
      Faults.Kind(
        name: "hurried follower",
        begin: { world, _, random in
          hurry(world, random.below(40))
          return {}
        }, isAimed: false, isApart: true),
      Faults.Kind(
        name: "hostile commands",
        begin: { world, _, random in
          pour(world, &random)
          return {}
        }, isAimed: false, isApart: true),
    ]
  }

  /// A follower turns its pages ten times a second.
  private static func hurry(_ world: World, _ times: Int) {
    let books = times % 2 == 0 ? "" : world.load.places.map { "\"\($0)\"" }.joined(separator: ",")
    world.broker.publish("\(Broker.root)/want/hurried", "{\"book\":[\(books)]}".utf8)
    guard times > 0 else { return }
    world.after(100) { [unowned world] in
      hurry(world, times - 1)
      return false
    }
  }

  /// Sends many commands that no board should obey.
  private static func pour(_ world: World, _ random: inout Lots) {
    let names = [
      "theme", "market", "page", "command", "light", "presence", "x/y", "brightness", "",
    ]
    let texts = ["", "night\0", "{}", "[[[[", "-1", "1e999", "\u{1B}[2J", "next-market=", "theme="]
    for _ in 0..<(1 << random.below(11)) {
      let name = names[random.below(names.count)]
      var bytes = Array(texts[random.below(texts.count)].utf8)
      if random.below(20) == 0 {
        bytes = [UInt8](repeating: UInt8(random.below(256)), count: 1 << random.below(20))
      }
      if name == "brightness" { bytes.append(0x78) }
      world.broker.publish("\(Broker.root)/set/\(name)", bytes)
    }
    world.broker.publish("\(Broker.root)/want/a", "{\"book\":[1]}".utf8)
    world.broker.publish("\(Broker.root)/want/\(String(repeating: "b", count: 90))", "{}".utf8)
  }
}

extension Lots {
  /// The number that comes next.
  fileprivate var peek: UInt64 {
    var copy = self
    return copy.next()
  }
}
