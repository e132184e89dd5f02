import Feeds

extension Config {
  /// Where an exchange is called, as the file says it. What is nil is the exchange's own.
  public struct ConfiguredAddress: Equatable, Sendable {
    public var websocket: String?
    /// Without a slash at its end.
    public var rest: String?
    /// PEM file of a private CA; nil for the system's.
    public var caFile: String?

    public init(websocket: String? = nil, rest: String? = nil, caFile: String? = nil) {
      self.websocket = websocket
      self.rest = rest
      self.caFile = caFile
    }
  }
}

/// Where an endpoint is called, with what the file leaves out filled in.
public struct EndpointAddress: Equatable, Sendable {
  /// Of its stream.
  public let websocket: String
  /// The base URL of calls, without a slash at its end.
  public let rest: String
  /// PEM file of a private CA; nil for the system's.
  public let caFile: String?
}

extension Config {
  /// Where an endpoint is called.
  public func address(of endpoint: Endpoint) -> EndpointAddress {
    let configured = configuredAddress(of: endpoint)
    return EndpointAddress(
      websocket: configured?.websocket ?? endpoint.exchange.websocket,
      rest: configured?.rest ?? endpoint.exchange.rest, caFile: configured?.caFile)
  }

  /// What the file says of an endpoint; nil where it does not mention it.
  private func configuredAddress(of endpoint: Endpoint) -> ConfiguredAddress? {
    let name = endpoint.exchange.name
    return configuredAddresses[endpoint.name.isEmpty ? name : "\(name).\(endpoint.name)"]
  }

  /// The endpoints that may be used besides the usual one. A file that names an exchange's URLs means
  /// those alone, and a fallback only where it names that, too.
  public func fallbacks(of exchange: any Exchange) -> [Endpoint] {
    let fallbacks = Endpoint.fallbacks(of: exchange)
    return fallbacks.filter {
      configuredAddresses[exchange.name] == nil || configuredAddress(of: $0) != nil
    }
  }
}

extension Config.ConfiguredAddress {
  static let websocketKey = Key<Self>(
    "websocket", optional: \.websocket, .url(["wss", "ws"], mayAsk: true))
  static let restKey = Key<Self>("rest", optional: \.rest, .url(["https", "http"], mayAsk: false))
  static let caFileKey = Key<Self>("ca_file", optional: \.caFile, .pemFile)

  /// The keys of a table for an address without a WebSocket.
  static let restKeys = [restKey, caFileKey]
  static let keys = [websocketKey] + restKeys

  /// A table with nothing but an address.
  static func table(
    _ title: String, kind: String, _ keys: [Key<Config.ConfiguredAddress>]
  ) -> Table<Config.ConfiguredAddress> {
    Table(title, kind: kind, Config.ConfiguredAddress(), keys) { table, diagnostics in
      let whole = table
      table.values.settle(whole, &diagnostics)
    }
  }

  /// Takes the slashes off the end, and warns of what is not encrypted.
  /// - Parameters:
  ///   - table: where they stand.
  ///   - hasKey: whether a key goes with each call.
  mutating func settle<Values>(
    _ table: TableValues<Values>, hasKey: Bool = false, _ diagnostics: inout Diagnostics
  ) {
    let plain =
      websocket?.hasPrefix("ws://") == true
      ? Self.websocketKey : rest?.hasPrefix("http://") == true ? Self.restKey : nil
    if let plain {
      let isKept = hasKey && rest.map(EndpointURL.isPrivate) == false
      diagnostics.warn(
        isKept
          ? "without TLS the key could be read on the network, so it is not sent; write https://"
          : "without TLS prices can be read and changed on the network",
        at: table.location(of: plain))
    }
    while rest?.last == "/" { rest?.removeLast() }
  }
}

/// `[exchange.NAME]`: where one exchange is called, and where its fallback endpoints are.
struct ExchangeTable {
  var primary = Config.ConfiguredAddress()
  /// By the names of the endpoints.
  var fallbacks: [String: Config.ConfiguredAddress] = [:]

  static func table(_ exchange: any Exchange) -> Table<ExchangeTable> {
    let title = "[exchange.\(exchange.name)"
    let fallbacks = Endpoint.fallbacks(of: exchange).map(\.name).map { name in
      Key<ExchangeTable>.table(
        name, optional: \.fallbacks[name],
        Config.ConfiguredAddress.table(
          "\(title).\(name)]", kind: "[exchange.NAME.HOST]", Config.ConfiguredAddress.keys),
        isRecorded: true)
    }
    let keys = fallbacks + Config.ConfiguredAddress.keys.map { $0.within(\.primary) }
    return Table("\(title)]", kind: "[exchange.NAME]", ExchangeTable(), keys) {
      table, diagnostics in
      let whole = table
      table.values.primary.settle(whole, &diagnostics)
    }
  }
}

/// `[exchange]`: where exchanges are called.
struct ExchangesTable {
  /// By their names.
  var exchanges: [String: ExchangeTable] = [:]

  static func table(_ exchanges: [any Exchange]) -> Table<ExchangesTable> {
    let known = exchanges.map(\.name)
    return Table(
      "[exchange]", ExchangesTable(),
      exchanges.map {
        .table($0.name, optional: \.exchanges[$0.name], ExchangeTable.table($0), isRecorded: true)
      },
      unknown: { entry in
        guard case .table = entry.value.value else {
          return Diagnostic(
            "\(entry.key) is \(entry.value.kind); it must be a table, [exchange.\(entry.key)]",
            at: entry.location)
        }
        return Diagnostic(
          "unknown exchange \"\(entry.key)\"\(entry.key.hint(among: known))", at: entry.location)
      })
  }

  /// By the name of the exchange, or by `EXCHANGE.NAME` of a fallback endpoint.
  var addresses: [String: Config.ConfiguredAddress] {
    var addresses: [String: Config.ConfiguredAddress] = [:]
    for (name, table) in exchanges {
      for (fallback, urls) in table.fallbacks { addresses["\(name).\(fallback)"] = urls }
      // A table that only holds fallbacks leaves the exchange's own URLs alone.
      if table.primary != Config.ConfiguredAddress() || table.fallbacks.isEmpty {
        addresses[name] = table.primary
      }
    }
    return addresses
  }
}
