import MarketData

/// What the glance page says: facts as they are shown, so that equal scenes are equal pictures.
public struct GlanceScene: Equatable, Sendable {
  public var language = Language.english
  /// What to call the market: `BTC/KRW`, `비트코인`.
  public var name = ""
  /// What to call it where there is no room, or no font, for the letters of its name: `BTC/KRW`.
  public var code = ""
  /// Who speaks: `Upbit`.
  public var exchange = ""
  /// The currency of the price: `KRW`.
  public var quote = ""
  public var price: Double?
  /// Digits after the decimal point that the market's prices have.
  public var decimals = 0
  /// Fraction since the baseline, rounded to 0.0001: what is shown of it.
  public var change: Double?
  /// The day's lowest and highest price, where the exchange tells them.
  public var dayLow: Double?
  public var dayHigh: Double?
  /// What the change is counted from: `09:00 KST`.
  public var baseline = ""
  /// Oldest first, the forming one last; nil where nothing is known of a bucket.
  public var candles: [Candle?] = []
  public var link = Link.offline
  /// Whole seconds since the exchange last spoke; nil while the link is live or nothing was heard.
  public var age: Int?
  /// Local time, `14:05`.
  public var clock = ""
  public var mood = Mood.lost
  /// How the newest finished candle went: 1 up, -1 down, 0 still. The eyes and mouth follow at once.
  public var lean = 0
  /// Which of how many markets this is, from 0.
  public var position = 0
  public var count = 1
  /// What is wrong with this market, in plain words: there is nothing else to show of it.
  public var notice: String?
  /// Why its exchange is not heard.
  public var outage: Outage?
  /// The program has ended: what stays on paper says when, and no price.
  public private(set) var isStopped = false

  public init() {}

  /// Why an exchange is not heard, and since when.
  public struct Outage: Equatable, Sendable {
    public var trouble: Trouble
    /// Local time, `14:05`; nil where that is not known.
    public var since: String?
  }

  /// The local time of a wall clock in Unix milliseconds, as scenes say it.
  public static func clock(at wall: Int64, utcOffsetSeconds: Int) -> String {
    // A board without a battery starts in 1970, west of Greenwich on the evening before.
    let local = wall + Int64(utcOffsetSeconds) * 1_000
    let minutes = (local % 86_400_000 + 86_400_000) % 86_400_000 / 60_000
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return two(minutes / 60) + ":" + two(minutes % 60)
  }

  /// What stays of this scene when the program ends.
  public var stopped: GlanceScene {
    var scene = self
    scene.isStopped = true
    scene.price = nil
    scene.change = nil
    scene.candles = []
    scene.notice = nil
    scene.outage = nil
    scene.mood = .asleep
    scene.lean = 0
    return scene
  }
}
