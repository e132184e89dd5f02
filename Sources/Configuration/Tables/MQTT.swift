extension Config {
  /// The MQTT broker that hears what the board shows, and from which it is commanded.
  public struct MQTT: Equatable, Sendable {
    public var host = ""
    public var port: UInt16 = 8_883
    /// Over TLS.
    public var isSecure = true
    public var user: String?
    public var password: Secret?
    /// PEM file of a private CA; nil for the system's.
    public var caFile: String?
    /// PEM files of the client's own certificate; nil where it has none.
    public var identity: Config.TLSFiles?
    /// What it is called in topics; nil for the machine's name.
    public var name: String?
    /// What its topics begin with.
    public var base = "tealight"
    /// The prefix of the topics by which Home Assistant finds devices; nil where it should find none.
    public var discovery: String? = "homeassistant"
    /// Whether it may be commanded.
    public var allowsControl = true
    /// Whether it publishes anything about itself: a program that records hubs beside a board does not.
    public var tellsOfItself = true
    /// Whether other boards may follow this one.
    public var isHub = false
    /// The boards whose markets are shown in place of exchanges', the preferred first.
    public var hubs: [String] = []
    /// Whether exchanges are asked for what no hub tells.
    public var fallsBack = false
    /// How often a market's price is published at most.
    public var priceEverySeconds = 10
    /// How often the picture is published at most; nil: never.
    public var pictureEverySeconds: Int? = 60

    public init() {}
  }
}

extension Config.MQTT {
  static func table(_ catalogue: Catalogue) -> Table<MQTTTable> {
    let broker = Key<MQTTTable>(
      "broker", \.broker, .url(["mqtts", "mqtt"], mayAsk: false),
      need: .reason("the broker's URL, \"mqtts://HOST\" or \"mqtts://HOST:PORT\""))
    let user = Key<MQTTTable>(
      "user", optional: \.mqtt.user, .text("a user name that the broker knows"), isRecorded: false)
    let password = Key<MQTTTable>(
      "password_file", optional: \.mqtt.password, .secret(catalogue, .password), isRecorded: false)
    let caFile = Key<MQTTTable>("ca_file", optional: \.mqtt.caFile, .pemFile)
    let certificate = Key<MQTTTable>("certificate", optional: \.certificate, .pemFile)
    let key = Key<MQTTTable>("key", optional: \.key, .keyFile)
    let name = Key<MQTTTable>("name", optional: \.mqtt.name, .topicName, isRecorded: false)
    let follow = Key<MQTTTable>("follow", \.mqtt.hubs, .hubs)
    let fallback = Key<MQTTTable>("fallback", \.mqtt.fallsBack, .boolean)
    return Table(
      "[mqtt]", MQTTTable(),
      [
        broker, user, password, caFile, certificate, key,
        name,
        Key("base", \.mqtt.base, .topicPrefix, isRecorded: false),
        Key("discovery", \.mqtt.discovery, .topicPrefixOrNone, isRecorded: false),
        Key("control", \.mqtt.allowsControl, .boolean, isRecorded: false),
        Key("hub", \.mqtt.isHub, .boolean, isRecorded: false),
        follow, fallback,
        Key(
          "price_every_seconds", \.mqtt.priceEverySeconds, .integer(1...3_600), isRecorded: false),
        Key(
          "picture_every_seconds", \.mqtt.pictureEverySeconds, .integerOrNever(1...86_400),
          isRecorded: false),
      ]
    ) { table, diagnostics in
      if let (host, port, isSecure) = table.address {
        (table.values.mqtt.host, table.values.mqtt.port) = (host, port)
        table.values.mqtt.isSecure = isSecure
      } else if table.holds(broker) {
        diagnostics.error(
          "broker is \"\(table.broker)\"; it must end with its host or its port",
          at: table.location(of: broker))
      }
      table.values.mqtt.identity = Config.TLSFiles(
        table.certificate, table.key, of: (certificate, key), in: table, &diagnostics)
      if table.holds(password), !table.holds(user) {
        diagnostics.error("password_file needs user", at: table.location(of: password))
      }
      if let name = table.mqtt.name, table.mqtt.hubs.contains(name) {
        diagnostics.error(
          "\"\(name)\" is the board itself; follow others, or change name",
          at: table.location(of: follow))
      }
      if table.mqtt.fallsBack, !table.holds(follow) {
        diagnostics.error("fallback needs follow", at: table.location(of: fallback))
      }
      guard table.holds(broker), !table.mqtt.isSecure else { return }
      for tls in [caFile, certificate] where table.holds(tls) {
        diagnostics.error(
          "\(tls.name) needs TLS; write broker = \"mqtts://…\", or leave it out",
          at: table.location(of: tls))
      }
      if !EndpointURL.isLoopback(table.broker) {
        let secret = table.holds(password) ? ", the password too" : ""
        diagnostics.warn(
          "without TLS anybody on the way can read and change all of it\(secret); "
            + "write mqtts://", at: table.location(of: broker))
      }
    }
  }
}

