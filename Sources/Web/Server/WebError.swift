import Glibc

/// Why the web server cannot listen or start.
public enum WebError: Error, Equatable {
  /// - Parameter reason: what the loader says.
  case noLibrary(reason: String)
  /// - Parameter errno: of socket(2), bind(2) or listen(2).
  case notListening(ListenAddress, errno: Int32)
  /// - Parameter reason: what libmicrohttpd says.
  case notStarted(ListenAddress, reason: String)
}

extension WebError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noLibrary(let reason):
      "the web server needs libmicrohttpd: apt install libmicrohttpd12 (libmicrohttpd12t64 on Debian "
        + "13) (\(reason))"
    case .notListening(let address, let code):
      "cannot listen on \(address): \(String(cString: strerror(code)))"
    case .notStarted(let address, let reason):
      "cannot serve on \(address): "
        + (reason.isEmpty ? "libmicrohttpd gives no reason" : reason)
    }
  }
}
