import MarketData
import State
import Timing
import Web

// All metrics, in their order. Each number is kept by the part that knows it; here they are read. A
// family is added here, and to the list in board/manual/web.md.
extension Loop {
  func metrics(at now: Moment) -> [MetricFamily] {
    program + loop + links(at: now) + exchanges + requests + markets
      + displays(at: now.monotonic) + alerts + visits + broker + hubs
  }

  private var broker: [MetricFamily] {
    let broker = remotes.broker
    func count(_ part: KeyPath<BrokerCounts, Int>) -> Double? {
      broker.map { Double($0.counts[keyPath: part]) }
    }
    return [
      .gauge(
        "tealight_mqtt_connected", "Whether the broker is connected.",
        broker.map { $0.isConnected ? 1 : 0 }),
      .counter(
        "tealight_mqtt_connections", "How often the broker was connected.",
        count(\.connections)),
      .counter("tealight_mqtt_published", "Messages to the broker.", count(\.published)),
      .counter(
        "tealight_mqtt_unsent", "Messages to the broker that it did not take.",
        broker.map { Double($0.unsent) }),
      .counter("tealight_mqtt_received", "Messages of the broker.", count(\.received)),
      .counter(
        "tealight_mqtt_refused", "Commands that were refused.", count(\.refused)),
      .counter(
        "tealight_mqtt_dropped", "Messages that were dropped unread.", count(\.dropped)),
    ]
  }

  private var hubs: [MetricFamily] {
    let hubs = feeds.hubs
    return [
      .gauge(
        "tealight_hub_heard", "Whether a hub is heard.",
        (hubs?.hearing ?? []).map { (["hub": $0.name], $0.isHeard ? 1 : 0) }),
      .counter(
        "tealight_hub_messages", "Messages of hubs that were used.",
        hubs.map { Double($0.counts.heard) }),
      .counter(
        "tealight_hub_dropped", "Messages of hubs, or parts of them, that were ignored.",
        hubs.map { Double($0.counts.dropped) }),
    ]
  }

  private var visits: [MetricFamily] {
    let counts = remotes.web?.counts ?? WebCounts()
    return [
      .gauge(
        "tealight_web_viewers", "Browsers that show the page.",
        remotes.web.map { Double($0.viewerCount) }),
      .counter(
        "tealight_web_requests", "Requests from browsers and programs, by status.",
        counts.answers.sorted { $0.key < $1.key }.map {
          (["status": "\($0.key)"], Double($0.value))
        }
      ),
      .counter(
        "tealight_web_refused", "Refused requests, by reason.",
        counts.refusals.sorted { $0.key < $1.key }.map { (["reason": $0.key], Double($0.value)) }),
    ]
  }

  private var program: [MetricFamily] {
    let usage = ProcessUsage()
    // Not `process_…`: node_exporter says those of itself, and would leave out ours.
    return [
      .info("tealight_build", "Version.", ["version": Invocation.versionNumber]),
      .gauge(
        "tealight_start_time_seconds", "Start of the process, Unix time.",
        Double(times.startTime) / 1_000),
      .counter(
        "tealight_process_cpu_seconds", "Processor time used.", usage.cpuSeconds),
      .gauge(
        "tealight_process_resident_memory_bytes", "Memory in use.",
        usage.residentBytes.map(Double.init)),
      .gauge(
        "tealight_process_open_fds", "Open file descriptors.",
        usage.openDescriptors.map(Double.init)),
    ]
  }

  private var loop: [MetricFamily] {
    [
      .histogram(
        "tealight_loop_turn_seconds", "Duration of a turn of the main loop, without waiting.",
        times.turns),
      .histogram(
        "tealight_tick_to_bus_seconds",
        "Time from a message that changed the picture to the last byte on the bus.",
        times.tickToBus),
    ]
  }

