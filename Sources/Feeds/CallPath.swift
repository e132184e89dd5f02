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

    /// With commas between them.
    mutating func appendInterpolation(_ values: [String]) {
      for (place, value) in values.enumerated() {
        if place > 0 { text += "," }
        appendInterpolation(value)
      }
    }

    mutating func appendInterpolation(_ number: some FixedWidthInteger) { text += "\(number)" }

    /// What is encoded already.
    mutating func appendInterpolation(encoded: String) { text += encoded }
  }
}
