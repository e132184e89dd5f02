import Glibc
import Oracle
import SimulatedExchange

/// Other currencies: the one in which the board is to show prices as well, the sources that tell its
/// rates, and what is wrong with them now and then. CoinGecko, which tells of coins, is one of them.
final class Money {
  private unowned let world: World
  private var random: Lots
  /// Nil where prices are shown in each market's own currency alone, and nobody is asked for rates.
  let second: String?
  /// The sources of rates, the one that is asked first in front.
  private let sources: [String]
  let hosts: [Network.Host]
  /// The kinds of what goes wrong: in one half sources are silent, in the other they tell what is false.
  private lazy var kinds = [
    Self.silences(), Self.banksLies() + (world.house.isFollower ? Self.hubsLies() : []),
  ]
  /// What is wrong with the rates that hubs tell; nil where nothing is.
  private var hubsLie: HubsLie?
  /// How many things are wrong with each source.
  private var troubles: [String: Int] = [:]

  /// The pages that show rates, or tell of coins.
  private static let pages = ["premium", "trending", "list", "detail", "trades", "glance"]
  /// An App ID.
  private static let key = "0123456789abcdef0123456789abcdef"

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = Lots(seed: seed &+ 601)
    guard random.below(5) < 2 else {
      (second, sources, hosts) = (nil, [], [])
      return
    }
    second = ["KRW", "USD", "EUR", "JPY"][random.below(4)]
    let (bank, daily, hourly) = ("frankfurter", "er-api", "openexchangerates")
    let choices = [
      [bank, daily], [daily, bank], [hourly, bank, daily], [hourly], [daily], [bank],
    ]
    sources = choices[random.below(choices.count)]
    hosts = (sources + ["coingecko"]).map { source in
      var settings = SimulatedServer.Options()
      settings.host = "\(source).test"
      settings.sources = [source]
      settings.seed = seed
      settings.remembered = 0
      return Network.Host("\(source).test", try! SimulatedServer(settings), source: source)
    }
  }

  /// The part of the configuration that stands before the tables.
  var keys: String { second.map { "second_currency = \"\($0)\"\n" } ?? "" }

  var table: String {
    guard second != nil else { return "" }
    let names = sources.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      [rates]
      sources = [\(names)]
      app_id_file = "\(world.folder)/key"

      """
  }

  func prepare() {
    guard second != nil else { return }
    let file = Glibc.open("\(world.folder)/key", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = Glibc.write(file, Self.key, Self.key.utf8.count)
    close(file)
  }

  func begin() {
    guard let second else { return }
    world.oracle.showsMoney(in: second, from: sources)
    for host in hosts { world.oracle.isWell(host.source, true, at: world.time) }
    // Some lives hear only what is told at their start.
    world.after(Int64(random.below(2) * 60_000)) { [unowned self] in storm() }
    world.after(10_000) { [unowned self] in watch() }
    world.after(90_000) { [unowned self] in turnPage() }
  }

  /// Whether that is a page that somebody asks for here.
  func shows(_ page: String) -> Bool { second != nil && Self.pages.contains(page) }

  private func turnPage() -> Bool {
    world.after(Int64(30_000 + random.below(400_000))) { [unowned self] in turnPage() }
    let page = Self.pages[random.below(Self.pages.count)]
    world.broker.publish("\(Broker.root)/set/page", page.utf8)
    return false
  }

  private func watch() -> Bool {
    world.after(10_000) { [unowned self] in watch() }
    guard !world.isEnding else { return false }
    for host in hosts {
      let isWell =
        troubles[host.source, default: 0] == 0 && world.network.isReachable(host)
        && world.network.weather == Network.Weather()
      world.oracle.isWell(host.source, isWell, at: world.time)
    }
    if !world.house.isFollower { world.oracle.watchRates(at: world.time) }
    return false
  }

  /// Something is wrong with one source, or with all; then nothing for a while.
  private func storm() -> Bool {
    let half = kinds[random.below(2)]
    let kind = half[random.below(half.count)]
    let lasts = Int64(1_000) << Int64(random.below(12))
    let struck = random.below(3) == 0 ? hosts : [hosts[random.below(hosts.count)]]
    let ends = struck.map { host in
      trouble(host, 1)
      return kind.begin(world, host, &random)
    }
    world.note("\(kind.name) at \(struck.map(\.source).joined(separator: ", ")) for \(lasts) ms")
    if random.below(2) == 0 { restart(until: world.time + lasts) }
    world.after(lasts) { [unowned self] in
      for end in ends { end() }
      for host in struck { trouble(host, -1) }
      world.note("\(kind.name) is over")
      return false
    }
    world.after(lasts + Int64(20_000 + random.below(600_000))) { [unowned self] in storm() }
    return false
  }

  /// Restarts the program: rates are asked for at a start, and then not for hours.
  private func restart(until end: Int64) {
    guard world.time < end else { return }
    if world.faults.mayEndProgram { return world.stop() }
    world.after(5_000) { [unowned self] in
      restart(until: end)
      return true
    }
  }

  private func trouble(_ host: Network.Host, _ change: Int) {
    let count = troubles[host.source, default: 0] + change
    troubles[host.source] = count
    if count > 0 { world.oracle.isWell(host.source, false, at: world.time) }
  }

  // MARK: What hubs tell

  /// What is wrong with the rates of hubs.
  private enum HubsLie {
    case silence
    /// The age is so many days more.
    case old(Int64)
    /// A text in place of what a dollar is worth in won.
    case won(String)
    /// A text in place of the age.
    case age(String)
    /// The first of two sources is old.
    case oldFirst
  }

  /// What hubs tell of rates; nil where they tell nothing. They are new every ten minutes.
  var hubsRates: String? {
    guard second != nil else { return nil }
    var lots = Lots(seed: world.seed &+ UInt64(world.time / 600_000))
    var won = "\(1_300 + lots.below(20_000)).5"
    let day: Int64 = 86_400_000
    var age = "\(world.time % day)"
    var first = ""
    switch hubsLie {
    case .silence: return nil
    case .old(let days): age = "\(world.time % day + days * day)"
    case .won(let text): won = text
    case .age(let text): age = text
    case .oldFirst: first = Self.table("Frankfurter", won: "1", age: "\(5 * day)") + ","
    case nil: break
    }
    return "{\"rates\":[\(first)\(Self.table("Exchange Rate API", won: won, age: age))]}"
  }

  private static func table(_ source: String, won: String, age: String) -> String {
    "{\"base\":\"USD\",\"source\":\"\(source)\",\"age\":\(age),\"stale_after\":345600000,"
      + "\"units\":{\"EUR\":0.9125,\"JPY\":151.25,\"KRW\":\(won)}}"
  }

  private static func hubsLies() -> [Faults.Kind] {
    func lie(_ name: String, _ draw: @escaping (inout Lots) -> HubsLie) -> Faults.Kind {
      Faults.Kind(
        name: name,
        begin: { world, _, random in
          world.money.hubsLie = draw(&random)
          return { world.money.hubsLie = nil }
        })
    }
    return [
      lie("hubs without rates") { _ in .silence },
      lie("hubs' old rates") { .old(Int64(1 + $0.below(20))) },
      lie("hubs' no rate") { random in
        .won(["0", "-1", "null", "\"1390\"", "1e999"][random.below(5)])
      },
      lie("hubs' absurd rate") { .won(["1", "0.02", "139000", "1e-9"][$0.below(4)]) },
      lie("hubs' rate of no time") { .age(["-5", "null", "\"now\""][$0.below(3)]) },
      lie("hubs' first source is old") { _ in .oldFirst },
      Faults.Kind(
        name: "kept rates",
        begin: { world, _, _ in
          // Rates that a broker keeps may be of any time.
          let topics = world.house.hubs.map { "tealight/\($0.name)/rates" }
          let rates = "{\"rates\":[\(table("Frankfurter", won: "7", age: "0"))]}"
          for topic in topics { world.broker.keepUnheard(topic, Array(rates.utf8)) }
          world.broker.cutAll(keepsAll: true)
          world.house.hearsNothing()
          return { for topic in topics { world.broker.keepUnheard(topic, []) } }
        }),
    ]
  }

  // MARK: What banks tell

  /// The sources cannot be heard, or refuse.
  private static func silences() -> [Faults.Kind] {
    Faults.kinds([
      "host cut", "refuse-port", "reset-on-accept", "hang-on-accept", "expired-certificate",
      "other-ca", "rest-hang", "rest-status", "rest-html", "rest-drip", "rest-truncate",
      "rest-redirect", "rest-blocked", "rest-error", "rest-huge", "rest-endless-header",
    ]) + [
      Faults.Kind(
        name: "name unknown",
        begin: { world, host, _ in
          world.network.namelessHosts.insert(host.name)
          return { world.network.namelessHosts.remove(host.name) }
        }),
      Faults.Kind(
        name: "refused with a wait",
        begin: { world, host, random in
          let wait = Fault(.retryAfter, value: "\(5 + random.below(3_000))")
          let end = host.begin([Fault(.restStatus, value: "429"), wait])
          return {
            end()
            host.refusesUntil = world.time + 20_000
          }
        }),
    ]
  }

  private static func banksLies() -> [Faults.Kind] {
    func lie(_ name: String, _ draw: @escaping (inout Lots) -> Fault) -> Faults.Kind {
      Faults.Kind(name: name, begin: { _, host, random in host.begin(draw(&random)) })
    }
    return [
      lie("old rates") { Fault(.staleRates, value: "\(1 + $0.below(20))") },
      lie("rates of days to come") { Fault(.staleRates, value: "-\(1 + $0.below(3))") },
      lie("no rate") { random in
        let texts = ["0", "-1", "null", "\"1390\"", "1e999", "{}"]
        return Fault(.restField, value: "KRW:\(texts[random.below(texts.count)])")
      },
      lie("absurd rate") { random in
        let texts = ["1", "0.02", "139000", "1e-9", "1e300"]
        return Fault(.restField, value: "KRW:\(texts[random.below(texts.count)])")
      },
      // A source that lies twice has changed its mind meanwhile.
      lie("another rate") { Fault(.restField, value: "KRW:\(1_000 + $0.below(1_000))") },
    ]
  }
}
