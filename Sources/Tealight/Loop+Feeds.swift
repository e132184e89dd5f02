import Feeds
import MarketData

// What the loop does for the feeds: brings them what happened, and does what they want done.
extension Loop {
  /// Dispatches what came over the wire; what nobody waits for any more is dropped.
  func dispatch(_ event: TransportEvent, to source: SourceID, at now: Moment) {
    if let index = sources.firstIndex(where: { $0.id == source }) {
      sources[index].feed.handle(event, at: now) { apply($0, at: now) }
      tellClock(of: index)
    } else {
      surroundings.handle(event, of: source, at: now) { apply($0, at: now) }
    }
    isChanged = true
  }

  /// Lets the others compare the wall clock with an exchange's.
  private func tellClock(of place: Int) {
    guard let offset = sources[place].feed.measuredClock, offset != sources[place].toldClock else {
      return
    }
    sources[place].toldClock = offset
    for other in sources.indices where other != place {
      sources[other].feed.compareClock(with: offset)
    }
  }

  func passTime(at now: Moment) {
    for place in sources.indices
    where sources[place].feed.deadline.isDue(at: now.monotonic) {
      dispatch(.time, to: sources[place].id, at: now)
    }
    surroundings.handle(.time, at: now) { apply($0, at: now) }
  }

  func retry(at now: Moment) {
    for place in sources.indices { dispatch(.retry, to: sources[place].id, at: now) }
    surroundings.handle(.retry, at: now) { apply($0, at: now) }
  }

  func networkChanged(_ isUp: Bool, at now: Moment) {
    log(.notice, isUp ? "there is a network" : "the network is gone")
    boardWatch.refresh()
    for place in sources.indices where !sources[place].isLocal {
      dispatch(.network(isUp: isUp), to: sources[place].id, at: now)
    }
    surroundings.handle(.network(isUp: isUp), at: now) { apply($0, at: now) }
  }

  func apply(_ update: Update, at now: Moment) {
    following.selector.apply(update, at: now.monotonic)
    desk.apply(.update(update))
    if let sentence = desk.sentence(of: update) { log(.warning, sentence) }
  }

  /// Lets every feed follow what is shown of its exchange, and the desk show who speaks.
  func follow(at now: Moment) {
    guard following.hasChanged(to: desk.requirements, at: now.monotonic) else { return }
    let needs = following.needs
    for place in sources.indices {
      let wanted = following.markets(of: sources[place].feed.exchange.name)
      sources[place].feed.follow(
        wanted, books: needs.books.intersection(wanted),
        wallets: needs.wallets.intersection(wanted), chart: needs.chart,
        tape: needs.tape, at: now
      ) { apply($0, at: now) }
      let isRanked = needs.ranking?.exchange == sources[place].feed.exchange.name
      sources[place].feed.rank(isRanked ? needs.ranking : nil, at: now) { apply($0, at: now) }
    }
    surroundings.gecko.want(trending: needs.trending, bases: needs.facts.sorted(), at: now)
    for (place, market) in following.selector.markets.enumerated()
    where desk.places[place].market != market {
      desk.apply(.update(.speaks(place: place, market: market)))
      isChanged = true
    }
  }

  func runIntents(at now: Int64) {
    for place in sources.indices {
      sources[place].run(on: client, through: &switchboard, at: now, log: log)
    }
    surroundings.run(on: client, through: &switchboard, at: now, log: log)
  }
}
