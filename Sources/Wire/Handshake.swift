import COpenSSL

/// The opening handshake of a WebSocket, client side (RFC 6455 section 4). It does no I/O.
struct Handshake {
  /// A head longer than this is no answer to an upgrade.
  static let headLimit = 16_384

  enum Verdict: Equatable {
    case incomplete
    /// The head ends before this index; the first frames follow it.
    case accepted(end: Int)
    /// The server answered with another status.
    case refused(status: Int, retryAfterSeconds: Int64?)
    case broken(String)
  }

  /// 16 random bytes in base64.
  let key: String

  init(random: some Sequence<UInt8>) { key = Self.base64(Array(random.prefix(16))) }

  /// No `Origin`: with it, some exchanges allow only one connection in ten seconds. No extensions.
  func request(host: String, target: String, userAgent: String) -> [UInt8] {
    Array(
      """
      GET \(target) HTTP/1.1\r
      Host: \(host)\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Key: \(key)\r
      Sec-WebSocket-Version: 13\r
      User-Agent: \(userAgent)\r
      \r\n
      """.utf8)
  }

  /// Judges what the server sent so far.
  /// - Parameter now: Unix seconds, for a server that gives a date to wait for, but not its own
  ///   time.
  func judge(_ bytes: [UInt8], now: Int64) -> Verdict {
    guard let end = Self.endOfHead(bytes) else {
      return bytes.count > Self.headLimit ? .broken("its header is too long") : .incomplete
    }
    guard end <= Self.headLimit else { return .broken("its header is too long") }
    guard let lines = Self.lines(of: bytes[..<(end - 4)]), let status = Self.status(lines[0]) else {
      return .broken("the answer is not HTTP")
    }
    var fields: [(name: String, value: String)] = []
    for line in lines.dropFirst() {
      guard let field = Self.field(line) else { return .broken("a header is malformed") }
      fields.append(field)
    }
    func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
    guard status == 101 else {
      let wait = values("retry-after").last.flatMap {
        RetryAfter.seconds($0, date: values("date").last, now: now)
      }
      return .refused(status: status, retryAfterSeconds: wait)
    }
    guard values("upgrade").map({ $0.lowercased() }) == ["websocket"],
      values("connection").contains(where: Self.namesUpgrade)
    else { return .broken("it is not an upgrade to a WebSocket") }
    guard values("sec-websocket-accept") == [accept] else {
      return .broken("its accept key is wrong")
    }
    guard values("sec-websocket-extensions").isEmpty, values("sec-websocket-protocol").isEmpty
    else {
      return .broken("it uses an extension that was not requested")
    }
    return .accepted(end: end)
  }

  /// The accept key that a server has to compute from our key (RFC 6455 section 4.2.2).
  var accept: String {
    let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
    _ = SHA1(text, text.count, &digest)
    return Self.base64(digest)
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for end in 4...min(bytes.count, headLimit + 4)
    where bytes[end - 1] == 0x0A && bytes[end - 2] == 0x0D && bytes[end - 3] == 0x0A
      && bytes[end - 4] == 0x0D
    {
      return end
    }
    return nil
  }

  /// The lines between CRLFs; nil where a CR, LF or NUL stands alone.
  private static func lines(of head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    var lines: [ArraySlice<UInt8>] = []
    var start = head.startIndex
    for index in head.indices {
      switch head[index] {
      case 0: return nil
      case 0x0D: guard index + 1 < head.endIndex, head[index + 1] == 0x0A else { return nil }
      case 0x0A:
        guard index > start, head[index - 1] == 0x0D else { return nil }
        lines.append(head[start..<index - 1])
        start = index + 1
      default: break
      }
    }
    return lines + [head[start...]]
  }

  /// `HTTP/1.1 101 Switching Protocols`; the words behind the number may be missing.
  private static func status(_ line: ArraySlice<UInt8>) -> Int? {
    let line = Array(line)
    guard line.count >= 12, line.starts(with: "HTTP/1.1 ".utf8),
      line.count == 12 || line[12] == UInt8(ascii: " ")
    else { return nil }
    var status = 0
    for byte in line[9..<12] {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      status = status * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return 100...599 ~= status ? status : nil
  }

  /// `Name: value` (RFC 9112 section 5): no space in or behind the name, no folded lines.
  static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var value = line[(colon + 1)...].drop(while: isBlank)
    while let last = value.last, isBlank(last) { value.removeLast() }
    return (
      String(decoding: line[..<colon], as: UTF8.self).lowercased(),
      String(decoding: value, as: UTF8.self)
    )
  }

  private static func namesUpgrade(_ value: String) -> Bool {
    value.lowercased().split(separator: ",").contains {
      $0.drop(while: { $0 == " " }).prefix(while: { $0 != " " }) == "upgrade"
    }
  }

  static func base64(_ bytes: [UInt8]) -> String {
    var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    let count = EVP_EncodeBlock(&text, bytes, Int32(bytes.count))
    return String(decoding: text[..<Int(count)], as: UTF8.self)
  }
}
