/// Who may see the panels, and who may send commands and notices.
public struct WebRules: Sendable {
  /// The addresses that the server listens on, with the ports that were taken.
  public var listeners: [ListenAddress]
  /// The machine's own name; empty where it has none.
  public var hostName = ""
  /// Other names that the machine is reached by.
  public var names: [String] = []
  /// The proxies whose `Forwarded` field is believed.
  public var proxies: [IPAddress] = []
  /// Whether a person who can see the panel may pair a browser.
  public var allowsPairing = true
  /// The password by which a browser pairs without the panel; nil where there is none.
  public var password: String?
  /// The bearer token of programs, 16 letters at least, too long to be guessed; nil where there is none.
  public var token: String?
  /// Whether commands and notices are refused to everybody.
  public var isViewOnly = false

  public init(listeners: [ListenAddress]) { self.listeners = listeners }

  /// Whether a client on this machine may look and press without pairing. If clients also come
  /// through a proxy, by a name, or from outside, a local address does not tell who they are.
  public var trustsLoopback: Bool {
    names.isEmpty && proxies.isEmpty && listeners.allSatisfy { $0.address.isLoopback }
  }

  /// Whether a request for this host may be meant for this machine (DNS rebinding: a page of another
  /// site can make its own name point here, but cannot change the name).
  func isOwn(host text: String) -> Bool {
    guard let (host, port) = ListenAddress.parts(of: text) else { return false }
    let name = host.lowercased()
    if names.contains(where: { $0.lowercased() == name }) { return true }
    // Without a port, the scheme's own port is meant.
    let listeners = listeners.filter {
      $0.port == port || port == nil && [80, 443].contains($0.port)
    }
    return listeners.contains { listener in
      let address = listener.address
      let bare = name.hasPrefix("[") ? name.dropFirst().dropLast() : name[...]
      if let numeric = IPAddress(bare) { return address.isWildcard || numeric == address }
      if name == "localhost" { return address.isLoopback || address.isWildcard }
      // A host name may include its domain, which mDNS does not know.
      let own = hostName.lowercased()
      let label = own.prefix { $0 != "." }
      return !label.isEmpty && !address.isLoopback
        && (name == own || name == label || name == "\(label).local")
    }
  }
}
