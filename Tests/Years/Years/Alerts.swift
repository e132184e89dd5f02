import CBoundary
import Glibc
import Oracle

/// The alerts of the configuration, the programs that they run, and the user who puts them away.
final class Alerts {
  private unowned let world: World
  private var random: Lots
  private var hours: Lots
  private var edits: Lots
  private var wide: Lots
  private(set) var alerts: [Oracle.Alert] = []
  /// The kind of the alerts that stand in one table of the configuration, which names no market.
  private var ofAll: Oracle.Alert.Kind?
  /// Hours of quiet in minutes of the day; nil for none.
  private var quiet: (begins: Int, ends: Int)?
  /// Whether the tables stand in another order for now.
  var isReordered = false
  /// How hooks behave for now.
  var habit = Habit.ends
  private var hooks: [Int32: Hook] = [:]
  private var lastNumber = Int32(BOUNDARY_FIRST_HOOK)

  enum Habit { case ends, fails, hangs, cannotBegin }

  /// A program that runs.
  private struct Hook {
    let startedAt: Int64
    var endsAt: Int64
    var status: Int32
    let hearsTerm: Bool
  }

  static let timeoutSeconds: Int64 = 5
  /// The shortest way to a program that may be run.
  private static let program = "/bin/true"

  private let markets: [Oracle.Market]

  init(_ world: World, markets: [Oracle.Market], seed: UInt64) {
    self.world = world
    self.markets = markets
    random = Lots(seed: seed &+ 31)
    hours = Lots(seed: seed &+ 37)
    edits = Lots(seed: seed &+ 41)
    wide = Lots(seed: seed &+ 43)
  }

  /// A life begins: now and then with other alerts, near the prices of that hour.
  func begin() {
    guard world.lives == 1 || random.below(2) == 0 else { return }
    alerts = []
    // One board in five has none.
    let count = random.below(5) * 2
    for _ in 0..<count {
      let market = markets[random.below(markets.count)]
      guard let price = Self.lastPrice(of: market, at: world.time) else { continue }
      let place = world.oracle.placeName(of: market.name)
      let alert = Self.draw(place, price, isPair: place != market.name, &random)
      if !alerts.contains(where: { $0.kind == alert.kind && $0.market == alert.market }) {
        alerts.append(alert)
      }
    }
    ofAll = nil
    if world.load.pair == nil, wide.below(3) == 0 { watchAll() }
    quiet = hours.below(2) == 0 ? nil : drawHours()
    tell()
  }

  /// An alert that names no market is one of each, or of each exchange where that is lost.
  private func watchAll() {
    let kinds: [Oracle.Alert.Kind] = [.change, .dayHigh, .dayLow, .feedLost]
    let kind = kinds[wide.below(kinds.count)]
    guard !alerts.contains(where: { $0.kind == kind }) else { return }
    ofAll = kind
    let level = kind == .change ? Double(10 + wide.below(20)) / 100 : 0
    let span = Int64(kind == .change ? 1 + wide.below(5) : 5 + wide.below(100))
    let snooze = Int64(1 + wide.below(10))
    var exchanges: Set<String> = []
    for market in markets
    where kind != .feedLost || exchanges.insert(market.exchange).inserted {
      alerts.append(
        Oracle.Alert(
          kind, market.name, level: level, span: span, hysteresisPercent: 0.02,
          snoozeMinutes: snooze))
    }
  }

  /// The alerts of the configuration: a market that it leaves out has none.
  private var told: [Oracle.Alert] { alerts.filter { $0.market != world.board.leftOut } }

  func tell() {
    world.oracle.setAlerts(told, at: world.time) { [unowned self] ago in
      isQuiet(at: boundary_wall - ago)
    }
  }

  /// Now and then somebody moves levels to where prices are: levels that are far away are never crossed.
  func edit() {
    world.after(Int64(60_000 + edits.below(480_000))) { [unowned self] in
      if !world.isEnding, moveLevels() {
        tell()
        world.board.write(world.board.configuration())
      }
      edit()
      return true
    }
  }

  private func moveLevels() -> Bool {
    var hasMoved = false
    for index in alerts.indices where [.above, .below].contains(alerts[index].kind) {
      guard edits.below(2) == 0,
        let market = world.oracle.markets(of: alerts[index].market).first,
        let price = Self.lastPrice(of: market, at: world.time)
      else { continue }
      alerts[index].level = Self.round(
        price * (1 + alerts[index].way * Self.distance(&edits)))
      hasMoved = true
    }
    return hasMoved
  }

