import MarketData
import State

// What every page says besides its own.
extension Desk {
  /// What every page says of the market on the screen, and which of the pages it is.
  var statusHeader: StatusHeader {
    var header = statusHeader(of: markets[shown])
    let pages = turnablePages
    if let index = pages.firstIndex(of: page) {
      (header.pagePosition, header.pageCount) = (index, pages.count)
    }
    return header
  }

  /// The same without the page, for the glance: it has no dots.
  /// - Parameter state: that of the market on the screen.
  func statusHeader(of state: MarketState) -> StatusHeader {
    let (isKorean, isShared) = (language == .korean, places[place].isShared)
    var statusHeader = StatusHeader()
    statusHeader.language = language
    statusHeader.code = "\(state.market.base)/\(state.market.quote)"
    statusHeader.name = isKorean ? state.names?.korean ?? state.market.base : statusHeader.code
    let namesExchange = isShared || exchangesShare(state.market)
    if namesExchange || isKorean {
      let saysQuote =
        lacksRate(state.market.quote, isOwn: displayCurrency(of: shown).isOwn)
        || hasTwin(state, ofAnyExchange: !namesExchange)
      let quote = saysQuote ? "/\(state.market.quote)" : ""
      let exchange = namesExchange ? " \(state.exchangeTitle)" : ""
      if isShared {
        statusHeader.code = state.market.base + quote + exchange
      } else {
        statusHeader.code += exchange
      }
      statusHeader.name = isKorean ? statusHeader.name + quote + exchange : statusHeader.code
    }
    statusHeader.isFavourite = isFavourite(state.market)
    statusHeader.exchange = state.exchangeTitle
    statusHeader.link = link(of: shown)
    statusHeader.isConnecting = isConnecting(shown)
    statusHeader.outage = outage(of: shown)
    if !state.isListed {
      let (market, title) = (state.market, state.exchangeTitle)
      statusHeader.isHalted = state.isHalted
      statusHeader.listingFault =
        state.isHalted
        ? language.notTraded(market, by: title) : language.notListed(market, by: title)
    }
    statusHeader.isSnoozed = hasSnoozedAlert
    statusHeader.age = age(isShownWhenLive: false)
    statusHeader.heardAt = statusHeader.age == nil ? nil : heard(of: shown).map(localTime)
    statusHeader.clock = StatusHeader.clock(at: now.wall, utcOffsetSeconds: utcOffsetSeconds)
    statusHeader.position = place.index
    statusHeader.count = places.count
    statusHeader.hint = hint
    statusHeader.hasRotated = activity.hasRotated
    return statusHeader
  }

  /// Whether another place has the same pair of another exchange: without their names, the prices would
  /// look like two of one market.
  private func exchangesShare(_ own: Market) -> Bool {
    // No state is copied: this is asked for each scene.
    places.contains { place in
      markets[place.market].market.base == own.base
        && markets[place.market].market.quote == own.quote
        && markets[place.market].market.source != own.source
    }
  }

  /// Whether another place has the same thing, paid in something else: without its quote, the price
  /// there would look like this one.
  /// - Parameter ofAnyExchange: for names that do not say the exchange.
  private func hasTwin(_ state: MarketState, ofAnyExchange: Bool) -> Bool {
    // Nor is one copied here.
    places.contains { place in
      markets[place.market].market.base == state.market.base
        && markets[place.market].market.quote != state.market.quote
        && (ofAnyExchange || markets[place.market].exchangeTitle == state.exchangeTitle)
    }
  }

  /// Whether a price stands in its quote although another currency was chosen: with no word of the
  /// quote, it would look like that one.
  /// - Parameter isOwn: whether it is shown in its quote.
  func lacksRate(_ quote: String, isOwn: @autoclosure () -> Bool) -> Bool {
    guard let currency, currency != quote else { return false }
    return isOwn()
  }

  /// The local time, as scenes say it, when our monotonic clock showed this: true although the wall
  /// clock was set since. Of what was a day ago it is the day.
  func localTime(at monotonic: Int64) -> String {
    let wall = now.wall - (now.monotonic - monotonic)
    if now.monotonic - monotonic < 86_400_000 {
      return StatusHeader.clock(at: wall, utcOffsetSeconds: utcOffsetSeconds)
    }
    return CalendarDay(at: wall, utcOffsetSeconds: utcOffsetSeconds).short
  }

  private func outage(of market: MarketID) -> StatusHeader.Outage? {
    guard let exchange = exchange(of: market), !exchange.link.isLive,
      let failureReason = exchange.failureReason
    else { return nil }
    return StatusHeader.Outage(
      failureReason: failureReason, since: exchange.silentSince.map(localTime))
  }
}
