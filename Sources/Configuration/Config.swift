import Devices
import MarketData
import State

/// What the configuration file says: everything checked, defaults filled in.
public struct Config: Equatable, Sendable {
  /// The file on an SD card's FAT partition, which people who never open a shell can write: it goes
  /// before the usual one.
  public static let bootPath = "/boot/firmware/tealight.toml"
  /// The file where none is named and none is on the boot partition.
  public static let usualPath = "/etc/tealight/tealight.toml"

  /// What is shown, and what the desk does by itself.
  public var settings = Settings(allPages: Catalogue.pages)
  /// All that may be shown, each once.
  public var markets: IDArray<MarketID, Market> = []
  /// The places that a press steps through, at least one; the first is shown first. Each has the
  /// markets that could be shown there, the preferred first.
  public var places: IDArray<PlaceID, [MarketID]> = []
  /// So many markets a file may name, and so many are known in all where hubs offer them.
  public static let marketsMax = 1_024
  /// Whether the markets of a followed hub are shown in place of the configured ones.
  public var takesHubMarkets = false
  /// By the name of the exchange, or by `EXCHANGE.NAME` of a fallback endpoint; those that the file
  /// does not mention are missing.
  public var configuredAddresses: [String: ConfiguredAddress] = [:]
  public var link = Link()
  /// A folder with `MOOD.png` files; nil for the drawn face.
  public var faceFolder: String?
  /// Whether the drawn face closes its eyes now and then.
  public var blinks = true
  /// A folder with `CODE.png` files; nil for letters in discs.
  public var marksFolder: String?
  /// Nil where the file says nothing of rates: then they are not asked for.
  public var rates: Rates?
  public var gecko = Gecko()
  /// What is run when an alert comes, for each of the settings' rules.
  public var hooks: [Hook?] = []
  public var lighting = Lighting()
  public var paper = Paper()
  public var metrics = Metrics()
  public var panels: [PanelWiring] = []
  /// The boards' files that it names by their paths.
  public var boardFiles: [String] = []
  public var buttons: [WiredButton] = []
  public var encoders: [WiredEncoder] = []
  public var keys: [WiredKey] = []
  /// The line of the motion sensor; nil where there is none.
  public var presence: InputLines.Wiring?
  /// Nil where no browser may look in.
  public var web: Web?
  /// Nil where no broker is told anything.
  public var mqtt: MQTT?
  /// Things in the file that are allowed but should be known, for the log.
  public var warnings: [Diagnostic] = []

  public init() {}

  /// Whether its prices are shown anywhere: on a panel, on a page for browsers, or by a hub's followers.
  public var hasDisplay: Bool { !panels.isEmpty || web != nil || mqtt?.isHub == true }

  /// The files and folders that the daemon reads besides its own, secrets aside.
  public var files: [String] {
    let tls = [web?.tls, mqtt?.identity].compactMap { $0 }.flatMap { [$0.certificate, $0.key] }
    let addresses =
      configuredAddresses.values + (rates?.addresses.values.map { $0 } ?? []) + [gecko.address]
    let authorities = addresses.map(\.caFile) + [mqtt?.caFile]
    let programs = hooks.map { $0?.arguments.first }
    return (authorities + programs + [faceFolder, marksFolder]).compactMap { $0 } + tls + boardFiles
  }

  /// Whether an exchange is asked itself, for markets or for those in which most is traded. A board that
  /// hears hubs alone asks none.
  public func asks(_ exchange: String) -> Bool {
    if let mqtt, !mqtt.hubs.isEmpty, !mqtt.fallsBack { return false }
    return settings.ranking?.exchange == exchange || markets.contains { $0.exchange == exchange }
  }
}
