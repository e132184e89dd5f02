import Feeds
import MarketData

// What the loop does for the feeds: brings them what happened, and does what they want done.
extension Loop {
  /// From now on it is asked, too.
  func add(_ source: Source) {
    sources.append(source)
    sources[sources.count - 1].number = nextNumber
    nextNumber += 1
  }

  /// From now on these are asked, and not those before them.
  func use(_ surroundings: SurroundingFeeds) {
    self.surroundings = surroundings
    surroundingsNumber = nextNumber
    nextNumber += SurroundingFeeds.Place.allCases.count
  }

  /// Hands on what came over the wire; what nobody waits for any more is dropped.
  func hand(_ happening: Happening, to number: Int, at now: Moment) {
    if let place = sources.firstIndex(where: { $0.number == number }) {
      sources[place].feed.handle(happening, at: now) { take($0, at: now) }
      tellClock(of: place)
    } else if let other = SurroundingFeeds.Place(rawValue: number - surroundingsNumber) {
      surroundings.handle(happening, of: other, at: now) { take($0, at: now) }
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
    where sources[place].feed.deadline.map({ $0 <= now.monotonic }) ?? false {
      hand(.time, to: sources[place].number, at: now)
    }
    surroundings.handle(.time, at: now) { take($0, at: now) }
  }

  func retry(at now: Moment) {
    for place in sources.indices { hand(.retry, to: sources[place].number, at: now) }
    surroundings.handle(.retry, at: now) { take($0, at: now) }
  }

  func networkChanged(_ isUp: Bool, at now: Moment) {
    log(.notice, isUp ? "there is a network" : "the network is gone")
    boardWatch.refresh()
    for place in sources.indices where !sources[place].isLocal {
      hand(.network(isUp: isUp), to: sources[place].number, at: now)
    }
    surroundings.handle(.network(isUp: isUp), at: now) { take($0, at: now) }
  }

  func take(_ update: Update, at now: Moment) {
    following.speakers.take(update, at: now.monotonic)
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
      ) { take($0, at: now) }
      let isRanked = needs.ranking?.exchange == sources[place].feed.exchange.name
      sources[place].feed.rank(isRanked ? needs.ranking : nil, at: now) { take($0, at: now) }
    }
    surroundings.gecko.want(trending: needs.trending, bases: needs.facts.sorted(), at: now)
    for (place, market) in following.speakers.markets.enumerated()
    where desk.places[place].market != market {
      desk.apply(.update(.speaks(place: place, market: market)))
      isChanged = true
    }
  }

  func runIntents(at now: Int64) {
    for place in sources.indices { sources[place].run(on: client, at: now, log: log) }
    surroundings.run(on: client, from: surroundingsNumber, at: now, log: log)
  }
}
