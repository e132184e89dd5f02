import ArgumentParser
import Glance
import MarketData
import SimulatedExchange
import State

/// A state in which a market may be seen, besides the usual one.
struct SampleMoment: Sendable {
  /// As it stands in the names of pictures.
  let name: String
  /// The pages that are drawn in it.
  var pages = [PageName.glance]
  let desk: @Sendable (_ seed: UInt64) -> Desk?

  /// All of them: prices of one to twelve digits first.
  static let all = lengths + moves + names + links + presses

  private static let lengths = (1...12).map { digits in
    SampleMoment(name: "\(digits)-digits") { seed in
      // 1.48, 14.8, 148, … as Upbit's steps allow.
      let price = (1..<digits).reduce(1.4875) { price, _ in price * 10 }
      return desk(seed, price: price)
    }
  }

  private static let moves = [("falling", 1.0312), ("flat", 1)].map { name, baseline in
    SampleMoment(name: name) { seed in
      var desk = desk(seed)
      desk?.changeTicker { $0.baselinePrice = $0.price * baseline }
      return desk
    }
  }

  private static let names = [
    SampleMoment(name: "long-name") { seed in
      desk(seed, code: "KRW-1000CHEEMSINU", english: "1000 Cheems Inu", korean: "천도지코인클래식골드")
    },
    SampleMoment(name: "second-currency") { seed in
      var desk = desk(seed)
      desk?.change { $0.secondCurrency = "USD" }
      return desk
    },
  ]

  private static let links = [
    SampleMoment(name: "connecting") { _ in SampleState.unheard(["KRW-BTC"]) },
    SampleMoment(name: "empty") { _ in
      var desk = SampleState.unheard(["KRW-BTC"])
      desk.apply(.update(.link(exchange: "upbit", .streaming, heard: SampleState.moment)))
      return desk
    },
    link("polling", .polling, secondsAgo: 0),
    link("stale", .stale, secondsAgo: 7_260, on: priced),
    link("offline", .offline, secondsAgo: 754, .noNetwork, on: priced),
    SampleMoment(name: "unknown") { _ in
      var desk = SampleState.unheard(["KRW-BTC"])
      desk.apply(.update(.link(exchange: "upbit", .streaming, heard: SampleState.moment)))
      desk.apply(.update(.listed(market: MarketID(0), false)))
      return desk
    },
    SampleMoment(name: "delisted") { seed in
      var desk = desk(seed)
      desk?.apply(.update(.listed(market: MarketID(0), false)))
      return desk
    },
  ]

  /// Pages of prices, on which old prices must not look current.
  private static let priced: [PageName] = [.glance, .chart, .detail, .trades, .list]

  private static func link(
    _ name: String, _ link: Link, secondsAgo: Int64, _ reason: FailureReason? = nil,
    on pages: [PageName] = [.glance]
  ) -> SampleMoment {
    SampleMoment(name: name, pages: pages) { seed in
      var desk = desk(seed)
      let heard = SampleState.moment - secondsAgo * 1_000
      if let reason { desk?.apply(.update(.failure(exchange: "upbit", reason))) }
      desk?.apply(.update(.link(exchange: "upbit", link, heard: heard)))
      return desk
    }
  }

  private static let presses = [
    SampleMoment(name: "hint") { seed in
      var desk = desk(seed)
      desk?.change { $0.binding = Binding() }
      desk?.apply(.command(.nextMarket))
      desk?.apply(.command(.previousMarket))
      return desk
    },
    SampleMoment(name: "alert") { seed in
      var desk = desk(seed)
      if desk != nil { SampleState.alert(on: &desk!) }
      return desk
    },
    SampleMoment(name: "snoozed") { seed in
      var desk = desk(seed)
      if desk != nil { SampleState.alert(on: &desk!) }
      desk?.apply(.command(.snooze))
      return desk
    },
    SampleMoment(name: "notice") { seed in
      var desk = desk(seed)
      // A text that is too long for many panels, and two more notices behind it.
      let line = "The washing machine has finished, and the laundry is still in it. "
      desk?.apply(.notice(Notice(String(repeating: line, count: 5))))
      for _ in 0..<2 { if desk != nil { SampleState.notice(on: &desk!) } }
      return desk
    },
  ]

  private static func desk(
    _ seed: UInt64, price: Double = 148_000_000, code: String = "KRW-BTC",
    english: String = "Bitcoin", korean: String = "비트코인"
  ) -> Desk? {
    let listing = SimulatedListing(
      code: code, english: english, korean: korean, price: price, tradesPerSecond: 4,
      tradeVolume: 1e6 / price)
    return SampleState.desk(of: [listing], seed: seed)
  }
}

extension SampleMoment: ExpressibleByArgument {
  init?(argument: String) {
    let none = SampleMoment(name: "none") { _ in nil }
    guard let moment = ([none] + Self.all).first(where: { $0.name == argument }) else {
      return nil
    }
    self = moment
  }

  static var allValueStrings: [String] { ["none"] + all.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension Desk {
  fileprivate mutating func change(_ body: (inout Settings) -> Void) {
    var settings = settings
    body(&settings)
    apply(.settings(settings))
  }

  /// Gives the market on the screen another ticker.
  fileprivate mutating func changeTicker(_ change: (inout Ticker) -> Void) {
    guard let index = markets.firstIndex(where: { $0.market == report.market }),
      var ticker = markets[index].ticker
    else { return }
    change(&ticker)
    apply(.update(.ticker(market: index, ticker)))
  }
}
