import Devices
import Feeds
import Glance
import MarketData
import State

/// What Home Assistant is told of the board: one message that makes a device with all its entities
/// (Home Assistant, "MQTT: device discovery payload", 2025.10 and later).
///
/// The availability of the device is a list, because its entities have an availability of their
/// own. Nothing is shortened with `~`. If either is not so, Home Assistant refuses the whole message.
struct Discovery {
  /// One entity: its key in the message, its platform, and the rest of what is said of it.
  struct Entity: Equatable {
    let key: String
    let platform: String
    fileprivate let members: [String]
  }

  /// So many markets become entities at most.
  static let marketsMax = 32

  private let topics: BrokerTopics
  private let device: BrokerDevice
  let entities: [Entity]
  /// The platforms of the entities by their keys.
  var platforms: [String: String] {
    Dictionary(entities.map { ($0.key, $0.platform) }) { first, _ in first }
  }

  /// - Parameters:
  ///   - isCommanded: whether the board obeys commands; else it has only entities that report.
  ///   - tellsMarkets: false while the market on the desk is a placeholder whose exchange is not asked.
  ///   - known: the keys of entities that were announced before.
  init(
    _ desk: Desk, _ topics: BrokerTopics, _ device: BrokerDevice, isCommanded: Bool,
    tellsMarkets: Bool = true, known: Set<String> = []
  ) {
    (self.topics, self.device) = (topics, device)
    let maker = Maker(topics: topics)
    let told =
      (device.sendsPicture ? [maker.image] : []) + [maker.alert]
      + (0..<device.keys).map { maker.key($0 + 1) }
      + [maker.alertInFront, maker.mood, maker.started]
    let ofMarkets: [Entity] =
      tellsMarkets ? maker.feeds(of: desk) + maker.prices(of: desk, known: known) : []
    let commands = isCommanded ? maker.commands(of: desk, tellsMarkets: tellsMarkets) : []
    entities = commands + told + ofMarkets
  }

  /// The message.
  /// - Parameter gone: entities of an earlier message that are no more. Each is named once more,
  ///   which removes it. Leaving it out would not remove it.
  func text(without gone: [(key: String, platform: String)] = []) -> String {
    let identifier = topics.identifier
    let device = JSON.object([
      ("ids", JSON.list([identifier.asJSON])), ("name", "\("tealight \(topics.name)".asJSON)"),
      ("mf", "\"tealight\""), ("mdl", self.device.model.asJSON),
      ("sw", Invocation.versionNumber.asJSON),
    ])
    let components =
      entities.map { entity in
        let id = [
          "\"p\":\(entity.platform.asJSON)", "\"uniq_id\":\("\(identifier)_\(entity.key)".asJSON)",
          "\"def_ent_id\":\(Self.entityID(entity, of: identifier).asJSON)",
        ]
        return (name: entity.key, value: "{\((id + entity.members).joined(separator: ","))}")
      } + gone.map { (name: $0.key, value: "{\"p\":\($0.platform.asJSON)}") }
    return JSON.object([
      ("dev", device),
      (
        "o",
        JSON.object([
          ("name", "\"tealight\""), ("sw", Invocation.versionNumber.asJSON),
        ])
      ), ("avty", JSON.list([JSON.object([("t", topics.status.asJSON)])])), ("qos", "0"),
      ("cmps", JSON.object(components)),
    ])
  }

