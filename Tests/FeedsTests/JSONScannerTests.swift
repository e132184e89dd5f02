import TestSupport
import Testing

@testable import Feeds

private func isValid(_ bytes: [UInt8]) -> Bool {
  bytes.withUnsafeBufferPointer {
    var scanner = JSONScanner($0)
    scanner.skip()
    return scanner.isComplete
  }
}

private func number(_ text: String) -> JSONDecimal? {
  var copy: JSONDecimal?
  Array(text.utf8).withUnsafeBufferPointer {
    var scanner = JSONScanner($0)
    copy = scanner.number()
    if !scanner.isComplete { copy = nil }
  }
  return copy
}

private func double(_ text: String) -> Double? {
  Array(text.utf8).withUnsafeBufferPointer {
    var scanner = JSONScanner($0)
    let value = scanner.number()?.double
    return scanner.isComplete ? value : nil
  }
}

@Suite struct JSONScannerTests {
  @Test(
    "what RFC 8259 allows is read",
    arguments: [
      "{}", "[]", " [ ] ", "null", "true", "false", "0", "-0", "1.5e+10", "1E-2", "\"\"",
      "{\"a\":{\"b\":[1,2,{\"c\":null}]},\"d\":\"e\"}", "\"\\u00e9\\n\\\"\\\\\\/\"", "\"비트코인 🐸\"",
      "\t\r\n [1 , 2]\n", "[[[[[[]]]]]]", "\"\\ud83d\\udc38\"", "\"\\ud800\"",
      "\"a long run of plain letters, longer than eight\"",
    ])
  func valid(text: String) {
    #expect(isValid(Array(text.utf8)))
  }

  @Test(
    "what RFC 8259 forbids is refused",
    arguments: [
      "", " ", "{", "}", "[", "]", "[1,]", "[,1]", "{,}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
      "{a:1}", "{'a':1}", "tru", "True", "nul", "nulll", "NaN", "Infinity", "-", "+1", "01", "-01",
      "1.", ".5", "1e", "1e+", "0x10", "1 2", "{}{}", "[]x", "\"", "\"\\x\"", "\"\\u12\"",
      "\"\\u12g4\"", "\"a\nb\"", "\"a\u{01}b plain and longer\"", "[1 2]", "{\"a\":1 \"b\":2}",
      "[\"a\":1]", "{\"a\",1}", "// c\n1", "\u{FEFF}1", "[1}", "{\"a\":1]",
    ])
  func invalid(text: String) {
    #expect(!isValid(Array(text.utf8)))
  }

  @Test(
    "letters that are not UTF-8 are refused",
    arguments: [
      [0x80], [0xC0, 0x80], [0xC2], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0xE3, 0x81],
    ] as [[UInt8]])
  func badLetters(bytes: [UInt8]) {
    #expect(!isValid([0x22] + bytes + [0x22]))
    #expect(!isValid(Array("\"a run of plain letters ".utf8) + bytes + Array(" and more\"".utf8)))
  }

  @Test("sixty-four levels are read and sixty-five are not")
  func depth() {
    func nested(_ levels: Int) -> [UInt8] {
      Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    }
    #expect(isValid(nested(64)))
    #expect(!isValid(nested(65)))
    #expect(!isValid(nested(100_000)))
    #expect(
      isValid(
        Array(
          (String(repeating: "{\"a\":", count: 64) + "1" + String(repeating: "}", count: 64)).utf8))
    )
  }

  @Test("every byte cut off the end of a text makes it invalid")
  func cut() {
    let text = Array("{\"a\":[1.5e3,\"b\\u00e9\",true],\"c\":{\"d\":null}}".utf8)
    #expect(isValid(text))
    for count in 0..<text.count { #expect(!isValid(Array(text[..<count])), "\(count) bytes") }
  }

  @Test(
    "prices are rounded correctly, however they are written",
    arguments: [
      ("148737000.0", 148_737_000), ("148737000.00000000", 148_737_000), ("9.101E-5", 9.101e-5),
      ("6E-8", 6e-8), ("3.54e-06", 3.54e-6), ("0.000952", 0.000952),
      ("\"161740000.0\"", 161_740_000),
      ("0.1", 0.1), ("123456789012345678901234567890", 1.2345678901234568e29),
      ("0.30000000000000004", 0.30000000000000004), ("1e22", 1e22), ("1e23", 1e23), ("-5", -5),
      ("5e-324", Double.leastNonzeroMagnitude), ("9007199254740993", 9_007_199_254_740_992),
      ("1.7976931348623157e308", 1.7976931348623157e308),
    ])
  func doubles(text: String, value: Double) {
    #expect(double(text) == value)
  }

  @Test("random numbers read as the standard library reads them", arguments: 0..<20)
  func randomDoubles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(double("\(value)") == value)
      let digits = String(random.next()) + "." + String(random.next()) + "e\(random.next() % 40)"
      #expect(double(digits) == Double(digits))
      let padded = "\(random.next() >> 20).\(random.next() % 1_000)00000"
      #expect(double(padded) == Double(padded))
    }
  }

  @Test("a number too large is infinite, and so no price")
  func infinite() {
    #expect(double("1e999") == .infinity)
    #expect(!Double.infinity.isPrice && !(0.0).isPrice && !(-1.0).isPrice && !Double.nan.isPrice)
  }

  @Test("ids keep all their digits")
  func integers() {
    #expect(number("17951479531230001")?.integer == 17_951_479_531_230_001)
    #expect(number("9223372036854775808")?.integer == nil)
    #expect(number("922337203685477580")?.integer == 922_337_203_685_477_580)
    #expect(number("1.795147953123E12")?.integer == 1_795_147_953_123)
    #expect(number("1795147953123.0")?.integer == 1_795_147_953_123)
    #expect(number("\"42\"")?.integer == 42)
    #expect(number("1.5")?.integer == nil)
    #expect(number("18446744073709551615")?.integer == nil)
    #expect(number("-3")?.integer == -3)
  }

  @Test("the decimals that a price needs come from its text")
  func decimals() {
    let cases = [
      ("148737000.0", 0), ("0.000952", 6), ("9.9E-7", 8), ("3120.50", 1), ("6E-8", 8), ("1e5", 0),
      ("0.0", 0),
    ]
    for (text, decimals) in cases {
      Array(text.utf8).withUnsafeBufferPointer {
        var scanner = JSONScanner($0)
        #expect(scanner.number()?.decimals == decimals, "\(text)")
      }
    }
  }

  @Test("a value of another kind is passed over and reads as nothing")
  func wrongKinds() {
    for text in ["{\"a\":1}", "[1,2]", "true", "null", "\"abc\"", "\"1 \"", "\"\"", "\"+1\""] {
      #expect(double(text) == nil, "\(text)")
    }
  }

  @Test("escapes in keys and values mean what they stand for")
  func escapes() {
    Array("\"KRW-\\u0042TC\"".utf8).withUnsafeBufferPointer {
      var scanner = JSONScanner($0)
      #expect(scanner.string().map { $0 == "KRW-BTC" } ?? false)
    }
    Array("\"\\ud83d\\udc38 \\t\\ud800x\"".utf8).withUnsafeBufferPointer {
      var scanner = JSONScanner($0)
      #expect(scanner.string()?.string == "🐸 \t\u{FFFD}x")
    }
  }
}
