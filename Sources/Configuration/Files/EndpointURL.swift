import Glibc

/// The URL of an exchange: what can be wrong with it before it is called, and who may hear the calls.
public enum EndpointURL {
  /// Whether what is asked there cannot be read on the way: it goes over TLS, or stays on this
  /// machine.
  public static func isPrivate(_ url: String) -> Bool {
    url.hasPrefix("https://") || isLoopback(url)
  }

  /// Whether it stays on this machine (RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3, RFC 6761
  /// section 6.3).
  public static func isLoopback(_ url: String) -> Bool {
    let host = host(of: url)
    // What stands before an @ is no host.
    guard !host.contains("@") else { return false }
    let name =
      host.hasPrefix("[")
      ? String(host.dropFirst().prefix { $0 != "]" }) : String(host.prefix { $0 != ":" })
    var six = in6_addr()
    if inet_pton(AF_INET6, name, &six) == 1 {
      return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
    var four = in_addr()
    if inet_pton(AF_INET, name, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    return name.lowercased() == "localhost"
  }

  /// Host and port.
  public static func host(of url: String) -> String {
    let rest = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    return rest.count == 3 ? String(rest[2].prefix { $0 != "/" && $0 != "?" }) : url
  }

  /// What is wrong with it; nil where it can be called.
  static func complaint(_ url: String, schemes: [String], mayAsk: Bool) -> String? {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#""<>\^`{|}"#.utf8.contains($0) })
    else { return "it contains a character that a URL cannot contain" }
    guard let scheme = schemes.first(where: { url.hasPrefix("\($0)://") }) else {
      return "it must begin with \(schemes.map { "\($0)://" }.joined(separator: " or "))"
    }
    let rest = url.dropFirst(scheme.count + 3)
    if rest.contains("#") || (rest.contains("?") && !mayAsk) {
      return "it must end after its path, without \"?\" and \"#\""
    }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    if authority.contains("@") { return "it must not contain a user name or password" }
    return complaint(authority: authority)
  }

  private static func complaint(authority: Substring) -> String? {
    let end =
      authority.hasPrefix("[")
      ? authority.firstIndex(of: "]").map(authority.index(after:))
      : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let end, isHost(authority[..<end]) else { return "its host name is not valid" }
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