  /// Near enough that it is crossed now and then.
  private static func distance(_ random: inout Lots) -> Double {
    Double(1 + random.below(20)) / 10_000
  }

  /// Hours of a night, or some minutes near now: most lives are short.
  private func drawHours() -> (begins: Int, ends: Int) {
    if hours.below(2) == 0 {
      let begins = hours.below(1_440)
      return (begins, (begins + 30 + hours.below(480)) % 1_440)
    }
    let begins = Self.minuteOfDay(at: boundary_wall + Int64(hours.below(60)) * 60_000)
    return (begins, (begins + 2 + hours.below(30)) % 1_440)
  }

  private static func draw(
    _ market: String, _ price: Double, isPair: Bool, _ random: inout Lots
  ) -> Oracle.Alert {
    let back = [0, 0.05, 0.1, 0.3, 0.5][random.below(5)]
    let snooze = Int64(1 + random.below(10))
    let distance = distance(&random)
    // A change is of one exchange's prices, and silence is what a pair is for.
    switch random.below(isPair ? 6 : 11) {
    case 0...2:
      return Oracle.Alert(
        .above, market, level: round(price * (1 + distance)), hysteresisPercent: back,
        snoozeMinutes: snooze)
    case 3...5:
      return Oracle.Alert(
        .below, market, level: round(price * (1 - distance)), hysteresisPercent: back,
        snoozeMinutes: snooze)
    case 6...7:
      // Between faults the oracle can seldom judge as long as a quarter of an hour.
      let span = Int64(1 + random.below(1 + random.below(15)))
      return Oracle.Alert(
        .change, market, level: Double(4 + random.below(12)) / 100, span: span,
        hysteresisPercent: 0.02, snoozeMinutes: snooze)
    case 9...10:
      return Oracle.Alert(
        random.below(2) == 0 ? .dayHigh : .dayLow, market,
        hysteresisPercent: Double(1 + random.below(5)) / 100, snoozeMinutes: snooze)
    default:
      return Oracle.Alert(
        .feedLost, market, span: Int64(5 + random.below(100)), snoozeMinutes: snooze)
    }
  }

  /// To six digits, as people write prices.
  private static func round(_ price: Double) -> Double {
    let step = pow(10, floor(log10(price)) - 5)
    let steps = (price / step).rounded()
    return step < 1 ? steps / (1 / step).rounded() : steps * step
  }

  private static func lastPrice(of market: Oracle.Market, at time: Int64) -> Double? {
    for second in 0..<Int64(6 * 3_600) {
      if let last = market.trades(time / 1_000 - second).last { return last.price }
    }
    return nil
  }

  /// The part of the configuration.
  var tables: String {
    let alerts = told
    var tables = alerts.enumerated().compactMap { index, alert -> String? in
      let isOfAll = alert.kind == ofAll
      guard !isOfAll || alerts.firstIndex(where: { $0.kind == ofAll }) == index else { return nil }
      let condition =
        switch alert.kind {
        case .above, .below: "\(alert.kind.rawValue) = \(alert.level)"
        case .change: "change_percent = \(alert.level)\nwithin_minutes = \(alert.span)"
        case .dayHigh, .dayLow: "\(alert.kind.rawValue) = true"
        case .feedLost: "feed_lost = true\nafter_seconds = \(alert.span)"
        }
      let back = alert.kind == .feedLost ? "" : "hysteresis_percent = \(alert.hysteresisPercent)"
      return """
        [[alert]]
        \(condition)
        \(isOfAll ? "" : "market = \"\(alert.market)\"")
        \(back)
        snooze_minutes = \(alert.snoozeMinutes)
        hook = "\(Self.program)"
        hook_timeout_seconds = \(Self.timeoutSeconds)
        """
    }
    if isReordered { tables.reverse() }
    if let quiet {
      let hours = "\(Self.clock(quiet.begins))-\(Self.clock(quiet.ends))"
      tables.append("[alerts]\nquiet = \"\(hours)\"")
    }
    return tables.joined(separator: "\n")
  }

  private static func clock(_ minutes: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return two(minutes / 60) + ":" + two(minutes % 60)
  }

