extension String {
  /// As a text in JSON, quotes included (RFC 8259, section 7). Characters that would act on a
  /// terminal are escaped, so that a line of JSON can be printed as it is.
  public var asJSON: String {
    // Nearly every text is plain.
    if utf8.allSatisfy(\.isPlainInJSON) { return "\"" + self + "\"" }
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.isInvisibleControl:
        for unit in String(scalar).utf16 {
          let code = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - code.utf8.count) + code
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// As one line for a log or a terminal: characters that would act on it are written out, as in
  /// `\u{009B}`, and so are line breaks.
  public var onOneLine: String {
    guard unicodeScalars.contains(where: \.isInvisibleControl) else { return self }
    var line = ""
    for scalar in unicodeScalars {
      if scalar.isInvisibleControl {
        line += scalar.escaped(asASCII: true)
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}

extension UInt8 {
  /// Whether it is a character of ASCII that stands in a text of JSON as it is.
  fileprivate var isPlainInJSON: Bool {
    0x20..<0x7F ~= self && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
