import CCurl

/// One POST request that is waited for, for tools: the daemon asks for nothing this way.
public enum Post {
  /// Why there is no answer: a sentence.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private static let timeoutSeconds = 10

  /// - Parameters:
  ///   - headers: for secrets, too: they go nowhere else than to that host.
  ///   - userAgent: the program, as the host is told.
  ///   - caFile: PEM file of the CAs to trust; nil for the system's.
  /// - Returns: the answer's status and body.
  public static func send(
    _ body: String, to url: String, headers: [(name: String, value: String)], userAgent: String,
    caFile: String?
  ) throws(Failure) -> (status: Int, body: [UInt8]) {
    let transfer = Transfer(
      id: TransferID(0), url: url, headers: headers, userAgent: userAgent,
      trusting: caFile.map { .file($0) } ?? .system, mayLookUp: true)
    let curl = transfer.curl
    curl.set(CURLOPT_POSTFIELDSIZE, body.utf8.count)
    curl.set(CURLOPT_COPYPOSTFIELDS, body)
    curl.set(CURLOPT_TIMEOUT, timeoutSeconds)
    // It is on this machine or beside it: a proxy for the outside does not know it.
    curl.set(CURLOPT_NOPROXY, "*")
    let code = curl_easy_perform(curl.handle)
    guard code == CURLE_OK else { throw Failure(description: transfer.reason(code)) }
    return (transfer.status, transfer.body)
  }
}
