import Glibc

extension String {
  /// The URL without the values of queries that may be secrets, so that it may be logged and
  /// recorded.
  public var withoutSecrets: String {
    guard let mark = firstIndex(of: "?") else { return self }
    let queries = self[index(after: mark)...].split(
      separator: "&", omittingEmptySubsequences: false)
    let shown = queries.map { query -> Substring in
      let name = query.prefix { $0 != "=" }
      return name.endIndex < query.endIndex && String(name).namesSecret ? name + "=***" : query
    }
    return self[...mark] + shown.joined(separator: "&")
  }

  /// Whether a query or a header of this name may be a secret, which should not be shown.
  public var namesSecret: Bool {
    let name = lowercased()
    let words = ["key", "token", "secret", "sign", "auth", "pass", "app_id", "cookie"]
    return words.contains { strstr(name, $0) != nil }
  }
}
