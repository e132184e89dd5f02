import Configuration
import Web

extension WebRules {
  /// - Parameter addresses: those that it listens at.
  init(_ web: Config.Web, at addresses: [ListenAddress]) {
    self.init(listeners: addresses)
    (names, proxies) = (web.names, web.proxies)
    allowsPairing = web.allowsPairing
    (password, token) = (web.password?.text, web.token?.text)
    isViewOnly = web.isViewOnly
  }
}

extension Config.Web {
  /// Where browsers find it, and who may look: a line for each, for people.
  public var meaning: [String] {
    let rules = WebRules(self, at: listen)
    let keys = [
      password.map { _ in "the password" }, token.map { _ in "the token" },
      allowsPairing ? "the code that the panel shows" : nil,
    ].compactMap { $0 }.joined(separator: ", or ")
    let who = rules.trustsLoopback ? "everybody on this machine" : "whoever has \(keys)"
    return [
      listen.map { "http\(tls == nil ? "" : "s")://\($0)" }.joined(separator: ", "),
      "\(who) may look\(isViewOnly ? "" : " and press")",
    ]
  }
}
