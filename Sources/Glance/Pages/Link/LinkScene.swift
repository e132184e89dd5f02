import MarketData
import Pixels
import State

/// What the link page says: how each exchange is heard, which services cannot be heard, where the board
/// can be reached, and where everything is explained.
public struct LinkScene: PageScene {
  static let name = PageName.link
  static let title = PageTitle(english: "Link", korean: "연결")

  /// How one exchange or service is heard.
  public struct Line: Equatable, Sendable {
    /// What it is called: `Upbit`.
    public var name: String
    public var link: Link
    /// Why it cannot be heard.
    public var failureReason: FailureReason?
    /// The local time when it was heard last; nil while it is.
    public var since: String?
    /// Whether it has not spoken yet, and nothing has failed.
    public var isConnecting = false

    var isSilent: Bool { link == .stale || link == .offline }
  }

  public var statusHeader = StatusHeader()
  public var lines: [Line] = []
  /// Services: those that cannot be heard, and those that stay connected.
  public var services: [Line] = []
  public var network: BoardNetwork?
  public var documentation = Documentation(text: "")
  /// A secret that lets a browser in, instead of the documentation.
  public var pairing: Documentation?

  /// The code below the rows, or beside them, and what it is called.
  var code: Documentation { pairing ?? documentation }
  var codeTerm: Term { pairing == nil ? .documentation : .pairing }

  /// One bar for each exchange: high if it streams, half as high if it is polled.
  var lights: LEDView {
    let isWell = !lines.contains { $0.isSilent && !$0.isConnecting }
    return LEDView(
      isWell ? .dim : .warning, level: isWell ? 3 : 15,
      bars: lines.map { line in
        line.isSilent
          ? LEDView.Bar(line.isConnecting ? .dim : .warning, to: 1)
          : LEDView.Bar(.text, to: line.link == .streaming ? 1 : 0.5)
      })
  }
}

extension LinkScene {
  static func make(from desk: Desk) -> LinkScene { desk.linkScene }

  static func requirements(of desk: Desk) -> DataRequirements {
    var requirements = DataRequirements()
    requirements.network = true
    // Only a request shows whether the service still cannot be heard.
    requirements.trending = desk.reference.outages[Trending.service] != nil
    return requirements
  }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    LinkPage(layout).draw(self, on: &frame)
  }

  var subject: [String?] { [pairing?.text] }
  var missingCount: Int { lines.count(where: \.isSilent) + (network == nil ? 1 : 0) }
  var isStill: Bool { false }
}

extension Desk {
  var linkScene: LinkScene {
    var scene = LinkScene(statusHeader: statusHeader)
    var seen: Set<String> = []
    // The exchanges of all places, and of the others those that are heard or have failed. The rest
    // are not asked.
    for state in places.map({ markets[$0.market] }) + markets.filter({ hasNews(of: $0.market) })
    where seen.insert(state.market.source).inserted {
      scene.lines.append(linkLine(of: state))
    }
    scene.services = reference.outages.sorted { $0.key < $1.key }.map { name, outage in
      LinkScene.Line(
        name: name, link: .offline, failureReason: outage.failureReason,
        since: localTime(at: outage.since))
    }
    for name in reference.heard.sorted() where reference.outages[name] == nil {
      scene.services.append(LinkScene.Line(name: name, link: .streaming))
    }
    scene.network = network
    scene.documentation =
      settings.documentation[language] ?? Documentation(text: Documentation.page)
    scene.pairing = pairing?.documentation
    return scene
  }

  /// How the exchange of each place is heard, for the service manager: `Upbit streaming, Kraken stale`.
  public var linkSummary: String {
    var seen: Set<String> = []
    return places.compactMap { place in
      let state = markets[place.market]
      guard seen.insert(state.market.source).inserted else { return nil }
      let link = exchange(state.market.source)?.link ?? .offline
      return "\(state.exchangeTitle) \(link.rawValue)"
    }.joined(separator: ", ")
  }

  private func hasNews(of market: Market) -> Bool {
    exchange(market.source).map { $0.link.isLive || $0.failureReason != nil } ?? false
  }

  private func linkLine(of state: MarketState) -> LinkScene.Line {
    let exchange = self.exchange(state.market.source) ?? ExchangeState()
    return LinkScene.Line(
      name: state.exchangeTitle, link: exchange.link, failureReason: exchange.failureReason,
      since: exchange.silentSince.map(localTime), isConnecting: exchange.isConnecting)
  }
}

// A secret is for a board's own panels.
extension LinkScene {
  var hasSecret: Bool { pairing != nil }

  var withoutSecret: LinkScene {
    var copy = self
    copy.pairing = pairing?.blank
    return copy
  }
}

extension Documentation {
  /// A code of the same size that says nothing.
  fileprivate var blank: Documentation {
    Documentation(
      text: NumberFormatter.unknown,
      codes: codes.map { Code(side: $0.side, isDark: $0.isDark.map { _ in false }) })
  }
}
