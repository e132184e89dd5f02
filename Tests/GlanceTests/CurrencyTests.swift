import MarketData
import Pixels
import TestSupport
import Testing

@testable import Glance
@testable import State

@Suite("In which currency prices are shown")
struct CurrencyTests {
  @Test("the glance is in the chosen currency with its mark, and the report stays as it is")
  func chosen() {
    var desk = MoneyDesk.known { $0.currency = "USD" }
    let scene = desk.glanceScene
    #expect(scene.price.map { abs($0 - 101_000) < 1e-6 } == true && scene.decimals == 2)
    #expect(scene.mark == CurrencyMark("USD") && scene.change == 0.01)
    #expect(desk.report.price == 141_400_000)
    desk.apply(.command(.show(.clock)))
    #expect(desk.clockScene.mark.currency == "USD" && desk.clockScene.decimals == 2)
    desk.apply(.command(.nextMarket))
    // A coin is about a dollar: by way of won it would be worth the kimchi premium more.
    #expect(desk.clockScene.price == 100_000)
    #expect(desk.clockScene.mark == CurrencyMark("USD", isRough: true))
  }

  @Test("candles and the day's range are in the same currency")
  func candles() {
    var desk = MoneyDesk.known { $0.currency = "USD" }
    desk.apply(.update(.clock(exchange: "upbit", offset: MoneyDesk.wall - 100_000)))
    let trade = Trade(
      id: 1, price: 140_000_000, volume: 1, time: MoneyDesk.wall, isBuy: true)
    desk.apply(.update(.trade(market: 0, trade)))
    #expect(desk.glanceScene.candles.last??.close == 100_000)
    #expect(desk.report.live?.close == 140_000_000)
  }

  @Test(
    "books and the tape are in the same currency, finely enough to tell steps apart, and sizes stay"
  )
  func books() {
    var desk = MoneyDesk.desk(of: ["upbit:KRW-XRP"]) { $0.currency = "USD" }
    MoneyDesk.say(0, 3_160, from: 3_100, &desk)
    MoneyDesk.sayRate(1_400, &desk)
    let levels = [3_160.0, 3_161].map { OrderBook.Level(price: $0, size: 7) }
    desk.apply(.update(.book(market: 0, OrderBook(bids: [levels[0]], asks: [levels[1]]))))
    let trade = Trade(id: 1, price: 3_161, volume: 7, time: MoneyDesk.wall, isBuy: true)
    desk.apply(.update(.trade(market: 0, trade)))
    let (book, tape) = (desk.bookScene, desk.tradesScene)
    #expect(book.mark == CurrencyMark("USD") && tape.mark == book.mark)
    #expect(book.decimals == 4 && tape.decimals == 4 && desk.glanceScene.decimals == 3)
    #expect(book.bids[0] == OrderBook.Level(price: 3_160 * (1 / 1_400.0), size: 7))
    #expect(book.asks[0].price == tape.trades[0].price && tape.trades[0].volume == 7)
    #expect(abs((book.spread ?? 0) - 1 / 1_400.0) < 1e-12)
    #expect(abs((book.spreadShare ?? 0) - 1 / 3_161.0) < 1e-12)
    desk = MoneyDesk.known { $0.currency = "CHF" }
    desk.apply(.update(.book(market: 0, OrderBook(bids: [levels[0]], asks: [levels[1]]))))
    #expect(desk.bookScene.bids == [levels[0]] && desk.bookScene.mark == CurrencyMark())
    #expect(desk.bookScene.spread == 1)
  }

  @Test("an alert shows the price in it, and its own level as the rule has it")
  func alert() {
    let rule = AlertRule(.above(140_000_000))
    var desk = MoneyDesk.known {
      $0.currency = "USD"
      $0.alerts.rules = [rule]
    }
    for price in [139_000_000.0, 141_400_000] {
      MoneyDesk.wait(1_000, &desk)
      MoneyDesk.say(0, price, &desk)
    }
    #expect(desk.page == .alert)
    #expect(desk.alertScene.price?.mark == CurrencyMark("USD"))
    #expect(desk.alertScene.price.map { abs($0.amount - 101_000) < 1e-6 } == true)
    #expect(desk.alertScene.condition == rule.condition && desk.alertScene.decimals == 0)
  }

  @Test("next currency steps through those that are known, and back to the market's own")
  func steps() {
    var desk = MoneyDesk.known { $0.currencies = ["KRW", "EUR", "CHF"] }
    var seen: [String?] = []
    for _ in 0..<5 {
      seen.append(desk.glanceScene.mark.currency)
      desk.apply(.command(.nextCurrency))
    }
    #expect(seen == [nil, "EUR", "USD", "USDT", nil])
    #expect(desk.preferences.currency == "EUR")
    desk.apply(.command(.nextMarket))
    desk.apply(.command(.nextCurrency))
    // The configured one comes after the market's own again, whatever the quote.
    #expect(["USD", "KRW"].contains(desk.currency ?? ""))
  }

  @Test("the user may choose the market's own where the configuration says another")
  func own() {
    var desk = MoneyDesk.known { $0.currency = "USDT" }
    #expect(desk.glanceScene.mark.currency == "USDT")
    desk.apply(.command(.nextCurrency))
    #expect(desk.glanceScene.mark.currency == nil && desk.glanceScene.price == 141_400_000)
    #expect(desk.preferences.currency == Desk.ownCurrency)
  }

  @Test("the first press changes something where the quote itself is the configured currency")
  func quote() {
    var desk = MoneyDesk.known { $0.currency = "KRW" }
    #expect(desk.glanceScene.mark.currency == nil)
    desk.apply(.command(.nextCurrency))
    #expect(desk.glanceScene.mark.currency == "USD")
  }

