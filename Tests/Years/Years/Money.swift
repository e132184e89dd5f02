import Glibc
import Oracle
import SimulatedExchange

/// Other currencies: in which one the board is to show prices besides, who tells what it is worth, and
/// what is wrong with them now and then. CoinGecko, which tells of coins, is one of them.
final class Money {
  private unowned let world: World
  private var random: Lots
  /// Nil where prices are shown in each market's own currency alone, and nobody is asked for rates.
  let second: String?
  /// The sources of rates, the one that is asked first in front.
  private let sources: [String]
  let hosts: [Network.Host]
  private lazy var kinds = Self.kinds()
  /// How many things are wrong with each of them.
  private var troubles: [String: Int] = [:]

  /// What shows rates, or what coins are.
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

  /// What stands in the configuration before the tables.
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
    // What is told at the start is all that some lives hear.
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

  /// Something is wrong with one of them, or with all; then nothing for a while.
  private func storm() -> Bool {
    let kind = kinds[random.below(kinds.count)]
    let lasts = Int64(1_000) << Int64(random.below(12))
    let struck = random.below(3) == 0 ? hosts : [hosts[random.below(hosts.count)]]
    let ends = struck.map { host in
      trouble(host, 1)
      return kind.begin(world, host, &random)
    }
    world.note("\(kind.name) at \(struck.map(\.source).joined(separator: ", ")) for \(lasts) ms")
    world.after(lasts) { [unowned self] in
      for end in ends { end() }
      for host in struck { trouble(host, -1) }
      world.note("\(kind.name) is over")
      return false
    }
    world.after(lasts + Int64(20_000 + random.below(600_000))) { [unowned self] in storm() }
    return false
  }

  private func trouble(_ host: Network.Host, _ change: Int) {
    let count = troubles[host.source, default: 0] + change
    troubles[host.source] = count
    if count > 0 { world.oracle.isWell(host.source, false, at: world.time) }
  }

  private static func kinds() -> [Faults.Kind] {
    func lie(_ name: String, _ draw: @escaping (inout Lots) -> Fault) -> Faults.Kind {
      Faults.Kind(name: name, begin: { _, host, random in host.begin(draw(&random)) })
    }
    return Faults.kinds([
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
