import MarketData
import Pixels
import State
import Timing

/// What the wallet page says: whether coins can be moved to and from an exchange.
public struct WalletScene: PageScene {
  static let name = PageName.wallet
  static let title = PageTitle(english: "Wallet", korean: "입출금")

  public var statusHeader = StatusHeader()
  /// The coin on the screen, then its networks, then the exchange's other coins on the desk; empty
  /// where the exchange says nothing of any.
  public var rows: [Row] = []
  /// Which lines are shown where there is no room for all.
  public var turn = 0

  public struct Row: Equatable, Sendable {
    public var name: String
    public var passage: WalletState.Passage
  }

  /// Deposits, then withdrawals; the one light tells whether all is well.
  var lights: LEDView {
    guard let passage = rows.first?.passage else { return LEDView(.dim, level: 3) }
    let directions = [passage.canDeposit, passage.canWithdraw]
    let bars = directions.map { can in
      LEDView.Bar(WalletPage.role(can, .rise), to: can == true ? 1 : can == false ? 0.4 : 0.1)
    }
    let worst: Bool? = directions.contains(false) ? false : directions.contains(nil) ? nil : true
    return LEDView(WalletPage.role(worst, .rise), level: worst == nil ? 3 : 15, bars: bars)
  }
}

extension WalletScene {
  static func make(from desk: Desk) -> WalletScene { desk.walletScene }

  static func requirements(of desk: Desk) -> DataRequirements {
    var requirements = DataRequirements()
    requirements.wallets = Set(desk.walletMarkets)
    return requirements
  }

  static func deadline(of desk: Desk) -> Deadline { desk.nextTurnAt }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    WalletPage(layout).draw(self, on: &frame)
  }

  var missingCount: Int { rows.isEmpty ? 1 : 0 }
}

extension Desk {
  /// Exchanges are asked every minute while somebody looks.
  private static let walletStaleAfterMilliseconds: Int64 = 3 * 60_000

  var walletScene: WalletScene {
    var scene = WalletScene(statusHeader: statusHeader)
    scene.turn = turn
    let asked = walletMarkets
    let heard = asked.compactMap { markets[$0].walletHeard }
    guard let newest = heard.max() else { return scene }
    // What an exchange has ceased to name is not known.
    let known = newest - Self.walletStaleAfterMilliseconds
    // Prices may stream while nobody says this any more.
    let age = max(0, now.monotonic - heard.filter { $0 >= known }.min()!)
    if age > Self.walletStaleAfterMilliseconds, !scene.statusHeader.isOld {
      (scene.statusHeader.link, scene.statusHeader.age) = (.stale, Int(age / 60_000) * 60)
    }
    for id in asked {
      let isKnown = markets[id].walletHeard.map { $0 >= known } ?? false
      let wallet = isKnown ? markets[id].wallet : nil
      scene.rows.append(
        WalletScene.Row(
          name: markets[id].market.base, passage: wallet?.passage ?? WalletState.Passage()))
      guard id == shown, let networks = wallet?.networks, networks.count > 1 else { continue }
      scene.rows += networks.map { WalletScene.Row(name: $0.name, passage: $0.passage) }
    }
    return scene
  }

  /// The market on the screen, and one of its exchange for each other coin on the desk.
  var walletMarkets: [MarketID] {
    var bases: Set<String> = []
    return ([shown] + places.map(\.market)).filter { id in
      let market = markets[id].market
      return market.exchange == markets[shown].market.exchange
        && bases.insert(market.base).inserted
    }
  }
}

/// The coin's own state in words, then a line for each network and each other coin: an arrow down
/// for deposits and one up for withdrawals, crosses where they are suspended.
struct WalletPage {
  let layout: PageLayout

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ scene: WalletScene, on frame: inout Frame) {
    let first = scene.rows.first
    let name = [WalletScene.title[layout.words.language], first?.name].compactMap { $0 }.joined(
      separator: " ")
    layout.drawHeader(name, scene.statusHeader, on: &frame)
    guard let first else { return layout.drawNotice(layout.words[.noWallet], on: &frame) }
    let rows = layout.rows(ofWords: true, count: scene.rows.count + 1).map(layout.aligned)
    let directions = [
      (Term.deposit, first.passage.canDeposit), (.withdrawal, first.passage.canWithdraw),
    ]
    for (row, (term, can)) in zip(rows, directions) {
      let word = layout.words[can == nil ? .unknown : can == true ? .possible : .suspended]
      let role = scene.statusHeader.isOld ? .dim : Self.role(can, .text)
      layout.write(layout.words[term], word, in: row, role, on: &frame)
    }
    let rest = rows.dropFirst(directions.count)
    let others = scene.rows.dropFirst()
    let window = layout.window(of: others.count, room: rest.count, turn: scene.turn)
    for (row, other) in zip(rest, others.dropFirst(window.lowerBound)) {
      draw(other, isOld: scene.statusHeader.isOld, in: row, on: &frame)
    }
  }

  private func draw(_ row: WalletScene.Row, isOld: Bool, in rect: Rect, on frame: inout Frame) {
    let letters = layout.factLetters
    let side = max(5, letters.ascent * 2 / 3) | 1
    let top = layout.baseline(of: rect) - (letters.ascent + side) / 2
    var name = rect
    for (can, isUp) in [(row.passage.canWithdraw, true), (row.passage.canDeposit, false)] {
      name.width -= side
      let square = Rect(x: name.right, y: top, width: side, height: side)
      draw(can, isUp: isUp, isOld: isOld, in: square, on: &frame)
      name.width -= side
    }
    layout.write(row.name, of: name, .dim, in: letters, on: &frame)
  }

  private func draw(
    _ can: Bool?, isUp: Bool, isOld: Bool, in square: Rect, on frame: inout Frame
  ) {
    let pixel = (isOld ? .dim : Self.role(can, .text)).pixel()
    switch can {
    case true?:
      let height = square.width / 2 + 1
      frame.arrow(
        in: Rect(
          x: square.x, y: square.y + (square.height - height) / 2, width: square.width,
          height: height), isUp: isUp, with: pixel)
    case false?:
      let stroke = max(1, square.width / 6)
      for step in 0...(square.width - stroke) {
        for x in [step, square.width - stroke - step] {
          frame.fill(
            Rect(x: square.x + x, y: square.y + step, width: stroke, height: stroke), with: pixel)
        }
      }
    case nil:
      frame.fill(
        Rect(
          x: square.x + 1, y: square.y + square.height / 2, width: square.width - 2,
          height: max(1, square.width / 6)), with: pixel)
    }
  }

  /// Something that is known and as it should be is in `good`.
  static func role(_ can: Bool?, _ good: ColourRole) -> ColourRole {
    can == nil ? .dim : can == true ? good : .warning
  }
}
