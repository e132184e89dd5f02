import Configuration
import Glance
import MarketData
import State

/// The preferences as text: a line that says what it is, one for each value, and a sum of all
/// of them.
///
///     tealight-state 1
///     page list
///     market upbit:KRW-BTC
///     sum 9f86d081
enum StateText {
  static let head = "tealight-state 1"

  static func text(_ preferences: Preferences, _ names: StateNames) -> String {
    var text = "\(head)\n"
    for field in StateField.all {
      for value in field.values(preferences, names) { text += "\(field.key) \(value.onOneLine)\n" }
    }
    return signed(text)
  }

  static func signed(_ text: String) -> String { text + "sum \(sum(text.utf8))\n" }

  /// - Parameter home: the page where nothing else is chosen.
  /// - Returns: nil for a damaged text. Keys and values that are not known are passed over: a newer
  ///   version may have written them.
  static func preferences(_ bytes: [UInt8], _ names: StateNames, home: PageName) -> Preferences? {
    let last = bytes.dropLast().lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let body = bytes[..<last]
    guard bytes[last...].elementsEqual("sum \(sum(body))\n".utf8),
      let text = String(validating: body, as: UTF8.self)
    else { return nil }
    let lines = text.split(separator: "\n")
    guard lines.first.map(String.init) == head else { return nil }
    var preferences = Preferences(page: home)
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let field = StateField.all.first(where: { $0.key == words[0] }) else {
        continue
      }
      field.read(&preferences, String(words[1]), names)
    }
    return preferences
  }

  /// FNV-1a of 32 bits, in hexadecimal digits: finds what a card has lost, not what a person has
  /// changed.
  private static func sum<Bytes: Sequence<UInt8>>(_ bytes: Bytes) -> String {
    let sum = bytes.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
