import Configuration
import Devices
import Feeds
import Glance
import Glibc
import Pixels
import State
import Timing
import Web

/// Stands between the site for browsers on one side, and the desk and the screens on the other.
///
/// Nothing is prepared for visitors who are not there: the site asks while it has its turn, and is
/// answered from the desk and the screens as they are then.
final class WebDesk {
  /// Its addresses, with the ports that were taken.
  let addresses: [ListenAddress]
  /// Addresses that are wanted, but whose protocol this machine does not have.
  let missing: [ListenAddress]
  let site: WebSite
  private let server: WebServer
  private let answers: WebAnswers
  /// Whether browsers need a secret, and panels may show one that lets them in.
  let offersPairing: Bool
  private let isSecure: Bool
  /// The host name of the site, besides its addresses; nil where it has none.
  private let name: String?
  /// Keeps which browsers have paired, even through a power cut.
  private let browsers: LinesFile
  private var isReadable = false
  /// How often the desk may have changed.
  private var looks = 0
  /// What viewers were told of last.
  private var told: News?

  /// The state that is compared to find out whether there is something new to tell.
  private struct News: Equatable {
    let looks: Int
    let screens: [Shown]

    struct Shown: Equatable {
      let frames: Int
      let percent: Int
    }
  }

  /// - Parameters:
  ///   - browsers: keeps who has paired.
  ///   - hostName: the machine's own; empty where it has none.
  init(
    _ web: Config.Web, certificate: WebServer.Certificate?, browsers: LinesFile,
    hostName: String
  ) throws(WebError) {
    let listeners = try WebListeners(web.listen)
    (addresses, missing) = (listeners.addresses, listeners.missing)
    var rules = WebRules(web, at: addresses + missing)
    rules.hostName = hostName
    offersPairing = web.allowsPairing && !rules.trustsLoopback
    isSecure = certificate != nil
    // Behind a proxy, the name leads to the proxy.
    name = web.proxies.isEmpty ? web.names.first : nil
    answers = WebAnswers(canPress: !web.isViewOnly)
    self.browsers = browsers
    site = WebSite(rules, answers, sessions: browsers.lines)
    server = try WebServer(site, on: listeners, certificate: certificate)
  }

  var watches: [Loop.Watch] {
    server.descriptors.map { descriptor in
      Loop.Watch(descriptor: descriptor) { [unowned self] in
        isReadable = true
        return []
      }
    }
  }

  var deadline: Deadline { server.deadline }

  /// There may be something new on the desk.
  func deskMayHaveChanged() { looks += 1 }

  /// Tells viewers what is new, and answers requests.
  /// - Parameter metrics: makes the metrics when a visitor asks for them.
  /// - Returns: what visitors ask for.
  func turn(
    _ desk: Desk, _ screens: Screens, at now: Moment, metrics: @escaping () -> String
  ) -> [Loop.Request] {
    // A secret that no panel shows any longer must not let a browser in.
    if desk.pairing == nil, site.pairing(at: now.monotonic) != nil { site.endPairing() }
    let isNew = site.viewerCount > 0 && tells(screens)
    var requests: [Loop.Request] = []
    if isNew || isReadable || deadline.isDue(at: now.monotonic) {
      requests = answers.answering(for: desk, screens, at: now, metrics: metrics) {
        if isNew { site.changed() }
        isReadable = false
        server.turn(at: now.monotonic)
        browsers.keep(site.kept, at: now.monotonic)
      }
    }
    // A pairing secret that was used or has expired must disappear from the panel.
    if desk.pairing != nil, site.pairing(at: now.monotonic) == nil { requests.append(.endPairing) }
    return requests
  }

  private func tells(_ screens: Screens) -> Bool {
    let news = News(
      looks: looks,
      screens: screens.all.map { News.Shown(frames: $0.frames, percent: $0.percent) })
    defer { told = news }
    return news != told
  }

  /// How many answers and refusals there were since the start, and how many viewers there are.
  var counts: WebCounts { site.counts }
  var viewerCount: Int { site.viewerCount }

  /// Makes a secret that lets one browser in, with a code if the address of this site is known.
  /// - Returns: nil where no browser may pair, or none needs to.
  func beginPairing(for desk: Desk, at now: Int64) -> PairingOffer? {
    guard offersPairing else { return nil }
    let pairing = site.beginPairing(at: now)
    let documentation =
      reached(at: desk.network).map { address in
        let url = Self.origin(of: address, name, isSecure: isSecure) + pairing.path
        return Documentation(text: pairing.digits, encoding: url)
      } ?? Documentation(text: pairing.digits)
    return PairingOffer(documentation: documentation, until: pairing.validUntil)
  }

  /// Where a code leads. With TLS it is the name of the site, if there is one, because a
  /// certificate is for a name.
  static func origin(of address: ListenAddress, _ name: String?, isSecure: Bool) -> String {
    guard isSecure else { return "http://\(address)" }
    return "https://" + (name.map { "\($0):\(address.port)" } ?? "\(address)")
  }

  /// The address at which others reach the site: the first address of the board at which the site
  /// listens.
  func reached(at network: BoardNetwork?) -> ListenAddress? {
    for address in network?.addresses.compactMap({ IPAddress($0) }) ?? [] {
      if let listener = addresses.first(where: { $0.hears(address) }) {
        return ListenAddress(address, port: listener.port)
      }
    }
    return nil
  }

  func end() { server.stop() }
}
