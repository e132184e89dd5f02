import MarketData
import State

// What every page says besides its own content.
extension Desk {
  /// What every page says of the market on the screen, and the position of the page among the pages.
  var statusHeader: StatusHeader {
    var header = statusHeader(of: markets[shown])
    let pages = turnablePages
    if let index = pages.firstIndex(of: page) {
      (header.pagePosition, header.pageCount) = (index, pages.count)
    }
    return header
  }

  /// The same without the position of the page. The glance uses it, because it has no dots for pages.
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

  /// Whether another place has the same pair of another exchange. Without the names of the exchanges,
  /// their prices would look like two prices of one market.
  private func exchangesShare(_ own: Market) -> Bool {
    // This runs for each scene, so it copies no state.
    places.contains { place in
      markets[place.market].market.base == own.base
        && markets[place.market].market.quote == own.quote
        && markets[place.market].market.source != own.source
    }
  }

  /// Whether another place has the same base in another quote. Without its quote, the price there would
  /// look like this one.
  /// - Parameter ofAnyExchange: for names that do not say the exchange.
  private func hasTwin(_ state: MarketState, ofAnyExchange: Bool) -> Bool {
    // This copies no state either.
    places.contains { place in
      markets[place.market].market.base == state.market.base
        && markets[place.market].market.quote != state.market.quote
        && (ofAnyExchange || markets[place.market].exchangeTitle == state.exchangeTitle)
    }
  }

  /// Whether a price is shown in its quote although the user chose another currency. If the name does
  /// not say the quote, the price looks like one in the chosen currency.
  /// - Parameter isOwn: whether the price is shown in its quote.
  func lacksRate(_ quote: String, isOwn: @autoclosure () -> Bool) -> Bool {
    guard let currency, currency != quote else { return false }
    return isOwn()
  }

  /// The local time of a moment of the monotonic clock, as scenes write it: it is correct even if the
  /// wall clock was set since then. If the moment is a day ago or more, it is the day.
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