  private func isQuiet(at wall: Int64) -> Bool {
    guard let quiet else { return false }
    let minute = Self.minuteOfDay(at: wall)
    return quiet.begins <= quiet.ends
      ? quiet.begins <= minute && minute < quiet.ends
      : quiet.begins <= minute || minute < quiet.ends
  }

  static func minuteOfDay(at wall: Int64) -> Int {
    let parts = localTime(at: wall)
    return Int(parts.tm_hour) * 60 + Int(parts.tm_min)
  }

  static func dayInWords(at wall: Int64) -> [String] {
    let parts = localTime(at: wall)
    let (month, weekday) = (Int(parts.tm_mon), Int(parts.tm_wday))
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return [
      "\(weekdays[weekday]) \(parts.tm_mday) \(months[month])",
      "\(month + 1)월 \(parts.tm_mday)일 (\(Array("일월화수목금토")[weekday]))",
    ]
  }

  private static func localTime(at wall: Int64) -> tm {
    var time = time_t(wall / 1_000)
    var parts = tm()
    localtime_r(&time, &parts)
    return parts
  }

  // MARK: The user

  /// A line shows an alert: somebody may put it away.
  func said(_ line: Oracle.Line?, before: Oracle.Line?) {
    guard let line, line.page == "alert", before?.page != "alert", random.below(3) > 0 else {
      return
    }
    world.after(Int64(1_200 + random.below(60_000))) { [unowned self] in
      if !world.isEnding, world.oracle.newest?.page == "alert" { world.board.press() }
      return true
    }
  }

  // MARK: Hooks

  func runHook(_ input: UnsafeBufferPointer<UInt8>) -> Int32 {
    lastNumber += 1
    let number = lastNumber
    // At most four hooks are waited for at once: nobody asks for that old one any more.
    hooks[number - 16] = nil
    if world.isGhost {
      hooks[number] = Hook(startedAt: world.time, endsAt: 0, status: 0, hearsTerm: true)
      return number
    }
    world.trace("hook", input)
    if habit == .cannotBegin { return -EAGAIN }
    if world.options.isVerbose {
      world.note("hook \(String(decoding: input, as: UTF8.self).dropLast())")
    }
    world.oracle.hookStarted(input, wall: boundary_wall, at: world.time)
    world.house.hookStarted(Array(input))
    let takes = habit == .hangs ? Int64.max / 4 : Int64(5 + random.below(3_000))
    let status: Int32 = habit == .fails ? Int32(1 + random.below(3)) << 8 : 0
    hooks[number] = Hook(
      startedAt: world.time, endsAt: world.time + takes, status: status,
      hearsTerm: random.below(2) == 0)
    let running = hooks.values.count { $0.endsAt > world.time }
    world.oracle.check(.hooksEnd, running <= 4, at: world.time) { "\(running) hooks run at once" }
    if running >= 4 { world.oracle.hooksAreFull(at: world.time) }
    watch(number, in: (Self.timeoutSeconds + 2) * 1_000 + 500, tries: 3)
    return number
  }

  /// A hook must have ended by then; a board that slept meanwhile gets a moment more.
  private func watch(_ number: Int32, in milliseconds: Int64, tries: Int) {
    world.after(milliseconds) { [unowned self] in
      guard let hook = hooks[number], hook.endsAt > world.time else { return false }
      if tries > 0 {
        watch(number, in: 500, tries: tries - 1)
      } else {
        world.oracle.fail(
          .hooksEnd, "a hook has run for \(world.time - hook.startedAt) ms", at: world.time)
        world.stop()
      }
      return false
    }
  }

  func hookStatus(_ number: Int32) -> Int32 {
    guard let hook = hooks[number], hook.endsAt <= world.time else { return -1 }
    return hook.status
  }

  func signalHook(_ number: Int32, _ signal: Int32) {
    guard let hook = hooks[number], hook.endsAt > world.time else { return }
    guard signal == SIGKILL || hook.hearsTerm else { return }
    (hooks[number]!.endsAt, hooks[number]!.status) = (world.time, signal)
  }

  /// A life has ended: it has left no program behind.
  func end(isKilled: Bool) {
    if !isKilled {
      let left = hooks.values.count { $0.endsAt > world.time }
      world.oracle.check(.hooksEnd, left == 0, at: world.time) { "\(left) hooks are left behind" }
      world.oracle.alertsEnded(at: world.time)
    }
    hooks = [:]
  }
}
