import MarketData
import Pixels

/// What the glance page says: facts as they are shown, so that equal scenes are equal pictures.
public struct GlanceScene: PageScene {
  static let page = Page.glance

  public var masthead = Masthead()
  /// The currency of the price: `KRW`.
  public var quote = ""
  public var price: Double?
  /// What stands before the price where it is not in the market's own quote.
  public var mark = CurrencyMark()
  /// The price in another currency, too.
  public var second: Money?
  /// Digits after the decimal point that the market's prices have.
  public var decimals = 0
  /// What the price was a moment ago, while its change is felt.
  public var priceBefore: Double?
  /// Fraction since the baseline, rounded to 0.0001: what is shown of it.
  public var change: Double?
  /// The day's lowest and highest price, where the exchange tells them.
  public var dayLow: Double?
  public var dayHigh: Double?
  /// What the change is counted from: `09:00 KST`.
  public var baseline = ""
  /// Oldest first, the forming one last; nil where nothing is known of a bucket.
  public var candles: [Candle?] = []
  public var mood = Mood.lost
  /// How the newest finished candle went: 1 up, -1 down, 0 still. The eyes and mouth follow at once.
  public var lean = 0
  /// What is wrong with this market, in plain words: there is nothing else to show of it.
  public var notice: String?
  /// Why its exchange is not heard.
  public var outage: Outage?
  /// The program has ended: what stays on paper says when, and no price.
  public private(set) var isStopped = false
  public var layout = Layout.full
  /// The other market, where two are shown; at most one.
  public private(set) var beside: [GlanceScene] = []

  public init() {}

  var money: Money? { price.map { Money($0, decimals: decimals, mark: mark) } }

  var isOld: Bool { masthead.isOld }

  /// The candles in bars: other layouts have forms of their own for a few lights.
  var lights: Lights {
    Lights(Face(mood).ink, bars: Lights.bars(of: candles.suffix(32), isOld: isOld))
  }

  /// Why an exchange is not heard, and since when.
  public struct Outage: Equatable, Sendable {
    public var trouble: Trouble
    /// Local time, `14:05`; nil where that is not known.
    public var since: String?
  }

  /// Shows another market as well. Which of how many they are is said of neither.
  mutating func add(_ other: GlanceScene) {
    beside = [other]
    beside[0].masthead.count = 1
    masthead.count = 1
  }

  /// Both markets, each as it is shown alone.
  var pair: [GlanceScene] {
    var first = self
    first.layout = .full
    first.beside = []
    return [first] + beside
  }

  /// What stays of this scene when the program ends.
  public var stopped: GlanceScene {
    var scene = self
    scene.isStopped = true
    scene.layout = .full
    scene.beside = []
    scene.price = nil
    scene.priceBefore = nil
    scene.change = nil
    scene.second = nil
    scene.candles = []
    scene.notice = nil
    scene.outage = nil
    scene.mood = .asleep
    scene.lean = 0
    return scene
  }
}
