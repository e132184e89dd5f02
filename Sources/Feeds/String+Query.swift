extension String {
  /// As part of a path or a query (RFC 3986, section 2).
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
