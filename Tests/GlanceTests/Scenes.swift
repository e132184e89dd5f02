import MarketData
import TestSupport

@testable import Glance
@testable import State

/// Scenes to draw: an ordinary one, and any.
enum Scenes {
  static func usual(_ language: Language = .english) -> GlanceScene {
    var scene = GlanceScene()
    scene.statusHeader.language = language
    scene.statusHeader.code = "BTC/KRW"
    scene.statusHeader.name = language == .korean ? "비트코인" : "BTC/KRW"
    scene.statusHeader.exchange = "Upbit"
    scene.price = 148_737_000
    scene.change = 0.0123
    scene.baseline = "09:00 KST"
    scene.candles = candles([0, 2, 1, 1, 3, 5, 4, 6, 9, 8])
    scene.statusHeader.link = .streaming
    scene.statusHeader.clock = "14:05"
    scene.mood = .up
    scene.statusHeader.position = 1
    scene.statusHeader.count = 3
    return scene
  }

  /// Candles that close at these steps of 20,000, each opening where the last one closed.
  static func candles(_ steps: [Double]) -> RecentCandles {
    RecentCandles(
      zip(steps, [0] + steps).map { step, before in
        let open = 148_700_000 + before * 20_000
        let close = 148_700_000 + step * 20_000
        return Candle(
          start: 0, open: open, high: max(open, close) + 10_000, low: min(open, close),
          close: close, volume: 1, source: .trades)
      })
  }

  static func random(_ random: inout SeededGenerator) -> GlanceScene {
    func number() -> Double {
      let digits = Double.random(in: 1..<10, using: &random)
      return (0..<Int.random(in: 0...14, using: &random)).reduce(digits) { value, _ in
        value * [10, 10, 0.1].randomElement(using: &random)!
      }
    }
    var scene = usual(Language.allCases.randomElement(using: &random)!)
    scene.statusHeader.code = ["BTC/KRW", "", "1000SATS/USDT"].randomElement(using: &random)!
    scene.statusHeader.name = ["BTC/KRW", "비트코인", "이더리움클래식", "", "1000SATS/USDT"].randomElement(
      using: &random)!
    scene.price = [nil, number(), number(), 1e300, 1e-300].randomElement(using: &random)!
    scene.decimals = .random(in: 0...9, using: &random)
    scene.change = [nil, 0, -0.00001, 0.5, -0.99, number(), -number()].randomElement(
      using: &random)!
    scene.dayLow = [nil, scene.price, scene.price.map { $0 * 0.9 }, 1].randomElement(
      using: &random)!
    scene.dayHigh = [nil, scene.price, scene.price.map { $0 * 1.1 }, number()].randomElement(
      using: &random)!
    scene.baseline = ["", "09:00 KST", "00:00 UTC"].randomElement(using: &random)!
    scene.statusHeader.link = [.streaming, .polling, .stale, .offline].randomElement(
      using: &random)!
    scene.statusHeader.age = [nil, 0, 59, 3_599, 86_400, 9_999_999].randomElement(using: &random)!
    scene.mood = Mood.allCases.randomElement(using: &random)!
    scene.lean = .random(in: -1...1, using: &random)
    scene.statusHeader.count = .random(in: 1...40, using: &random)
    scene.statusHeader.position = .random(in: 0..<scene.statusHeader.count, using: &random)
    scene.statusHeader.listingFault = [nil, nil, "FOO/KRW is not listed on Upbit"].randomElement(
      using: &random)!
    var price = number()
    scene.candleList = (0..<Int.random(in: 0...240, using: &random)).map { index in
      guard .random(in: 0..<10, using: &random) > 0 else { return nil }
      let open = price
      price *= .random(in: 0.99...1.01, using: &random)
      return Candle(
        start: Int64(index) * Candle.span, open: open, high: max(open, price) * 1.001,
        low: min(open, price) * 0.999, close: price, volume: nil,
        source: Bool.random(using: &random) ? .trades : .samples)
    }
    return scene
  }
}

extension GlanceScene {
  /// Its candles, to be changed one by one.
  var candleList: [Candle?] {
    get { Array(candles) }
    set { candles = RecentCandles(newValue) }
  }
}
