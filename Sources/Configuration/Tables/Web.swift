import Web

extension Config {
  /// Who may look in with a browser, and where.
  public struct Web: Equatable, Sendable {
    public var listen = [ListenAddress.usual]
    /// What opens it to a person; nil for none.
    public var password: Secret?
    /// What opens it to a program; nil for none.
    public var token: Secret?
    /// Whether a secret on the panel opens it.
    public var allowsPairing = true
    /// PEM files of the certificate and of its key; nil where it speaks plain HTTP.
    public var tls: TLSFiles?
    /// What it is called besides its addresses and the board's own name.
    public var names: [String] = []
    /// Addresses of proxies that tell the truth about who asks.
    public var proxies: [IPAddress] = []
    /// Whether visitors may look, and do nothing.
    public var isViewOnly = false

    public init() {}

    /// Whether somebody on another machine can reach it.
    public var isReachable: Bool { !listen.allSatisfy(\.address.isLoopback) }
  }
}

extension Config.Web {
  private static let tokenLeast = 16

  static func table(_ catalogue: Catalogue) -> Table<WebTable> {
    let listen = Key<WebTable>("listen", \.web.listen, .addresses)
    let password = Key<WebTable>(
      "password_file", optional: \.web.password, .secret(catalogue, .password))
    let token = Key<WebTable>("token_file", optional: \.web.token, .secret(catalogue, .token))
    let pairing = Key<WebTable>("pairing", \.web.allowsPairing, .boolean)
    let certificate = Key<WebTable>("certificate", optional: \.certificate, .pemFile)
    let key = Key<WebTable>("key", optional: \.key, .keyFile)
    return Table(
      "[web]", WebTable(),
      [
        listen, password, token, pairing, certificate, key,
        Key("names", \.web.names, .hostNames), Key("proxy", \.web.proxies, .proxies),
        Key("view_only", \.web.isViewOnly, .boolean),
      ]
    ) { table, diagnostics in
      table.values.web.tls = Config.TLSFiles(
        table.certificate, table.key, of: (certificate, key), in: table, &diagnostics)
      // A right token is never slowed down, so it must be too long to be guessed.
      if let text = table.web.token?.text, text.utf8.count < tokenLeast {
        diagnostics.error(
          "the token in token_file has \(text.utf8.count) characters; it must have at least \(tokenLeast)",
          at: table.location(of: token))
      }
      // Where visitors may come from outside, by a name or through a proxy, being on this machine is
      // not enough.
      let isForOthers =
        table.web.isReachable || !table.web.names.isEmpty || !table.web.proxies.isEmpty
      if isForOthers, !table.has(password), !table.has(token), !table.web.allowsPairing {
        diagnostics.error(
          "nobody could log in; set password_file or token_file, or remove pairing = false, or listen at "
            + "127.0.0.1 only and remove names and proxy",
          at: table.location(of: table.has(listen) ? listen : pairing))
      }
    }
  }
}

/// `[web]` as it stands in a file.
struct WebTable {
  var web = Config.Web()
  var certificate: String?
  var key: String?
}

extension ListenAddress {
  static let usual = ListenAddress(configured: "127.0.0.1")!
  private static let usualPort = 8470

  /// - Parameter text: `ADDRESS` or `ADDRESS:PORT`, an address of IPv6 in brackets.
  /// - Returns: nil where that is no address, or its port is none.
  public init?(configured text: String) {
    guard let address = ListenAddress("\(text):\(Self.usualPort)") ?? ListenAddress(text),
      address.port != 0
    else { return nil }
    self = address
  }
}

extension ValueType<[ListenAddress]> {
  fileprivate static let addresses = {
    let meaning = "\"ADDRESS\" or \"ADDRESS:PORT\", an address of IPv6 in brackets"
    return list(
      "a list of texts, at least one, each \(meaning)", of: ("an address", meaning),
      twice: .error { "\($0) is listed twice; list it once" }
    ) { text throws(Complaint) in
      if let address = ListenAddress(configured: text.value) { return address }
      throw Complaint("\"\(text.value)\" is not an address; write \(meaning)")
    }.writing { "[\($0.map(\.description).quoted)]" }
  }()
}

extension ValueType<[String]> {
  fileprivate static let hostNames = {
    let meaning = "a name of this machine without a port: \"desk.example.org\""
    return list(
      "a list of texts, at least one, each \(meaning)", of: ("a name", meaning),
      twice: .error { "\($0) is listed twice; list it once" }
    ) { name throws(Complaint) in
      let isName = EndpointURL.complaint("http://\(name.value)", schemes: ["http"], mayAsk: false)
      if isName == nil, !name.value.contains(where: { ":/[".contains($0) }) { return name.value }
      throw Complaint("\"\(name.value)\" is not a host name; write \(meaning)")
    }
  }()

}

extension ValueType<[IPAddress]> {
  fileprivate static let proxies = {
    let meaning = "a numeric address without a port: \"127.0.0.1\" or \"::1\""
    return list(
      "a list of texts, at least one, each \(meaning)", of: ("an address", meaning),
      twice: .error { "\($0) is listed twice; list it once" }
    ) { text throws(Complaint) in
      if let address = IPAddress(text.value) { return address }
      throw Complaint("\"\(text.value)\" is not an address; write \(meaning)")
    }
  }()
}
