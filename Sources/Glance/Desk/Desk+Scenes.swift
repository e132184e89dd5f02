import MarketData

// What the desk has to say.
extension Desk {
  /// The page on the screen.
  public var scene: Scene {
    switch page {
    case .glance: .glance(glance)
    case .chart: .chart(chartScene)
    case .detail: .detail(detailScene)
    case .book: .book(bookScene)
    case .trades: .trades(tradesScene)
    case .list: .list(listScene)
    case .trending: .trending(trendingScene)
    case .premium: .premium(premiumScene)
    case .wallet: .wallet(walletScene)
    case .portfolio: .portfolio(portfolioScene)
    case .link: .link(linkScene)
    case .clock: .clock(clockScene)
    case .alert: .alert(alertScene)
    }
  }

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
    masthead.isFavourite = choices.favourites.contains(state.market)
    masthead.exchange = state.exchangeTitle
    masthead.link = link(of: shown)
    masthead.age = age(isShownWhenLive: false)
    masthead.clock = Masthead.clock(at: now.wall, utcOffsetSeconds: utcOffsetSeconds)
    masthead.position = position
    masthead.count = places.count
    masthead.hint = hint
    return masthead
  }

  /// What the glance page says now.
  public var glance: GlanceScene {
    let state = markets[shown]
    var scene = GlanceScene()
    scene.masthead = masthead
    let tender = tender(of: shown)
    let price = state.shownPrice(at: now.monotonic)
    scene.quote = tender.currency
    scene.price = tender(price)
    scene.decimals = tender.decimals
    scene.mark = tender.mark
    scene.second = secondMoney(price, of: shown)
    scene.priceBefore = tender(state.priceBefore(at: now.monotonic))
    scene.change = state.shownChange(at: now.monotonic)
    scene.dayLow = tender(state.dayLow)
    scene.dayHigh = tender(state.dayHigh)
    scene.baseline = state.baseline
    scene.candles = state.ring.candles(last: 134)
    if !tender.isOwn { scene.candles = scene.candles.map { $0.flatMap { tender($0) } } }
    scene.mood = state.mood(link: scene.masthead.link, clock: clock(of: shown), at: now.monotonic)
    scene.lean = (state.ring.closed?.move).map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 } ?? 0
    scene.outage = outage(of: state)
    scene.notice = state.isListed ? nil : language.notListed(state.market, by: state.exchangeTitle)
    scene.layout = layout
    if let neighbour { scene.add(neighbour.glance) }
    return scene
  }

  /// The desk with the next market on the screen, where two are shown.
  var neighbour: Desk? {
    guard page == .glance, layout == .twoUp, places.count > 1 else { return nil }
    var other = self
    other.choices.position = (position + 1) % places.count
    other.choices.layout = .full
    return other
  }

  private func outage(of state: MarketState) -> GlanceScene.Outage? {
    guard let exchange = exchanges[state.market.exchange], !exchange.link.isLive,
      let trouble = exchange.trouble
    else { return nil }
    return GlanceScene.Outage(trouble: trouble, since: exchange.silentSince.map(localTime))
  }

  /// What the screen says, in full and unrounded.
  public var report: Report {
    let state = markets[shown]
    let link = link(of: shown)
    return Report(
      page: page, market: state.market, price: state.price ?? state.ring.live?.close,
      change: state.change, baseline: state.baseline,
      mood: state.mood(link: link, clock: clock(of: shown), at: now.monotonic), link: link,
      age: age(isShownWhenLive: true), live: state.ring.live, closed: state.ring.closed)
  }
}
