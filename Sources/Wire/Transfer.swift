import CCurl

/// A call of a wire, by the number that its caller has given it.
public struct TransferID: Hashable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }
}

/// One running request: a GET, unless its handle is set otherwise.
final class Transfer {
  /// The longest unpacked body that is accepted, in bytes; a longer one fails the call.
  static let bodyLimit = 4 << 20
  private static let headLimit = 16_384
  /// CURLE_TOO_LARGE, which is new in libcurl 8.6.
  private static let tooLarge = CURLcode(rawValue: 100)

  let id: TransferID
  let curl: CurlHandle
  private(set) var body: [UInt8] = []
  private(set) var fields: [(name: String, value: String)] = []
  /// When the request was sent; nil until that is noted.
  private(set) var askedAt: Int64?
  /// When more of the answer was last seen to come; before that, when the request was sent.
  private(set) var heardAt: Int64 = 0
  private var heardBytes = 0
  private var headBytes = 0
  /// The list of our header lines; libcurl reads it while the transfer runs.
  private var lines: UnsafeMutablePointer<curl_slist>?

  init(
    id: TransferID, url: String, headers: [(name: String, value: String)] = [],
    userAgent: String, trusting anchors: TrustAnchors, mayLookUp: Bool = false
  ) {
    self.id = id
    curl = CurlHandle(mayLookUp: mayLookUp)
    curl.aim(at: url, trusting: anchors)
    curl.set(CURLOPT_USERAGENT, userAgent)
    curl.set(CURLOPT_ACCEPT_ENCODING, "gzip")
    for line in ["Accept: application/json"] + headers.compactMap(Self.line) {
      lines = curl_slist_append(lines, line)
    }
    curl.set(CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(lines!))
    let me = Unmanaged.passUnretained(self).toOpaque()
    curl.set(CURLOPT_WRITEDATA, me)
    curl.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, me in
      let transfer = Unmanaged<Transfer>.fromOpaque(me!).takeUnretainedValue()
      let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
      guard transfer.body.count + chunk.count <= Transfer.bodyLimit else { return 0 }
      transfer.body.append(contentsOf: chunk)
      return chunk.count
    }
    curl.set(CURLOPT_HEADERDATA, me)
    curl.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
      let transfer = Unmanaged<Transfer>.fromOpaque(me!).takeUnretainedValue()
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return transfer.readHeadLine(line) ? line.count : 0
    }
  }

  /// Notes that the request was sent.
  func noteAsked(at now: Int64) { (askedAt, heardAt) = (now, now) }

  /// Notes whether more of the answer has come.
  func noteHeard(at now: Int64) {
    let bytes = headBytes + body.count
    if bytes > heardBytes { (heardBytes, heardAt) = (bytes, now) }
  }

  deinit { curl_slist_free_all(lines) }

  /// `Name: value`; nil where it would be something else, like two lines.
  private static func line(_ name: String, _ value: String) -> String? {
    let text = "\(name): \(value)"
    let isOne = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    return isOne && !name.isEmpty && !value.isEmpty ? text : nil
  }

  var status: Int {
    var status = 0
    _ = tealight_curl_get_long(curl.handle, CURLINFO_RESPONSE_CODE, &status)
    return status
  }

  /// The fields of the last head as they are delivered: `retry-after` in seconds, never as a date.
  func spokenFields(now: Int64) -> [(name: String, value: String)] {
    let date = fields.last { $0.name == "date" }?.value
    return fields.map { field in
      guard field.name == "retry-after",
        let seconds = RetryAfter.seconds(field.value, date: date, now: now)
      else { return field }
      return (field.name, "\(seconds)")
    }
  }

  /// Why it failed.
  func reason(_ code: CURLcode) -> String {
    switch code {
    case CURLE_WRITE_ERROR where headBytes > Self.headLimit: "the header of the answer is too long"
    case CURLE_WRITE_ERROR: "the answer is too long"
    // libcurl accepts at most 100 kB in one line. Older versions report a longer line as a lack of
    // memory.
    case CURLE_OUT_OF_MEMORY, Self.tooLarge: "a header of the answer is too long"
    default: curl.reason(code)
    }
  }

  /// Reads one line of a head, with its line end. False if the head is too long.
  func readHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    headBytes += line.count
    guard headBytes <= Self.headLimit else { return false }
    let text = Array(line.prefix { $0 != 0x0D && $0 != 0x0A })
    if text.starts(with: "HTTP/".utf8) {
      fields = []  // The proxy's head, or an interim one, is over.
    } else if let field = Handshake.field(text[...]) {
      fields.append(field)
    }
    return true
  }
}
