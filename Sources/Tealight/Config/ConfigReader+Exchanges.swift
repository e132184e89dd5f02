import Feeds

/// Where exchanges are called, at the usual endpoint and at fallbacks.
extension ConfigReader {
  mutating func readExchanges(_ exchanges: inout TableReader) {
    let known = catalogue.exchanges.map(\.name)
    for (name, var table) in exchanges.restAsTables() {
      guard let exchange = catalogue.exchanges.first(where: { $0.name == name }) else {
        exchanges.complain(
          "unknown exchange \"\(name)\"\(hint(name, among: known))", at: table.place)
        continue
      }
      let fallbacks = Feeds.Endpoint.fallbacks(of: exchange).map(\.name)
      for fallback in fallbacks {
        guard var endpoints = table.table(fallback) else { continue }
        config.exchanges["\(name).\(fallback)"] = readEndpoints(&endpoints)
        mistakes += endpoints.finish()
      }
      // A table that only holds fallbacks leaves the usual endpoint alone.
      if !table.isEmpty || fallbacks.allSatisfy({ config.exchanges["\(name).\($0)"] == nil }) {
        config.exchanges[name] = readEndpoints(&table)
      }
      mistakes += table.finish()
    }
    mistakes += exchanges.finish()
  }

  /// - Parameters:
  ///   - isStreaming: false where there is no WebSocket.
  ///   - hasKey: whether a key goes with each call.
  mutating func readEndpoints(
    _ table: inout TableReader, isStreaming: Bool = true, hasKey: Bool = false
  ) -> Config.Endpoints {
    var endpoints = Config.Endpoints()
    var plain: Place?
    func url(_ key: String, _ schemes: [String], mayAsk: Bool) -> String? {
      let allowed = "a URL, \(schemes[0])://…"
      guard let (url, place) = table.text(key, allowed) else { return nil }
      if let complaint = Endpoint.complaint(url, schemes: schemes, mayAsk: mayAsk) {
        table.complain(key, url: url, complaint, at: place)
        return nil
      }
      if url.hasPrefix("\(schemes[1])://") { plain = plain ?? place }
      return url
    }
    if isStreaming { endpoints.websocket = url("websocket", ["wss", "ws"], mayAsk: true) }
    endpoints.rest = url("rest", ["https", "http"], mayAsk: false).map { url in
      String(url.reversed().drop { $0 == "/" }.reversed())
    }
    if let (path, place) = table.text("ca_file", "the path of a PEM file") {
      if let complaint = FileBytes.complaint(path) {
        table.complain("ca_file is \"\(path)\"; \(complaint)", at: place)
      }
      endpoints.caFile = path
    }
    if let plain {
      let isKept = hasKey && endpoints.rest.map { Request(url: $0).isPrivate } == false
      config.warnings.append(
        Mistake(
          place: plain,
          text: isKept
            ? "without TLS anybody on the way can read the key, so it is not sent there; write https://"
            : "without TLS anybody on the way can read and change what the exchange says"))
    }
    return endpoints
  }
}
