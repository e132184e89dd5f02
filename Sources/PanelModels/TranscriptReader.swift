import Devices

/// Reads the transcripts that a `record:` bus writes, and refuses anything else.
public enum TranscriptReader {
  /// - Throws: `BusViolation` that names the line.
  public static func transactions(of transcript: [UInt8]) throws(BusViolation) -> [BusTransaction] {
    if let last = transcript.last, last != UInt8(ascii: "\n") {
      throw BusViolation("the last line has no end")
    }
    var transactions: [BusTransaction] = []
    for (index, line) in transcript.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).dropLast().enumerated() {
      guard let transaction = transaction(String(decoding: line, as: UTF8.self)) else {
        throw BusViolation("line \(index + 1) is not a transaction")
      }
      transactions.append(transaction)
    }
    return transactions
  }

  private static func transaction(_ line: String) -> BusTransaction? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    switch words.first {
    case "i2c" where words.count == 4:
      guard let address = bytes(words[1]), address.count == 1,
        words[2] == "W" || words[2] == "R",
        let bytes = bytes(words[3]), bytes.count <= BusFraming.i2cBytesMax
      else { return nil }
      return .i2c(address: address[0], isRead: words[2] == "R", bytes)
    case "spi" where words.count == 3:
      guard words[1] == "dc=0" || words[1] == "dc=1",
        let bytes = bytes(words[2]), bytes.count <= BusFraming.spiBytesMax
      else { return nil }
      return .spi(isData: words[1] == "dc=1", bytes)
    case "gpio" where words.count == 2:
      let setting = words[1].split(separator: "=", omittingEmptySubsequences: false)
      guard setting.count == 2, let line = PanelLine(rawValue: String(setting[0])),
        setting[1] == "0" || setting[1] == "1"
      else { return nil }
      return .line(line, setting[1] == "1")
    default:
      return nil
    }
  }

  /// The bytes of pairs of lower-case hex digits, at least one pair.
  private static func bytes(_ digits: Substring) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard !digits.isEmpty, digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
