import CCurl

/// One POST request that blocks until it is answered. It is for tools: the daemon does not use it.
public enum Post {
  /// Why there is no answer: a sentence.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private static let timeoutSeconds = 10

  /// - Parameters:
  ///   - headers: they may hold secrets, since they are sent only to that host.
  ///   - userAgent: the name of the program, as it is sent to the host.
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
    // The host is this machine or beside it: a proxy for the outside does not know it.
    curl.set(CURLOPT_NOPROXY, "*")
    let code = curl_easy_perform(curl.handle)
    guard code == CURLE_OK else { throw Failure(description: transfer.reason(code)) }
    return (transfer.status, transfer.body)
  }
}
