import Devices
import Glance
import MarketData
import State

/// What the configuration file says: everything checked, defaults filled in.
public struct Config: Equatable, Sendable {
  /// Where it is unless it is named or on the boot partition.
  public static let usualPath = "/etc/tealight/tealight.toml"

  /// What is shown, and what the desk does by itself.
  public var settings = Settings(pages: PageCatalog.turnable)
  /// All that may be shown, each once.
  public var markets: [Market] = []
  /// What a press goes through, at least one; the first is shown first. Each has the markets, by
  /// their place in `markets`, that could be shown there: the preferred first.
  public var places: [[Int]] = []
  /// How long an exchange is put up with in silence where another one has the market.
  public var failoverAfterSeconds = 60
  /// By the name of the exchange, or by `NAME.WAY` for another way to it; those that the file does
  /// not mention are missing.
  public var exchanges: [String: Endpoints] = [:]
  public var staleAfterSeconds = 15
  public var pollEverySeconds = 5
  /// The URL of what explains everything; nil for a short manual.
  public var documentation: String?
  /// A folder with `MOOD.png` files; nil for the drawn face.
  public var faceFolder: String?
  /// A folder with `CODE.png` files; nil for letters in discs.
  public var marksFolder: String?
  /// Nil where the file says nothing of rates: then nobody is asked for them.
  public var rates: Rates?
  public var gecko = Gecko()
  /// What is run when an alert comes, for each of the settings' rules.
  public var hooks: [Hook?] = []
  public var lighting = Lighting()
  public var paper = Paper()
  public var panels: [PanelWiring] = []
  public var buttons: [WiredButton] = []
  public var encoders: [WiredEncoder] = []
  public var keys: [WiredKey] = []
  /// What is allowed and should be known, for the log.
  public var warnings: [Mistake] = []

  public init() {}

  /// Where an exchange is called. What is nil is the exchange's own.
  public struct Endpoints: Equatable, Sendable {
    public var websocket: String?
    /// Without a slash at its end.
    public var rest: String?
    /// PEM file of a private CA; nil for the system's.
    public var caFile: String?

    public init(websocket: String? = nil, rest: String? = nil, caFile: String? = nil) {
      self.websocket = websocket
      self.rest = rest
      self.caFile = caFile
    }
  }

  /// When e-paper is refreshed.
  public struct Paper: Equatable, Sendable {
    /// How far the price moves, or how many candles pass, until it is worth it.
    public var refreshPercent = 0.1
    public var refreshCandles = 60
    /// How many partial refreshes are followed by a full one.
    public var fullEvery = 20
  }

  public struct WiredButton: Equatable, Sendable {
    public var wiring: InputLines.Wiring
    public var binding = Binding()
  }

  /// A rotary encoder: its two contacts, and the button under its knob where one is wired.
  public struct WiredEncoder: Equatable, Sendable {
    public var a: InputLines.Wiring
    public var b: InputLines.Wiring
    /// 1, 2 or 4.
    public var stepsPerDetent = 4
    public var right = Command.nextMarket
    public var left = Command.previousMarket
    public var button: WiredButton?
  }

  /// A key that the kernel reads.
  public struct WiredKey: Equatable, Sendable {
    public var wiring: KernelKeys.Wiring
    public var binding = Binding()
  }
}
