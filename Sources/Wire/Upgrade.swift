import CCurl
import Glibc

/// The upgrade of a connected socket to a WebSocket: sends our request, reads the server's head.
struct Upgrade {
  private let handshake: Handshake
  private var outgoing: ArraySlice<UInt8>
  /// All bytes so far; the first frames follow the head.
  private(set) var incoming: [UInt8] = []

  init(to url: WireURL, userAgent: String) {
    handshake = Handshake(random: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
    outgoing =
      handshake.request(host: url.authority, target: url.target, userAgent: userAgent)[...]
  }

  var wantsWrite: Bool { !outgoing.isEmpty }

  /// Does what it can without waiting.
  mutating func step(_ curl: CurlHandle) -> Handshake.Verdict {
    while !outgoing.isEmpty {
      var sent = 0
      let code = outgoing.withUnsafeBytes {
        curl_easy_send(curl.handle, $0.baseAddress, $0.count, &sent)
      }
      if code == CURLE_AGAIN { break }
      guard code == CURLE_OK else { return .broken(curl.reason(code)) }
      outgoing = outgoing.dropFirst(sent)
    }
    while true {
      var count = 0
      let code = withUnsafeTemporaryAllocation(byteCount: 2_048, alignment: 1) { buffer in
        let code = curl_easy_recv(curl.handle, buffer.baseAddress, buffer.count, &count)
        if code == CURLE_OK { incoming.append(contentsOf: buffer[..<count]) }
        return code
      }
      if code == CURLE_AGAIN { return .incomplete }
      guard code == CURLE_OK, count > 0 else { return .broken("the connection ended") }
      let verdict = handshake.judge(incoming, now: Int64(time(nil)))
      if verdict != .incomplete { return verdict }
    }
  }
}