  @Test("without a rate the own price stays, unmarked")
  func unknown() {
    var desk = MoneyDesk.known { $0.currency = "CHF" }
    #expect(desk.glanceScene.price == 141_400_000 && desk.glanceScene.mark == CurrencyMark())
    desk.apply(.command(.nextCurrency))
    #expect(desk.currency == nil)
    let silent = MoneyDesk.desk { $0.currency = "USD" }
    #expect(silent.glanceScene.price == nil)
  }

  @Test("a name says what a price is in where another currency was chosen and has no rate")
  func unconverted() {
    func names(_ currency: String?) -> [String] {
      var desk = MoneyDesk.desk(of: ["upbit:KRW-BTC"]) {
        $0.currency = currency
        $0.language = .korean
      }
      let names = MarketNames(english: "Bitcoin", korean: "비트코인")
      let listing = Listing(code: "KRW-BTC", base: "BTC", quote: "KRW", names: names)
      desk.apply(.update(.listing(market: 0, listing)))
      MoneyDesk.say(0, 141_400_000, &desk)
      MoneyDesk.sayRate(1_400, &desk)
      let said = desk.listScene.spoken(Speech(.korean)).split(separator: " ")
      return [desk.glanceScene.statusHeader.name, String(said[1])]
    }
    for currency in [nil, "KRW", "USD"] { #expect(names(currency) == ["비트코인", "비트코인"]) }
    #expect(names("CHF") == ["비트코인/KRW", "비트코인/KRW"])
  }

  @Test("a stale rate is used and marked, unless a fresh way leads there")
  func stale() {
    var desk = MoneyDesk.known { $0.currency = "USD" }
    MoneyDesk.sayRate(1_400, age: 90_000_000, &desk)
    #expect(desk.glanceScene.mark == CurrencyMark("USD", isRough: true))
    let rate = desk.rate(from: "KRW", to: "USD")
    #expect(rate?.source == "ECB" && rate?.time == MoneyDesk.wall - 90_000_000)
    #expect(desk.rate(from: "KRW", to: "USDT")?.isRough == false)
    #expect(desk.rate(from: "KRW", to: "USDT")?.source == "Upbit")
  }

  @Test("a dollar coin that nobody trades for the currency is taken for a dollar, and marked")
  func coins() {
    var desk = MoneyDesk.desk(of: ["binance:USDT-BTC"]) { $0.currency = "KRW" }
    MoneyDesk.say(0, 100_000, &desk)
    #expect(desk.glanceScene.mark.currency == nil)
    MoneyDesk.sayRate(1_400, &desk)
    #expect(desk.glanceScene.price == 140_000_000)
    #expect(desk.glanceScene.mark == CurrencyMark("KRW", isRough: true))
  }

  @Test("what a coin costs converts prices that are in it")
  func throughBitcoin() {
    var desk = MoneyDesk.desk(of: ["binance:BTC-ETH", "upbit:KRW-BTC"]) { $0.currency = "KRW" }
    MoneyDesk.say(0, 0.03, &desk)
    MoneyDesk.say(1, 140_000_000, &desk)
    #expect(desk.glanceScene.price.map { abs($0 - 4_200_000) < 1e-3 } == true)
    #expect(desk.rate(from: "BTC", to: "BTC")?.value == 1)
  }

  @Test("the second currency stands beside the first, and goes where it would repeat it")
  func second() {
    var desk = MoneyDesk.known { $0.secondCurrency = "USD" }
    #expect(
      desk.glanceScene.second?.mark.currency == "USD" && desk.glanceScene.mark.currency == nil)
    #expect(desk.glanceScene.second.map { abs($0.amount - 101_000) < 1e-6 } == true)
    desk = MoneyDesk.known { ($0.currency, $0.secondCurrency) = ("USD", "USD") }
    #expect(desk.glanceScene.second == nil)
    desk = MoneyDesk.known { ($0.currency, $0.secondCurrency) = ("USD", "KRW") }
    #expect(desk.glanceScene.second == Money(141_400_000, decimals: 0, mark: CurrencyMark("KRW")))
    for currency in ["CHF", "KRW"] {
      desk = MoneyDesk.known { $0.secondCurrency = currency }
      #expect(desk.glanceScene.second == nil, "\(currency)")
    }
  }

  @Test("amounts say their currency, whether they are gained, and give way where it is narrow")
  func texts() {
    let letters = Lettering(BuiltInGlyphs())
    func text(
      _ amount: Double?, _ mark: CurrencyMark = CurrencyMark("USD"), isGain: Bool = false,
      width: Int = 400
    ) -> String {
      let money = amount.map { Money($0, decimals: 2, mark: mark) }
      return NumberFormatter(words: .english).money(
        money, isGain: isGain, in: letters, width: width)
    }
    #expect(text(105_269.64) == "$105,269.64" && text(nil) == "–")
    #expect(text(105_269.64, width: 40) == "$105.3K" && text(105_269.64, width: 2) == "")
    #expect(text(1_200, isGain: true) == "+$1,200.00" && text(-1_200) == "−$1,200.00")
    #expect(text(0, isGain: true) == "$0")
    #expect(text(12, CurrencyMark("KRW", isRough: true)) == "~₩12.00")
    let rough = CurrencyMark("KRW", isRough: true)
    #expect(text(12, rough, isGain: true) == "~+₩12.00" && text(-12, rough) == "~−₩12.00")
    #expect(text(12, CurrencyMark("CHF")) == "CHF 12.00" && text(12, CurrencyMark()) == "12.00")
    #expect(text(.infinity) == "–" && text(.nan) == "–")
  }
}
