import Configuration
import Feeds
import MarketData

/// The topics of one board, as the manual lists them.
struct BrokerTopics: Equatable {
  /// The name of the board at the broker.
  let name: String
  private let base: String
  private let discoveryPrefix: String?

  init(_ mqtt: Config.MQTT) {
    (base, discoveryPrefix) = (mqtt.base, mqtt.discovery)
    name = mqtt.name ?? Self.level(ofHost: CompositionRoot.hostName)
  }

  /// The machine's name as a level of a topic.
  private static func level(ofHost host: String) -> String {
    let name = host.prefix { $0 != "." }.map { letter in
      letter.isASCII && (letter.isLetter || letter.isNumber) ? letter : "-"
    }
    let text = String(name.prefix(64))
    return text.isEmpty || text == "all" ? "board" : text
  }

  /// The texts at `status`.
  static let (online, offline) = (HubTopics.online, HubTopics.offline)
  /// The end of a topic at which a board says whether it is online.
  private static let statusEnd = "/\(HubTopics.status)"

  /// The identifier by which Home Assistant and other clients know the board.
  var identifier: String { "\(base)-\(name)".replacing("/") }

  private var root: String { "\(base)/\(name)" }
  /// The beginning of all topics of the board.
  var own: String { "\(root)/" }
  var status: String { root + Self.statusEnd }
  var about: String { "\(root)/about" }
  var state: String { "\(root)/state" }
  var light: String { "\(root)/light" }
  var picture: String { "\(root)/picture" }
  var alert: String { "\(root)/alert" }
  /// - Parameter number: of the key, from 1.
  func key(_ number: Int) -> String { "\(root)/key/\(number)" }
  /// - Parameter source: an exchange, or a published market.
  func feed(_ source: String) -> String {
    "\(root)/feed/\(source.replacing(":"))"
  }

  func market(_ market: Market) -> String {
    "\(root)/market/\(market.exchange)/\(HubTopics.level(market.code))"
  }

  /// The text for the topic of a market or an exchange that is not heard; nil for other topics.
  func textOfUnheard(at topic: String) -> String? {
    if topic.hasPrefix("\(root)/market/") { return BrokerTexts.unheardMarket }
    return topic.hasPrefix("\(root)/feed/") ? BrokerTexts.unheardFeed : nil
  }

  /// Whether this is a topic at which a board says whether it is online.
  static func isStatus(_ topic: String) -> Bool { topic.hasSuffix(statusEnd) }

  /// Whether a topic belongs to the board with this status topic, as its own or as that of its device.
  static func areOfOneBoard(_ topic: String, status: String) -> Bool {
    let root = String(status.dropLast(statusEnd.count))
    return topic.hasPrefix("\(root)/") || topic.hasSuffix("/device/\(root.replacing("/"))/config")
  }

  /// The topics of commands for this board alone, and for all boards.
  var commandFilters: [String] { ["\(root)/set/#", "\(base)/all/set/#"] }
  func command(_ name: String) -> String { "\(root)/set/\(name)" }

  /// The part of a topic after `set/`; nil where it is no command for this board.
  func commandName(of topic: String) -> String? {
    for prefix in ["\(root)/set/", "\(base)/all/set/"] where topic.hasPrefix(prefix) {
      return String(topic.dropFirst(prefix.count))
    }
    return nil
  }

  /// Where Home Assistant finds the device; nil where it is to find none.
  var discovery: String? { discoveryPrefix.map { "\($0)/device/\(identifier)/config" } }
  /// Where Home Assistant says that it has started.
  var birth: String? { discoveryPrefix.map { "\($0)/status" } }

  /// The topic of what a hub says, for a path as in `HubTopics`.
  func hub(_ path: String) -> String { "\(root)/\(path)" }
  /// Where followers say what they want.
  var wantFilter: String { hub(HubTopics.want("+")) }

  /// The name of the follower that says what it wants; nil where it is another topic.
  func follower(at topic: String) -> String? {
    let prefix = hub(HubTopics.want(""))
    return topic.hasPrefix(prefix) ? String(topic.dropFirst(prefix.count)) : nil
  }

  /// A topic below the base of all boards.
  func ofAll(_ topic: String) -> String { "\(base)/\(topic)" }

  /// The board and the path below it; nil where the topic is not one of a board.
  func board(at topic: String) -> (name: String, path: String)? {
    guard topic.hasPrefix("\(base)/") else { return nil }
    let rest = topic.dropFirst(base.count + 1)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    return (String(rest[..<slash]), String(rest[rest.index(after: slash)...]))
  }
}

extension String {
  /// With a dash in place of each of these letters.
  fileprivate func replacing(_ letter: Character) -> String {
    String(map { $0 == letter ? "-" : $0 })
  }
}