/// `[mqtt]` as it stands in a file.
struct MQTTTable {
  var mqtt = Config.MQTT()
  var broker = ""
  var certificate: String?
  var key: String?

  /// Host, port and TLS of a URL whose host and port are right; nil where something stands behind them.
  var address: (host: String, port: UInt16, isSecure: Bool)? {
    let authority = EndpointURL.host(of: broker)
    guard broker.hasSuffix("//\(authority)") || broker.hasSuffix("//\(authority)/") else {
      return nil
    }
    let isSecure = broker.hasPrefix("mqtts://")
    let isNumeric = authority.hasPrefix("[")
    let host =
      isNumeric ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
    let rest = authority.dropFirst(host.utf8.count + (isNumeric ? 2 : 0))
    return (String(host), UInt16(rest.dropFirst()) ?? (isSecure ? 8_883 : 1_883), isSecure)
  }
}

/// The letters that may stand in topics: those of MQTT 5.0, section 4.7, without those that have a
/// meaning there, and of the rest those that Home Assistant takes.
private enum TopicName {
  static let countMax = 64

  static func isLevel(_ text: Substring) -> Bool {
    (1...countMax).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  static func isPrefix(_ text: String) -> Bool {
    let levels = text.split(separator: "/", omittingEmptySubsequences: false)
    return levels.count <= 4 && levels.allSatisfy(isLevel)
  }
}

extension ValueType<String> {
  /// A name other than `all`, which stands for every board.
  fileprivate static let topicName = text(
    "a name of letters, digits, \"_\" and \"-\", at most \(TopicName.countMax), and not \"all\"",
    complaint: { name, text in "\(name) is \"\(text)\"" }
  ) { TopicName.isLevel($0[...]) && $0 != "all" ? $0 : nil }.writing { "\"\($0)\"" }

  fileprivate static let topicPrefix = text(
    topicPrefixMeaning,
    complaint: { name, text in "\(name) is \"\(text)\"" }
  ) { TopicName.isPrefix($0) ? $0 : nil }.writing { "\"\($0)\"" }
}

extension ValueType<[String]> {
  fileprivate static let hubs = list(
    "a list of hubs' names, at least one", of: ("a hub", "the name of a hub"),
    shape: .text("the name of a hub"), twice: .error { "\($0) is listed twice; list it once" }
  ) { (name: Located<String>) throws(Complaint) -> String in
    guard TopicName.isLevel(name.value[...]), name.value != "all" else {
      throw Complaint(
        "\"\(name.value)\" is not a hub's name; write letters, digits, \"_\" and \"-\"")
    }
    return name.value
  }
}

extension ValueType<String?> {
  fileprivate static let topicPrefixOrNone = ValueType(
    .textOrNone(topicPrefixMeaning)
  ) { toml, name, diagnostics in
    if case .text("") = toml.value { return .some(nil) }
    return ValueType<String>.topicPrefix.read(toml, name, &diagnostics).map { .some($0) }
  }.writing { "\"\($0 ?? "")\"" }
}

private let topicPrefixMeaning =
  "at most four names with \"/\" between them, of letters, digits, \"_\" and \"-\""
