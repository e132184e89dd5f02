/// What one proxy says about the client that sent it the request (RFC 7239).
struct ForwardedStep: Equatable {
  /// Nil if the proxy does not tell it.
  private(set) var address: IPAddress?
  /// `http` or `https`; nil if the proxy does not tell it.
  private(set) var scheme: String?

  private static let most = 16

  /// - Parameter field: the value of `Forwarded`; several values are joined by commas.
  /// - Returns: the steps, the nearest proxy's last. A step that cannot be understood says nothing.
  static func steps(_ field: String) -> [ForwardedStep] {
    // A visitor's unpaired quote would hide what the proxies behind it say, and so would a mark that
    // joins with a quote or a comma into one character.
    let quotes = field.utf8.count { $0 == UInt8(ascii: "\"") }
    guard quotes.isMultiple(of: 2), field.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
    return split(field[...], at: ",").suffix(most).map { element in
      var step = ForwardedStep()
      for pair in split(element, at: ";") {
        let equals = pair.firstIndex(of: "=") ?? pair.endIndex
        let value = unquoted(trimmed(pair[equals...].dropFirst()))
        switch trimmed(pair[..<equals]).lowercased() {
        case "for": step.address = node(value)
        case "proto": step.scheme = value.lowercased()
        default: break
        }
      }
      return step
    }
  }

  /// `192.0.2.7`, `192.0.2.7:1234`, `[2001:db8::7]`, `[2001:db8::7]:1234`, and without brackets as nginx
  /// writes `$remote_addr`.
  private static func node(_ text: String) -> IPAddress? {
    if let address = IPAddress(text) { return address }
    guard let (host, _) = ListenAddress.parts(of: text) else { return nil }
    guard host.hasPrefix("[") else { return IPAddress(host) }
    return IPAddress(host.dropFirst().dropLast())
  }

  /// Splits a text, but not at separators between quotes.
  private static func split(_ text: Substring, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if !isQuoted, text[index] == separator {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    return parts + [text[start...]]
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }

  private static func unquoted(_ text: Substring) -> String {
    let isQuoted = text.utf8.count > 1 && text.first == "\"" && text.last == "\""
    return String(isQuoted ? text.dropFirst().dropLast() : text)
  }
}
