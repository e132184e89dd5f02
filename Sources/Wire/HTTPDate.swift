import CLinux
import Glibc

/// A date as HTTP writes it (RFC 9110 section 5.6.7).
enum HTTPDate {
  /// The present form and the two obsolete ones that must still be accepted.
  private static let forms = [
    "%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y",
  ]

  /// Unix seconds; nil if the text is not a date.
  static func seconds(_ text: String) -> Int64? {
    for form in forms {
      var parts = tm()
      let isWhole = text.withCString { text in
        strptime(text, form, &parts).map { $0.pointee == 0 } ?? false
      }
      if isWhole { return Int64(timegm(&parts)) }
    }
    return nil
  }
}

/// How long a server asks not to be called (RFC 9110 section 10.2.3).
enum RetryAfter {
  /// - Parameters:
  ///   - value: whole seconds, or a date.
  ///   - date: the server's `Date`, as it sent it; if it sent none, this machine's clock is used.
  ///   - now: Unix seconds by this machine's clock.
  /// - Returns: seconds from now, 0 if the date has passed; nil if the value is neither number
  ///   nor date.
  static func seconds(_ value: String, date: String?, now: Int64) -> Int64? {
    if !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }) {
      return Int64(value) ?? .max
    }
    return HTTPDate.seconds(value).map { max(0, $0 - (date.flatMap(HTTPDate.seconds) ?? now)) }
  }
}
