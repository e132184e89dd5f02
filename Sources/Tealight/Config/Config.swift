import Devices
import Glance
import MarketData

/// What the configuration file says: everything checked, defaults filled in.
public struct Config: Equatable, Sendable {
  /// Where it is unless it is named or on the boot partition.
  public static let usualPath = "/etc/tealight/tealight.toml"

  public var language = Language.english
  /// At least one, each once; the first is shown first.
  public var markets: [Market] = []
  /// By the name of the exchange; those that the file does not mention are missing.
  public var exchanges: [String: Endpoints] = [:]
  public var staleAfterSeconds = 15
  public var pollEverySeconds = 5
  /// A folder with `MOOD.png` files; nil for the drawn face.
  public var faceFolder: String?
  public var lighting = Lighting()
  public var panels: [PanelWiring] = []
  public var buttons: [WiredButton] = []
  /// What is allowed and should be known, for the log.
  public var warnings: [Mistake] = []

  /// Where an exchange is called. What is nil is the exchange's own.
  public struct Endpoints: Equatable, Sendable {
    public var websocket: String?
    /// Without a slash at its end.
    public var rest: String?
    /// PEM file of a private CA; nil for the system's.
    public var caFile: String?
  }

  /// A button and what it asks for.
  public struct WiredButton: Equatable, Sendable {
    public var wiring: ButtonLines.Wiring
    public var press = Command.nextMarket
    public var hold = Command.nextPage
    public var doublePress: Command?
  }
}
