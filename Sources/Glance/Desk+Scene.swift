import MarketData
import State

// What the desk has to say.
extension Desk {
  /// What every page says of the market on the screen.
  var masthead: Masthead {
    let state = markets[shown]
    let isKorean = language == .korean
    var masthead = Masthead()
    masthead.language = language
    masthead.code = "\(state.market.base)/\(state.market.quote)"
    masthead.name = isKorean ? state.names?.korean ?? state.market.base : masthead.code
    if places[position].isShared {
      masthead.code = "\(state.market.base) \(state.exchangeTitle)"
      masthead.name =
        "\(isKorean ? masthead.name : state.market.base) \(state.exchangeTitle)"
    }
    masthead.isFavourite = preferences.favourites.contains(state.market)
    masthead.exchange = state.exchangeTitle
    masthead.link = link(of: shown)
    masthead.age = age(isShownWhenLive: false)
    masthead.clock = Masthead.clock(at: now.wall, utcOffsetSeconds: utcOffsetSeconds)
    masthead.position = position
    masthead.count = places.count
    masthead.hint = hint
    return masthead
  }

  /// The local time, as scenes say it, when our monotonic clock showed this: true although the wall
  /// clock was set since.
  func localTime(at monotonic: Int64) -> String {
    Masthead.clock(
      at: now.wall - (now.monotonic - monotonic), utcOffsetSeconds: utcOffsetSeconds)
  }

  /// What is wrong with a market that its exchange does not list, in words.
  func notice(of state: MarketState) -> String? {
    state.isListed ? nil : language.notListed(state.market, by: state.exchangeTitle)
  }

  /// What keeps an exchange from being heard, in words, where an update says so.
  public func sentence(of update: Update) -> String? {
    guard case .trouble(let exchange, let trouble?) = update,
      let state = markets.first(where: { $0.market.exchange == exchange })
    else { return nil }
    return language.words.sentence(for: trouble, of: state.exchangeTitle, since: nil)
  }
}