  /// How the exchanges that are followed are heard. Nothing is heard from others.
  private func links(at now: Moment) -> [MetricFamily] {
    let followed = feeds.exchangeFeeds.map(\.feed).filter { !$0.followed.isEmpty }
      .map(\.exchange.name)
    let told = (feeds.hubs?.leftToHubs ?? []).filter { !followed.contains($0) }
    let heard = (followed + told).compactMap { name in
      desk.exchange(name).map { (name: name, state: $0) }
    }
    return [
      .stateSet(
        "tealight_exchange_link", "State of the link to an exchange.",
        of: Link.allCases.map(\.rawValue),
        heard.map { (["exchange": $0.name], $0.state.link.rawValue) }),
      .gauge(
        "tealight_exchange_heard_timestamp_seconds", "Last message from an exchange, Unix time.",
        heard.compactMap { name, state in
          state.heard.map { (["exchange": name], Double(now.wall - now.monotonic + $0) / 1_000) }
        }),
      .stateSet(
        "tealight_exchange_trouble", "Reason why an exchange is not heard.",
        of: FailureReason.allCases.map(\.rawValue),
        heard.map { (["exchange": $0.name], $0.state.failureReason?.rawValue) }),
    ]
  }

  private var exchanges: [MetricFamily] {
    func counter(_ name: String, _ help: String, _ value: (ExchangeFeed) -> Int) -> MetricFamily {
      .counter(
        name, help,
        feeds.exchangeFeeds.map { (["exchange": $0.feed.exchange.name], Double(value($0))) })
    }
    return [
      counter("tealight_exchange_messages", "Messages received on streams.", \.messages),
      counter(
        "tealight_exchange_received_bytes", "Bytes of messages and answers, decompressed.",
        \.receivedBytes),
      counter(
        "tealight_exchange_dropped", "Implausible messages, or parts of them, that were ignored.",
        \.feed.dropped),
      .counter(
        "tealight_exchange_connections",
        "Connections, by result: opened, failed to open, lost afterwards.",
        feeds.exchangeFeeds.flatMap { exchangeFeed -> [MetricFamily.Reading] in
          let (name, counts) = (exchangeFeed.feed.exchange.name, exchangeFeed.feed.connectionCounts)
          return [
            (["exchange": name, "result": "opened"], Double(counts.opened)),
            (["exchange": name, "result": "failed"], Double(counts.failed)),
            (["exchange": name, "result": "lost"], Double(counts.lost)),
          ]
        }),
    ]
  }

  private var requests: [MetricFamily] {
    [
      .counter(
        "tealight_http_requests", "HTTP requests sent.",
        feeds.callCounts.sorted { $0.key < $1.key }.map { (["host": $0.key], Double($0.value)) }
      )
    ]
  }

  private var markets: [MetricFamily] {
    var shown: [MarketID] = []
    for place in desk.places where !shown.contains(place.market) { shown.append(place.market) }
    return [
      .gauge(
        "tealight_market_price", "Last price in the market's quote currency, while it is live.",
        shown.compactMap { id in
          let state = desk.markets[id]
          guard desk.link(of: id).isLive, state.isListed, let price = state.price else {
            return nil
          }
          return (["market": "\(state.market)", "quote": state.market.quote], price)
        }),
      .counter(
        "tealight_market_late_trades", "Trades that came too late for the chart, or twice.",
        shown.map { id in
          (["market": "\(desk.markets[id].market)"], Double(desk.markets[id].ring.dropped))
        }),
    ]
  }

  private func displays(at now: Int64) -> [MetricFamily] {
    func counter(_ name: String, _ help: String, _ value: (Screen) -> Double?) -> MetricFamily {
      .counter(
        name, help,
        screens.all.enumerated().compactMap { number, screen in
          value(screen).map {
            (["display": "\(number)", "name": screen.display.name], $0)
          }
        })
    }
    return [
      counter("tealight_display_frames", "Pictures drawn for a display.") { Double($0.frames) },
      counter("tealight_display_bus_bytes", "Bytes sent on a display's bus.") {
        $0.display.traffic?.busBytes.map(Double.init)
      },
      counter("tealight_display_errors", "Times that a display did not answer.") {
        $0.display.traffic.map { Double($0.errors) }
      },
      counter(
        "tealight_display_lit_seconds", "Time for which an OLED has been lit, in all runs."
      ) {
        screens.litMilliseconds(of: $0, at: now).map { Double($0) / 1_000 }
      },
    ]
  }

  private var alerts: [MetricFamily] {
    let kinds = Set(desk.settings.alerts.rules.map(\.condition.name)).union(hooks.alerts.keys)
    return [
      .counter(
        "tealight_alerts", "Alerts that came to the front.",
        kinds.sorted().map { (["kind": $0], Double(hooks.alerts[$0] ?? 0)) })
    ]
  }
}
