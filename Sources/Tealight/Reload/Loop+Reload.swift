import Configuration
import Devices
import Feeds
import Glance
import MarketData
import State

// Going on with another configuration. What it leaves as it was is left alone, above all what is
// connected.
extension Loop {
  /// Files are written in more steps than one: so long after the first, they are read.
  static let reloadDelayMilliseconds: Int64 = 200

  /// Does what is due of it, between two turns: in one, what is watched must stay.
  func reloadWhereDue(at now: Moment) {
    guard let due = reloadDue, due.at <= now.monotonic else { return }
    reloadDue = nil
    reload(isAsked: due.isAsked, at: now)
  }

  /// Reads the configuration again; where it is bad, the one before stays in use.
  /// - Parameter isAsked: somebody says so: then it is tried again although it is the same.
  private func reload(isAsked: Bool, at now: Moment) {
    guard let path = reloading?.path() else {
      return log(.notice, "there is no configuration to be read again")
    }
    // Editors take a file away, too, but they are back before it is looked at.
    guard FileBytes.exists(path) else {
      return log(.warning, "\(path) is gone; the configuration stays as it was until it is back")
    }
    do throws(StartError) {
      guard let before = try reloading!.renew(isAsked: isAsked) else {
        return log(.info, "the configuration says what it said before")
      }
      goOn(after: before, reloading!, isAsked, at: now)
      log(.notice, "the new configuration is in use")
    } catch {
      for line in error.lines { log(.error, line) }
      log(.error, "the new configuration is refused; the one before stays in use")
    }
  }

  private func goOn(
    after before: Config, _ reloading: Reloading, _ isAsked: Bool, at now: Moment
  ) {
    let (config, assembly) = (reloading.config, reloading.assembly)
    desk.apply(.settings(assembly.settings))
    hooks.plan = config.hooks
    stateFile.names = StateNames(config)
    ask(assembly, reloading, at: now)
    if config.rates != before.rates || config.gecko != before.gecko {
      surroundings = assembly.surroundings(seed: reloading.world.seed, &switchboard)
      // What those before suffered from is over.
      for source in desk.reference.outages.keys {
        apply(.unheard(source: source, nil), at: now)
      }
      surroundings.start(at: now)
    }
    let hasOtherControls =
      isAsked || config.buttons != before.buttons || config.encoders != before.encoders
      || config.keys != before.keys
    // A line is free for its next user once nobody has it.
    if hasOtherControls { controls = nil }
    if reloading.showsPanels { show(assembly, reloading, at: now) }
    let (art, marks) = (assembly.faces(), assembly.marks())
    for screen in screens { screen.goOn(art: art, marks: marks, paper: config.paper) }
    redress()
    if config.lighting != before.lighting {
      lighting = Lighting(config.lighting, at: now)
      _ = lighting.update(at: now, utcOffsetSeconds: clock.utcOffsetSeconds(at: now.wall))
    }
    light()
    if hasOtherControls { controls = assembly.controls() }
  }

  /// Asks whoever has the markets that are shown now. Those that were known are kept.
  private func ask(_ assembly: Assembly, _ reloading: Reloading, at now: Moment) {
    let newest = assembly.sources(
      reloading.exchanges, seed: reloading.world.seed, &switchboard)
    for source in newest {
      let name = source.feed.exchange.name
      guard let place = sources.firstIndex(where: { $0.feed.exchange.name == name }) else {
        sources.append(source)
        continue
      }
      if sources[place].addresses == source.addresses {
        sources[place].feed.reconfigure(as: source.feed, at: now)
      } else {
        sources[place].close(on: client.carrier, switchboard)
        sources.remove(at: place)
        sources.append(source)
        forgive(source.feed, at: now)
      }
    }
    following.selector.reconfigure(as: assembly.selector)
    let desired = assembly.desk(reloading.exchanges)
    let places = zip(desired.places, following.selector.markets).map { place, market in
      Desk.Place(market: market, isShared: place.isShared)
    }
    let newcomers = desired.markets.dropFirst(desk.markets.count)
    desk.apply(.places(places, newcomers: Array(newcomers)))
  }

  /// A new feed begins without the trouble of the one before, and believes that all is listed.
  private func forgive(_ feed: Feed, at now: Moment) {
    apply(.trouble(exchange: feed.exchange.name, nil), at: now)
    for (market, _) in feed.allMarkets { apply(.listed(market: market, true), at: now) }
  }

  /// Opens the panels that are configured now and blanks those that are no more.
  private func show(_ assembly: Assembly, _ reloading: Reloading, at now: Moment) {
    let wirings = assembly.config.panels
    countLight(until: now.monotonic)
    litHours.save(at: now.monotonic)
    retire { !wirings.contains($0) }
    for wiring in wirings where !screens.contains(where: { $0.wiring == wiring }) {
      do throws(DeviceError) {
        screens.append(
          Screen(
            try assembly.display(of: wiring), of: wiring, typesetter: reloading.typesetter,
            art: nil))
      } catch {
        log(.error, "\(wiring.kind): \(error)")
      }
    }
    litHours.names = screens.countedNames
  }

  /// Blanks panels, and lets go of what they hold: others may need it.
  private func retire(_ isLeaving: (PanelWiring) -> Bool) {
    let leaving = screens.filter { $0.wiring.map(isLeaving) ?? false }
    screens.removeAll { screen in leaving.contains { $0 === screen } }
    leaving.end(clock, desk.language, givingBack: true, withinMilliseconds: 300)
  }
}
