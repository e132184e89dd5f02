import Glibc

/// A URL of an exchange, as far as it can be wrong before anybody is called.
enum Endpoint {
  /// What is wrong with it; nil where it can be called.
  static func complaint(_ url: String, schemes: [String], mayAsk: Bool) -> String? {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#""<>\^`{|}"#.utf8.contains($0) })
    else { return "it has a letter that a URL may not have" }
    guard let scheme = schemes.first(where: { url.hasPrefix("\($0)://") }) else {
      return "it must begin with \(schemes.map { "\($0)://" }.joined(separator: " or "))"
    }
    let rest = url.dropFirst(scheme.count + 3)
    if rest.contains("#") || (rest.contains("?") && !mayAsk) {
      return "it must end with its path"
    }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    if authority.contains("@") { return "it may hold no name and no password" }
    return complaint(authority: authority)
  }

  private static func complaint(authority: Substring) -> String? {
    let end =
      authority.hasPrefix("[")
      ? authority.firstIndex(of: "]").map(authority.index(after:))
      : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let end, isHost(authority[..<end]) else { return "it has no valid host" }
    let port = authority[end...]
    guard port.isEmpty || (port.first == ":" && isPort(port.dropFirst())) else {
      return "its port must be a number from 1 to 65535"
    }
    return nil
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.hasPrefix("[") {
      var address = in6_addr()
      return inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return host.utf8.count <= 253
      && labels.allSatisfy { label in
        !label.isEmpty && label.utf8.count <= 63
          && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      }
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.allSatisfy(\.isNumber) && (Int(text).map { (1...65_535).contains($0) } ?? false)
  }
}
