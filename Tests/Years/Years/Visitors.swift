import CBoundary
import Glibc
import Oracle
import SimulatedExchange

/// The visitors of the board's site: some look, some press, and some have no right to.
final class Visitors {
  /// How the site is configured.
  enum Door: Int { case loopback, open, password }

  /// Whether a session is known: new in this life, written to the card before it, or perhaps lost.
  private enum Session { case new, kept, doubtful }

  private unowned let world: World
  private var random: Lots
  let door: Door
  private static let token = "a-token-for-programs-1234"
  private static let password = "correct horse battery"
  /// The cookies of browsers that were let in, and when. All browsers leave again, also those whose
  /// session may be lost with a card, so that no session has to give way to another.
  private var cookies: [(text: String, since: Int64, session: Session)] = []
  /// The viewers that look with a cookie.
  private var viewers: [Visit] = []
  private var leaving: Lots
  private var forging: Lots
  private var lingering: Lots
  /// The cookies of browsers that have asked to be forgotten.
  private var signedOut: Set<String> = []
  /// When a browser was forgotten, by its cookie.
  private var forgotten: [String: Int64] = [:]
  /// When wrong secrets of each address were refused, and whether they were keys that pair a browser.
  private var guesses: [(address: [UInt8], isKey: Bool, time: Int64)] = []
  /// The first byte of each random number that the program has drawn at one time.
  private var drawn: (time: Int64, bytes: [UInt8]) = (0, [])
  private var digits: (text: String, madeAt: Int64)?
  private static let digitsMilliseconds: Int64 = 118_000
  /// How many commands were sent and how many were answered, added up.
  private(set) var commands = 0

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = Lots(seed: seed &+ 57)
    leaving = Lots(seed: seed &+ 58)
    forging = Lots(seed: seed &+ 59)
    lingering = Lots(seed: seed &+ 61)
    door = Door(rawValue: random.below(3))!
  }

  // MARK: The configuration

  var tables: String {
    switch door {
    case .loopback: return "[web]"
    case .open, .password:
      let password = door == .password ? "password_file = \"\(world.folder)/password\"\n" : ""
      return """
        [web]
        listen = ["0.0.0.0"]
        token_file = "\(world.folder)/token"
        \(password)
        """
    }
  }

  func prepare() {
    for (name, text) in [("token", Self.token), ("password", Self.password)] {
      let file = Glibc.open("\(world.folder)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      _ = Glibc.write(file, text, text.utf8.count)
      close(file)
    }
    arrive()
    monitor()
  }

  private func arrive() {
    world.after(Int64(1_000 + random.below(90_000))) { [unowned self] in
      if !world.isEnding { come() }
      arrive()
      return false
    }
  }

  /// Somebody comes.
  private func come() {
    switch random.below(12) {
    case 0...1: look(for: Int64(1_000 + random.below(240_000)))
    case 2...3: readState()
    case 4...6: command()
    case 7: intrude()
    case 8: readMetrics()
    case 9: pair()
    default: misbehave(random.below(8))
    }
  }

  /// Many come at once.
  func crowd() {
    for _ in 0..<(4 + random.below(30)) {
      world.after(Int64(random.below(2_000))) { [unowned self] in
        if random.below(2) == 0 { come() } else { misbehave(random.below(8)) }
        return false
      }
    }
  }

  // MARK: Who asks, and with what right

  private var address: [UInt8] {
    door == .loopback ? [127, 0, 0, 1] : [192, 168, 1, UInt8(2 + random.below(200))]
  }

  private var host: String {
    door == .loopback
      ? ["127.0.0.1:8470", "localhost:8470"][random.below(2)]
      : ["10.0.0.2:8470", "desk:8470", "desk.local:8470"][random.below(3)]
  }

  /// The fields that give the right to look: none at the board itself, else a cookie or the token.
  private func right() -> [(name: String, value: String)] {
    if door == .loopback { return [] }
    let sure = cookies.filter { $0.session != .doubtful }
    if !sure.isEmpty, random.below(2) == 0 {
      return [("Cookie", "tealight=\(sure[random.below(sure.count)].text)")]
    }
    return [("Authorization", "Bearer \(Self.token)")]
  }

  private func request(
    _ target: String, _ fields: [(name: String, value: String)], post body: String? = nil,
    host: String? = nil, origin: String? = nil
  ) -> Visit.Request {
    let host = host ?? self.host
    var request = Visit.Request(target: target)
    request.fields = [("Host", host)] + fields
    guard let body else { return request }
    request.method = "POST"
    request.body = Array(body.utf8)
    request.declared = request.body.count
    request.fields.append(("Content-Length", "\(request.body.count)"))
    request.fields.append(("Origin", origin ?? "http://\(host)"))
    return request
  }

  /// Connects and makes one request.
  @discardableResult
  private func ask(
    _ request: Visit.Request, from address: [UInt8]? = nil,
    then answered: @escaping (Visit, Visit.Answer) -> Void = { _, _ in }
  ) -> Visit {
    let visit = world.site.connect(from: address ?? self.address)
    visit.onAnswer = { [unowned self, unowned visit] answer in
      answered(visit, answer)
      guard !answer.isStream else { return }
      // Some visitors keep the connection, as browsers do.
      if random.below(2) == 0 { world.site.send([.leave], by: visit) }
    }
    world.site.ask(request, by: visit)
    return visit
  }

  private func check(
    _ rule: Oracle.Rule, _ holds: Bool, _ detail: @autoclosure () -> String
  ) {
    world.oracle.check(rule, holds, at: world.time, detail)
  }

  /// - Parameter isAllowed: whether the request must be let in; else it must be refused.
  private func judge(_ answer: Visit.Answer, _ request: Visit.Request, isAllowed: Bool) {
    // There may be too many viewers, or too many wrong guesses of others before.
    let isCrowded = answer.status == 503 && request.target.hasPrefix("/events")
    check(
      isAllowed ? .webAnswers : .webGuards,
      isAllowed ? answer.status < 300 || isCrowded : answer.status >= 400,
      "\(request.method) \(request.target) \(request.fields) was answered \(answer.status)")
  }

  // MARK: Those who may

  /// A viewer asks for the page, then for its events.
  private func look(
    for milliseconds: Int64, with own: [(name: String, value: String)]? = nil
  ) {
    let fields = own ?? right()
    let from = address
    ask(request("/", fields), from: from)
    let events = request(random.below(4) == 0 ? "/events?panel=1" : "/events", fields)
    var viewed = Viewed()
    let life = world.lives
    let visit = ask(events, from: from) { [unowned self] visit, answer in
      judge(answer, events, isAllowed: true)
      guard answer.isStream else { return }
      listen(visit, to: events, in: life)
      world.after(milliseconds) { [unowned self] in
        world.site.send([.leave], by: visit)
        return false
      }
    }
    visit.onBytes = { [unowned self] bytes in
      if let complaint = viewed.take(bytes) { check(.webShowsThePicture, false, complaint) }
      guard let said = viewed.takeSaid(), world.time - world.sleptAt > 1_000 else { return }
      world.oracle.says(said.words, title: said.title, at: world.time)
    }
    compare(visit, { viewed })
    guard let cookie = events.cookie else { return }
    viewers.removeAll(where: \.isOver)
    viewers.append(visit)
    guard own == nil, leaving.below(3) == 0 else { return }
    // Another browser looks on.
    if let other = cookies.first(where: { $0.text != cookie && $0.session != .doubtful }) {
      look(for: milliseconds, with: [("Cookie", "tealight=\(other.text)")])
    }
    world.after(milliseconds / 2) { [unowned self] in
      if life == world.lives, !world.isEnding { signOut(cookie) }
      return false
    }
  }

  /// A browser has itself forgotten: it may ask for nothing more, and its viewers see nothing more.
  private func signOut(_ cookie: String) {
    cookies.removeAll { $0.text == cookie }
    signedOut.insert(cookie)
    let field = ("Cookie", "tealight=\(cookie)")
    ask(request("/leave", [field], post: "")) { [unowned self] _, answer in
      guard answer.status < 300 else { return }
      let again = request("/state", [field])
      ask(again) { [unowned self] _, answer in judge(answer, again, isAllowed: false) }
      let since = world.time
      forgotten[cookie] = since
      let watching = viewers.filter { $0.request?.cookie == cookie && !$0.isOver }
      // A viewer hears something at least each ten seconds.
      world.after(15_000) { [unowned self] in
        for visit in watching {
          check(
            .webForgets, visit.lastHeard <= since + 2_000,
            "it was told something \(visit.lastHeard - since) ms after it was forgotten")
        }
        return false
      }
    }
  }

  /// Judges that a viewer hears something again and again.
  private func listen(_ visit: Visit, to asked: Visit.Request, in life: Int) {
    let last = visit.lastHeard
    world.after(12_000) { [unowned self] in
      guard !visit.isOver, !world.isEnding, life == world.lives else { return false }
      guard visit.isStream else {
        // The stream may end before the browser is told that it is forgotten.
        let mayEnd = asked.cookie.map { signedOut.contains($0) } ?? false
        check(.webPings, mayEnd, "a stream ended, and its browser was not forgotten")
        return false
      }
      // A board that slept meanwhile gets a moment more.
      let isSilent = visit.lastHeard == last && world.time - world.sleptAt > 14_000
      check(.webPings, !isSilent, "a viewer has heard nothing for 12 s")
      listen(visit, to: asked, in: life)
      return false
    }
  }

  /// Judges that a viewer sees what the panel shows, once both have rested.
  /// - Parameter last: the state that was compared last.
  private func compare(
    _ visit: Visit, _ viewed: @escaping () -> Viewed, last: (events: Int, changedAt: Int64) = (0, 0)
  ) {
    world.after(700) { [unowned self] in
      guard !visit.isOver, !world.isEnding else { return false }
      var last = last
      defer { compare(visit, viewed, last: last) }
      let rests =
        visit.isStream && visit.isParked && world.time - visit.lastHeard > 300
        && world.time - world.panels.changedAt > 300
      guard rests, let line = world.oracle.newest,
        let picture = viewed().pictures[1],
        world.panels.changedAt > world.lifeBeganAt,
        last != (viewed().events, world.panels.changedAt)
      else { return false }
      last = (viewed().events, world.panels.changedAt)
      let panel = world.panels.model
      let level = panel.isDark ? 0 : Double(panel.level ?? 0) / 2.55
      check(
        .webShowsTheLight, abs(Double(picture.light ?? -9) - level) <= 1,
        "a viewer is shown \(picture.light ?? -1) %, the panel has \(level) %")
      judgeControls(viewed(), line.page)
      guard !panel.isDark else { return false }
      let shown = panel.activeArea
      let (seen, areMono) = (picture.colours, world.panels.areMono)
      let differing = shown.indices.count { place in
        guard place < seen.count else { return true }
        let (seen, shown) = (seen[place], shown[place])
        return areMono ? seen.isLit != shown.isLit : !seen.isNear(shown)
      }
      guard line.page != "link" else {
        // Pictures without digits may be the same, or tell of other things.
        guard let digits, digits.madeAt + Self.digitsMilliseconds > world.time,
          digits.madeAt <= world.panels.changedAt
        else { return false }
        check(.webHidesDigits, differing > 0, "a viewer sees all that the panel shows")
        return false
      }
      check(
        .webShowsThePicture, differing == 0,
        "\(differing) of \(shown.count) pixels differ from the panel's on page \(line.page)")
      return false
    }
  }

  /// Judges that a viewer's controls tell the same as the lines, and as the broker is told.
  private func judgeControls(_ viewed: Viewed, _ page: String) {
    let changedAt = max(
      world.oracle.commandedAt, world.house.judge.askedAt, world.board.pressedAt,
      world.board.wroteAt, world.sleptAt)
    guard changedAt < world.time - 5_000 else { return }
    check(
      .webSaysTheSame, viewed.chosen("page") == page,
      "the controls are of page \(viewed.chosen("page") ?? "none"), \(page) is shown")
    guard world.broker.isClear, world.house.judge.isClear(for: 12_000, at: world.time) else {
      return
    }
    // A currency is the market's own on one page and named on another.
    for name in ["theme", "colours", "language", "layout"] {
      guard let told = world.house.judge.state[name] else { continue }
      check(
        .webSaysTheSame, viewed.chosen(name) == told,
        "\(name) is \(viewed.chosen(name) ?? "none") in the controls, and \(told) for the broker")
    }
  }

  private func readState() {
    let asked = request("/state", right())
    let life = world.lives
    let before = world.oracle.newest
    ask(asked) { [unowned self] _, answer in
      judge(answer, asked, isAllowed: true)
      guard answer.status == 200, let said = Oracle.Line(answer.body.dropLast()) else {
        if answer.status == 200 { check(.webSaysTheSame, false, "the state is no line") }
        return
      }
      let (asked, commands) = (world.time, commands)
      let hasFired = world.oracle.hasFired(since: asked - 101)
      // The state is told at once, and a line is written at the next draw.
      world.after(250) { [unowned self] in
        guard life == world.lives, !world.isEnding else { return false }
        let lines = world.oracle.lines(since: asked - 400) + [before].compactMap { $0 }
        // On a board that wakes an alert may come, or be over, before a line is written.
        let isPassing =
          world.time - world.sleptAt < 5_000
          && (said.page == "alert" || lines.contains { $0.page == "alert" })
          // So may one that has come since the last line: the next trade can take it away.
          || said.page == "alert" && hasFired
          // The next command may undo what was told before it is drawn.
          || commands != self.commands
        let isSame =
          isPassing
          || said.isTold(by: lines) && world.oracle.isPrice(said, among: lines, at: world.time)
        check(
          .webSaysTheSame, isSame,
          "the state says \(said), the lines \(lines.suffix(3))")
        return false
      }
    }
  }

  /// A program that looks after the board.
  private func monitor() {
    world.after(Int64(5_000 + random.below(10_000))) { [unowned self] in
      monitor()
      guard !world.isEnding else { return false }
      let asked = world.time
      ask(request("/health", []), from: [192, 168, 1, 1]) { [unowned self] _, answer in
        // An answer from before the board slept may be read after its sleep.
        guard world.sleptAt < asked else { return }
        world.oracle.health(isWell: answer.status == 200, at: world.time)
      }
      return false
    }
  }

  /// Somebody who cannot make up his mind: forty commands within eight seconds.
  func hurry() {
    for number in 0..<40 as Range<Int64> {
      world.after(number * 200) { [unowned self] in
        if !world.isEnding { command() }
        return false
      }
    }
  }

  private func readMetrics() {
    let asked = request("/metrics", right())
    ask(asked) { [unowned self] _, answer in
      judge(answer, asked, isAllowed: true)
      guard answer.status == 200 else { return }
      let text = String(decoding: answer.body, as: UTF8.self)
      world.oracle.metrics(text, wall: world.time + world.wallError, at: world.time)
      // The judge looks once a second.
      if world.broker.isClear, world.house.judge.isClear(for: 12_000, at: world.time) {
        check(
          .metricsAreTrue, text.contains("\ntealight_mqtt_connected 1\n"),
          "the broker is not called connected")
      }
    }
  }

  private func command() {
    // A market that stands in for another one is at the other one's place.
    let place = { [unowned self] in world.oracle.placeName(of: $0) }
    let names = world.oracle.markets.map(\.name).filter {
      place($0) == $0 && $0 != world.board.leftOut
    }
    let pages = ["glance", "chart", "detail", "clock", "trades", "book", "list", "wallet"]
    let market = names[random.below(names.count)]
    let page = pages[random.below(pages.count)]
    let percent = 10 + 10 * random.below(9)
    let (text, isMeant): (String, (Oracle.Line) -> Bool) =
      switch random.below(4) {
      case 0...1: ("market=\(market)", { place($0.market) == market })
      case 2: ("page=\(page)", { $0.page == page })
      default: ("brightness=\(percent)", { _ in true })
      }
    let isLight = text.hasPrefix("brightness")
    if isLight {
      world.board.orderLight()
      world.screen.mayBrighten()
    }
    let asked = request("/command", right(), post: text)
    let life = world.lives
    commands += 1
    let before = world.oracle.commandedAt
    world.oracle.wishes(at: world.time)
    ask(asked) { [unowned self] _, answer in
      // The command may have waited for the next life, in which that market is left out, or may come just
      // before the configuration that brings it back is read.
      if answer.status == 400, text == "market=\(market)",
        world.oracle.mayBeLeftOut(market, at: world.time)
      {
        return
      }
      judge(answer, asked, isAllowed: true)
      if isLight {
        world.board.orderLight()
        world.screen.brighten()
      }
      let since = world.time
      commands += 1
      let number = commands
      world.oracle.commanded(at: since)
      // Commands of others may come later than they were sent.
      guard before < since - 10_000 else { return }
      world.after(360) { [unowned self] in
        guard life == world.lives, !world.isEnding, world.oracle.commandedAt == since,
          number == commands, world.sleptAt < since,
          let newest = world.oracle.newest, !world.oracle.isCovered(since: since - 1_000)
        else { return false }
        let isDone =
          isMeant(newest) || world.oracle.lines(since: since - 20).contains(where: isMeant)
        check(
          .webObeys, isDone, "\(text) was taken, and \(newest.page) of \(newest.market) is shown")
        return false
      }
    }
  }

  // MARK: Those who may not

  /// Somebody asks without a right, with a wrong one, from a foreign page, or for another name.
  private func intrude() {
    let market = world.oracle.markets[0].name
    let isPost = random.below(2) == 0
    let target = isPost ? "/command" : ["/state", "/metrics", "/events"][random.below(3)]
    let body = isPost ? "market=\(market)" : nil
    var asked: Visit.Request
    switch door == .loopback ? 2 + random.below(2) : random.below(4) {
    case 0: asked = request(target, [], post: body)
    case 1: asked = request(target, [("Cookie", "tealight=nobody")], post: body)
    case 2: asked = request(target, right(), post: body, host: "evil.example:8470")
    default:
      asked = request(
        "/command", door == .loopback ? [] : right(), post: "market=\(market)",
        origin: "http://evil.example")
    }
    ask(asked) { [unowned self] _, answer in judge(answer, asked, isAllowed: false) }
    forge()
  }

  /// Somebody asks as a page of another site can make a browser ask: with the browser's cookie, and
  /// without an origin, or as a cross-site request.
  private func forge() {
    let cookie = cookies.first { $0.session != .doubtful }.map { "tealight=\($0.text)" }
    guard forging.below(3) == 0, door == .loopback || cookie != nil else { return }
    let own = door == .loopback ? [] : [(name: "Cookie", value: cookie!)]
    var asked: Visit.Request
    if forging.below(2) == 0 {
      asked = request("/command", own, post: "market=\(world.oracle.markets[0].name)")
      asked.fields.removeAll { $0.name == "Origin" }
    } else {
      let site = ["cross-site", "same-site"][forging.below(2)]
      asked = request("/state", own + [("Sec-Fetch-Site", site)])
    }
    ask(asked) { [unowned self] _, answer in judge(answer, asked, isAllowed: false) }
  }

  func misbehave(_ kind: Int) {
    let site = world.site!
    switch kind {
    case 0: showOut(site.connect(from: address), in: 11_500)
    case 1:
      let visit = site.connect(from: address)
      site.send([.garbage], by: visit)
    case 2:
      // A body that is too long.
      var asked = request("/command", right(), post: "x")
      asked.declared = 5_000
      asked.fields = asked.fields.map { $0.name == "Content-Length" ? ($0.name, "5000") : $0 }
      ask(asked) { [unowned self] _, answer in judge(answer, asked, isAllowed: false) }
    case 3:
      // A body that never comes.
      var asked = request("/command", right(), post: "")
      asked.declared = 100
      asked.fields = asked.fields.map { $0.name == "Content-Length" ? ($0.name, "100") : $0 }
      let visit = ask(asked)
      showOut(visit, in: 22_000)
    case 4:
      var asked = request("/state", right())
      asked.padding = 9_000
      ask(asked) { [unowned self] _, answer in judge(answer, asked, isAllowed: false) }
    case 5: overhear()
    case 6:
      let visit = ask(request("/events", right()))
      site.send([.leave], by: visit, in: Int64(random.below(300)))
    default: guess()
    }
  }

  /// A viewer never reads: once its socket takes nothing more, the board gives it up after a minute.
  private func overhear() {
    let visit = ask(request("/events", right()))
    visit.reads = false
    watchFull(visit)
    world.after(900_000) { [unowned self] in
      if !visit.isOver { world.site.send([.leave], by: visit) }
      return false
    }
  }

  private func watchFull(_ visit: Visit) {
    world.after(1_000) { [unowned self] in
      guard !visit.isOver else { return false }
      // A viewer that has been told everything is told something ten seconds later, which waits for a
      // minute.
      if visit.inFlight < Site.window { watchFull(visit) } else { showOut(visit, in: 73_000) }
      return false
    }
  }

  /// Judges that a visitor that asks for nothing, or takes nothing, is closed in time.
  private func showOut(_ visit: Visit, in milliseconds: Int64) {
    let since = world.time
    let life = world.lives
    world.after(milliseconds) { [unowned self] in
      guard !world.isEnding, life == world.lives else { return false }
      // After a sleep, or the end of a stream, the board gets as long again.
      let ended = visit.request?.cookie.flatMap { forgotten[$0] } ?? 0
      if visit.board != nil, max(world.sleptAt, ended) > since {
        showOut(visit, in: milliseconds)
        return false
      }
      check(
        .webShowsOut, visit.board == nil,
        "a visitor who asks for nothing is still there after \(world.time - since) ms")
      return false
    }
  }

  /// Somebody tries many wrong secrets from a few addresses.
  private func guess() {
    guard door != .loopback else { return }
    for number in 0..<(5 + random.below(40)) {
      let from: [UInt8] = [192, 168, 1, UInt8(210 + number % 5)]
      world.after(Int64(number * (50 + random.below(100)))) { [unowned self] in
        let asked = request(
          "/state", [("Authorization", "Bearer wrong-\(random.below(1_000_000))")])
        ask(asked, from: from) { [unowned self] visit, answer in
          world.site.send([.leave], by: visit)
          judge(answer, asked, isAllowed: false)
          guessed(answer, from: from, isKey: false)
        }
        return false
      }
    }
  }

  private func guessed(_ answer: Visit.Answer, from address: [UInt8], isKey: Bool) {
    guard answer.status == 401 || answer.status == 403 else { return }
    guesses.removeAll { $0.time <= world.time - 60_000 || $0.time < world.lifeBeganAt }
    guesses.append((address, isKey, world.time))
    let own = guesses.filter { $0.address == address }
    check(.webSlowsGuesses, own.count <= 10, "\(own.count) guesses of one address within a minute")
    // The fourth guess waits for ten seconds.
    let atOnce = own.count { $0.time > world.time - 9_000 }
    check(.webSlowsGuesses, atOnce <= 3, "\(atOnce) guesses of one address at once")
    // A token is too long to be guessed by many: only keys are limited over all addresses.
    let keys = guesses.count(where: \.isKey)
    check(.webSlowsGuesses, keys <= 23, "\(keys) guesses of keys within a minute")
  }

  // MARK: Pairing

  /// Somebody lets a browser in.
  func pair() {
    guard door != .loopback else { return }
    if let old = cookies.first, cookies.count > 10 {
      return signOut(old.text)
    }
    if door == .password, random.below(2) == 0 {
      let key = Self.password.replacing(" ", with: "+")
      return enter(key, isRight: true)
    }
    // Somebody turns to the link page and presses there.
    world.oracle.wishes(at: world.time)
    ask(request("/command", right(), post: "page=link")) { [unowned self] _, answer in
      guard answer.status < 300 else { return }
      commands += 1
      world.oracle.commanded(at: world.time)
      world.after(1_500) { [unowned self] in
        guard !world.isEnding, world.oracle.newest?.page == "link" else { return false }
        world.board.press()
        world.after(1_500) { [unowned self] in
          typeDigits()
          return false
        }
        if lingering.below(3) == 0 { showMoreDigits() }
        world.after(6_000) { [unowned self] in
          world.oracle.wishes(at: world.time)
          ask(request("/command", right(), post: "page=glance")) { [unowned self] _, _ in
            commands += 1
            world.oracle.commanded(at: world.time)
          }
          return false
        }
        return false
      }
    }
  }

  /// The program has drawn a random number. A pairing takes twenty bytes at once, each from a number of
  /// eight bytes, as soon as a press can no longer become a double press. Feeds that all wait for a new
  /// try may draw as many.
  func drew(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 8, 300..<450 ~= world.time - world.board.pressedAt else { return }
    if drawn.time != world.time { drawn = (world.time, []) }
    drawn.bytes.append(bytes[0])
    guard drawn.bytes.count >= 20, world.oracle.newest?.page == "link" else { return }
    digits = nil
    guard drawn.bytes.count == 20 else { return }
    let number = drawn.bytes[12..<20].reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % 1_000_000
    let text = String(number)
    digits = (String(repeating: "0", count: 6 - text.count) + text, world.time)
  }

  /// Somebody asks for digits again, and nobody types them before their page is left.
  private func showMoreDigits() {
    world.after(2_600) { [unowned self] in
      guard !world.isEnding, world.oracle.newest?.page == "link" else { return false }
      world.board.press()
      return false
    }
  }

  /// The program has written a line: digits are void once their page is left.
  func said(_ line: Oracle.Line?) {
    guard line?.page != "link" else { return }
    // The page below an alert is not left.
    let isCovered = line?.page == "alert" || line?.page == "notice"
    if let digits, !isCovered { typeLate(digits.text) }
    digits = nil
  }

  /// Somebody has read digits before their page was left, and types them afterwards.
  private func typeLate(_ text: String) {
    let life = world.lives
    let address: [UInt8] = [192, 168, 1, UInt8(220 + lingering.below(20))]
    world.after(Int64(1_500 + lingering.below(4_000))) { [unowned self] in
      guard life == world.lives, !world.isEnding else { return false }
      var asked = request("/pair", [], post: "key=\(text)", host: "desk:8470")
      asked.fields.append(("Content-Type", "application/x-www-form-urlencoded"))
      let visit = world.site.connect(from: address)
      visit.onAnswer = { [unowned self, unowned visit] answer in
        guessed(answer, from: address, isKey: true)
        check(
          .webGuards, answer.status >= 400,
          "digits have let in a browser after their page was left")
        world.site.send([.leave], by: visit)
      }
      world.site.ask(asked, by: visit)
      return false
    }
  }

  private func typeDigits() {
    guard let digits, digits.madeAt + Self.digitsMilliseconds > world.time, !world.isEnding,
      world.oracle.newest?.page == "link"
    else { return }
    self.digits = nil
    enter(digits.text, isRight: true)
  }

  private func enter(_ key: String, isRight: Bool) {
    let life = world.lives
    let since = world.time
    var asked = request("/pair", [], post: "key=\(key)")
    asked.fields.append(("Content-Type", "application/x-www-form-urlencoded"))
    ask(asked) { [unowned self] visit, answer in
      let cookie = answer.field("Set-Cookie")?.split(separator: ";").first?
        .split(separator: "=", maxSplits: 1).last.map(String.init)
      guard isRight else {
        guessed(answer, from: visit.address, isKey: true)
        return check(.webGuards, answer.status >= 400, "digits have let in a second browser")
      }
      // After wrong guesses of others the right digits are refused for a while, too.
      guard answer.status != 429, life == world.lives else { return }
      if let cookie { cookies.append((cookie, world.time, .new)) }
      let isTaken = answer.status == 303 && cookie != nil
      let flags = answer.field("Set-Cookie") ?? ""
      let isGuarded = ["HttpOnly", "SameSite=Strict", "Path=/"].allSatisfy { flags.contains($0) }
      check(.webGuards, !isTaken || isGuarded, "a browser is to keep \(flags)")
      guard key.count == 6 else {
        return check(.webAnswers, isTaken, "the password was not taken")
      }
      // Digits are void once their page is left, of which a line tells a little later.
      world.after(400) { [unowned self] in
        guard life == world.lives, !world.isEnding else { return false }
        let isLeft = world.oracle.lines(since: since - 1_600).contains { $0.page != "link" }
        check(.webAnswers, isLeft || isTaken, "the digits were not taken")
        return false
      }
      // Somebody else who has seen the digits comes too late.
      world.after(2_000) { [unowned self] in
        enter(key, isRight: false)
        return false
      }
    }
  }

  /// A life has ended.
  /// - Parameters:
  ///   - isKilled: whether a power cut has ended it.
  ///   - isKept: whether nothing was wrong with the card.
  func end(isKilled: Bool, isKept: Bool) {
    digits = nil
    for place in cookies.indices where cookies[place].session == .new {
      let isKept = isKept && (!isKilled || cookies[place].since < world.time - 5_000)
      cookies[place].session = isKept ? .kept : .doubtful
    }
  }
}
