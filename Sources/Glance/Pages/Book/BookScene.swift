import MarketData
import Pixels
import State

/// What the book page says: the best levels of both sides, best first.
public struct BookScene: PageScene {
  static let name = PageName.book
  static let title = PageTitle(english: "Book", korean: "호가")

  /// The most levels of a side: more than any panel has rows for.
  static let levelsMax = 10

  public var statusHeader = StatusHeader()
  public var bids: [OrderBook.Level] = []
  public var asks: [OrderBook.Level] = []
  public var decimals = 0
  public var mark = CurrencyMark()
  /// False if the exchange offers no order books, so that the page does not wait for one.
  public var isOffered = true

  /// Order books come only from a stream.
  var isOld: Bool { !statusHeader.isStreamed }

  var isEmpty: Bool { bids.isEmpty && asks.isEmpty }

  /// What is said if the book is empty; the part after the colon only while a book may come.
  func explanation(in words: Strings) -> String {
    guard isOffered else { return words.language.noBookOffered(by: statusHeader.exchange) }
    let explanation = words[.noBook]
    return isOld ? String(explanation.prefix { $0 != ":" }) : explanation
  }

  /// The difference between the best prices of both sides; nil if one is missing, or if they meet.
  var spread: Double? {
    guard let bid = bids.first?.price, let ask = asks.first?.price, ask > bid else { return nil }
    guard mark.currency == nil else { return ask - bid }
    // Both are whole steps of the market, and so is their difference.
    let steps = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    let rounded = ((ask - bid) * steps).rounded() / steps
    return rounded > 0 && rounded.isFinite ? rounded : ask - bid
  }

  /// The spread as a part of the best ask.
  var spreadShare: Double? {
    guard let spread, let ask = asks.first?.price else { return nil }
    return spread / ask
  }

  /// Four bars of each side, the best in the middle; the one light is the side that offers more.
  var lights: LEDView {
    guard !isEmpty else {
      return LEDView(statusHeader.isOld ? .warning : .dim, level: 3)
    }
    let sides = [bids, asks].map { $0.prefix(4).map(\.size) }
    let most = sides.joined().max()!
    func bars(_ side: Int, _ role: ColourRole) -> [LEDView.Bar] {
      (0..<4).map { index in
        index < sides[side].count
          ? LEDView.Bar(isOld ? .warning : role, to: sides[side][index] / most)
          : LEDView.Bar(.paper, to: 0)
      }
    }
    let totals = sides.map { $0.reduce(0) { $0 + $1 / most } }
    let role: ColourRole = totals[0] > totals[1] ? .rise : totals[0] < totals[1] ? .fall : .still
    return LEDView(
      isOld ? .warning : role, level: 8, bars: bars(0, .rise).reversed() + bars(1, .fall),
      fit: .middle)
  }
}

extension BookScene {
  static func make(from desk: Desk) -> BookScene { desk.bookScene }

  static func requirements(of desk: Desk) -> DataRequirements {
    var requirements = DataRequirements()
    requirements.books = [desk.shown]
    return requirements
  }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    BookPage(layout).draw(self, on: &frame)
  }

  var subject: [String?] { [mark.currency] }
  var missingCount: Int { isEmpty ? 1 : 0 }
}

extension Desk {
  var bookScene: BookScene {
    let book = markets[shown].book
    let display = fineDisplayCurrency(of: shown)
    func levels(_ side: [OrderBook.Level]?) -> [OrderBook.Level] {
      (side ?? []).prefix(BookScene.levelsMax).compactMap { level in
        display(level.price).map { OrderBook.Level(price: $0, size: level.size) }
      }
    }
    var scene = BookScene(statusHeader: statusHeader)
    (scene.bids, scene.asks) = (levels(book?.bids), levels(book?.asks))
    (scene.decimals, scene.mark) = (display.decimals, display.mark)
    scene.isOffered = book?.isOffered ?? true
    return scene
  }
}

extension PageName {
  public static let book = PageName(rawValue: "book")
}