  private static func entityID(_ entity: Entity, of identifier: String) -> String {
    let text = "\(identifier)_\(entity.key)".lowercased()
    return "\(entity.platform)." + String(text.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}

/// Makes entities.
private struct Maker {
  let topics: BrokerTopics

  private func entity(
    _ key: String, _ platform: String, _ name: String?, _ members: [(String, String)]
  ) -> Discovery.Entity {
    let named = [("name", name?.asJSON ?? "null")] + members
    return Discovery.Entity(
      key: key, platform: platform, members: named.map { "\"\($0.0)\":\($0.1)" })
  }

  private func value(_ member: String) -> [(String, String)] {
    [("stat_t", topics.state.asJSON), ("val_tpl", "{{ value_json.\(member) }}".asJSON)]
  }

  // MARK: Entities that command

  func commands(of desk: Desk, tellsMarkets: Bool) -> [Discovery.Entity] {
    let markets: [Discovery.Entity] =
      tellsMarkets ? [select("market", "Market", desk.marketNames)] : []
    return [light] + markets + selects(of: desk) + [rotate] + buttons + [notice]
  }

  /// The light bears the name of the device, because the screen is the board itself.
  private var light: Discovery.Entity {
    entity(
      "screen", "light", nil,
      [
        ("schema", "\"json\""), ("stat_t", topics.light.asJSON),
        ("cmd_t", topics.command("light").asJSON), ("brightness", "true"), ("bri_scl", "100"),
        ("sup_clrm", "[\"brightness\"]"),
      ])
  }

  private func selects(of desk: Desk) -> [Discovery.Entity] {
    let pages = PageCatalog.turnable.map(\.rawValue)
    return [
      // Pages that come to the front by themselves are shown there, but cannot be chosen.
      select("page", "Page", pages + [PageName.alert.rawValue, PageName.notice.rawValue]),
      select("theme", "Theme", ThemeName.allCases.map(\.rawValue), isSetting: true),
      select("colours", "Colours", ColourConvention.allCases.map(\.rawValue), isSetting: true),
      select("language", "Language", Language.allCases.map(\.rawValue), isSetting: true),
      select("layout", "Layout", Layout.allCases.map(\.rawValue), isSetting: true),
      select("currency", "Currency", desk.allCurrencyNames, isSetting: true),
    ]
  }

  private func select(
    _ name: String, _ label: String, _ values: [String], isSetting: Bool = false
  ) -> Discovery.Entity {
    entity(
      name, "select", label,
      value(name) + [
        ("cmd_t", topics.command(name).asJSON), ("options", JSON.list(values.map(\.asJSON))),
      ] + (isSetting ? [("ent_cat", "\"config\"")] : []))
  }

  private var rotate: Discovery.Entity {
    entity(
      "rotate", "number", "Rotate every",
      value("rotate") + [
        ("cmd_t", topics.command("rotate").asJSON), ("min", "0"),
        ("max", "\(Choice.rotationSeconds.upperBound)"), ("step", "1"), ("mode", "\"box\""),
        ("unit_of_meas", "\"s\""), ("ent_cat", "\"config\""),
      ])
  }

  private var buttons: [Discovery.Entity] {
    let buttons: [(command: Command, label: String)] = [
      (.nextMarket, "Next market"), (.previousMarket, "Previous market"), (.nextPage, "Next page"),
      (.home, "Home"), (.favourite, "Favourite"), (.snooze, "Snooze"),
    ]
    return buttons.map { button($0.command, $0.label) }
      + [button(.retryNow, "Try the connections again", isDiagnostic: true)]
  }

  private func button(
    _ command: Command, _ label: String, isDiagnostic: Bool = false
  ) -> Discovery.Entity {
    entity(
      command.name, "button", label,
      [("cmd_t", topics.command("command").asJSON), ("pl_prs", command.name.asJSON)]
        + (isDiagnostic ? [("ent_cat", "\"diagnostic\"")] : []))
  }

  private var notice: Discovery.Entity {
    entity("notice", "notify", "Notice", [("cmd_t", topics.command("notice").asJSON)])
  }

  // MARK: Entities that report

  var image: Discovery.Entity {
    entity(
      "picture", "image", "Picture",
      [("img_t", topics.picture.asJSON), ("cont_type", "\"image/png\"")])
  }

  func key(_ number: Int) -> Discovery.Entity {
    entity(
      "key-\(number)", "event", "Key \(number)",
      [
        ("dev_cla", "\"button\""), ("stat_t", topics.key(number).asJSON),
        ("evt_typ", JSON.list(Gesture.names.map(\.asJSON))), ("qos", "1"),
      ])
  }

  var alert: Discovery.Entity {
    entity(
      "alert", "event", "Alert",
      [
        ("stat_t", topics.alert.asJSON),
        ("evt_typ", JSON.list(AlertRule.Condition.Name.allCases.map(\.rawValue.asJSON))),
        ("qos", "1"),
      ])
  }

  var alertInFront: Discovery.Entity {
    entity("alert-in-front", "binary_sensor", "Alert in front", binary("value_json.alert"))
  }

  private func binary(_ condition: String) -> [(String, String)] {
    [
      ("stat_t", topics.state.asJSON),
      ("val_tpl", "{{ 'ON' if \(condition) else 'OFF' }}".asJSON),
    ]
  }

  var mood: Discovery.Entity {
    entity(
      "mood", "sensor", "Mood",
      value("mood") + [
        ("dev_cla", "\"enum\""), ("options", JSON.list(Mood.allCases.map(\.rawValue.asJSON))),
      ])
  }

  /// A time and not a duration, which would change each second.
  var started: Discovery.Entity {
    entity(
      "started", "sensor", "Started",
      [
        ("stat_t", topics.about.asJSON),
        ("val_tpl", "{{ value_json.started | as_datetime }}".asJSON),
        ("dev_cla", "\"timestamp\""), ("ent_cat", "\"diagnostic\""),
      ])
  }

  func feeds(of desk: Desk) -> [Discovery.Entity] {
    desk.askedExchanges.map { exchange in
      entity(
        "feed-\(exchange.name)", "binary_sensor", "\(exchange.title) heard",
        [
          ("stat_t", topics.feed(exchange.name).asJSON), ("dev_cla", "\"connectivity\""),
          (
            "val_tpl",
            "{{ 'ON' if value_json.link in ('streaming', 'polling') else 'OFF' }}".asJSON
          ), ("json_attr_t", topics.feed(exchange.name).asJSON), ("ent_cat", "\"diagnostic\""),
        ])
    }
  }

  /// Price and change, which are unavailable while their exchange is not heard. They have no device
  /// class `monetary`: that forbids statistics.
  ///
  /// The entities of a place keep their keys when another exchange serves it, and so their history
  /// in Home Assistant. Their names and topics are those of the exchange that serves it.
  func prices(of desk: Desk, known: Set<String>) -> [Discovery.Entity] {
    let places = desk.places.prefix(Discovery.marketsMax)
    let alone = Set(places.filter { !$0.isShared }.map { key(of: desk.markets[$0.market].market) })
    return places.flatMap { place in
      let state = desk.markets[place.market]
      let market = state.market
      let topic = topics.market(market)
      let earlier = place.candidates.map { self.key(of: desk.markets[$0].market) }.first {
        known.contains("price-\($0)") && !alone.contains($0)
      }
      let key = earlier ?? self.key(of: market)
      let isHeard =
        "{{ 'online' if value_json.link in ('streaming', 'polling') and value_json.price is not none "
        + "else 'offline' }}"
      let availability: [(String, String)] = [
        (
          "avty",
          JSON.list([
            JSON.object([("t", topics.status.asJSON)]),
            JSON.object([("t", topic.asJSON), ("val_tpl", isHeard.asJSON)]),
          ])
        ), ("avty_mode", "\"all\""), ("stat_t", topic.asJSON), ("stat_cla", "\"measurement\""),
      ]
      // A program may publish a market without its quote currency.
      let (pair, unit) =
        market.quote.isEmpty
        ? (market.base, [])
        : ("\(market.base)/\(market.quote)", [("unit_of_meas", market.quote.asJSON)])
      let name = "\(state.exchangeTitle) \(pair)"
      return [
        entity(
          "price-\(key)", "sensor", name,
          availability + unit + [
            ("val_tpl", "{{ value_json.price }}".asJSON), ("sug_dsp_prc", "\(state.decimals)"),
          ]),
        entity(
          "change-\(key)", "sensor", "\(name) change",
          availability + [
            (
              "val_tpl",
              "{{ value_json.change * 100 if value_json.change is not none else none }}".asJSON
            ), ("unit_of_meas", "\"%\""), ("sug_dsp_prc", "2"),
          ]),
      ]
    }
  }

  private func key(of market: Market) -> String {
    "\(market.exchange)-\(HubTopics.level(market.code))".lowercased()
  }
}
