extension String {
  /// As a text in JSON, quotes included (RFC 8259, section 7).
  public var asJSON: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\u{0}"..<" ":
        let code = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - code.utf8.count) + code
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
