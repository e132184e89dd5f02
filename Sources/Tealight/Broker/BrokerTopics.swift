import Configuration
import MarketData

/// The topics of one board, as the manual lists them.
struct BrokerTopics: Equatable {
  /// What the board is called there.
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

  /// What stands at `status`.
  static let (online, offline) = ("online", "offline")

  /// What Home Assistant and other clients know it by.
  var identifier: String { "\(base)-\(name)".replacing("/", with: "-") }

  private var root: String { "\(base)/\(name)" }
  var status: String { "\(root)/status" }
  var about: String { "\(root)/about" }
  var state: String { "\(root)/state" }
  var light: String { "\(root)/light" }
  var picture: String { "\(root)/picture" }
  var alert: String { "\(root)/alert" }
  /// - Parameter number: of the key, from 1.
  func key(_ number: Int) -> String { "\(root)/key/\(number)" }
  func feed(_ exchange: String) -> String { "\(root)/feed/\(exchange)" }

  func market(_ market: Market) -> String {
    "\(root)/market/\(market.exchange)/\(Self.level(market.code))"
  }

  /// Where it is commanded, alone and with all others.
  var commandFilters: [String] { ["\(root)/set/#", "\(base)/all/set/#"] }
  func command(_ name: String) -> String { "\(root)/set/\(name)" }

  /// What stands behind `set/`; nil where it is no command for this board.
  func commandName(of topic: String) -> String? {
    for prefix in ["\(root)/set/", "\(base)/all/set/"] where topic.hasPrefix(prefix) {
      return String(topic.dropFirst(prefix.count))
    }
    return nil
  }

  /// Where Home Assistant finds the device; nil where it is to find none.
  var discovery: String? { discoveryPrefix.map { "\($0)/device/\(identifier)/config" } }
  /// Where it says that it has started.
  var birth: String? { discoveryPrefix.map { "\($0)/status" } }

  /// An exchange's code as one level of a topic: `BTC/USD` is `BTC-USD`.
  static func level(_ code: String) -> String {
    String(code.map { "/+#".contains($0) || $0.isWhitespace ? "-" : $0 })
  }
}
