/// The head of one GET request, HTTP/1.1 (RFC 9112), read strictly.
public struct HTTPRequest: Equatable, Sendable {
  public let path: String
  /// In the order of the request, percent-decoded.
  public let query: [(name: String, value: String)]
  /// Names in lower case, in the order of the request.
  public let headers: [(name: String, value: String)]

  public static func == (a: HTTPRequest, b: HTTPRequest) -> Bool {
    a.path == b.path && a.query.elementsEqual(b.query, by: ==)
      && a.headers.elementsEqual(b.headers, by: ==)
  }

  public func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }

  /// Whether a comma-separated header holds the word, whatever its case.
  func header(_ name: String, names word: String) -> Bool {
    headers.contains { header in
      header.name == name
        && header.value.lowercased().split(separator: ",").contains {
          $0.prefix { $0 != ";" }.filter { $0 != " " } == word
        }
    }
  }

  /// The same request without `prefix` at the beginning of its path.
  func below(_ prefix: String) -> HTTPRequest {
    let rest = String(path.dropFirst(prefix.count))
    return HTTPRequest(path: rest.isEmpty ? "/" : rest, query: query, headers: headers)
  }

  func parameter(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }

  enum Parsed {
    case incomplete
    case request(HTTPRequest, length: Int)
    /// The status to refuse it with.
    case refused(Int)
  }

  /// Longer heads are refused.
  static let headLimit = 16_384

  static func parse(_ bytes: [UInt8]) -> Parsed {
    guard let end = headLength(bytes) else {
      return bytes.count > headLimit ? .refused(431) : .incomplete
    }
    guard end <= headLimit else { return .refused(431) }
    guard let head = String(validating: Array(bytes[..<(end - 4)])) else { return .refused(400) }
    var lines = head.split(separator: "\r\n" as Character, omittingEmptySubsequences: false)[...]
    let words = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[1].hasPrefix("/") else { return .refused(400) }
    guard words[2] == "HTTP/1.1" else { return .refused(505) }
    guard words[0] == "GET" else { return .refused(405) }
    var headers: [(name: String, value: String)] = []
    for line in lines {
      guard let header = header(line: line) else { return .refused(400) }
      headers.append(header)
    }
    guard headers.filter({ $0.name == "host" }).count == 1 else { return .refused(400) }
    let hasBody = headers.contains {
      $0.name == "transfer-encoding" || ($0.name == "content-length" && $0.value != "0")
    }
    guard !hasBody else { return .refused(400) }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = decoded(target[0]), let query = query(target.dropFirst().first ?? "") else {
      return .refused(400)
    }
    return .request(HTTPRequest(path: path, query: query, headers: headers), length: end)
  }

  private static func headLength(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    let end = bytes.indices.dropLast(3).first {
      bytes[$0] == 13 && bytes[$0 + 1] == 10 && bytes[$0 + 2] == 13 && bytes[$0 + 3] == 10
    }
    return end.map { $0 + 4 }
  }

  private static func header(line: Substring) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let name = line[..<colon]
    let isToken = name.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains($0)
    }
    guard !name.isEmpty, isToken else { return nil }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    guard value.utf8.allSatisfy({ $0 >= 0x20 || $0 == 9 }) else { return nil }
    return (name.lowercased(), String(value.reversed().drop { $0 == " " }.reversed()))
  }

  private static func query(_ text: Substring) -> [(name: String, value: String)]? {
    var query: [(name: String, value: String)] = []
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(parts[0]), let value = decoded(parts.dropFirst().first ?? "") else {
        return nil
      }
      query.append((name, value))
    }
    return query
  }

  /// A plus is a blank, as in forms: an unencoded `+09:00` reads ` 09:00`, as on the real server.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard rest.count >= 2, rest.prefix(2).allSatisfy({ $0 != UInt8(ascii: "+") }),
          let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes)
  }
}
