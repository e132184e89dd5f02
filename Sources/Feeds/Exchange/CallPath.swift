/// The path of a call and its query, written as a text with values in it.
///
/// This is where values are percent-encoded (RFC 3986, section 2), so that no code from a list or a
/// configuration can spoil the call or change what it asks: `CallPath("/trades?market=\(code)")`.
struct CallPath: ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    /// In a query a slash and a colon stand for themselves; in a path they would end a segment.
    mutating func appendInterpolation(_ value: String) {
      text += value.percentEncoded(except: text.contains("?") ? "/:" : "")
    }

    /// Appends the values with commas between them.
    mutating func appendInterpolation(_ values: [String]) {
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        appendInterpolation(value)
      }
    }

    mutating func appendInterpolation(_ number: some FixedWidthInteger) { text += "\(number)" }

    /// Appends text that is percent-encoded already.
    mutating func appendInterpolation(encoded: String) { text += encoded }
  }
}

extension String {
  /// The text, percent-encoded as part of a path or a query (RFC 3986, section 2).
  /// - Parameter allowed: ASCII that may stand for itself besides letters, digits and `-._~`.
  func percentEncoded(except allowed: String = "") -> String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where allowed.utf8.contains(byte): text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}

extension Array {
  /// The elements in order, at most `count` in each piece: a URL or a message holds no more.
  func pieces(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0...].prefix(count)) }
  }
}
