/// Who may see the panels, and who may send commands and notices.
public struct WebRules: Sendable {
  /// Where is listened, with the ports that were taken.
  public var listeners: [ListenAddress]
  /// The machine's own name; empty where it has none.
  public var hostName = ""
  /// Other names that it is reached by.
  public var names: [String] = []
  /// Whose `Forwarded` is believed.
  public var proxies: [IPAddress] = []
  /// Whether who can see the panel may pair.
  public var allowsPairing = true
  /// The password by which a browser pairs without the panel; nil where there is none.
  public var password: String?
  /// The bearer token of programs, 16 letters at least, too long to be guessed; nil where there is none.
  public var token: String?
  /// Whether commands and notices are refused to everybody.
  public var isViewOnly = false

  public init(listeners: [ListenAddress]) { self.listeners = listeners }

  /// Whether being on this machine is enough to look and to press. Where others come through a
  /// proxy, by a name, or from outside, it says nothing of who they are.
  public var trustsLoopback: Bool {
    names.isEmpty && proxies.isEmpty && listeners.allSatisfy { $0.address.isLoopback }
  }

  /// Whether a request may be meant for this machine that says so (DNS rebinding: a page of another
  /// site can make its own name point here, but cannot change the name).
  func isOwn(host text: String) -> Bool {
    guard let (host, port) = ListenAddress.parts(of: text) else { return false }
    let name = host.lowercased()
    if names.contains(where: { $0.lowercased() == name }) { return true }
    // No port is that of the scheme.
    let listeners = listeners.filter {
      $0.port == port || port == nil && [80, 443].contains($0.port)
    }
    return listeners.contains { listener in
      let address = listener.address
      let bare = name.hasPrefix("[") ? name.dropFirst().dropLast() : name[...]
      if let numeric = IPAddress(bare) { return address.isWildcard || numeric == address }
      if name == "localhost" { return address.isLoopback || address.isWildcard }
      // A host name may bring its domain, of which mDNS knows nothing.
      let own = hostName.lowercased()
      let label = own.prefix { $0 != "." }
      return !label.isEmpty && !address.isLoopback
        && (name == own || name == label || name == "\(label).local")
    }
  }
}
